import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { Crossed, type WriteTx } from '../store.ts';
import { hostNamed } from './hosts.ts';
import { findSourceAt, insertSource, moveSource } from './sources.ts';

const url = 'https://example.com/feed?secret';
const from = 'https://example.com/before';
const face = { title: '', siteUrl: url, description: undefined, language: undefined, imageUrl: undefined };

type Way = 'adds' | 'moves';
const twos: [Way, Way][] = [
  ['adds', 'adds'],
  ['adds', 'moves'],
  ['moves', 'adds'],
];

for (const [one, other] of twos) {
  test(`of two sources that come to one address at once (one ${one}, the other ${other}) the second tries again, and the server writes no address into its log`, {
    skip: !isOnPostgres && 'in a file, one writes at a time',
  }, async (t) => {
    const { store } = await temporaryStore(t, fakeClock());
    const hostId = await store.write((tx) => hostNamed(tx, 'example.com'));
    const before = await store.write((tx) => insertSource(tx, { url: from, hostId }, face));
    const faults: unknown[] = [];
    const come: Record<Way, (tx: WriteTx) => Promise<number>> = {
      adds: (tx) => insertSource(tx, { url, hostId }, face),
      moves: (tx) => moveSource(tx, before, { from, url, hostId }).then(() => before),
    };
    const [first, second] = await store.write(async (tx) => {
      const there = await come[one](tx);
      const coming = store.write(async (own) => {
        const there = await findSourceAt(own, url);
        if (there !== undefined) return there;
        return come[other](own).catch((fault: unknown) => {
          faults.push(fault);
          throw fault;
        });
      });
      await blockedBy(store, await pidOf(tx));
      return [there, { coming }];
    });
    assert.equal(await second.coming, first);
    assert.deepEqual(
      faults.map((fault) => fault instanceof Crossed),
      [true],
    );
  });
}
