// The extension app.courant.retention: what is removed, what never is, and that nothing removed comes back as new.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { forgetPosts } from '../../src/crawler/forgetting/forget-posts.ts';
import { applyRetention } from '../../src/library/retention.ts';
import { changesAfter } from '../../src/store/changes.ts';
import { type Sql, sql } from '../../src/store/sql.ts';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { isOnPostgres } from '../temporary-store.ts';

/** What is refused before anything is stored is nothing to the database. */
const onSqlite = { skip: isOnPostgres && 'nothing is stored' };

const URL = 'https://a.example/feed';
const DAY = 86_400_000;

test('items are kept for ever unless the user says otherwise', async (t) => {
  const { house, client } = await someItems(t);
  assert.deepEqual(await client.retention.policy(), { keep: 'forever', feeds: [] });
  assert.deepEqual(await client.retention.preview(), { count: 0, feeds: [] });
  await house.clock.advance(80 * DAY);
  await sweep(house);
  assert.deepEqual(await titles(client), [6, 5, 4, 3, 2, 1]);
});

test('by age: what was read goes after so many days; what is unread or starred stays', async (t) => {
  const { house, client, feed, userId } = await someItems(t);
  await client.items.markManyRead(await named(client, [1, 2, 3, 4]));
  await star(house, await named(client, [2]));
  await house.clock.advance(20 * DAY);
  await client.retention.setPolicy({ keep: 'days', count: 30 });
  await sweep(house);
  assert.equal((await titles(client)).length, 6);
  await house.clock.advance(11 * DAY);
  const gone = await named(client, [1, 3, 4]);
  const [came] = (await client.items.list()).items.map((item) => item.created_at);
  const preview = { count: 3, feeds: [{ feed_id: feed.id, count: 3, oldest: came, newest: came }] };
  assert.deepEqual(await client.retention.preview(), preview);
  await sweep(house);
  assert.deepEqual(await titles(client), [6, 5, 2]);
  assert.deepEqual(await client.retention.preview(), { count: 0, feeds: [] });
  assert.deepEqual((await changes(house, userId)).at(-1), ['items.removed', gone.sort((a, b) => a - b)]);
  assert.deepEqual(await house.house.library.store.read((tx) => feedsWithWrongCount(tx)), []);
});

test('by number: the newest of each feed stay, and older ones that are unread', async (t) => {
  const { house, client, feed } = await someItems(t);
  const other = await follow(house, client, 'https://b.example/feed', posts(11, 15));
  await client.items.markManyRead(await named(client, [1, 3, 4, 6, 11, 12, 13, 14, 15]));
  await client.retention.setPolicy({ keep: 'newest', count: 2 });
  const preview = await client.retention.preview();
  assert.deepEqual(
    preview.feeds.map(({ feed_id, count }) => [feed_id, count]),
    [
      [feed.id, 3],
      [other.id, 3],
    ],
  );
  await sweepLater(house);
  assert.deepEqual(
    (await titles(client)).sort((a, b) => a - b),
    [2, 5, 6, 14, 15],
  );
});

test('a feed may have a policy of its own, until it has none again', async (t) => {
  const { house, client, feed } = await someItems(t);
  const other = await follow(house, client, 'https://b.example/feed', posts(11, 12));
  await client.items.markManyRead(await named(client, [1, 2, 3, 4, 5, 6, 11, 12]));
  const wanted = await client.retention.preview({ keep: 'newest', count: 1 });
  assert.deepEqual(
    wanted.feeds.map(({ feed_id, count }) => [feed_id, count]),
    [
      [feed.id, 5],
      [other.id, 1],
    ],
  );
  await client.retention.setPolicy({ keep: 'forever', feedId: feed.id });
  const set = await client.retention.setPolicy({ keep: 'newest', count: 1 });
  assert.deepEqual(set, { keep: 'newest', count: 1, feeds: [{ feed_id: feed.id, keep: 'forever' }] });
  const wish = { keep: 'newest', count: 4, feedId: feed.id } as const;
  assert.deepEqual(
    (await client.retention.preview(wish)).feeds.map(({ feed_id, count }) => [feed_id, count]),
    [[feed.id, 2]],
  );
  const asDefault = await client.retention.preview({ keep: 'default', feedId: feed.id });
  assert.equal(asDefault.count, 5);
  assert.deepEqual(await client.retention.policy(), set);
  await sweepLater(house);
  assert.deepEqual(await titles(client), [12, 6, 5, 4, 3, 2, 1]);
  assert.deepEqual(await client.retention.setPolicy({ keep: 'default', feedId: feed.id }), {
    keep: 'newest',
    count: 1,
    feeds: [],
  });
  await sweep(house);
  assert.deepEqual(await titles(client), [12, 6]);
  await client.retention.setPolicy({ keep: 'forever', feedId: other.id });
  await client.feeds.delete(other.id);
  assert.deepEqual((await client.retention.policy()).feeds, [], 'a feed that is not followed has none');
});

test('what was removed is no news: to no visit, no edit, no new subscription and no undo', async (t) => {
  const { house, client, feed } = await someItems(t);
  await client.items.markManyRead(await named(client, [1, 2, 3, 4]));
  await client.retention.setPolicy({ keep: 'newest', count: 1 });
  await sweepLater(house);
  assert.deepEqual(await titles(client), [6, 5]);
  // The document still shows all of them, one of them edited, and one more.
  const edited = posts(1, 7).map((post) =>
    post.guid === 'post-2' ? { ...post, content: 'Other words' } : post,
  );
  house.web.serve(URL, rss('Feed of a.example', edited));
  await house.crawl(2 * DAY);
  assert.deepEqual(await titles(client), [7, 6, 5]);
  await client.feeds.delete(feed.id);
  const again = await client.feeds.create({ feedUrl: URL });
  assert.deepEqual(await titles(client), [7, 6, 5]);
  await client.feeds.delete(again.id);
  const [entry] = await client.journal.list();
  await client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(await titles(client), [7, 6, 5]);
  await client.feeds.delete(again.id);
  house.web.serve(URL, rss('Feed of a.example', posts(1, 8)));
  const { accessToken } = await house.signIn('otto');
  const ottos = await house.ask('/api/v1/feeds/create', {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: `feed_url=${URL}`,
  });
  assert.equal(ottos.status, 200);
  await house.crawl(2 * DAY);
  await client.feeds.create({ feedUrl: URL });
  assert.deepEqual(await titles(client), [8, 7, 6, 5]);
});

test('a feed that has moved away and comes back shows nothing of it either', async (t) => {
  const { house, client, feed } = await someItems(t);
  await client.items.markManyRead(await named(client, [1, 2, 3, 4, 5]));
  await client.retention.setPolicy({ keep: 'newest', count: 1 });
  await sweepLater(house);
  house.web.serve('https://b.example/feed', rss('B', posts(4, 7)));
  await client.health.repair(feed.id, { feedUrl: 'https://b.example/feed' });
  assert.deepEqual(await titles(client), [7, 6]);
  await client.health.repair(feed.id, { feedUrl: URL });
  assert.deepEqual(await titles(client), [7, 6]);
});

test('thousands of items go in portions, each told', async (t) => {
  const { house, client, userId, feed } = await someItems(t);
  await run(
    house,
    sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4500)
    INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash)
    SELECT (SELECT source_id FROM feeds WHERE id = ${feed.id}), 'x' || n, 'https://a.example/', 'x', 0, 0, '' FROM numbers`,
  );
  await run(
    house,
    sql`
    INSERT INTO items (feed_id, read, id, user_id, post_id, created_at)
    SELECT ${feed.id}, 1, 1000 + id, ${userId}, id, ${house.clock.now()} FROM posts WHERE title = 'x'`,
  );
  await client.retention.setPolicy({ keep: 'newest', count: 100 });
  const { count } = await client.retention.preview();
  assert.equal(count, 4_400);
  const before = (await changes(house, userId)).length;
  await sweep(house);
  const told = (await changes(house, userId)).slice(before);
  assert.deepEqual([...new Set(told.map(([kind]) => kind))], ['items.removed']);
  assert.equal(new Set(told.flatMap(([, ids]) => ids)).size, 4_400);
  assert.ok(told.length >= 9 && told.every(([, ids]) => ids.length <= 500));
});

test('a policy of one user removes nothing of another, and no feed of another can be named', async (t) => {
  const { house, client, feed } = await someItems(t);
  const otto = await house.signIn('otto');
  await otto.client.feeds.create({ feedUrl: URL });
  await otto.client.items.markManyRead(await named(otto.client, [1, 2, 3]));
  await client.items.markManyRead(await named(client, [1, 2, 3]));
  await client.retention.setPolicy({ keep: 'newest', count: 1 });
  await client.retention.setPolicy({ keep: 'newest', count: 2, feedId: feed.id });
  await sweepLater(house);
  assert.deepEqual(await titles(client), [6, 5, 4]);
  assert.deepEqual(await titles(otto.client), [6, 5, 4, 3, 2, 1]);
  assert.deepEqual(await otto.client.retention.policy(), { keep: 'forever', feeds: [] });
  for (const feedId of [feed.id, 999]) {
    const wish = { keep: 'days', count: 1, feedId } as const;
    const none = (action: string) => ({ status: 404, error: `Cannot ${action}: there is no feed ${feedId}` });
    await assert.rejects(otto.client.retention.setPolicy(wish), none('set policy'));
    await assert.rejects(otto.client.retention.preview(wish), none('preview policy'));
  }
  // Otto's items of the same posts are separate from those that Ines has lost.
  await otto.client.feeds.delete((await otto.client.feeds.list())[0]?.id ?? 0);
  await otto.client.feeds.create({ feedUrl: URL });
  assert.equal((await titles(otto.client)).length, 6);
});

const wrong: [query: string, error: RegExp][] = [
  ['keep=days', /count is missing/],
  ['keep=newest&count=0', /count must be a whole number from 1 to 10000/],
  ['keep=days&count=10001', /count must be/],
  ['keep=days&count=1.5', /count must be/],
  ['keep=forever&count=3', /count goes with/],
  ['keep=sometimes', /keep must be/],
  ['keep=default', /feed_id is missing/],
  ['keep=forever&feed_id=x', /feed_id must be/],
];
for (const [parameters, error] of wrong) {
  test(`${parameters} is no policy`, onSqlite, async (t) => {
    const house = await testHouse(t);
    const { accessToken, client } = await house.signIn('ines');
    const headers = { authorization: `Bearer ${accessToken}` };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const answer of [
      await house.ask(`/api/app.courant.retention/v1/preview?${parameters}`, { headers }),
      await house.ask('/api/app.courant.retention/v1/policy', {
        method: 'POST',
        headers: { ...headers, ...type },
        body: parameters,
      }),
    ]) {
      assert.equal(answer.status, 400);
      assert.match(((await answer.json()) as { error: string }).error, error);
    }
    assert.deepEqual(await client.retention.policy(), { keep: 'forever', feeds: [] });
  });
}

test('posts that nobody has and that the document has long left go with their contents, and are no news later', async (t) => {
  const { house, client } = await someItems(t);
  await client.items.markManyRead(await named(client, [1, 2, 3]));
  await client.retention.setPolicy({ keep: 'newest', count: 1 });
  await sweepLater(house);
  const stored = () => read<{ title: string }>(house, sql`SELECT title FROM posts ORDER BY id`);
  const contents = async () => (await read(house, sql`SELECT post_id FROM post_contents`)).length;
  // Post 4 is unread; post 2 is still in the document.
  house.web.serve(URL, rss('Feed of a.example', [...posts(2, 2), ...posts(5, 7)]));
  await house.crawl(2 * DAY);
  await sweep(house);
  await house.clock.advance(34 * DAY);
  await sweep(house);
  assert.equal((await stored()).length, 7);
  await house.clock.advance(2 * DAY);
  await sweep(house);
  assert.deepEqual(
    (await stored()).map(({ title }) => title),
    ['Post 2', 'Post 4', 'Post 5', 'Post 6', 'Post 7'],
  );
  assert.equal(await contents(), 5);
  const before = await titles(client);
  house.web.serve(URL, rss('Feed of a.example', posts(1, 7)));
  await house.crawl(2 * DAY);
  assert.deepEqual(await titles(client), before);
  assert.equal((await stored()).length, 5);
  // A guid that is reused for another article is news all the same.
  const reused = {
    ...posts(1, 1)[0],
    guid: 'post-1',
    title: 'Quite another',
    link: 'https://site.example/another',
  };
  house.web.serve(URL, rss('Feed of a.example', [reused, ...posts(2, 7)]));
  await house.crawl(2 * DAY);
  assert.equal((await client.items.list()).items[0]?.title, 'Quite another');
});

test('posts of an unsubscription wait until it cannot be undone any more', async (t) => {
  const { house, client, feed } = await someItems(t);
  const otto = await house.signIn('otto');
  await otto.client.feeds.create({ feedUrl: URL });
  house.web.serve(URL, rss('Feed of a.example', posts(6, 6)));
  await house.crawl(2 * DAY);
  await house.clock.advance(60 * DAY);
  await sweep(house);
  await client.feeds.delete(feed.id);
  await otto.client.feeds.delete((await otto.client.feeds.list())[0]?.id ?? 0);
  await sweep(house);
  await house.clock.advance(31 * DAY);
  // Followed again, they belong to somebody, and their time begins anew.
  await client.feeds.create({ feedUrl: URL });
  await sweep(house);
  await client.feeds.delete((await client.feeds.list())[0]?.id ?? 0);
  await sweep(house);
  await house.clock.advance(31 * DAY);
  await sweep(house);
  assert.equal((await read(house, sql`SELECT id FROM posts`)).length, 6);
  await house.clock.advance(5 * DAY);
  await sweep(house);
  assert.equal((await read(house, sql`SELECT id FROM posts`)).length, 1);
});

interface SomeItems extends SignedIn {
  house: TestHouse;
  feed: Awaited<ReturnType<Client['feeds']['create']>>;
}

/** Ines follows a feed with six posts. */
async function someItems(t: TestContext): Promise<SomeItems> {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  return { ...ines, house, feed: await follow(house, ines.client, URL, posts(1, 6)) };
}

async function sweep({ house }: TestHouse): Promise<void> {
  await applyRetention(house.library);
  await forgetPosts(house.library.store);
}

/** The day after, when what has just been marked is not spared any more. */
async function sweepLater(house: TestHouse): Promise<void> {
  await house.clock.advance(DAY + 1);
  await sweep(house);
}

/** The numbers of the posts that the user has, newest item first. */
async function titles(client: Client): Promise<number[]> {
  const { items } = await client.items.list({ limit: 200 });
  return items.map((item) => Number(item.title.replace('Post ', '')));
}

/** The items of the posts with these numbers. */
async function named(client: Client, numbers: readonly number[]): Promise<number[]> {
  const { items } = await client.items.list({ limit: 200 });
  return items
    .filter((item) => numbers.some((number) => item.title === `Post ${number}`))
    .map((item) => item.id);
}

function star({ house }: TestHouse, ids: readonly number[]): Promise<unknown> {
  return house.library.store.write((tx) =>
    tx.run(sql`UPDATE items SET starred = 1 WHERE id IN (${tx.dialect.numbers(ids)})`),
  );
}

function run({ house }: TestHouse, statement: Sql): Promise<unknown> {
  return house.library.store.write((tx) => tx.run(statement));
}

function read<Row>({ house }: TestHouse, statement: Sql): Promise<Row[]> {
  return house.library.store.read((tx) => tx.all<Row>(statement));
}

async function changes({ house }: TestHouse, userId: number): Promise<[string, readonly number[]][]> {
  const rows = await house.library.store.read((tx) => changesAfter(tx, userId, 0, 1_000));
  return rows.map(({ kind, ids }) => [kind, ids]);
}
