// The extension app.courant.feeds: what feeds publish, counted in the reader's time zone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someFeed } from '../../src/store/testing/rows.ts';
import type { TestPost } from '../documents.ts';
import { follow, testHouse } from '../house.ts';

/** Half an hour before and after midnight in UTC, yesterday at noon, three weeks and eleven months ago, and too long ago to count. */
const published: TestPost[] = [
  ['2026-01-04T23:30:00Z', 'late'],
  ['2026-01-05T00:30:00Z', 'early'],
  ['2026-01-04T12:00:00Z', 'noon'],
  ['2025-12-15T12:10:00Z', 'december'],
  ['2025-02-03T05:00:00Z', 'february'],
  ['2024-12-31T05:00:00Z', 'long ago'],
].map(([at = '', guid = '']) => ({ guid, title: guid, publishedAt: Date.parse(at) }));

test('posts are counted by day, week and hour, and those that were read by day', async (t) => {
  const { client, feed, markRead } = await aFeed(t);
  await markRead('early', 'noon', 'december', 'february');
  const activity = await client.feeds.activity(feed.id);
  assert.deepEqual(activity.items, { kept: 6, unread: 2, starred: 1 });
  assert.equal(activity.followed_at, '2026-01-05T12:00:00.000Z');
  assert.equal(activity.days.at(-1)?.date, '2026-01-05');
  assert.deepEqual(
    activity.days.filter((day) => day.posts > 0),
    [
      { date: '2025-12-15', posts: 1, read: 1 },
      { date: '2026-01-04', posts: 2, read: 1 },
      { date: '2026-01-05', posts: 1, read: 1 },
    ],
  );
  assert.deepEqual(nonZero(activity.weeks), { 3: 1, 48: 1, 51: 3 });
  assert.deepEqual(nonZero(activity.hours), { 0: 1, 5: 1, 12: 2, 23: 1 });
});

test('what was published as the first of the days begins, or of the weeks, is counted, and nothing before', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const midnights = ['2025-12-07', '2025-12-06', '2025-01-07', '2025-01-06'].map((day) => ({
    guid: day,
    title: day,
    publishedAt: Date.parse(day),
  }));
  const feed = await follow(house, client, 'https://a.example/feed', midnights);
  const { items } = await client.items.list();
  await client.items.markManyRead(items.map(({ id }) => id));
  const { days, weeks, hours } = await client.feeds.activity(feed.id);
  assert.deepEqual(days[0], { date: '2025-12-07', posts: 1, read: 1 });
  assert.equal(days.filter((day) => day.posts + day.read > 0).length, 1);
  assert.deepEqual([nonZero(weeks), nonZero(hours)], [{ 0: 1, 47: 2 }, { 0: 3 }]);
  assert.deepEqual(nonZero((await client.feeds.pulse()).days), { 0: 1 });
});

test('days and hours are those of the clock that the reader names', async (t) => {
  const { client, feed } = await aFeed(t);
  const east = await client.feeds.activity(feed.id, { utcOffsetMinutes: 330 });
  assert.deepEqual(
    east.days.slice(-2).map((day) => [day.date, day.posts]),
    [
      ['2026-01-04', 1],
      ['2026-01-05', 2],
    ],
  );
  assert.deepEqual(nonZero(east.hours), { 5: 1, 6: 1, 10: 1, 17: 2 });
  // There it is past midnight, and so the next day.
  const farEast = await client.feeds.activity(feed.id, { utcOffsetMinutes: 840 });
  assert.equal(farEast.days.at(-1)?.date, '2026-01-06');
  const west = await client.feeds.activity(feed.id, { utcOffsetMinutes: -60 });
  assert.deepEqual(west.days.at(-2), { date: '2026-01-04', posts: 3, read: 0 });
});

test('a list says how much each feed publishes, and of an empty one that it never did', async (t) => {
  const { house, client, feed } = await aFeed(t);
  const silent = await follow(house, client, 'https://b.example/feed', []);
  assert.deepEqual(await client.feeds.pulses(), [
    { feed_id: feed.id, posts: 4, newest_post_at: '2026-01-05T00:30:00.000Z' },
    { feed_id: silent.id, posts: 0 },
  ]);
});

test('the pulse of all feeds, of a group and of one is what they publish by day, by the clock of the reader', async (t) => {
  const { house, client, feed } = await aFeed(t);
  const other = await follow(house, client, 'https://b.example/feed', [
    { guid: 'one', title: 'one', publishedAt: Date.parse('2026-01-04T23:40:00Z') },
  ]);
  const group = await client.groups.create({ title: 'Those', feedIds: [other.id] });
  const empty = await client.groups.create({ title: 'None' });
  const { last_date: today, days } = await client.feeds.pulse();
  assert.deepEqual([today, days.length, nonZero(days)], ['2026-01-05', 30, { 8: 1, 28: 3, 29: 1 }]);
  const daysOf = async (of: Parameters<typeof client.feeds.pulse>[0], utcOffsetMinutes = 0) =>
    nonZero((await client.feeds.pulse(of, { utcOffsetMinutes })).days);
  assert.deepEqual(await daysOf({ feedId: feed.id }), { 8: 1, 28: 2, 29: 1 });
  assert.deepEqual(await daysOf({ groupId: group.id }), { 28: 1 });
  assert.deepEqual(await daysOf({ groupId: empty.id }), {});
  assert.deepEqual(await daysOf({}, 330), { 8: 1, 28: 1, 29: 3 });
  assert.equal((await client.feeds.pulse({}, { utcOffsetMinutes: 840 })).last_date, '2026-01-06');
});

test('of very many feeds the pulse is that of all of them', async (t) => {
  const house = await testHouse(t);
  const { client, userId } = await house.signIn('ines');
  await house.house.library.store.write(async (tx) => {
    for (let each = 0; each < 120; each++)
      await someFeed(tx, userId, { url: `https://${each}.example/`, count: 2 });
  });
  assert.deepEqual(nonZero((await client.feeds.pulse()).days), { 29: 240 });
});

test('the pulse of what is not there or somebody else\u2019s is refused', async (t) => {
  const { house, client, feed } = await aFeed(t);
  const { client: otto } = await house.signIn('otto');
  const group = await client.groups.create({ title: 'Mine', feedIds: [feed.id] });
  await assert.rejects(otto.feeds.pulse({ feedId: feed.id }), { status: 422 });
  await assert.rejects(otto.feeds.pulse({ groupId: group.id }), { status: 422 });
  assert.deepEqual(nonZero((await otto.feeds.pulse()).days), {});
  await assert.rejects(client.feeds.pulse({ feedId: feed.id, groupId: group.id }), { status: 400 });
});

test('nobody sees how somebody else reads, and a clock that cannot be is refused', async (t) => {
  const { house, client, feed, markRead, accessToken } = await aFeed(t);
  const otto = await house.signIn('otto');
  await assert.rejects(otto.client.feeds.activity(feed.id), { status: 404 });
  assert.deepEqual(await otto.client.feeds.pulses(), []);
  const theirs = await otto.client.feeds.create({ feedUrl: feed.feed_url });
  await markRead('noon');
  assert.equal((await otto.client.feeds.activity(theirs.id)).days.at(-2)?.read, 0);
  assert.equal((await client.feeds.activity(feed.id)).days.at(-2)?.read, 1);
  for (const offset of ['841', '-841', '1.5', 'CET', '']) {
    const path = `/api/app.courant.feeds/v1/feeds/${feed.id}/activity?utc_offset_minutes=${offset}`;
    const answer = await house.ask(path, { headers: { authorization: `Bearer ${accessToken}` } });
    assert.equal(answer.status, 400, offset);
    const message = 'Cannot get activity: utc_offset_minutes must be a whole number from -840 to 840';
    assert.equal(((await answer.json()) as { error: string }).error, message);
  }
});

async function aFeed(t: Parameters<typeof testHouse>[0]) {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const feed = await follow(house, ines.client, 'https://a.example/feed', published);
  const { items } = await ines.client.items.list();
  const idOf = (title: string): number => items.find((item) => item.title === title)?.id ?? 0;
  await ines.client.stars.add(idOf('late'));
  const markRead = (...titles: string[]) => ines.client.items.markManyRead(titles.map(idOf));
  return { house, ...ines, feed, markRead };
}

/** The numbers above 0, by index. */
function nonZero(counts: readonly number[]): Record<number, number> {
  return Object.fromEntries([...counts.entries()].filter(([, count]) => count > 0));
}
