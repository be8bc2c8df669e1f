// Visits that end with the thread or the process that made them: nothing of them is recorded by whoever made them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { takeOver } from '../store/duties.ts';
import { lockSchedule } from '../store/sources/schedules.ts';
import { findSource, updateSource } from '../store/sources/sources.ts';
import type { Store } from '../store/store.ts';
import type { Reader } from './reading/reading.ts';
import { healthOf } from './schedule/health.ts';
import { type Bench, bench, rss } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const modified = (n: number) => ({ headers: { etag: `"${n}"` } });

test('a document that kills whoever reads it is asked for ever less often, and told as failing', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), ...modified(1) }, { body: rss([2, 1]), ...modified(2) });
  const { sourceId, userId } = await b.subscribe(FEED);
  await b.clock.advance(8 * HOUR);
  b.web.forget();
  const calls: number[] = [];
  for (let hour = 0; hour < 30; hour++) {
    for (let n = 0; n < 12; n++) await dieVisiting(b, 5 * MINUTE);
    calls.push(b.web.requestsFor(FEED).length);
  }
  assert.ok((calls[0] ?? 0) <= 3, `${calls[0]} calls in the first hour`);
  assert.ok((calls.at(-1) ?? 0) <= 8, `${calls.at(-1)} calls in thirty hours`);
  const state = async () => (await b.store.read((tx) => healthOf(tx, sourceId)))?.state;
  assert.equal(await state(), 'failing');
  await b.later(DAY);
  assert.equal(await state(), 'well', 'a newer version can read it');
  assert.equal((await b.items(userId)).length, 2);
  assert.equal((await b.source(sourceId)).memory.lostAt, undefined);
});

test('a visit that is lost with its node once is made again when its lease ends, and is no failure', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, ...[1, 2, 3, 4, 5].map((n) => ({ body: rss([n]), ...modified(n) })));
  const { sourceId } = await b.subscribe(FEED);
  for (const time of ['first', 'second']) {
    await b.clock.advance(10 * HOUR);
    await dieVisiting(b, 0);
    await b.clock.advance(3 * MINUTE);
    assert.equal(await b.round(), 1);
    const [last, before] = await b.visits(sourceId);
    assert.equal(last?.outcome.kind, 'document', time);
    assert.ok((last?.at ?? 0) - (before?.at ?? 0) >= 10 * HOUR, 'nothing was noted in between');
  }
});

test('what a killed service was visiting in a file is known to have been lost', {
  skip: isOnPostgres,
}, async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), ...modified(1) }, { body: rss([2, 1]), ...modified(2) });
  const { sourceId } = await b.subscribe(FEED);
  await b.clock.advance(8 * HOUR);
  b.web.forget();
  for (let restarts = 0; restarts < 30; restarts++) {
    await b.store.write(takeOver);
    await dieVisiting(b, 15_000);
  }
  assert.equal(b.web.requestsFor(FEED).length, 2);
  const [last] = await b.visits(sourceId);
  assert.deepEqual(last?.outcome.kind === 'unreachable' && last.outcome.reason, 'our-fault');
});

test('what another node stores of a source while its lost visit is noted is kept', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), ...modified(1) }, { body: rss([2, 1]), ...modified(2) });
  const { sourceId } = await b.subscribe(FEED);
  await b.clock.advance(8 * HOUR);
  await dieVisiting(b, 0);
  await b.clock.advance(3 * MINUTE);
  const written = Promise.withResolvers<void>();
  const noting = Promise.withResolvers<void>();
  const pushed = b.store.write(async (tx) => {
    await lockSchedule(tx, sourceId);
    const source = await findSource(tx, sourceId);
    assert.ok(source);
    await updateSource(tx, sourceId, { ...source, title: 'What was pushed' });
    written.resolve();
    await noting.promise;
  });
  await written.promise;
  await dieVisiting(b, 0, telling(b.store, noting.resolve));
  await pushed;
  const { title, memory } = await b.source(sourceId);
  assert.equal(title, 'What was pushed');
  assert.notEqual(memory.lostAt, undefined);
});

/** Tells when a source is about to be locked or written. */
function telling(store: Store, tell: () => void): Store {
  return {
    ...store,
    write: (fn, options) =>
      store.write((tx) => {
        const { get, run } = tx;
        tx.get = (statement) => {
          if (statement.text.includes('FROM schedules WHERE source_id')) tell();
          return get.call(tx, statement) as never;
        };
        tx.run = (statement) => {
          if (statement.text.includes('UPDATE sources')) tell();
          return run.call(tx, statement);
        };
        return fn(tx);
      }, options),
  };
}

/** After a while, a node visits what is due then, and dies while it reads the document. */
async function dieVisiting(b: Bench, afterMs: number, store = b.store): Promise<void> {
  await b.clock.advance(afterMs);
  const dying = Promise.withResolvers<void>();
  const read: Reader = () => {
    dying.resolve();
    return new Promise(() => {});
  };
  await b.wait(Promise.race([dying.promise, b.open({ read, store }).runDue()]));
}
