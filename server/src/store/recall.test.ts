import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Question } from './question.ts';
import { recall } from './recall.ts';
import type { ReadTx, Store } from './store.ts';

test('what was read is not read again before a commit', async () => {
  const { store, commit } = versioned();
  const [value, count] = counting();
  assert.equal(await recall(store, told(value), 'a'), 1);
  assert.equal(await recall(store, told(value), 'a'), 1);
  commit();
  assert.equal(await recall(store, told(value), 'a'), 2);
  assert.equal(count(), 2);
});

test('each key has its own value, and what is not there is looked for again', async () => {
  const { store } = versioned();
  assert.equal(await recall(store, told(1), 'a'), 1);
  assert.equal(await recall(store, told(2), 'b'), 2);
  assert.equal(await recall(store, told(undefined), 'c'), undefined);
  assert.equal(await recall(store, told(3), 'c'), 3);
});

test('a value that was read before a commit is not kept for those who come after it', async () => {
  const { store, commit } = versioned();
  const slow = Promise.withResolvers<number>();
  const read = () => slow.promise;
  const first = recall(store, told(read), 'a');
  commit();
  await recall(store, told(1), 'b');
  slow.resolve(1);
  assert.equal(await first, 1);
  await setImmediate();
  assert.equal(await recall(store, told(2), 'a'), 2);
});

test('the same key of another question is another thing', async () => {
  const { store } = versioned();
  const other = new Question('other', async () => new Map([['a', 2]]));
  assert.equal(await recall(store, told(1), 'a'), 1);
  assert.equal(await recall(store, other, 'a'), 2);
});

test('where the database cannot say what was committed, it is read each time', async () => {
  const { store } = versioned();
  const [value, count] = counting();
  const silent: Store = { ...store, version: () => undefined };
  await recall(silent, told(value), 'a');
  await recall(silent, told(value), 'a');
  assert.equal(count(), 2);
});

function counting(): [read: () => Promise<number>, count: () => number] {
  let count = 0;
  return [async () => ++count, () => count];
}

/** A question that has this answer, whatever the key. */
function told(answer: number | undefined | (() => Promise<number>)): Question<string, number> {
  return new Question('test', async (_, keys) => {
    const value = typeof answer === 'function' ? await answer() : answer;
    return new Map(value === undefined ? [] : keys.map((key) => [key, value]));
  });
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
