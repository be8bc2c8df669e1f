import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Web } from '../../net/web.ts';
import { deleteFeed } from '../../store/feeds/feeds.ts';
import { unscheduleIfUnfollowed } from '../../store/sources/schedules.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const SYNDICATION = 'http://purl.org/rss/1.0/modules/syndication/';
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Two visits are at most this far apart as long as all is well. */
const SOON = 8 * HOUR;

/** The validators that each request for the feed sent. */
function conditions({ web }: Bench, url = FEED): (string | undefined)[][] {
  return web.requestsFor(url).map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']]);
}

test('rule 14: at least an hour lies between two visits of a busy feed', async (t) => {
  const b = await bench(t);
  let n = 1;
  b.web.serve(FEED, () => ({
    body: rss(Array.from({ length: 20 }, (_, i) => ({ n: n + 20 - i, hoursAgo: 0 })) && [++n]),
    headers: { etag: `${n}` },
  }));
  await b.subscribe(FEED);
  for (let minutes = 0; minutes < 24 * 60; minutes += 10) await b.later(600_000);
  const times = b.web.requestsFor(FEED).map((request) => request.at);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  assert.ok(times.length > 3);
  assert.ok(Math.min(...gaps) >= HOUR, `${Math.min(...gaps) / 60_000} min`);
});

for (const wish of [
  '<ttl>720</ttl>',
  `<s:updatePeriod xmlns:s="${SYNDICATION}">daily</s:updatePeriod>
    <s:updateFrequency xmlns:s="${SYNDICATION}">2</s:updateFrequency>`,
]) {
  test(`rule 21: a busy feed that says it changes twice a day is visited no more often (${wish.slice(0, 14)})`, async (t) => {
    const b = await bench(t);
    const news = [1, 2, 3, 4, 5].map((n) => ({ n, hoursAgo: -n }));
    b.web.serve(FEED, { body: rss(news, { extra: wish }), headers: { etag: 'E' } });
    await b.subscribe(FEED);
    await b.later(12 * HOUR - 1);
    assert.equal(b.web.requests.length, 1);
    await b.later(HOUR);
    assert.equal(b.web.requests.length, 2);
  });
}

test('rule 23: a restart causes no request', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  await b.subscribe(FEED);
  for (let restart = 0; restart < 5; restart++) {
    const next = b.open();
    next.start();
    await b.clock.advance(60_000);
    await next.close();
  }
  assert.equal(b.web.requests.length, 1);
});

test('rule 26: a person refreshes at most once in ten minutes, conditionally, and is told what came of it', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([2, 1]), headers: { etag: 'F' } },
  );
  const { sourceId } = await b.subscribe(FEED);
  await b.clock.advance(4 * 60_000);
  const soon = await b.wait(b.crawler.refresh(sourceId));
  assert.match(soon.sentence, /visited 4 minutes ago; .* again in 6 minutes/);
  assert.equal(soon.code, 'visited-just-now');
  await b.clock.advance(6 * 60_000);
  assert.deepEqual(await b.wait(b.crawler.refresh(sourceId)), {
    sentence: 'The feed was read and has 1 new post',
    code: 'new-posts',
  });
  assert.deepEqual(conditions(b).at(-1), ['E', undefined]);
  assert.equal(b.web.requests.length, 2);
});

test('rule 26: no refresh while Retry-After runs', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { status: 503, headers: { 'retry-after': '86400' } },
  );
  const { sourceId } = await b.subscribe(FEED);
  await b.later(SOON);
  await b.clock.advance(HOUR);
  const refused = await b.wait(b.crawler.refresh(sourceId));
  assert.match(refused.sentence, /again in 23 hours/);
  assert.equal(refused.code, 'site-wants-rest');
  assert.equal(b.web.requests.length, 2);
});

test('rule 28: the feeds of one host are visited one after the other with a pause, hosts beside each other', async (t) => {
  const b = await bench(t);
  const urls = ['a', 'b', 'c'].flatMap((name) => [
    `https://example.com/${name}`,
    `https://${name}.example.com/x`,
  ]);
  urls.push('https://example.org/feed');
  for (const url of urls) b.web.serve(url, () => ({ body: rss([1]), headers: { etag: url }, afterMs: 700 }));
  for (const url of urls) await b.subscribe(url);
  b.web.forget();
  b.crawler.start();
  for (let hour = 0; hour < 12; hour++) await b.clock.advance(HOUR);
  const one = b.web.requests.filter((request) => request.url.includes('example.com'));
  assert.ok(one.length >= 6);
  for (const [index, request] of one.slice(1).entries()) {
    assert.ok(request.at - (one[index]?.endedAt ?? Number.POSITIVE_INFINITY) >= 1_000);
  }
  assert.ok(b.web.requestsFor('https://example.org/feed').length >= 1);
});

test('rule 19: a 429 keeps all feeds of the host from being visited', async (t) => {
  const b = await bench(t);
  const other = 'https://blog.example.com/feed';
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { status: 429, headers: { 'retry-after': '604800' } },
  );
  b.web.serve(other, { body: rss([1]), headers: { etag: 'O' } });
  const { sourceId } = await b.subscribe(FEED);
  await b.subscribe(other);
  await b.clock.advance(HOUR);
  await b.wait(b.crawler.refresh(sourceId));
  b.web.forget();
  for (let day = 0; day < 6; day++) await b.later(DAY);
  assert.equal(b.web.requests.length, 0);
  await b.later(1.1 * DAY);
  assert.ok(b.web.requests.length > 0);
});

test('rule 18: a host that has asked for rest ten days ago, and does again, gets more of it', async (t) => {
  const b = await bench(t);
  const answers = { body: rss([1]), headers: { etag: 'E' } };
  b.web.serve(FEED, answers, { status: 429 });
  const { sourceId } = await b.subscribe(FEED);
  const refused = async (): Promise<number> => {
    const outcomes = (await b.visits(sourceId)).map(({ outcome }) => outcome);
    return outcomes.filter((outcome) => outcome.kind === 'refused').length;
  };
  await b.clock.advance(HOUR);
  await b.wait(b.crawler.refresh(sourceId));
  assert.equal(await refused(), 1);
  b.web.serve(FEED, answers);
  await b.later(10 * DAY);
  b.web.serve(FEED, { status: 429 });
  await b.clock.advance(12 * HOUR);
  await b.wait(b.crawler.refresh(sourceId));
  assert.equal(await refused(), 2);
});

test('rule 29: what nobody follows is not visited, and is again when somebody comes back', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const { userId, feedId, sourceId } = await b.subscribe(FEED);
  await b.store.write(async (tx) => {
    await deleteFeed(tx, userId, feedId);
    await unscheduleIfUnfollowed(tx, sourceId);
  });
  for (let day = 0; day < 5; day++) assert.equal(await b.later(DAY), 0);
  await b.subscribe(FEED);
  assert.equal(b.web.requests.length, 2, 'the visit that comes next is made at once');
  assert.equal(await b.later(1_000), 0);
  assert.equal(await b.later(DAY), 1);
});

test('rule 29: what was found and never followed is not visited', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'source');
  for (let day = 0; day < 5; day++) assert.equal(await b.later(DAY), 0);
});

test('rule 34: two 410 a day apart end the visits, the posts stay, and a new follower has it asked once more', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 410 });
  const { sourceId, userId } = await b.subscribe(FEED);
  await b.later(SOON);
  await b.later(2 * DAY);
  assert.deepEqual((await b.visits(sourceId))[0]?.outcome, { kind: 'gone', confirmed: true });
  b.web.forget();
  for (let day = 0; day < 10; day++) await b.later(DAY);
  assert.equal(b.web.requests.length, 0);
  assert.equal((await b.items(userId)).length, 1);
  const refused = await b.wait(b.crawler.follow(FEED));
  assert.match(refused.kind === 'refused' ? refused.sentence : '', /gone for good/);
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'F' } });
  await b.clock.advance(DAY);
  await b.subscribe(FEED, 'bob');
  assert.equal((await b.items(userId)).length, 2);
});

for (const chance of [0, 0.25, 1]) {
  test(`rule 34: two requests are answered 410 and no more, a day apart, however chance falls (${chance})`, async (t) => {
    const b = await bench(t, { chance: () => chance });
    b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 410 });
    await b.subscribe(FEED);
    b.web.forget();
    for (let hour = 0; hour < 5 * 24; hour++) await b.later(HOUR);
    const [first, second, ...more] = b.web.requests;
    assert.ok(first && second && more.length === 0, `${b.web.requests.length} requests`);
    assert.ok(second.at - first.at >= DAY);
  });
}

test('rule 42: the site of a feed is told the true number of subscribers', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  await b.subscribe(FEED);
  await b.subscribe(FEED, 'bob');
  await b.later(SOON);
  assert.equal(
    b.web.requests.at(-1)?.headers['user-agent'],
    'Courant/0.1.0 (+https://courant.example/; 2 subscribers)',
  );
});

test('a connection is kept where the host has another source due, and nowhere else', async (t) => {
  const b = await bench(t);
  const asked: [url: string, isLast: boolean][] = [];
  const [one, two, other] = ['https://example.com/1', 'https://example.com/2', 'https://other.example/feed'];
  for (const url of [one, two, other]) {
    b.web.serve(url, { body: rss([1]), headers: { etag: url } }, { status: 304 });
    await b.subscribe(url);
  }
  const web: Web = {
    ...b.web,
    fetch(request) {
      asked.push([request.url, request.isLast === true]);
      return b.web.fetch(request);
    },
  };
  const crawler = b.open({ web });
  t.after(() => crawler.close());
  await b.clock.advance(DAY);
  await b.wait(crawler.runDue());
  await b.clock.advance(2 * SECOND);
  await b.wait(crawler.runDue());
  const at = (host: string) =>
    asked.filter(([url]) => new URL(url).host === host).map(([, isLast]) => isLast);
  assert.deepEqual([at('example.com'), at('other.example')], [[false, true], [true]]);
});

test('a connection is kept where the address was seen to lead on', async (t) => {
  const b = await bench(t);
  const kept: boolean[] = [];
  b.web.serve('https://example.com/', { status: 302, headers: { location: 'https://example.com/feed' } });
  b.web.serve('https://example.com/feed', { body: rss([1]), headers: { etag: 'e' } });
  await b.subscribe('https://example.com/');
  const web: Web = {
    ...b.web,
    fetch(request) {
      kept.push(request.isLast !== true);
      return b.web.fetch(request);
    },
  };
  const crawler = b.open({ web });
  t.after(() => crawler.close());
  await b.clock.advance(DAY);
  await b.wait(crawler.runDue());
  assert.deepEqual(kept, [true]);
});
