import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { WriteTx } from '../store.ts';
import { hostNamed } from './hosts.ts';
import {
  dissolveSource,
  findSource,
  findSourceAt,
  insertSource,
  keepAddress,
  moveSource,
} from './sources.ts';
import { insertVisit, recentVisits, VISITS_KEPT } from './visits.ts';

const YEAR = 365 * 86_400_000;

test('the last fifty visits of a source are kept, newest first, each with its outcome', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const sourceId = await addSource(tx, 'https://a.example/feed');
    const other = await addSource(tx, 'https://b.example/feed');
    const visit = { status: 200, durationMs: 12.4 };
    await insertVisit(tx, { ...visit, sourceId: other, at: 1, outcome: { kind: 'unchanged' }, newPosts: 0 });
    for (let at = 1; at <= VISITS_KEPT + 5; at++) {
      await insertVisit(tx, {
        ...visit,
        sourceId,
        at,
        outcome: { kind: 'document', newPosts: at, editedPosts: 0 },
        newPosts: at,
      });
    }
    const visits = await recentVisits(tx, sourceId);
    assert.equal(visits.length, VISITS_KEPT);
    assert.deepEqual(visits[0]?.outcome, {
      kind: 'document',
      newPosts: VISITS_KEPT + 5,
      editedPosts: 0,
    });
    assert.equal(visits.at(-1)?.at, 6);
    assert.equal((await recentVisits(tx, other)).length, 1);
  });
});

test('a visit during which the clock is set by years is kept', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const sourceId = await addSource(tx, 'https://a.example/feed');
    const visit = { sourceId, at: 1, status: 200, outcome: { kind: 'unchanged' }, newPosts: 0 } as const;
    for (const durationMs of [56 * YEAR, -56 * YEAR]) await insertVisit(tx, { ...visit, durationMs });
    // What an INTEGER of PostgreSQL holds, also in a file, which may be copied there.
    assert.deepEqual(
      (await recentVisits(tx, sourceId)).map(({ durationMs }) => durationMs),
      [0, 2 ** 31 - 1],
    );
  });
});

test('a source is found at its address, at those that lead to it, and at the old one after a move', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const id = await addSource(tx, 'https://a.example/feed');
    const other = await addSource(tx, 'https://b.example/feed');
    await keepAddress(tx, id, 'https://a.example/');
    await keepAddress(tx, other, 'https://a.example/feed');
    await keepAddress(tx, other, 'https://b.example/');
    await keepAddress(tx, id, 'https://b.example/');
    assert.equal(await findSourceAt(tx, 'https://b.example/'), id);
    assert.equal(await findSourceAt(tx, 'https://a.example/'), id);
    const hostId = await hostNamed(tx, 'c.example');
    await moveSource(tx, id, { from: 'https://a.example/feed', url: 'https://c.example/feed', hostId });
    assert.equal(await findSourceAt(tx, 'https://c.example/feed'), id);
    assert.equal(await findSourceAt(tx, 'https://a.example/feed'), id);
    assert.equal((await findSource(tx, id))?.hostId, hostId);
    await dissolveSource(tx, { id, url: 'https://c.example/feed' }, other);
    assert.equal(await findSourceAt(tx, 'https://c.example/feed'), other);
    assert.equal(await findSourceAt(tx, 'https://a.example/'), other);
    assert.equal(await findSource(tx, id), undefined);
  });
});

async function addSource(tx: WriteTx, url: string): Promise<number> {
  const hostId = await hostNamed(tx, new URL(url).hostname);
  return insertSource(
    tx,
    { url, hostId },
    { title: 'T', siteUrl: url, description: undefined, language: undefined, imageUrl: undefined },
  );
}
