import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { keepSchedule } from '../sources/schedules.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { areSame, feedFigures, figuresOf } from './feed-figures.ts';
import { listFeeds, listFeedsOfGroup } from './feeds.ts';
import { addFeedsToGroup, insertGroup } from './groups.ts';

test('figures are those of the feeds themselves, visited or not, of a user and of a group', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000));
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    await someFeed(tx, await someUser(tx, 'otto'), { url: 'https://x.example/', count: 1 });
    const first = await someFeed(tx, userId, { url: 'https://b.example/', count: 3 });
    const second = await someFeed(tx, userId, { url: 'https://a.example/', count: 2 });
    const groupId = (await insertGroup(tx, userId, 'One')) ?? 0;
    await addFeedsToGroup(tx, groupId, [second.id]);
    const { sourceId } = second;
    const visit = { lastVisitAt: 500, plannedAt: 2_000, nextVisitAt: undefined, failures: 0 };
    await keepSchedule(tx, { sourceId, hostId: 1, ...visit });
    const all = [
      { id: first.id, unread: 3, visited: null, planned: null },
      { id: second.id, unread: 2, visited: 500, planned: 2_000 },
    ];
    assert.deepEqual(await feedFigures(tx, userId, undefined), all);
    assert.deepEqual((await listFeeds(tx, userId)).map(figuresOf), all);
    assert.deepEqual(await feedFigures(tx, userId, groupId), all.slice(1));
    assert.deepEqual((await listFeedsOfGroup(tx, userId, groupId)).map(figuresOf), all.slice(1));
  });
});

test('figures are the same as long as each of them is', () => {
  const figures = { id: 1, unread: 3, visited: 500, planned: 2_000 };
  assert.equal(areSame(figures, { ...figures }), true);
  for (const other of [{ unread: 4 }, { visited: 501 }, { planned: null }])
    assert.equal(areSame(figures, { ...figures, ...other }), false);
});
