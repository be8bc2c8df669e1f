import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostNamed, tryLease } from '../../store/sources/hosts.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';

test('rule 24: the response that finds a feed is its first visit', async (t) => {
  const { web, subscribe, items, source, visits } = await bench(t);
  web.serve(FEED, { body: rss([3, 2, 1]), headers: { etag: '"a"' } });
  const { userId, sourceId } = await subscribe(FEED);
  assert.equal(web.requests.length, 1);
  assert.deepEqual(
    (await items(userId)).map((item) => [item.title, item.read]),
    [
      ['Post 3', false],
      ['Post 2', false],
      ['Post 1', false],
    ],
  );
  const { title, siteUrl, validators, checkedAt } = await source(sourceId);
  assert.deepEqual(
    [title, siteUrl, validators?.etag, checkedAt !== undefined],
    ['The feed', 'https://example.com/', '"a"', true],
  );
  assert.deepEqual(
    (await visits(sourceId)).map((visit) => visit.outcome),
    [{ kind: 'document', newPosts: 3, editedPosts: 0 }],
  );
});

test('rule 1: the first request is plain', async (t) => {
  const { web, subscribe } = await bench(t);
  web.serve(FEED, rss([1]));
  await subscribe(FEED);
  assert.deepEqual(web.requests[0]?.headers, {
    'user-agent': 'Courant/0.1.0 (+https://courant.example/; 1 subscriber)',
  });
});

test('rule 25: a second person costs no request, however the address is written', async (t) => {
  const { web, subscribe, items } = await bench(t);
  web.serve(FEED, rss([2, 1]));
  const first = await subscribe(FEED);
  const second = await subscribe(' EXAMPLE.com/feed ', 'bob');
  assert.equal(first.sourceId, second.sourceId);
  assert.equal(web.requests.length, 1);
  assert.equal((await items(second.userId)).length, 2);
});

test('two who follow one address at once cause one fetch', async (t) => {
  const { web, crawler, wait } = await bench(t);
  web.serve(FEED, { body: rss([1]), afterMs: 500 });
  const [a, b] = await wait(Promise.all([crawler.follow(FEED), crawler.follow(FEED)]));
  assert.deepEqual(a, b);
  assert.equal(web.requests.length, 1);
});

test('two nodes that follow one address at once cause one fetch and one source', async (t) => {
  const { web, crawler, open, wait } = await bench(t);
  const other = open();
  t.after(() => other.close());
  web.serve(FEED, { body: rss([1]), afterMs: 500 });
  const [a, b] = await wait(Promise.all([crawler.follow(FEED), other.follow(FEED)]));
  assert.deepEqual(a, b);
  assert.equal(web.requests.length, 1);
});

test('a page leads to the feed that it announces, and the next who types it needs no request', async (t) => {
  const { web, subscribe, source } = await bench(t);
  web.serve('https://example.com/', page('<link rel="alternate" type="application/rss+xml" href="/feed">'));
  web.serve(FEED, rss([1]));
  const { sourceId } = await subscribe('example.com');
  assert.equal((await source(sourceId)).url, FEED);
  assert.deepEqual(
    web.requests.map((request) => request.url),
    ['https://example.com/', FEED],
  );
  await subscribe('example.com', 'bob');
  assert.equal(web.requests.length, 2);
});

test('a page that is looked at says each time what else it announces; its feed is asked once', async (t) => {
  const { web, wait, crawler, source, clock } = await bench(t);
  const links = ['/feed', '/comments'].map(
    (path) => `<link rel="alternate" type="application/rss+xml" title="The ${path}" href="${path}">`,
  );
  web.serve('https://example.com/', page(links.join('')));
  web.serve(FEED, rss([1]));
  web.serve('https://example.com/comments', rss([2], { title: 'Comments' }));
  for (let times = 1; times <= 2; times++) {
    const found = await wait(crawler.discover('example.com'));
    assert.ok(found.kind === 'source');
    assert.equal((await source(found.sourceId)).url, FEED);
    assert.deepEqual(
      found.others.map(({ url, title }) => [url, title]),
      [['https://example.com/comments', 'The /comments']],
    );
    assert.equal(web.requestsFor('https://example.com/').length, times);
    await clock.advance(60_000);
  }
  assert.equal(web.requestsFor(FEED).length, 1);
  const itself = await wait(crawler.discover(FEED));
  assert.deepEqual(itself.kind === 'source' && itself.others, []);
  assert.equal(web.requestsFor(FEED).length, 1);
  // A known address is still found if its page cannot be fetched again.
  web.serve('https://example.com/', { status: 503 });
  assert.equal((await wait(crawler.discover('example.com'))).kind, 'source');
  assert.equal((await wait(crawler.discover('https://nothing.example/'))).kind, 'refused');
});

test('an address that has moved to a known feed is looked at without a second source', async (t) => {
  const { web, wait, crawler, subscribe, items } = await bench(t);
  web.serve('http://old.example/feed', { status: 301, headers: { location: FEED } });
  web.serve(FEED, rss([2, 1]));
  const { userId, sourceId } = await subscribe('http://old.example/feed');
  const found = await wait(crawler.discover('http://old.example/feed'));
  assert.equal(found.kind === 'source' && found.sourceId, sourceId);
  assert.equal((await items(userId)).length, 2);
});

test('rule 28: finding a feed keeps the pause between two requests of a host', async (t) => {
  const { web, subscribe } = await bench(t);
  web.serve('https://example.com/', page('<link rel="alternate" type="application/rss+xml" href="/feed">'));
  web.serve(FEED, rss([1]));
  await subscribe('https://example.com/');
  const [first, second] = web.requests;
  assert.ok((second?.at ?? 0) - (first?.endedAt ?? 0) >= 1_000);
});

test('a channel is found though its platform asks strangers a question first', async (t) => {
  const { web, subscribe, source } = await bench(t);
  const channel = 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv';
  const question = 'https://consent.youtube.com/m';
  const feed = 'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv';
  web.serve(channel, { status: 302, headers: { location: question } });
  web.serve(question, page(''));
  web.serve(feed, rss([1]));
  const { sourceId } = await subscribe(channel);
  assert.equal((await source(sourceId)).url, feed);
  assert.equal(web.requests.length, 3);
});

test('a page that sends its visitors on at once leads to the feed of the page that they see', async (t) => {
  const { web, subscribe, source } = await bench(t);
  const moved = '<meta http-equiv="refresh" content="0; url=/en/">';
  web.serve('https://example.com/', page(moved));
  // This page sends its visitors to itself, for ever.
  const announced = '<link rel="alternate" type="application/rss+xml" href="feed">';
  web.serve('https://example.com/en/', page(moved + announced));
  web.serve('https://example.com/en/feed', rss([1]));
  const { sourceId } = await subscribe('example.com');
  assert.equal((await source(sourceId)).url, 'https://example.com/en/feed');
  assert.equal(web.requests.length, 3);
});

test('a page that announces nothing is searched in the usual places, with few requests', async (t) => {
  const { web, wait, crawler, clock } = await bench(t);
  web.serve('https://example.com/', page(''));
  const followed = await wait(crawler.follow('https://example.com/'));
  assert.equal(followed.kind, 'refused');
  assert.ok(web.requests.length > 1 && web.requests.length <= 6, `${web.requests.length} requests`);
  web.serve('https://example.com/rss.xml', rss([1]));
  await clock.advance(60_000);
  await subscribeTo(wait(crawler.follow('https://example.com/')));
});

test('a permanent redirect at the first visit is taken at its word, a temporary one is not', async (t) => {
  const { web, subscribe, source } = await bench(t);
  web.serve('http://old.example/feed', { status: 301, headers: { location: FEED } });
  web.serve('https://short.example/feed', { status: 302, headers: { location: FEED } });
  web.serve(FEED, rss([1]));
  const moved = await subscribe('http://old.example/feed');
  assert.equal((await source(moved.sourceId)).url, FEED);
  const sent = await subscribe('https://short.example/feed', 'bob');
  assert.equal((await source(sent.sourceId)).url, 'https://short.example/feed');
});

test('one feed that is reached by several addresses is one source', async (t) => {
  const { web, subscribe } = await bench(t);
  const document = rss([1], {
    extra: `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="${FEED}"/>`,
  });
  web.serve('https://example.com/feed/', { status: 308, headers: { location: FEED } });
  // The other two do not send visitors on.
  const addresses = [FEED, 'http://example.com/feed', 'https://www.example.com/feed'];
  for (const address of addresses) web.serve(address, document);
  const ids = new Set<number>();
  let user = 0;
  for (const address of [...addresses, 'https://example.com/feed/']) {
    ids.add((await subscribe(address, `user${++user}`)).sourceId);
  }
  assert.equal(ids.size, 1);
});

test('what is no feed is refused with a sentence, and nothing is stored', async (t) => {
  const { web, wait, crawler } = await bench(t);
  web.serve('https://example.com/doc', { body: '{"not": "a feed"}' });
  web.serve('https://example.com/login', { status: 401 });
  web.serve('https://down.example/', { fails: 'connect-refused' });
  web.serve('https://inside.example/', { fails: 'blocked-address' });
  const say = async (address: string): Promise<string> => {
    const followed = await wait(crawler.follow(address));
    return followed.kind === 'refused' ? followed.sentence : 'followed';
  };
  assert.match(await say('https://example.com/doc'), /not a feed/);
  assert.match(await say('https://example.com/login'), /name and a password/);
  assert.match(await say('https://down.example/'), /cannot be reached/);
  assert.equal(
    await say('https://down.example/'),
    await say('https://inside.example/'),
    'no scanner of ports',
  );
  assert.match(await say('mailto:someone'), /not the address/);
  assert.match(await say('two words'), /not the address/);
});

test('a bare name without https is asked over http, an address with a scheme or a wrong certificate is not', async (t) => {
  const { web, subscribe, source, wait, crawler } = await bench(t);
  web.serve('https://example.com/feed', { fails: 'connect-refused' });
  web.serve('http://example.com/feed', rss([1]));
  assert.equal((await wait(crawler.follow('https://example.com/feed'))).kind, 'refused');
  const { sourceId } = await subscribe('example.com/feed');
  assert.equal((await source(sourceId)).url, 'http://example.com/feed');
  web.serve('https://old.example.net/feed', { fails: 'connect-refused' });
  web.serve('http://old.example.net/feed', rss([1]));
  assert.equal((await wait(crawler.follow('feed:https://old.example.net/feed'))).kind, 'refused');
  const old = await subscribe('feed://old.example.net/feed');
  assert.equal((await source(old.sourceId)).url, 'http://old.example.net/feed');
  web.serve('https://forged.example.org/feed', { fails: 'tls' });
  web.serve('http://forged.example.org/feed', rss([1]));
  assert.equal((await wait(crawler.follow('forged.example.org/feed'))).kind, 'refused');
});

test('a search among slow places ends before it has tried all of them', async (t) => {
  const { web, wait, crawler } = await bench(t);
  web.serve('https://example.com/', page(''));
  for (const place of ['feed', 'rss.xml', 'atom.xml', 'index.xml', 'feed.xml']) {
    web.serve(`https://example.com/${place}`, { status: 404, afterMs: 20_000 });
  }
  assert.equal((await wait(crawler.follow('https://example.com/'))).kind, 'refused');
  assert.equal(web.requests.length, 3);
});

test('rule 20: a failure is not asked again at once', async (t) => {
  const { web, wait, crawler } = await bench(t);
  web.serve(FEED, { status: 503 });
  await wait(crawler.follow(FEED));
  assert.equal(web.requests.length, 1);
});

test('rule 19: a host that asked to be left alone is not asked, whatever address of it is typed', async (t) => {
  const { web, wait, crawler, clock, subscribe } = await bench(t);
  web.serve(FEED, { status: 429, headers: { 'retry-after': '7200' } });
  web.serve('https://example.com/other', rss([1]));
  await wait(crawler.follow(FEED));
  const followed = await wait(crawler.follow('https://example.com/other'));
  assert.match(followed.kind === 'refused' ? followed.sentence : '', /again in 2 hours/);
  assert.equal(web.requests.length, 1);
  await clock.advance(7_200_000);
  await subscribe('https://example.com/other');
});

test('whoever follows waits for the turn at the host, and not for ever', async (t) => {
  const { web, store, wait, crawler, clock } = await bench(t);
  web.serve(FEED, rss([1]));
  await store.write(async (tx) => {
    const hostId = await hostNamed(tx, 'example.com');
    await tryLease(tx, { hostId, token: 'another node' }, 120_000);
  });
  const followed = await wait(crawler.follow(FEED));
  assert.match(followed.kind === 'refused' ? followed.sentence : '', /try again in a minute/);
  assert.equal(web.requests.length, 0);
  await clock.advance(120_000);
  await subscribeTo(wait(crawler.follow(FEED)));
});

test('closing ends what is under way and gives the host back', async (t) => {
  const { web, crawler, wait, open } = await bench(t);
  web.serve(FEED, { body: rss([1]), afterMs: 30_000 });
  const followed = crawler.follow(FEED);
  await wait(crawler.close());
  assert.equal((await followed).kind, 'refused');
  web.serve(FEED, rss([1]));
  const next = open();
  await subscribeTo(wait(next.follow(FEED)));
  await next.close();
});

async function subscribeTo(task: ReturnType<Bench['crawler']['follow']>): Promise<void> {
  const followed = await task;
  assert.equal(followed.kind, 'source', followed.kind === 'refused' ? followed.sentence : '');
}

function page(head: string): { body: string; headers: Record<string, string> } {
  return {
    body: `<!doctype html><html><head><title>Site</title>${head}</head><body><p>Hello</p></body></html>`,
    headers: { 'content-type': 'text/html' },
  };
}
