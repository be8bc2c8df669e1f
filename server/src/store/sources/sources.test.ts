import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { Crossed, type WriteTx } from '../store.ts';
import { hostNamed } from './hosts.ts';
import { findSourceAt, insertSource } from './sources.ts';

const url = 'https://example.com/feed?secret';
const face = { title: '', siteUrl: url, description: undefined, language: undefined, imageUrl: undefined };

test('of two who add one address at once the second tries again, and the server writes no address into its log', {
  skip: !isOnPostgres && 'in a file, one writes at a time',
}, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const hostId = await store.write((tx) => hostNamed(tx, 'example.com'));
  const faults: unknown[] = [];
  const add = async (tx: WriteTx): Promise<number> =>
    (await findSourceAt(tx, url)) ??
    (await insertSource(tx, { url, hostId }, face).catch((error: unknown) => {
      faults.push(error);
      throw error;
    }));
  const [first, second] = await store.write(async (tx) => {
    const added = await add(tx);
    const other = store.write(add);
    await blockedBy(store, await pidOf(tx));
    return [added, { other }];
  });
  assert.equal(await second.other, first);
  assert.deepEqual(
    faults.map((fault) => fault instanceof Crossed),
    [true],
  );
});
