import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Bench, bench, rss } from '../crawler/testing/bench.ts';
import { setMark } from '../store/items/marks.ts';
import { mergeSources } from '../store/sources/merge-sources.ts';
import { overtaken } from '../store/testing/overtaken.ts';
import { someUser } from '../store/testing/rows.ts';
import { feedsWithWrongCount } from '../store/testing/wrong-counts.ts';
import { follow, getFeed, listFeeds, unfollow } from './feeds.ts';
import { repairFeed } from './health.ts';
import { listEntries, undo } from './journal.ts';
import type { Library } from './library.ts';
import { libraryOf, refusal } from './testing/some-library.ts';

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';

test('a feed that is removed while it is being repaired is gone with all of its items', async (t) => {
  const { b, library, userId, id } = await someFollower(t);
  const store = overtaken(library.store, () => unfollow(library, userId, id));
  const repaired = repairFeed({ ...library, store }, userId, { id, keep: false, address: NEW });
  await assert.rejects(b.wait(repaired), refusal('not-found', /there is no feed/));
  assert.deepEqual(await b.items(userId), []);
});

test('a feed whose source becomes another while it is being repaired is moved from there', async (t) => {
  const { b, library, userId, id, sourceId } = await someFollower(t);
  b.web.serve('https://third.example/feed', rss([1, 2]));
  const third = await b.subscribe('https://third.example/feed');
  const store = overtaken(library.store, () =>
    library.store.write((tx) => mergeSources(tx, { id: sourceId, url: OLD }, third.sourceId)),
  );
  await b.wait(repairFeed({ ...library, store }, userId, { id, keep: false, address: NEW }));
  const titles = (await b.items(userId)).map(({ title }) => title);
  assert.deepEqual(titles.sort(), ['Post 1', 'Post 2', 'Post 3']);
  assert.deepEqual(
    (await listFeeds(library, userId)).map(({ feedUrl }) => feedUrl),
    [NEW],
  );
});

test('a feed that is moved to a source which has not been visited for a while has each post once', async (t) => {
  const { b, library, userId, id } = await someFollower(t);
  await b.clock.advance(86_400_000);
  b.web.serve(OLD, rss([4, 3, 2, 1]));
  b.web.serve(NEW, rss([4, 3, 2]));
  await b.wait(library.crawler.refresh((await getFeed(library, userId, id)).sourceId));
  await b.wait(repairFeed(library, userId, { id, keep: false, address: NEW }));
  await b.later(86_400_000);
  const titles = (await b.items(userId)).map(({ title }) => title);
  assert.deepEqual(titles.sort(), ['Post 1', 'Post 2', 'Post 3', 'Post 4']);
});

test('a feed that is moved to an address from which another feed has gone is read from what is there now', async (t) => {
  const { b, library, userId, id } = await someFollower(t);
  const address = 'https://left.example/feed';
  b.web.serve(THIRD, rss([{ n: 70, guid: 'third' }], { title: 'Third' }));
  b.web.serve(address, { status: 301, headers: { location: THIRD } });
  await b.subscribe(address);
  b.web.serve(address, rss([4, 3]));
  await b.later(86_400_000);
  await b.wait(repairFeed(library, userId, { id, keep: false, address }));
  assert.equal((await getFeed(library, userId, id)).feedUrl, address);
  const titles = (await b.items(userId)).map(({ title }) => title);
  assert.deepEqual(titles.sort(), ['Post 1', 'Post 2', 'Post 3', 'Post 4']);
});

test('two feeds of one publication that are moved to one address have each post once', async (t) => {
  const { b, library, userId, id } = await someFollower(t);
  b.web.serve('https://third.example/feed', rss([1, 2]));
  const third = { address: 'https://third.example/feed', groupIds: [] };
  const other = await b.wait(follow(library, userId, third));
  for (const feed of [id, other.id])
    await b.wait(repairFeed(library, userId, { id: feed, keep: false, address: NEW }));
  const titles = (await b.items(userId)).map(({ title }) => title);
  assert.deepEqual(titles.sort(), ['Post 1', 'Post 2', 'Post 3']);
  assert.equal((await listFeeds(library, userId))[0]?.unreadCount, 3);
});

const THIRD = 'https://third.example/feed';

const all = [
  'later',
  'with a merge',
  'with a merge, in other words',
  'when it has moved on',
  'while it is away',
  'while another takes its place',
] as const;
for (const comes of all) {
  test(`a feed that was moved has once what its new address publishes after its old one: ${comes}`, async (t) => {
    const { b, library, userId, id } = await someFollower(t);
    const bob = await b.subscribe(NEW, 'bob');
    const merges = comes.startsWith('with a merge');
    const words = comes === 'with a merge, in other words' ? { title: 'Post 1 elsewhere' } : {};
    b.web.serve(THIRD, rss([{ n: merges ? 1 : 2, ...words }]));
    const third = { id: (await b.subscribe(THIRD)).sourceId, url: THIRD };
    const takesPlace = comes === 'while another takes its place';
    if (takesPlace) await b.wait(follow(library, userId, { address: THIRD, groupIds: [] }));
    await b.clock.advance(1_000);
    await b.wait(repairFeed(library, userId, { id, keep: false, address: NEW }));
    const first = (await b.items(userId)).find(({ title }) => title === 'Post 1');
    if (comes.startsWith('while')) await unfollow(library, userId, id);
    if (merges || takesPlace) await b.store.write((tx) => mergeSources(tx, third, bob.sourceId));
    if (comes === 'when it has moved on') {
      b.web.serve(THIRD, rss([3, 2]));
      b.web.serve(NEW, { status: 301, headers: { location: THIRD } });
      for (let day = 0; day < 6; day++) await b.later(86_400_000);
      b.web.serve(THIRD, rss([3, 2, 1]));
    } else b.web.serve(NEW, rss([3, 2, 1]));
    for (let day = 0; day < 2; day++) await b.later(86_400_000);
    if (comes.startsWith('while')) await undoLast(library, userId);
    const items = await b.items(userId);
    assert.deepEqual(items.map(({ title }) => title).sort(), ['Post 1', 'Post 2', 'Post 3']);
    if (!takesPlace) assert.equal(items.find(({ title }) => title === 'Post 1')?.id, first?.id);
    assert.deepEqual(await b.store.read(feedsWithWrongCount), []);
    assert.equal((await b.items(bob.userId)).length, 3);
  });
}

test('what a feed that was moved has from its old address stays unread when its new one shows the whole archive', async (t) => {
  const { b, library, userId } = await someFollower(t);
  const archive = Array.from({ length: 12 }, (_, n) => ({ n: n + 10, hoursAgo: 1_000 + n }));
  b.web.serve(OLD, rss([2, ...archive]));
  for (let day = 0; day < 2; day++) await b.later(86_400_000);
  const [feed] = await listFeeds(library, userId);
  await b.wait(repairFeed(library, userId, { id: feed?.id ?? 0, keep: false, address: NEW }));
  const ids = (await b.items(userId)).map((item) => item.id);
  await b.store.write((tx) => setMark(tx, userId, ids, 'unread'));
  const before = await b.items(userId);
  b.web.serve(NEW, rss([3, 2, ...archive]));
  for (let day = 0; day < 2; day++) await b.later(86_400_000);
  assert.equal(before.length, 15);
  const states = (items: typeof before): string[] => items.map(({ id, read }) => `${id} ${read}`).sort();
  assert.deepEqual(states(await b.items(userId)), states(before));
});

test('a feed that was moved keeps what another publication has under the same guids', async (t) => {
  const { b, library, userId, id } = await someFollower(t);
  const address = 'https://other.example/feed';
  const other = { site: 'https://other.example/' };
  b.web.serve(address, rss([{ n: 12, guid: 'guid-2' }], other));
  await b.subscribe(address);
  await b.wait(repairFeed(library, userId, { id, keep: false, address }));
  b.web.serve(
    address,
    rss(
      [
        { n: 12, guid: 'guid-2' },
        { n: 11, guid: 'guid-1' },
      ],
      other,
    ),
  );
  for (let day = 0; day < 2; day++) await b.later(86_400_000);
  const titles = (await b.items(userId)).map(({ title }) => title);
  assert.deepEqual(titles.sort(), ['Post 1', 'Post 11', 'Post 12', 'Post 2']);
});

interface Some {
  b: Bench;
  library: Library;
  userId: number;
  id: number;
  sourceId: number;
}

/** A user who follows the old address; both addresses have posts. */
async function someFollower(t: TestContext): Promise<Some> {
  const b = await bench(t);
  b.web.serve(OLD, rss([1, 2]));
  b.web.serve(NEW, rss([2, 3]));
  const library = await libraryOf(b.store, b.crawler);
  const userId = await b.store.write((tx) => someUser(tx, 'ines'));
  // Known already, so that the repair sends no request.
  await b.subscribe(NEW);
  const { id, sourceId } = await b.wait(follow(library, userId, { address: OLD, groupIds: [] }));
  return { b, library, userId, id, sourceId };
}

async function undoLast(library: Library, userId: number): Promise<void> {
  const [last] = await listEntries(library, userId, { limit: 1 });
  assert.ok(last);
  await undo(library, userId, last.id);
}
