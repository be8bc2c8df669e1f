import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countPutOff } from '../../../test/put-off.ts';
import { silentLog } from '../../log.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A platform that answers one request a minute, and 429 to the others. */
function strictPlatform(b: Bench, addresses: readonly string[], told: (leftMs: number) => Headers): Strict {
  const seen: Strict = { answered: [], refused: 0 };
  for (const address of addresses) {
    b.web.serve(address, ({ at }) => {
      const leftMs = (seen.answered.at(-1) ?? 0) + MINUTE - at;
      if (leftMs > 0) {
        seen.refused++;
        return { status: 429, headers: told(leftMs) };
      }
      seen.answered.push(at);
      return { body: rss([1]), headers: { etag: 'E', ...told(MINUTE) } };
    });
  }
  return seen;
}

type Headers = Readonly<Record<string, string>>;

interface Strict {
  answered: number[];
  refused: number;
}

/** All feeds are due at once. */
async function afterDowntime(b: Bench, ms: number): Promise<void> {
  await b.clock.sleep(DAY);
  b.web.forget();
  b.crawler.start();
  for (let passed = 0; passed < ms; passed += 10 * MINUTE) await b.clock.advance(10 * MINUTE);
}

const logs = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `https://example.com/${name}/.rss`);

test('rule 19: a platform that tells when it will answer the next request never has to refuse one', async (t) => {
  const b = await bench(t);
  const seen = strictPlatform(b, logs, (leftMs) => ({
    'x-ratelimit-remaining': '0.0',
    'x-ratelimit-reset': `${Math.ceil(leftMs / 1_000)}`,
  }));
  for (const log of logs) {
    await b.subscribe(log);
    await b.clock.advance(MINUTE);
  }
  await afterDowntime(b, DAY);
  assert.equal(seen.refused, 0);
  for (const log of logs) assert.ok(b.web.requestsFor(log).length >= 4, log);
});

test('rule 28: a platform that only sends 429 gets its requests one after the other from then on', async (t) => {
  const b = await bench(t);
  const seen = strictPlatform(b, logs, () => ({}));
  for (const log of logs) {
    seen.answered.splice(0);
    await b.subscribe(log);
  }
  await afterDowntime(b, 2 * DAY);
  assert.ok(seen.refused <= 1, `${seen.refused} refused`);
  for (const log of logs) assert.ok(b.web.requestsFor(log).length >= 6, log);
});

for (const isLed of [false, true]) {
  test(`rule 28: a platform that answers eight requests an hour, of two dozen feeds${isLed ? ' that lead to it' : ''}, is asked ever more slowly until it refuses none`, async (t) => {
    const putOff = countPutOff(silentLog);
    const b = await bench(t, { log: putOff.log });
    const feeds = Array.from({ length: 24 }, (_, n) => `https://example.com/${n}/feed`);
    const answered: number[] = [];
    let refused = 0;
    let answers = Number.POSITIVE_INFINITY;
    for (const feed of feeds) {
      b.web.serve(feed, ({ at }) => {
        if (answered.filter((then) => then > at - 60 * MINUTE).length >= answers) {
          refused++;
          return { status: 429 };
        }
        answered.push(at);
        return { body: rss([1]), headers: { etag: 'E' } };
      });
      const blog = isLed ? feed.replace('example.com/', 'blog').replace('/feed', '.com/feed') : feed;
      if (isLed) b.web.serve(blog, { status: 302, headers: { location: feed } });
      await b.subscribe(blog);
    }
    answers = 8;
    await afterDowntime(b, DAY);
    assert.ok(refused <= 3, `${refused} refused on the first day`);
    const before = answered.length;
    refused = 0;
    putOff.count = 0;
    for (let passed = 0; passed < DAY; passed += 10 * MINUTE) await b.clock.advance(10 * MINUTE);
    assert.equal(refused, 0);
    const answeredThen = answered.length - before;
    assert.ok(answeredThen >= feeds.length, `${answeredThen} answered on the second`);
    assert.ok(putOff.count <= 2 * answeredThen, `${putOff.count} put off, ${answeredThen} answered`);
  });
}

test('rule 28: whoever wants a feed of a platform that has sent 429 is told when its pause between two calls ends', async (t) => {
  const b = await bench(t);
  const [one = '', other = ''] = logs;
  const there = { body: rss([1]), headers: { etag: 'E' } };
  b.web.serve(one, there, { status: 429 }, there);
  b.web.serve(other, there);
  const sources = [(await b.subscribe(one)).sourceId, (await b.subscribe(other)).sourceId];
  for (let day = 0; day < 3; day++) await b.later(DAY);
  const visited = b.web.requests.at(-1)?.url === one ? 0 : 1;
  const told = /can be asked again in [1-4] minutes?$/;
  assert.match((await b.wait(b.crawler.refresh(sources[1 - visited] ?? 0))).sentence, told);
  await b.clock.advance(MINUTE);
  const followed = await b.wait(b.crawler.follow('https://example.com/new/.rss'));
  assert.ok(followed.kind === 'refused');
  assert.match(followed.sentence, told);
  assert.equal(followed.againInMs, MINUTE, 'an import comes again then');
});

const page = {
  body: '<!doctype html><title>Log</title><link rel="alternate" type="application/rss+xml" href="/g/.rss">',
  headers: { 'content-type': 'text/html' },
};
const announced = 'https://example.com/g/.rss';

test('rule 28: a feed is found by its page, though its platform has sent 429 lately', async (t) => {
  const b = await bench(t);
  const log = 'https://example.com/a/.rss';
  b.web.serve(log, { body: rss([1]), headers: { etag: 'E' } }, { status: 429 }, { body: rss([1]) });
  const { sourceId } = await b.subscribe(log);
  await b.later(DAY);
  assert.deepEqual(
    (await b.visits(sourceId)).map(({ outcome }) => outcome.kind),
    ['refused', 'document'],
  );
  await b.clock.sleep(6 * 60 * MINUTE);
  b.web.serve('https://example.com/g', page);
  b.web.serve(announced, { body: rss([1]) });
  assert.equal((await b.wait(b.crawler.follow('https://example.com/g'))).kind, 'source');
});

test('rule 19: a feed is found by its page, though that says that nothing more will be answered for a while', async (t) => {
  const b = await bench(t);
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '47' };
  b.web.serve('https://example.com/g', { ...page, headers: { ...page.headers, ...headers } });
  b.web.serve(announced, { body: rss([1]), headers });
  assert.equal((await b.wait(b.crawler.follow('https://example.com/g'))).kind, 'source');
  assert.equal((await b.wait(b.crawler.follow('https://example.com/h'))).kind, 'refused');
  assert.equal(b.web.requestsFor('https://example.com/h').length, 0, 'the feed was the last that it allowed');
});

test('rule 19: a page that leads to no feed is the last that is asked for where it says that nothing more will be answered', async (t) => {
  const b = await bench(t);
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '47' };
  b.web.serve('https://example.com/g', { ...page, body: '<!doctype html><title>Log</title>', headers });
  assert.equal((await b.wait(b.crawler.follow('https://example.com/g'))).kind, 'refused');
  assert.equal((await b.wait(b.crawler.follow('https://example.com/h'))).kind, 'refused');
  assert.deepEqual(
    b.web.requests.map(({ url }) => url),
    ['https://example.com/g'],
  );
});

test('rule 19: a feed is found by way of the page to which another leads, though that allows nothing more for a while', async (t) => {
  const b = await bench(t);
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '47' };
  const body = '<!doctype html><meta http-equiv="refresh" content="0; url=/g">';
  b.web.serve('https://example.com/', { ...page, body, headers: { ...page.headers, ...headers } });
  b.web.serve('https://example.com/g', page);
  b.web.serve(announced, { body: rss([1]), headers });
  assert.equal((await b.wait(b.crawler.follow('https://example.com/'))).kind, 'source');
});

test('rule 19: a site that answers, and says each time that nothing is left until tomorrow, is visited all the same', async (t) => {
  const b = await bench(t);
  const headers = { etag: 'E', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '86400' };
  for (const log of logs.slice(0, 2)) b.web.serve(log, { body: rss([1]), headers });
  for (const log of logs.slice(0, 2)) {
    await b.subscribe(log);
    await b.clock.sleep(60 * MINUTE);
  }
  await afterDowntime(b, DAY);
  for (const log of logs.slice(0, 2)) assert.ok(b.web.requestsFor(log).length >= 4, log);
});
