// Documents that wait for minutes to be read, because many came at once or the machine is slow.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../log.ts';
import { findSource, updateSource } from '../store/sources/sources.ts';
import type { Crawler, CrawlerOptions } from './crawler.ts';
import { keepLeases } from './keep-leases.ts';
import type { Reader } from './reading/reading.ts';
import { type Bench, bench, rss, type Subscribed } from './testing/bench.ts';
import { inlineReader } from './testing/inline-reading.ts';

const FEED = 'https://example.com/feed';
const MINUTE = 60_000;
/** A feed without validators is visited by then. */
const SOON = 48 * 60 * MINUTE;

test('a planned visit whose document waits for minutes keeps its host, asks the site once, and is recorded', async (t) => {
  const { b, reader, userId } = await dueBench(t);
  const visit = b.crawler.runDue();
  const rounds = await makeRounds(b, 5);
  reader.goOn();
  assert.deepEqual(await b.wait(rounds.visits), [0, 0, 0, 0, 0]);
  assert.equal(await b.wait(visit), 1);
  assert.equal(b.web.requestsFor(FEED).length, 1);
  assert.deepEqual(
    (await b.items(userId)).map(({ title }) => title),
    ['Post 2', 'Post 1'],
  );
});

test('a feed whose first document waits for minutes, as in an import, is followed all the same', async (t) => {
  const { b, reader } = await slowBench(t);
  b.web.serve(FEED, { body: rss([1]) });
  reader.hold();
  const following = b.crawler.follow(FEED);
  const rounds = await makeRounds(b, 5);
  reader.goOn();
  assert.deepEqual(await b.wait(rounds.visits), [0, 0, 0, 0, 0]);
  assert.equal((await b.wait(following)).kind, 'source');
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('a refresh by hand whose document waits for minutes is recorded, and no planned visit comes in between', async (t) => {
  const { b, reader, sourceId } = await dueBench(t);
  const refreshing = b.crawler.refresh(sourceId);
  const rounds = await makeRounds(b, 5);
  reader.goOn();
  assert.deepEqual(await b.wait(rounds.visits), [0, 0, 0, 0, 0]);
  assert.equal((await b.wait(refreshing)).code, 'new-posts');
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('a node that makes no rounds keeps the host of a refresh from other nodes', async (t) => {
  const { b, reader, sourceId } = await dueBench(t);
  t.after(keepLeases(b.crawler, { clock: b.clock, log: silentLog }));
  const refreshing = b.crawler.refresh(sourceId);
  const other = await makeRounds(b, 5, b.open());
  reader.goOn();
  assert.deepEqual(await b.wait(other.visits), [0, 0, 0, 0, 0]);
  assert.equal((await b.wait(refreshing)).code, 'new-posts');
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('a node that has no room for more calls keeps the hosts of those it makes from other nodes', async (t) => {
  const { b, reader } = await dueBench(t, { limits: { hostsAtOnce: 1 } });
  t.after(keepLeases(b.crawler, { clock: b.clock, log: silentLog }));
  b.crawler.start();
  const other = await makeRounds(b, 5, b.open());
  reader.goOn();
  assert.deepEqual(await b.wait(other.visits), [0, 0, 0, 0, 0]);
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('what a person follows or refreshes is read before what is only due', async (t) => {
  const { b, reader } = await slowBench(t);
  b.web.serve(FEED, { body: rss([1]) }, { body: rss([2, 1]) }, { body: rss([3, 2, 1]) });
  const { sourceId } = await b.subscribe(FEED);
  await b.later(SOON);
  await b.clock.advance(SOON);
  await b.wait(b.crawler.refresh(sourceId));
  assert.deepEqual(reader.urgent, [true, false, true]);
});

test('a kept document that a refresh by hand reads again is read before what is only due, too', async (t) => {
  const { b, reader } = await slowBench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 304 });
  const { sourceId } = await b.subscribe(FEED);
  await b.store.write(async (tx) => {
    const source = await findSource(tx, sourceId);
    assert.ok(source);
    const memory = { ...source.memory, readBy: 'an older version' };
    await updateSource(tx, sourceId, { ...source, memory });
  });
  await b.clock.advance(SOON);
  await b.wait(b.crawler.refresh(sourceId));
  assert.deepEqual(reader.urgent, [true, true]);
});

test('what an import follows is read in its turn, because nobody waits for each of its feeds', async (t) => {
  const { b, reader } = await slowBench(t);
  b.web.serve(FEED, { body: rss([1]) });
  await b.wait(b.crawler.follow(FEED, { isAwaited: false }));
  assert.deepEqual(reader.urgent, [false]);
});

/** Lets time pass, and begins a round in every minute of it. What they have done is told once their documents are read. */
async function makeRounds(
  b: Bench,
  minutes: number,
  crawler: Crawler = b.crawler,
): Promise<{ visits: Promise<number[]> }> {
  const rounds: Promise<number>[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    await b.clock.advance(MINUTE);
    rounds.push(crawler.runDue());
  }
  return { visits: Promise.all(rounds) };
}

/** A bench with a feed that is due and has a new post, and with a reader that is held up. */
async function dueBench(
  t: TestContext,
  options?: Partial<CrawlerOptions>,
): Promise<Awaited<ReturnType<typeof slowBench>> & Subscribed> {
  const { b, reader } = await slowBench(t, options);
  b.web.serve(FEED, { body: rss([1]) }, { body: rss([2, 1]) });
  const subscribed = await b.subscribe(FEED);
  b.web.forget();
  reader.hold();
  await b.clock.advance(SOON);
  return { b, reader, ...subscribed };
}

/** A bench whose reader can be held up, and tells for whom it has read. */
async function slowBench(
  t: TestContext,
  options: Partial<CrawlerOptions> = {},
): Promise<{ b: Bench; reader: { urgent: readonly boolean[]; hold(): void; goOn(): void } }> {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const urgent: boolean[] = [];
  const read: Reader = async (...given) => {
    urgent.push(given[2]?.isAwaited ?? false);
    await gate.promise;
    return inlineReader(...given);
  };
  const b = await bench(t, { read, ...options });
  const reader = {
    urgent,
    hold() {
      gate = Promise.withResolvers();
    },
    goOn: () => gate.resolve(),
  };
  return { b, reader };
}
