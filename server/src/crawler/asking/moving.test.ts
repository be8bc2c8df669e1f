import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFeed, findFeedOfSource, updateInterval } from '../../store/feeds/feeds.ts';
import { setMark } from '../../store/items/marks.ts';
import { findSourceAt } from '../../store/sources/sources.ts';
import { feedsWithWrongCount } from '../../store/testing/wrong-counts.ts';
import { maxAddressChars } from '../limits.ts';
import { bench, rss } from '../testing/bench.ts';

const OLD = 'https://example.com/feed';
const NEW = 'https://example.org/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SOON = 8 * HOUR;

const to = (url: string, status = 301): { status: number; headers: Record<string, string> } => ({
  status,
  headers: { location: url },
});
const document = { body: rss([1]), headers: { etag: 'N' } };

const tooLong = `${NEW}?${'x'.repeat(maxAddressChars)}`;
const extra = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${tooLong}</itunes:new-feed-url>`;
for (const [how, answer] of Object.entries({
  'a document': { body: rss([1], { extra }), headers: { etag: 'F' } },
  'a redirect': to(tooLong),
  'a redirect in XML': {
    body: `<?xml version="1.0"?><redirect><newLocation>${tooLong}</newLocation></redirect>`,
  },
})) {
  test(`an address that is longer than one can be is nowhere to move to, though ${how} names it`, async (t) => {
    const b = await bench(t);
    b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, answer);
    b.web.serve(tooLong, document);
    const { sourceId } = await b.subscribe(OLD);
    for (let visit = 0; visit < 5; visit++) await b.later(DAY);
    assert.equal((await b.source(sourceId)).url, OLD);
    assert.equal(b.web.requestsFor(tooLong).length > 0, how === 'a redirect');
  });
}

test('rule 31: the stored address moves after two visits a day apart were sent to the same place', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, to(NEW));
  b.web.serve(NEW, document);
  const { sourceId, userId } = await b.subscribe(OLD);
  const urls: string[] = [];
  for (let visit = 0; visit < 5; visit++) {
    await b.later(SOON);
    urls.push((await b.source(sourceId)).url);
  }
  assert.deepEqual(urls, [OLD, OLD, OLD, NEW, NEW]);
  assert.equal(b.web.requestsFor(OLD).length, 5, 'the old address is not asked again');
  assert.deepEqual((await b.visits(sourceId))[1]?.outcome, { kind: 'moved', to: NEW, newPosts: 0 });
  assert.equal(
    await b.store.read((tx) => findSourceAt(tx, OLD)),
    sourceId,
    'the old address still leads there',
  );
  assert.equal((await b.items(userId)).length, 1);
});

test('rule 31: another target, or none, begins the count anew', async (t) => {
  const b = await bench(t);
  const portal = 'https://portal.example.net/feed';
  b.web.serve(
    OLD,
    { body: rss([1]), headers: { etag: 'E' } },
    to(NEW),
    to(portal),
    to(NEW),
    document,
    to(NEW),
  );
  b.web.serve(NEW, document);
  b.web.serve(portal, document);
  const { sourceId } = await b.subscribe(OLD);
  // An address that leads elsewhere each time is asked once a day.
  for (let visit = 0; visit < 5; visit++) await b.later(1.2 * DAY);
  assert.equal((await b.source(sourceId)).url, OLD);
  await b.later(1.2 * DAY);
  assert.equal((await b.source(sourceId)).url, NEW);
});

test('rule 31: a failure makes no move of redirects that were seen within a day, not even to a feed that is followed', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, to(NEW), to(NEW), { status: 500 }, to(NEW));
  b.web.serve(NEW, document);
  const { sourceId } = await b.subscribe(OLD);
  const other = await b.subscribe(NEW);
  const sourceAt = (url: string) => b.store.read((tx) => findSourceAt(tx, url));
  for (const pause of [SOON, SOON, DAY]) await b.later(pause);
  assert.equal((await b.visits(sourceId))[0]?.outcome.kind, 'unreachable');
  assert.deepEqual([await sourceAt(OLD), await sourceAt(NEW)], [sourceId, other.sourceId]);
  await b.later(DAY);
  assert.equal(await sourceAt(OLD), await sourceAt(NEW));
});

test('rule 31: a failure between two redirects takes back none of what they say', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, to(NEW), { status: 500 }, to(NEW));
  b.web.serve(NEW, document);
  const { sourceId } = await b.subscribe(OLD);
  for (let visit = 0; visit < 3; visit++) await b.later(DAY);
  assert.equal(b.web.requestsFor(OLD).length, 4);
  assert.equal((await b.source(sourceId)).url, NEW);
});

test('rule 31: a permanent redirect to a page that is no feed moves nothing', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, to('https://example.net/parked'));
  b.web.serve('https://example.net/parked', '<!doctype html><title>Buy this domain</title>');
  const { sourceId } = await b.subscribe(OLD);
  for (let visit = 0; visit < 5; visit++) await b.later(2 * DAY);
  assert.equal((await b.source(sourceId)).url, OLD);
});

test('rule 31: of a chain only the leading permanent run counts', async (t) => {
  const b = await bench(t);
  const end = 'https://cdn.example.net/feed';
  b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, to(NEW));
  b.web.serve(NEW, to(end, 302));
  b.web.serve(end, document);
  const { sourceId } = await b.subscribe(OLD);
  for (let visit = 0; visit < 3; visit++) await b.later(1.5 * DAY);
  assert.equal((await b.source(sourceId)).url, NEW);
});

test('rule 32: a temporary redirect is followed, and the address stays', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, to(NEW, 307));
  b.web.serve(NEW, document);
  const { sourceId } = await b.subscribe(OLD);
  for (let visit = 0; visit < 5; visit++) await b.later(DAY);
  assert.equal((await b.source(sourceId)).url, OLD);
});

test('rule 41: a new address in the document is tried first, though a redirect once led there', async (t) => {
  const b = await bench(t);
  const extra = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${NEW}</itunes:new-feed-url>`;
  b.web.serve(OLD, { body: rss([1]) }, to(NEW), { body: rss([1], { extra }) });
  b.web.serve(NEW, document, { status: 404 });
  const { sourceId } = await b.subscribe(OLD);
  for (let visit = 0; visit < 4; visit++) await b.later(DAY);
  assert.equal((await b.source(sourceId)).url, OLD);
  assert.ok(b.web.requestsFor(NEW).length > 1);
});

test('rule 41: a new address in the document is tried once it was named twice, and taken when it is a feed', async (t) => {
  const b = await bench(t);
  const says = (posts: number[]): string =>
    rss(posts, {
      extra: `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${NEW}</itunes:new-feed-url>`,
    });
  b.web.serve(OLD, { body: says([1]), headers: { etag: 'E' } }, { status: 304 });
  b.web.serve(NEW, { status: 404 }, { body: rss([3, 2, 1]), headers: { etag: 'N' } });
  const { sourceId, userId } = await b.subscribe(OLD);
  await b.later(DAY);
  assert.equal(b.web.requestsFor(NEW).length, 0, 'named once');
  await b.later(DAY);
  assert.equal(b.web.requestsFor(NEW).length, 1, 'tried, and not there');
  assert.equal((await b.source(sourceId)).url, OLD);
  b.web.serve(OLD, { body: says([2, 1]), headers: { etag: 'F' } }, { status: 304 });
  await b.later(DAY);
  assert.equal((await b.items(userId)).length, 2, 'the old address is asked again');
  for (let visit = 0; visit < 4; visit++) await b.later(2 * DAY);
  assert.equal((await b.source(sourceId)).url, NEW);
  assert.equal((await b.items(userId)).length, 3);
});

test('rule 31: a move to an address that is followed already makes one source of two, and nobody loses anything', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { body: rss([2, 1]), headers: { etag: 'E' } }, to(NEW));
  b.web.serve(NEW, { body: rss([3, 2]), headers: { etag: 'N' } });
  const ada = await b.subscribe(OLD, 'ada');
  const bob = await b.subscribe(OLD, 'bob');
  const other = await b.subscribe(NEW, 'bob');
  const [, post1] = await b.items(ada.userId);
  const bobs = await b.items(bob.userId);
  const twin = bobs.find((item) => item.feedId === bob.feedId && item.title === 'Post 2');
  assert.ok(post1 && twin);
  await b.store.write(async (tx) => {
    await setMark(tx, ada.userId, [post1.id], 'read');
    await setMark(tx, bob.userId, [twin.id], 'read');
    await updateInterval(tx, bob.userId, bob.feedId, DAY);
  });
  await b.later(DAY);
  b.web.serve(NEW, { body: rss([4, 3, 2]), headers: { etag: 'O' } });
  await b.clock.advance(HOUR);
  await b.wait(b.crawler.refresh(other.sourceId));
  assert.equal((await b.items(ada.userId)).length, 3);
  for (let visit = 0; visit < 2; visit++) await b.later(DAY);
  assert.equal(await b.store.read((tx) => findSourceAt(tx, OLD)), other.sourceId);
  const seen = async (userId: number): Promise<unknown[]> =>
    (await b.items(userId)).map((item) => [item.title, item.read, item.feedId]).sort();
  assert.deepEqual(await seen(ada.userId), [
    ['Post 1', true, ada.feedId],
    ['Post 2', false, ada.feedId],
    ['Post 3', false, ada.feedId],
    ['Post 4', false, ada.feedId],
  ]);
  assert.deepEqual(await seen(bob.userId), [
    ['Post 1', false, other.feedId],
    ['Post 2', true, other.feedId],
    ['Post 3', false, other.feedId],
    ['Post 4', false, other.feedId],
  ]);
  await b.store.read(async (tx) => {
    assert.equal(await findFeedOfSource(tx, ada.userId, other.sourceId), ada.feedId);
    assert.deepEqual(await feedsWithWrongCount(tx), []);
    assert.equal((await findFeed(tx, bob.userId, other.feedId))?.intervalMs, DAY);
  });
  b.web.serve(NEW, { body: rss([5, 4, 3, 2]), headers: { etag: 'P' } });
  await b.later(DAY);
  assert.equal((await b.items(ada.userId)).length, 5);
});

const WWW = 'https://www.example.com/feed';

for (const { from, target, status } of [
  { from: WWW, target: OLD, status: 301 },
  { from: OLD, target: WWW, status: 308 },
  { from: OLD, target: `${OLD}/`, status: 301 },
  { from: OLD.replace('https:', 'http:'), target: OLD, status: 301 },
]) {
  test(`rule 31: what a server sends on from ${from} to ${target} for good moves there`, async (t) => {
    const b = await bench(t);
    b.web.serve(from, { body: rss([1]), headers: { etag: 'E' } }, to(target, status));
    b.web.serve(target, document);
    const { sourceId, userId } = await b.subscribe(from);
    for (let visit = 0; visit < 5; visit++) await b.later(SOON);
    assert.equal((await b.source(sourceId)).url, target);
    assert.equal(b.web.requestsFor(from).length, 5);
    assert.equal(await b.store.read((tx) => findSourceAt(tx, from)), sourceId);
    assert.equal((await b.items(userId)).length, 1);
  });
}

for (const plain of ['http://example.com/feed', 'http://www.example.com/feed/']) {
  test(`rule 31: no redirect takes a source from https to the same address without it (${plain})`, async (t) => {
    const b = await bench(t);
    b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, to(plain));
    b.web.serve(plain, document);
    const { sourceId } = await b.subscribe(OLD);
    for (let visit = 0; visit < 5; visit++) await b.later(DAY);
    assert.equal((await b.source(sourceId)).url, OLD);
  });
}

for (const [asked, named] of [
  [OLD, `${WWW}/`],
  ['http://example.com/feed', 'http://example.com/feed'],
] as const) {
  test(`rule 41: a document that names its own address, even in another way, names no new one (${named})`, async (t) => {
    const b = await bench(t);
    const extra = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${named}</itunes:new-feed-url>`;
    b.web.serve(asked, { body: rss([1], { extra }), headers: { etag: 'E' } });
    const { sourceId } = await b.subscribe(asked);
    for (let visit = 0; visit < 5; visit++) await b.later(DAY);
    assert.deepEqual([(await b.source(sourceId)).url, b.web.requestsFor(`${WWW}/`).length], [asked, 0]);
    assert.ok((await b.visits(sourceId)).every(({ outcome }) => outcome.kind !== 'moved'));
  });
}

test('rule 41: a document that names its own address with https has moved there', async (t) => {
  const b = await bench(t);
  const plain = 'http://example.com/feed';
  const extra = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${OLD}</itunes:new-feed-url>`;
  b.web.serve(plain, { body: rss([1], { extra }), headers: { etag: 'E' } });
  b.web.serve(OLD, document);
  const { sourceId } = await b.subscribe(plain);
  for (let visit = 0; visit < 5; visit++) await b.later(DAY);
  assert.equal((await b.source(sourceId)).url, OLD);
});

for (const { pace, etag } of [
  { pace: 'a few times a day', etag: { etag: 'E' } },
  { pace: 'once a day', etag: {} },
]) {
  test(`rule 31: a site that changes its mind each day is not followed to and fro (visited ${pace})`, async (t) => {
    const b = await bench(t);
    const began = b.clock.now();
    const isWithout = (): boolean => Math.floor((b.clock.now() - began) / DAY) % 2 === 1;
    const own = { body: rss([1]), headers: etag };
    b.web.serve(WWW, () => (isWithout() ? to(OLD) : own));
    b.web.serve(OLD, () => (isWithout() ? own : to(WWW)));
    const { sourceId } = await b.subscribe(WWW);
    const urls = new Set<string>();
    for (let visit = 0; visit < 16 * 8; visit++) {
      await b.later(3 * HOUR);
      urls.add((await b.source(sourceId)).url);
    }
    assert.deepEqual([...urls], [WWW]);
  });
}

test('rule 31: sources at both names of a site become one, which goes on where the site settles', async (t) => {
  const b = await bench(t);
  b.web.serve(WWW, { body: rss([1]), headers: { etag: 'E' } }, to(OLD));
  b.web.serve(OLD, document);
  const ada = await b.subscribe(WWW, 'ada');
  const bob = await b.subscribe(OLD, 'bob');
  assert.notEqual(ada.sourceId, bob.sourceId);
  for (let visit = 0; visit < 4; visit++) await b.later(DAY);
  assert.equal(await b.store.read((tx) => findSourceAt(tx, WWW)), bob.sourceId);
  b.web.serve(OLD, to(WWW));
  b.web.serve(WWW, { body: rss([2, 1]), headers: { etag: 'F' } });
  for (let visit = 0; visit < 4; visit++) await b.later(DAY);
  assert.equal((await b.source(bob.sourceId)).url, WWW);
  assert.deepEqual([(await b.items(ada.userId)).length, (await b.items(bob.userId)).length], [2, 2]);
});

test('rule 41: an address that sends back to where the source is already is no new one', async (t) => {
  const b = await bench(t);
  const says = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${OLD}</itunes:new-feed-url>`;
  b.web.serve(OLD, to(NEW));
  b.web.serve(NEW, { body: rss([1], { extra: says }), headers: { etag: 'N' } });
  const { sourceId } = await b.subscribe(NEW);
  const urls = new Set<string>();
  for (let visit = 0; visit < 20; visit++) {
    await b.later(12 * HOUR);
    urls.add((await b.source(sourceId)).url);
  }
  assert.deepEqual([...urls], [NEW]);
});
