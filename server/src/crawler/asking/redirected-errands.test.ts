// Pictures, robots.txt and hubs are redirected, too: what the host there asks for is kept to, and counts for no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hubsOf } from '../../store/sources/hubs.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const BLOG = 'https://blog.example';
const BIG = 'https://big.example.org';
const HOUR = 3_600_000;
const TURNED_AWAY = { status: 429, headers: { 'retry-after': '172800' } };
const to = (url: string, status = 302) => ({ status, headers: { location: url } });
const HUB = 'https://hub.example.net/';
const hubLinks = `<link xmlns="http://www.w3.org/2005/Atom" rel="hub" href="${HUB}"/>
  <link xmlns="http://www.w3.org/2005/Atom" rel="self" href="${BLOG}/feed"/>`;
const feed = (n: number, extra = '') => ({
  body: rss([n], { title: `Feed ${n}`, site: `${BLOG}/`, extra }),
  headers: { etag: `${n}` },
});

/** Lets the big host ask for two days of rest, by way of a feed. */
async function bigRests(b: Bench): Promise<void> {
  b.web.serve(`${BIG}/feed`, feed(1), TURNED_AWAY);
  await b.subscribe(`${BIG}/feed`, 'bob');
  while (b.web.requestsFor(`${BIG}/feed`).length < 2) await b.later(HOUR / 4);
  b.web.forget();
}

const askedAt = (b: Bench, origin: string): number =>
  b.web.requests.filter(({ url }) => url.startsWith(origin)).length;
const picture = (b: Bench, url: string) => b.wait(b.crawler.fetchImage({ key: url, url }));
/** The article of the only post. */
async function article(b: Bench, userId: number): Promise<void> {
  const [item] = await b.items(userId);
  assert.ok(item);
  await b.wait(b.crawler.fetchArticle(item.postId));
}

test('a picture that is redirected to a host that rests is not fetched there', async (t) => {
  const b = await bench(t);
  await bigRests(b);
  b.web.serve(`${BLOG}/1.png`, to(`${BIG}/1.png`));
  await picture(b, `${BLOG}/1.png`);
  assert.deepEqual([askedAt(b, BLOG), askedAt(b, BIG)], [1, 0]);
});

test('a 429 behind the redirect of a picture is a rest of the host that said it', async (t) => {
  const b = await bench(t);
  b.web.serve(`${BLOG}/1.png`, to(`${BIG}/1.png`));
  b.web.serve(`${BIG}/1.png`, TURNED_AWAY);
  await picture(b, `${BLOG}/1.png`);
  b.web.serve(`${BLOG}/2.png`, to(`${BIG}/2.png`));
  await picture(b, `${BLOG}/2.png`);
  await picture(b, `${BIG}/3.png`);
  assert.deepEqual([askedAt(b, BLOG), askedAt(b, BIG)], [2, 1]);
});

test('a robots.txt that is redirected to a host that rests is not fetched there', async (t) => {
  const b = await bench(t);
  b.web.serve(`${BLOG}/feed`, feed(2));
  const { userId } = await b.subscribe(`${BLOG}/feed`);
  await bigRests(b);
  b.web.serve(`${BLOG}/robots.txt`, to(`${BIG}/robots.txt`));
  await article(b, userId);
  assert.deepEqual([askedAt(b, BLOG), askedAt(b, BIG)], [1, 0]);
});

test('a 429 behind the redirect of a robots.txt is a rest of the host that said it', async (t) => {
  const b = await bench(t);
  b.web.serve(`${BLOG}/feed`, feed(2));
  b.web.serve(`${BIG}/feed`, feed(1));
  const { userId } = await b.subscribe(`${BLOG}/feed`);
  await b.subscribe(`${BIG}/feed`, 'bob');
  b.web.serve(`${BLOG}/robots.txt`, to(`${BIG}/robots.txt`));
  const until = new Date(b.clock.now() + 2 * 24 * HOUR).toUTCString();
  b.web.serve(`${BIG}/robots.txt`, { status: 429, headers: { 'retry-after': until } });
  await article(b, userId);
  b.web.forget();
  for (let hour = 0; hour < 30; hour++) await b.later(HOUR);
  assert.equal(askedAt(b, BIG), 0);
  assert.ok(askedAt(b, BLOG) > 2, 'the blog is visited as usual');
});

test('a hub that leads to a host that rests is not called there', async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  await bigRests(b);
  b.web.serve(HUB, to(`${BIG}/hub`, 307));
  b.web.serve(`${BLOG}/feed`, feed(2, hubLinks));
  await b.subscribe(`${BLOG}/feed`);
  await b.later(30_000);
  assert.deepEqual([b.web.requestsFor(HUB).length, askedAt(b, BIG)], [1, 0]);
});

test('a 429 behind the redirect of a hub is a rest of the host that said it', async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(`${BIG}/feed`, feed(1));
  await b.subscribe(`${BIG}/feed`, 'bob');
  b.web.serve(`${BLOG}/feed`, feed(2, hubLinks));
  const { sourceId } = await b.subscribe(`${BLOG}/feed`);
  b.web.serve(HUB, to(`${BIG}/hub`, 307));
  b.web.serve(`${BIG}/hub`, TURNED_AWAY);
  await b.later(30_000);
  assert.equal(b.web.requestsFor(`${BIG}/hub`).length, 1);
  assert.equal((await b.store.read((tx) => hubsOf(tx, sourceId))).length, 1);
  b.web.forget();
  for (let hour = 0; hour < 40; hour++) await b.later(HOUR);
  assert.equal(askedAt(b, BIG), 0);
  for (let hour = 0; hour < 40; hour++) await b.later(HOUR);
  assert.ok(askedAt(b, BIG) > 0);
});
