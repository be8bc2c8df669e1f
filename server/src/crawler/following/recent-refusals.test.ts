import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { giveMemoryBack } from '../../idle-memory.ts';
import { recentRefusals } from '../limits.ts';
import { bench, rss } from '../testing/bench.ts';
import { type FollowedSource, type Refused, refused } from './followed.ts';
import { openRecentFindings, openRecentRefusals } from './recent-refusals.ts';

const FEED = 'https://example.com/feed';
const PAGE = 'https://example.com/';
const page = {
  body: '<!doctype html><title>Site</title><link rel="alternate" type="application/rss+xml" href="/feed">',
  headers: { 'content-type': 'text/html' },
};

test('an address that gives no feed is not asked again for a minute, whoever follows or discovers it', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { status: 403 });
  const first = await b.wait(b.crawler.follow(FEED));
  const asked = b.web.requests.length;
  assert.ok(first.kind === 'refused' && asked > 0);
  assert.deepEqual(await b.wait(b.crawler.discover(FEED)), first);
  assert.deepEqual(await b.wait(b.crawler.follow(` ${FEED} `)), first);
  assert.equal(b.web.requests.length, asked);
  b.web.serve(FEED, { body: rss([1]) });
  await b.clock.advance(60_000);
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'source');
});

test('an address that says when to come again is not asked before, whoever asks', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { status: 403, headers: { 'retry-after': '3600' } });
  const answers = [];
  for (let minute = 0; minute < 59; minute++) {
    answers.push(await b.wait(b.crawler[minute % 2 ? 'follow' : 'discover'](FEED)));
    await b.clock.advance(60_000);
  }
  const [first, ...later] = answers.map((answer) => (answer.kind === 'refused' ? answer : undefined));
  assert.equal(first?.reason, 'site-forbids');
  // Who comes later is not told what was so an hour ago.
  assert.ok(later.every((answer) => answer?.reason === 'site-wants-rest'));
  assert.match(later[28]?.sentence ?? '', /again in 31 minutes$/);
  assert.equal(b.web.requests.length, 1);
  await b.clock.advance(60_000);
  await b.wait(b.crawler.follow(FEED));
  assert.equal(b.web.requests.length, 2);
});

test('but whose feed others have found meanwhile is followed, without a request', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { status: 403, headers: { 'retry-after': '3600' } }, { body: rss([1]) });
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'refused');
  await b.clock.advance(120_000);
  const imported = await b.wait(b.crawler.follow(FEED, { isAwaited: false }));
  assert.equal(imported.kind, 'source');
  const asked = b.web.requests.length;
  assert.deepEqual(await b.wait(b.crawler.follow(FEED)), imported);
  assert.equal((await b.wait(b.crawler.discover(FEED))).kind, 'source');
  assert.equal(b.web.requests.length, asked);
});

test('a page whose feed is known is not asked again for a minute, however many discover it', async (t) => {
  const b = await bench(t);
  b.web.serve(PAGE, page);
  b.web.serve(FEED, rss([1]));
  const first = await b.wait(Promise.all([b.crawler.discover(PAGE), b.crawler.discover(PAGE)]));
  assert.deepEqual(await b.wait(b.crawler.discover(PAGE)), first[0]);
  assert.deepEqual([first[0].kind, first[1].kind], ['source', 'source']);
  assert.equal(b.web.requestsFor(PAGE).length, 1);
  await b.clock.advance(60_000);
  await b.wait(b.crawler.discover(PAGE));
  assert.equal(b.web.requestsFor(PAGE).length, 2);
});

test('nor is one whose feed fails, however often it is followed', async (t) => {
  const b = await bench(t);
  b.web.serve(PAGE, page);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 500 });
  const { sourceId } = await b.subscribe(PAGE);
  await b.later(86_400_000);
  b.web.forget();
  const answers = [];
  for (let times = 0; times < 3; times++) answers.push(await b.wait(b.crawler.follow(PAGE)));
  assert.deepEqual(
    answers.map((answer) => answer.kind === 'source' && answer.sourceId),
    [sourceId, sourceId, sourceId],
  );
  assert.equal(b.web.requestsFor(PAGE).length, 1);
});

test('an address that was not asked to the end is asked as soon as somebody wants', async (t) => {
  const b = await bench(t);
  b.web.serve(PAGE, { ...page, afterMs: 30_000 });
  b.web.serve(FEED, { body: rss([1]), afterMs: 30_000 });
  const first = await b.wait(b.crawler.follow(PAGE));
  assert.equal(first.kind === 'refused' && first.reason, 'site-slow');
  b.web.serve(FEED, { body: rss([1]) });
  assert.equal((await b.wait(b.crawler.follow(PAGE))).kind, 'source');
});

test('an address that is typed with more behind it than any has is not remembered: a thousand of them would be gigabytes', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { status: 403 });
  const typed = `${FEED}#${'a'.repeat(100_000)}`;
  assert.equal((await b.wait(b.crawler.follow(typed))).kind, 'refused');
  const asked = b.web.requests.length;
  assert.equal((await b.wait(b.crawler.follow(typed))).kind, 'refused');
  assert.ok(b.web.requests.length > asked);
});

test('of very many addresses that give no feed the last thousand are remembered', async () => {
  const { ask, asked } = countingSearch();
  const addresses = Array.from({ length: recentRefusals.most + 1 }, (_, index) => `site-${index}.example`);
  for (const address of addresses) await ask(address);
  for (const address of addresses.slice(1)) await ask(address);
  assert.equal(asked(), addresses.length);
  await ask(addresses[0] ?? '');
  assert.equal(asked(), addresses.length + 1);
});

test('what is over is let go of: a page may announce a hundred kilobytes of feeds', async () => {
  const clock = fakeClock();
  const recent = openRecentFindings<FollowedSource>(clock);
  const answers: WeakRef<object>[] = [];
  const ask = async (address: string): Promise<void> => {
    await recent(address, async () => {
      const answer: FollowedSource = { kind: 'source', sourceId: 1, askedAgain: true };
      answers.push(new WeakRef(answer));
      return answer;
    });
  };
  for (let n = 0; n < 20; n++) await ask(`site-${n}.example`);
  await clock.advance(recentRefusals.keptMs);
  await ask('another.example');
  giveMemoryBack();
  const kept = answers.filter((each) => each.deref()).length;
  assert.ok(kept <= 3, `${kept} of 21`);
});

test('what a clock that was ahead has remembered keeps nobody from asking when it has been set right', async () => {
  const { ask, asked, clock } = countingSearch();
  clock.set(clock.now() + 365 * 86_400_000);
  await ask('some.example');
  clock.set(clock.now() - 365 * 86_400_000);
  await ask('some.example');
  assert.equal(asked(), 2);
});

function countingSearch() {
  const clock = fakeClock();
  const recent = openRecentRefusals(clock, async () => false);
  let asked = 0;
  const ask = (address: string) =>
    recent(address, async (): Promise<Refused> => {
      asked++;
      return refused('not-a-feed', 'There is no feed');
    });
  return { clock, ask, asked: () => asked };
}
