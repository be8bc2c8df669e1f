// What a document calls its own address is its own word: nobody may get into another's feed by it, and no follower gets another's posts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, rss } from '../testing/bench.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FEED = 'https://example.com/feed';

function calling(url: string, posts: Parameters<typeof rss>[0], more: { title?: string } = {}) {
  const self = `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="${url}"/>`;
  return { body: rss(posts, { ...more, extra: self }) };
}

test('a feed that names another blog of its platform as itself writes nothing into that one', async (t) => {
  const b = await bench(t);
  const [alice, mallory] = ['https://alice.github.io/feed.xml', 'https://mallory.github.io/feed.xml'];
  b.web.serve(alice, calling(alice, [2, 1], { title: 'Alice' }));
  b.web.serve(mallory, calling(alice, [{ n: 2, text: 'Coins' }, { n: 66 }], { title: 'Alice' }));
  const ada = await b.subscribe(alice);
  await b.later(2 * HOUR);
  const bob = await b.subscribe(mallory, 'bob');
  assert.notEqual(ada.sourceId, bob.sourceId);
  assert.deepEqual(await titlesOf(b, ada.userId), ['Post 1', 'Post 2']);
  assert.doesNotMatch(JSON.stringify(await b.items(ada.userId)), /Coins/);
});

test('a paid feed that names the free one as itself stays one of its own, and so does the feed of a tag', async (t) => {
  const b = await bench(t);
  const free = 'https://pod.example.com/feed';
  const [paid, tag] = [`${free}?token=secret`, 'https://pod.example.com/tags/rust/feed'];
  b.web.serve(free, calling(free, [2, 1]));
  b.web.serve(paid, calling(free, [51, 2, 1]), calling(free, [52, 51, 2, 1]));
  b.web.serve(tag, calling(free, [2]));
  const ada = await b.subscribe(free);
  await b.later(2 * HOUR);
  const [bob, cleo] = [await b.subscribe(paid, 'bob'), await b.subscribe(tag, 'cleo')];
  await b.later(3 * DAY);
  assert.deepEqual(await titlesOf(b, ada.userId), ['Post 1', 'Post 2']);
  assert.deepEqual(await titlesOf(b, bob.userId), ['Post 1', 'Post 2', 'Post 51', 'Post 52']);
  assert.deepEqual(await titlesOf(b, cleo.userId), ['Post 2']);
});

test('what an address without https shows is not stored with the feed that it names', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, calling(FEED, [1]));
  b.web.serve('http://example.com/feed', calling(FEED, [66, 1]));
  const ada = await b.subscribe(FEED);
  await b.later(2 * HOUR);
  const bob = await b.subscribe('http://example.com/feed', 'bob');
  assert.equal(bob.sourceId, ada.sourceId);
  for (const { userId } of [ada, bob]) assert.deepEqual(await titlesOf(b, userId), ['Post 1']);
});

test('who follows by an older address does not accept another feed for those who follow already', async (t) => {
  const b = await bench(t);
  const casino = rss([{ n: 7, guid: 'casino7' }], { title: 'Casino', site: 'https://casino.example.org/' });
  b.web.serve(FEED, { body: rss([3, 2, 1]) }, { body: casino });
  b.web.serve('http://example.com/feed', { status: 301, headers: { location: FEED } });
  const ada = await b.subscribe(FEED);
  await b.later(2 * DAY);
  assert.equal((await b.source(ada.sourceId)).memory.state, 'another-feed');
  const bob = await b.subscribe('http://example.com/feed', 'bob');
  assert.equal(bob.sourceId, ada.sourceId);
  assert.equal((await b.source(ada.sourceId)).memory.state, 'another-feed');
  assert.deepEqual(await titlesOf(b, ada.userId), ['Post 1', 'Post 2', 'Post 3']);
});

test('a feed that still names the address where it is gone is followed where it is now', async (t) => {
  const b = await bench(t);
  const www = 'https://www.example.com/feed';
  b.web.serve(www, calling(www, [1]), { status: 410 });
  const ada = await b.subscribe(www);
  for (let day = 0; day < 9; day++) await b.later(DAY);
  assert.equal((await b.source(ada.sourceId)).memory.state, 'gone');
  b.web.serve(FEED, calling(www, [2, 1]));
  const bob = await b.subscribe(FEED, 'bob');
  assert.equal((await b.source(bob.sourceId)).url, FEED);
});

async function titlesOf(b: Awaited<ReturnType<typeof bench>>, userId: number): Promise<string[]> {
  return (await b.items(userId)).map(({ title }) => title).sort();
}
