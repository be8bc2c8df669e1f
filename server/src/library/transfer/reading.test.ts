// Long documents that are handed in at the same time: each is read in a thread of its own, and one after the other.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { fakeClock } from '../../../test/fake-clock.ts';
import { nodeClock } from '../../clock.ts';
import { reading } from './limits.ts';
import { readPortions } from './reading.ts';

const never = new AbortController().signal;

test('of the long documents that are handed in together one is read at a time, and each to its end', async (t) => {
  const threads = watchThreads(t);
  const counts = await Promise.all([3, 4, 5].map((items) => countItems(account(items))));
  assert.deepEqual(counts, [3, 4, 5]);
  assert.deepEqual(threads(), { most: 1, all: 3 });
});

test('a document that is given up in the middle, or is none, lets the next one be read', async () => {
  const given: Promise<unknown>[] = [];
  for await (const { kind } of readPortions(account(5), nodeClock(), never)) {
    assert.equal(kind, 'courant');
    given.push(
      countItems(Buffer.alloc(2 * reading.bytesInPlace, 'x')).catch(() => 'none'),
      countItems(account(2)),
    );
    break;
  }
  assert.deepEqual(await Promise.all(given), ['none', 2]);
});

test('how long it takes to store what was read does not count as reading', async () => {
  const clock = fakeClock();
  let count = 0;
  for await (const { parts } of readPortions(account(3), clock, never)) {
    count += parts.filter(({ part }) => part === 'item').length;
    await clock.advance(2 * reading.timeoutMs);
  }
  assert.equal(count, 3);
  assert.equal(clock.pending, 0);
});

test('a clock that is set while a document is read makes the time for it neither shorter nor longer', async () => {
  const clock = fakeClock();
  const waits: number[] = [];
  for (const aheadMs of [2, -2].map((times) => times * reading.timeoutMs)) {
    const after: typeof clock.after = (delayMs, fn) => {
      waits.push(delayMs);
      clock.set(clock.now() + aheadMs);
      return clock.after(delayMs, fn);
    };
    for await (const _ of readPortions(account(1), { ...clock, after }, never));
  }
  assert.ok(waits.length > 2);
  assert.deepEqual(new Set(waits), new Set([reading.timeoutMs]));
});

test('when the service closes, the document that is read is given up, and no other is begun', async (t) => {
  const threads = watchThreads(t);
  const closing = new AbortController();
  const first = readPortions(account(5), nodeClock(), closing.signal);
  await first.next();
  const others = Promise.allSettled([2, 3].map((items) => countItems(account(items), closing.signal)));
  closing.abort(new Error('closing'));
  await assert.rejects(first.next(), /closing/);
  assert.deepEqual(
    (await others).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(threads(), { most: 1, all: 1 });
});

/** Items of which each is a portion by itself. */
function account(items: number): Buffer {
  const content = 'x'.repeat(reading.partsChars);
  const lines: object[] = [{ courant: 'account', version: 1 }];
  for (let n = 0; n < items; n++)
    lines.push({ item: { feed: 'https://one.example/feed', guid: `${n}`, content } });
  return Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
}

async function countItems(bytes: Uint8Array, closing = never): Promise<number> {
  let count = 0;
  for await (const { parts } of readPortions(bytes, nodeClock(), closing))
    count += parts.filter(({ part }) => part === 'item').length;
  return count;
}

/** How many threads there were at most at the same time, and altogether. */
function watchThreads(t: TestContext): () => { most: number; all: number } {
  let [alive, most, all] = [0, 0, 0];
  const note = (worker: Worker): void => {
    all++;
    most = Math.max(most, ++alive);
    worker.once('exit', () => void alive--);
  };
  process.on('worker', note);
  t.after(() => process.off('worker', note));
  return () => ({ most, all });
}
