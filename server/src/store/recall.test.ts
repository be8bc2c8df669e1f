import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { recall } from './recall.ts';
import type { ReadTx, Store } from './store.ts';

test('what was read is not read again before a commit', async () => {
  const { store, commit } = versioned();
  const [value, count] = counting();
  assert.equal(await recall(store, 'a', value), 1);
  assert.equal(await recall(store, 'a', value), 1);
  commit();
  assert.equal(await recall(store, 'a', value), 2);
  assert.equal(count(), 2);
});

test('each key has its own value, and what is not there is looked for again', async () => {
  const { store } = versioned();
  assert.equal(await recall(store, 'a', async () => 1), 1);
  assert.equal(await recall(store, 'b', async () => 2), 2);
  assert.equal(await recall(store, 'c', async () => undefined), undefined);
  assert.equal(await recall(store, 'c', async () => 3), 3);
});

test('a value that was read before a commit is not kept for those who come after it', async () => {
  const { store, commit } = versioned();
  const slow = Promise.withResolvers<number>();
  const first = recall(store, 'a', () => slow.promise);
  commit();
  await recall(store, 'b', async () => 1);
  slow.resolve(1);
  assert.equal(await first, 1);
  await setImmediate();
  assert.equal(await recall(store, 'a', async () => 2), 2);
});

test('where the database cannot say what was committed, it is read each time', async () => {
  const { store } = versioned();
  const [value, count] = counting();
  const silent: Store = { ...store, version: () => undefined };
  await recall(silent, 'a', value);
  await recall(silent, 'a', value);
  assert.equal(count(), 2);
});

function counting(): [read: (tx: ReadTx) => Promise<number>, count: () => number] {
  let count = 0;
  return [async () => ++count, () => count];
}

function versioned(): { store: Store; commit(): void } {
  let version = 1;
  const store: Store = {
    read: (fn) => fn({} as ReadTx),
    write: () => Promise.reject(new Error('Nobody writes here')),
    close: async () => {},
    version: () => version,
  };
  return { store, commit: () => version++ };
}
