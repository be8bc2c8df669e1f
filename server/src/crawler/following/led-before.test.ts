// An address that has led to a feed leads to another one by now: it is asked again once the feed fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../store/sql.ts';
import { forgetSources } from '../forgetting/forget-sources.ts';
import { bench, rss } from '../testing/bench.ts';

const PAGE = 'https://example.com/';
const ABOUT = 'https://example.com/about';
const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';
const DAY = 86_400_000;

function announces(...places: string[]) {
  const links = places.map((href) => `<link rel="alternate" type="application/rss+xml" href="${href}">`);
  return {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>Site</title>${links.join('')}`,
  };
}

for (const [what, status, days] of [
  ['fails', 404, 3],
  ['is gone', 410, 9],
] as const)
  test(`a page whose feed ${what} leads to the one that it announces now`, async (t) => {
    const b = await bench(t);
    b.web.serve(PAGE, announces('/old'));
    b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, { status });
    const ada = await b.subscribe(PAGE);
    for (let day = 0; day < days; day++) await b.later(DAY);
    assert.equal((await b.source(ada.sourceId)).memory.state, status === 410 ? 'gone' : undefined);
    b.web.serve(NEW, { body: rss([2, 1]), headers: { etag: 'N' } });

    // As long as the page announces nothing else, nothing else is given.
    const still = await b.wait(b.crawler.follow(PAGE));
    if (status === 410) assert.equal(still.kind, 'refused');
    else assert.equal(still.kind === 'source' && still.sourceId, ada.sourceId);

    await b.clock.advance(60_000);
    b.web.serve(PAGE, status === 410 ? announces('/old', '/new') : announces('/new'));
    const bob = await b.subscribe(PAGE, 'bob');
    assert.equal((await b.source(bob.sourceId)).url, NEW);
    // From then on it is known without a request.
    b.web.forget();
    const cem = await b.subscribe(PAGE, 'cem');
    assert.deepEqual([cem.sourceId, b.web.requests.length], [bob.sourceId, 0]);
  });

test('a page that is away leads to its feed, which is away with it', async (t) => {
  const b = await bench(t);
  b.web.serve(PAGE, announces('/old'), { status: 503 });
  b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, { status: 503 });
  const ada = await b.subscribe(PAGE);
  for (let day = 0; day < 2; day++) await b.later(DAY);
  assert.ok((await b.source(ada.sourceId)).memory.failingSince);
  const bob = await b.subscribe(PAGE, 'bob');
  assert.equal(bob.sourceId, ada.sourceId);
});

test('an address that once redirected to a feed and serves another by now is that other feed', async (t) => {
  const b = await bench(t);
  const MOVED = { status: 301, headers: { location: NEW } };
  b.web.serve(OLD, MOVED);
  b.web.serve(NEW, { body: rss([1], { title: 'New' }), headers: { etag: 'N' } });
  const ada = await b.subscribe(OLD);
  assert.equal((await b.source(ada.sourceId)).url, NEW);
  b.web.serve(OLD, { body: rss([70, 71], { title: 'Somebody else' }), headers: { etag: 'O' } });
  await b.later(DAY);
  const found = await b.wait(b.crawler.discover(OLD));
  assert.ok(found.kind === 'source' && found.sourceId !== ada.sourceId);
  assert.equal((await b.source(found.sourceId)).url, OLD);
  assert.equal((await b.items(ada.userId)).length, 1);

  // Also once it was forgotten, because nobody has followed it.
  for (const days of [1, 31]) {
    await b.clock.advance(days * DAY);
    await forgetSources(b.store);
  }
  assert.deepEqual(await b.store.read((tx) => tx.all(sql`SELECT url FROM sources`)), [{ url: NEW }]);
  const bob = await b.subscribe(OLD, 'bob');
  assert.equal((await b.source(bob.sourceId)).title, 'Somebody else');
});

for (const isAwaited of [true, false])
  test(`who ${isAwaited ? 'follows' : 'imports'} an address that another feed has left gets what is there now`, async (t) => {
    const b = await bench(t);
    b.web.serve(OLD, { status: 301, headers: { location: NEW } });
    b.web.serve(NEW, { body: rss([1], { title: 'New' }), headers: { etag: 'N' } });
    const ada = await b.subscribe(OLD);
    b.web.serve(OLD, { body: rss([70, 71], { title: 'Somebody else' }), headers: { etag: 'O' } });
    await b.later(DAY);
    const found = await b.wait(b.crawler.follow(OLD, { isAwaited }));
    assert.ok(found.kind === 'source');
    assert.deepEqual([(await b.source(found.sourceId)).url, (await b.source(ada.sourceId)).url], [OLD, NEW]);
    assert.equal((await b.items(ada.userId)).length, 1);
  });

test('an address that differs from that of a feed in http or www alone is that one, without a request', async (t) => {
  const b = await bench(t);
  const old = 'http://www.example.com/new';
  b.web.serve(old, { status: 301, headers: { location: NEW } });
  b.web.serve(NEW, { body: rss([1]), headers: { etag: 'N' } });
  const ada = await b.subscribe(old);
  await b.later(DAY);
  b.web.forget();
  const bob = await b.subscribe(old, 'bob');
  assert.deepEqual([bob.sourceId, b.web.requests.length], [ada.sourceId, 0]);
});

test('a page that announces an address that another feed has left leads to what is there now', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  b.web.serve(NEW, { body: rss([1], { title: 'New' }), headers: { etag: 'N' } });
  await b.subscribe(OLD);
  b.web.serve(OLD, { body: rss([70, 71], { title: 'Somebody else' }), headers: { etag: 'O' } });
  b.web.serve(PAGE, announces('/old'));
  await b.later(DAY);
  const bob = await b.subscribe(PAGE, 'bob');
  assert.equal((await b.source(bob.sourceId)).url, OLD);
});

for (const [what, there] of [
  ['is gone', { status: 410 }],
  ['is not found', { status: 404 }],
  ['has no name', { fails: 'dns-not-found' }],
  ['still redirects', { status: 301, headers: { location: NEW } }],
  ['gives the same feed', { body: rss([1]) }],
  ['gives a page', announces()],
] as const)
  test(`an address that has led to a feed and ${what} leads there, and is asked once a day`, async (t) => {
    const b = await bench(t);
    b.web.serve(OLD, { status: 301, headers: { location: NEW } });
    b.web.serve(NEW, { body: rss([1]), headers: { etag: 'N' } });
    b.web.serve(PAGE, announces('/old'));
    const ada = await b.subscribe(OLD);
    b.web.serve(OLD, there);
    await b.later(DAY);
    b.web.forget();
    const bob = await b.subscribe(OLD, 'bob');
    assert.deepEqual([bob.sourceId, b.web.requestsFor(OLD).length], [ada.sourceId, 1]);
    await b.clock.advance(DAY - 60_000);
    const cem = await b.subscribe(PAGE, 'cem');
    assert.deepEqual([cem.sourceId, b.web.requestsFor(OLD).length], [ada.sourceId, 1]);
    await b.clock.advance(DAY);
    b.web.serve(ABOUT, announces('/old'));
    const dan = await b.subscribe(ABOUT, 'dan');
    assert.deepEqual([dan.sourceId, b.web.requestsFor(OLD).length], [ada.sourceId, 2]);
  });

test('an address that has led to a feed and gives it by itself now is followed there if the other fails', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  b.web.serve(NEW, { body: rss([1]), headers: { etag: 'N' } }, { status: 404 });
  await b.subscribe(OLD);
  for (let day = 0; day < 2; day++) await b.later(DAY);
  b.web.serve(OLD, { body: rss([2, 1]) });
  const bob = await b.subscribe(OLD, 'bob');
  assert.equal((await b.source(bob.sourceId)).url, OLD);
});

test('an address that has led to a feed is not forgotten for others at which their feeds are', async (t) => {
  const b = await bench(t, { limits: { ledAtMost: 1 } });
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  b.web.serve(NEW, { body: rss([1]), headers: { etag: 'N' } });
  const ada = await b.subscribe(OLD);
  b.web.serve('https://site.test/', { body: rss([]) });
  await b.subscribe('https://site.test/', 'cem');
  b.web.forget();
  const bob = await b.subscribe(OLD, 'bob');
  assert.deepEqual([bob.sourceId, b.web.requests.length], [ada.sourceId, 0]);
});

test('the document of a feed does not come again by an old address that still redirects to it, unless it has changed', async (t) => {
  const b = await bench(t);
  const serve = (count: number): void =>
    b.web.serve(NEW, ({ headers }) =>
      headers['if-none-match'] === `E${count}`
        ? { status: 304 }
        : { body: rss([...Array(count).keys()].reverse()), headers: { etag: `E${count}` } },
    );
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  serve(1);
  const ada = await b.subscribe(OLD);
  await b.later(DAY);
  b.web.forget();
  const bob = await b.subscribe(OLD, 'bob');
  assert.equal(bob.sourceId, ada.sourceId);
  assert.deepEqual(
    b.web.requests.map(({ url, headers }) => [url, headers['if-none-match']]),
    [
      [OLD, undefined],
      [NEW, 'E1'],
    ],
  );
  await b.later(DAY + 60_000);
  serve(2);
  const cem = await b.subscribe(OLD, 'cem');
  assert.deepEqual([(await b.items(ada.userId)).length, (await b.items(cem.userId)).length], [2, 2]);
});

test('an address that once redirected to a feed writes nothing into that one, whatever it calls itself', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  b.web.serve(NEW, { body: rss([1]), headers: { etag: 'N' } });
  const ada = await b.subscribe(NEW);
  const eve = await b.subscribe(OLD, 'eve');
  assert.equal(eve.sourceId, ada.sourceId);
  b.web.serve(OLD, { body: rss([{ n: 70, guid: 'evil', title: 'Buy this' }]), headers: { etag: 'O' } });
  await b.later(DAY);
  const found = await b.wait(b.crawler.discover(OLD));
  assert.equal(found.kind === 'source' && found.sourceId, ada.sourceId);
  assert.deepEqual(
    (await b.items(ada.userId)).map(({ title }) => title),
    ['Post 1'],
  );
});

test('a feed that was gone is found again by an address that redirects to it', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  b.web.serve(NEW, { body: rss([1]), headers: { etag: 'N' } }, { status: 410 });
  const ada = await b.subscribe(OLD);
  for (let day = 0; day < 9; day++) await b.later(DAY);
  assert.equal((await b.source(ada.sourceId)).memory.state, 'gone');
  b.web.serve(NEW, { body: rss([2, 1]), headers: { etag: 'M' } });
  const bob = await b.subscribe(OLD, 'bob');
  assert.equal(bob.sourceId, ada.sourceId);
  assert.equal((await b.source(ada.sourceId)).memory.state, undefined);
  assert.equal((await b.items(ada.userId)).length, 2);
});
