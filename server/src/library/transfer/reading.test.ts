// Long documents that are handed in at the same time: each is read in a thread of its own, and one after the other.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { nodeClock } from '../../clock.ts';
import { reading } from './limits.ts';
import { readPortions } from './reading.ts';

test('of the long documents that are handed in together one is read at a time, and each to its end', async (t) => {
  const most = watchThreads(t);
  const counts = await Promise.all([3, 4, 5].map((items) => countItems(account(items))));
  assert.deepEqual(counts, [3, 4, 5]);
  assert.equal(most(), 1);
});

test('a document that is given up in the middle, or is none, lets the next one be read', async () => {
  const given: Promise<unknown>[] = [];
  for await (const { kind } of readPortions(account(5), nodeClock())) {
    assert.equal(kind, 'courant');
    given.push(
      countItems(Buffer.alloc(2 * reading.bytesInPlace, 'x')).catch(() => 'none'),
      countItems(account(2)),
    );
    break;
  }
  assert.deepEqual(await Promise.all(given), ['none', 2]);
});

/** Items of which each is a portion by itself. */
function account(items: number): Buffer {
  const content = 'x'.repeat(reading.partsChars);
  const lines: object[] = [{ courant: 'account', version: 1 }];
  for (let n = 0; n < items; n++)
    lines.push({ item: { feed: 'https://one.example/feed', guid: `${n}`, content } });
  return Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
}

async function countItems(bytes: Uint8Array): Promise<number> {
  let count = 0;
  for await (const { parts } of readPortions(bytes, nodeClock()))
    count += parts.filter(({ part }) => part === 'item').length;
  return count;
}

/** How many threads there were at most. */
function watchThreads(t: TestContext): () => number {
  let [alive, most] = [0, 0];
  const note = (worker: Worker): void => {
    most = Math.max(most, ++alive);
    worker.once('exit', () => void alive--);
  };
  process.on('worker', note);
  t.after(() => process.off('worker', note));
  return () => most;
}
