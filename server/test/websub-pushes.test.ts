// What becomes of a push: stored once, never taking anything back, and relied on only as long as it proves right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEVER_SHOWN, newestPosts } from '../src/store/sources/posts.ts';
import { sql } from '../src/store/sql.ts';
import { posts, rss, type TestPost } from './documents.ts';
import { announced, type Followed, feedUrl, followed, serveFeed } from './websub-feeds.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** As many as a test lets pass between the last visit and a push. */
const SINCE_VISIT = 20 * MINUTE;

test('the same push twice, and an older one after a newer, make no post twice and change none', async (t) => {
  const { hub, titles } = await followed(t);
  const newer = announced([...posts(1, 4), { ...posts(5, 5)[0], guid: 'post-5', title: 'Post 5, mended' }]);
  await hub.push(newer);
  await hub.push(newer);
  await hub.push(announced(posts(4, 5)));
  assert.deepEqual(await titles(), ['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5, mended']);
});

test('two pushes at the same moment store each post once', async (t) => {
  const { hub, titles } = await followed(t);
  await Promise.all([hub.push(announced(posts(3, 6))), hub.push(announced(posts(4, 7)))]);
  assert.deepEqual((await titles()).length, 7);
});

test('a push of a part takes nothing away, and the next visit is as conditional as before', async (t) => {
  const house = await followed(t);
  // Not even the links to the hub.
  await house.hub.push(rss('Announced', posts(4, 4)));
  for (let hours = 0; hours < 24; hours++) await house.crawl(HOUR);
  assert.equal(house.hub.asked.length, 1);
  assert.equal((await house.titles()).length, 4);
  const visits = house.web.requestsFor(feedUrl);
  assert.ok(visits.length > 1);
  assert.deepEqual(
    visits.slice(1).map(({ headers }) => typeof headers['if-none-match']),
    visits.slice(1).map(() => 'string'),
  );
});

test('a push tells the apps, and its items are unread like all others', async (t) => {
  const { hub, client } = await followed(t);
  await client.items.markManyRead((await client.items.list()).items.map((item) => item.id));
  await hub.push(announced(posts(1, 5)));
  const unread = await client.items.list({ only: 'unread' });
  assert.deepEqual(unread.items.map((item) => item.title).sort(), ['Post 4', 'Post 5']);
});

test('what a push shows otherwise than it is known is left to a visit, which comes soon', async (t) => {
  const house = await followed(t);
  await house.clock.advance(SINCE_VISIT);
  const edited = announced([...posts(1, 2), { ...posts(3, 3)[0], guid: 'post-3', title: 'Post 3, mended' }]);
  await house.hub.push(edited);
  assert.deepEqual((await house.titles()).at(-1), 'Post 3');
  serveFeed(house, edited);
  await house.crawl(MINUTE);
  assert.deepEqual((await house.titles()).at(-1), 'Post 3, mended');
});

test('what came with another source is shown with the words of the push that shows it first', async (t) => {
  const { hub, titles, house } = await followed(t);
  const [post] = posts(4, 4);
  await house.library.store.write((tx) =>
    tx.run(sql`
      INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash, left_at)
      VALUES (1, ${`g:${post?.guid}`}, ${post?.link ?? ''}, 'Forged', 1, 1, 'forged', ${NEVER_SHOWN})`),
  );
  await hub.push(announced(posts(1, 4)));
  assert.deepEqual((await titles()).toSorted(), ['Post 1', 'Post 2', 'Post 3', 'Post 4']);
});

test('a push without posts brings the visit forward, to a quarter of an hour after the last at the soonest', async (t) => {
  const house = await followed(t);
  await house.clock.advance(5 * MINUTE);
  serveFeed(house, announced(posts(1, 4)));
  await house.hub.push('');
  await house.crawl(9 * MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, 1);
  await house.crawl(MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, 2);
  assert.equal((await house.titles()).length, 4);
  await house.clock.advance(SINCE_VISIT);
  await house.hub.push(announced([]));
  await house.crawl(0);
  assert.equal(house.web.requestsFor(feedUrl).length, 2, 'not all readers at the same moment');
  await house.crawl(30_000);
  assert.equal(house.web.requestsFor(feedUrl).length, 3);
});

test('a push that nobody signed brings the visit forward to the usual hour at the soonest', async (t) => {
  const house = await followed(t);
  await house.crawl(SINCE_VISIT);
  await house.hub.push(announced(posts(1, 9)), { signature: null });
  await house.crawl(39 * MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, 1);
  await house.crawl(2 * MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, 2);
});

test('of a source that fails only the publisher can say that it is worth a visit', async (t) => {
  const house = await followed(t);
  house.web.serve(feedUrl, { status: 404 });
  for (let hours = 0; hours < 16; hours++) await house.crawl(HOUR);
  const visits = house.web.requestsFor(feedUrl).length;
  await house.hub.push('', { signature: null });
  await house.crawl(2 * MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, visits);
  await house.hub.push('');
  await house.crawl(20 * MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, visits + 1);
});

test('a push that comes when the last follower has just left is not kept', async (t) => {
  const { hub, client, feedId, house } = await followed(t);
  await client.feeds.delete(feedId);
  assert.equal((await hub.push(announced(posts(1, 5)))).status, 204);
  assert.equal((await house.library.store.read((tx) => newestPosts(tx, 1, 10))).length, 3);
});

test('what the publisher asks holds for pushes too', async (t) => {
  const house = await followed(t, {
    document: announced(posts(1, 3)).replace('<channel>', '<channel><ttl>120</ttl>'),
  });
  await house.clock.advance(SINCE_VISIT);
  await house.hub.push('');
  await house.crawl(90 * MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, 1);
});

test('once a push has brought something new, visits become few', async (t) => {
  const usual = visitsIn(await followed(t));
  const announcedTo = await followed(t);
  await pushNew(announcedTo, 'a');
  assert.ok((await visitsIn(announcedTo)) <= 4, 'once a day, and the one that was planned');
  assert.ok((await usual) >= 10);
});

test('a push of what is known already is no reason to visit less', async (t) => {
  const house = await followed(t);
  await house.hub.push(announced(posts(1, 3)));
  assert.ok((await visitsIn(house)) >= 10);
});

test('a signed ping after which a visit finds nothing new is no reason to visit less', async (t) => {
  const house = await followed(t);
  await house.clock.advance(SINCE_VISIT);
  await house.hub.push('');
  await house.crawl(MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, 2);
  assert.ok((await visitsIn(house)) >= 10);
});

test('a feed that has been emptied is visited as seldom as before, where its hub has brought what was new', async (t) => {
  const house = await followed(t);
  await pushNew(house, 'a');
  serveFeed(house, announced([]));
  await house.crawl(DAY);
  assert.ok((await visitsIn(house)) <= 4);
});

test('a push that nobody signed is no reason to visit less', async (t) => {
  const house = await followed(t);
  await house.hub.push(announced(posts(1, 9)), { signature: null });
  assert.ok((await visitsIn(house)) >= 10);
});

test('a signed ping after which a visit found news is a reason to visit less', async (t) => {
  const house = await followed(t);
  await house.clock.advance(SINCE_VISIT);
  serveFeed(house, announced([...posts(1, 3), post('a', house.clock.now())]));
  await house.hub.push('');
  await house.crawl(MINUTE);
  assert.equal((await house.titles()).length, 4);
  const visits = house.web.requestsFor(feedUrl).length;
  await house.crawl(12 * HOUR);
  assert.equal(house.web.requestsFor(feedUrl).length, visits, 'from this visit on');
  assert.ok((await visitsIn(house)) <= 4);
});

test('news that a visit finds by itself are no reason to visit less', async (t) => {
  const house = await followed(t);
  house.web.serve(feedUrl, () => ({
    body: announced([...posts(1, 3), post('a', house.clock.now() - 5 * MINUTE)]),
    headers: { etag: '"a"' },
  }));
  await house.crawl(6.5 * HOUR);
  serveFeed(house, announced(posts(1, 3)));
  assert.equal((await house.titles()).length, 4);
  assert.ok((await visitsIn(house)) >= 10);
});

test('a post that a ping announced may be old when the visit comes', async (t) => {
  const house = await followed(t);
  await house.clock.advance(5 * MINUTE);
  serveFeed(house, announced([...posts(1, 3), post('a', house.clock.now() - 7 * MINUTE)]));
  await house.hub.push('');
  await house.crawl(11 * MINUTE);
  assert.equal((await house.titles()).length, 4);
  assert.ok((await visitsIn(house)) <= 4);
});

for (const isDated of [true, false]) {
  test(`a visit that finds what no push has announced ends the trust, ${isDated ? 'until a push earns it again' : 'though it bears no date'}`, async (t) => {
    const house = await followed(t);
    const first = await pushNew(house, 'a');
    await visitsIn(house);
    const { publishedAt, ...undated } = post('silent', house.clock.now());
    const silent = isDated ? { ...undated, publishedAt } : undated;
    serveFeed(house, announced([...posts(1, 3), first, silent]));
    const known = house.web.requestsFor(feedUrl).length;
    while (house.web.requestsFor(feedUrl).length === known) await house.crawl(HOUR);
    assert.ok((await visitsIn(house)) >= 10);
    await pushNew(house, 'b');
    await house.crawl(DAY);
    assert.ok((await visitsIn(house)) <= 4);
  });
}

test('a visit that comes between a post and its push holds nothing against the hub', async (t) => {
  const house = await followed(t);
  const first = await pushNew(house, 'a');
  await house.crawl(DAY);
  const known = house.web.requestsFor(feedUrl).length;
  // Found by the visit some minutes after it was published.
  house.web.serve(feedUrl, () => ({
    body: announced([...posts(1, 3), first, post('late', house.clock.now() - 10 * MINUTE)]),
    headers: { etag: '"late"' },
  }));
  while (house.web.requestsFor(feedUrl).length === known) await house.crawl(10 * MINUTE);
  serveFeed(house, announced(posts(1, 3)));
  assert.ok((await visitsIn(house)) <= 4);
});

test('a denial ends the trust, and the visit that was put off comes at once', async (t) => {
  const house = await followed(t);
  await pushNew(house, 'a');
  await house.crawl(DAY);
  const visits = house.web.requestsFor(feedUrl).length;
  while (house.web.requestsFor(feedUrl).length === visits) await house.crawl(HOUR);
  await house.crawl(3 * HOUR);
  assert.equal(house.web.requestsFor(feedUrl).length, visits + 1);
  await house.hub.verify({ 'hub.mode': 'denied' });
  await house.crawl(MINUTE);
  assert.equal(house.web.requestsFor(feedUrl).length, visits + 2);
  assert.ok((await visitsIn(house)) >= 10);
});

test('a lease that ends without a renewal ends the trust', async (t) => {
  const house = await followed(t);
  await pushNew(house, 'a');
  house.hub.answer = { status: 500 };
  for (let day = 0; day < 11; day++) await house.crawl(DAY);
  assert.ok((await visitsIn(house)) >= 10);
});

test('the feed of somebody else is not taken from a hub', async (t) => {
  const { hub, titles } = await followed(t);
  const other = rss('Another title', posts(11, 14)).replaceAll('site.example', 'elsewhere.example');
  assert.equal((await hub.push(other)).status, 204);
  assert.equal((await titles()).length, 3);
});

test('a push is at most 5 MB, and nobody reads one that is not expected', async (t) => {
  const { hub, ask, titles } = await followed(t);
  const large = announced([...posts(1, 4), { guid: 'x', content: 'x'.repeat(5 * 1024 * 1024) }]);
  assert.equal((await hub.push(large)).status, 413);
  assert.equal((await titles()).length, 3);
  let pulled = 0;
  const body = new ReadableStream(
    {
      pull: () => {
        pulled += 1;
      },
    },
    { highWaterMark: 0 },
  );
  const unknown = await ask('/websub/AAAAAAAAAAAAAAAAAAAAAA', { method: 'POST', body, duplex: 'half' });
  assert.equal(unknown.status, 404);
  assert.equal(pulled, 0);
});

test('the door for hubs says 405 to other methods, and lets no page of elsewhere in', async (t) => {
  const { ask, hub } = await followed(t);
  const path = (hub.asked[0]?.callback ?? '').replace('https://courant.example', '');
  const answer = await ask(path, { method: 'PUT', body: 'x' });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
});

function post(guid: string, publishedAt: number): TestPost {
  return { guid, title: `News ${guid}`, link: `https://site.example/${guid}`, publishedAt };
}

/** A post that is pushed as soon as it is published, and that the feed shows as well. */
async function pushNew(house: Followed, guid: string): Promise<TestPost> {
  const fresh = post(guid, house.clock.now() - MINUTE);
  serveFeed(house, announced([...posts(1, 3), fresh]));
  const before = (await house.titles()).length;
  await house.hub.push(announced([fresh]));
  assert.equal((await house.titles()).length, before + 1);
  return fresh;
}

/** How often the feed is visited in three days. */
async function visitsIn(house: Followed): Promise<number> {
  const before = house.web.requestsFor(feedUrl).length;
  for (let hours = 0; hours < 72; hours++) await house.crawl(HOUR);
  return house.web.requestsFor(feedUrl).length - before;
}
