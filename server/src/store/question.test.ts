import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Question } from './question.ts';
import { type ReadTx, type Store, StoreUnavailable } from './store.ts';

test('those who ask in one turn are answered by one statement, each about what they asked', async () => {
  const { question, store, statements } = open();
  const answers = await Promise.all(['a', 'b', 'a', 'missing'].map((key) => question.together(store, key)));
  assert.deepEqual(answers, ['a of 1', 'b of 1', 'a of 1', undefined]);
  assert.deepEqual(statements, [['a', 'b', 'missing']]);
});

test('who asks while a statement is under way has one that is sent after that', async () => {
  const { question, store, statements, hold } = open();
  const { sent, answer } = hold();
  const first = question.together(store, 'a');
  await sent;
  const second = question.together(store, 'a');
  answer();
  assert.deepEqual(await Promise.all([first, second]), ['a of 1', 'a of 2']);
  assert.deepEqual(statements, [['a'], ['a']]);
});

test('a statement that fails fails for those who share it, and for nobody after them', async () => {
  const { question, store, statements, hold } = open();
  const { sent, fail } = hold();
  const shared = Promise.allSettled([question.together(store, 'a'), question.together(store, 'b')]);
  await sent;
  const later = question.together(store, 'a');
  fail(new StoreUnavailable('Cannot reach the database'));
  for (const each of await shared) {
    assert.ok(each.status === 'rejected' && each.reason instanceof StoreUnavailable);
  }
  assert.equal(await later, 'a of 2');
  assert.deepEqual(statements, [['a', 'b'], ['a']]);
});

test('another store is asked for itself', async () => {
  const { question, store, statements } = open();
  await Promise.all([question.together(store, 'a'), question.together({ ...store }, 'a')]);
  assert.deepEqual(statements, [['a'], ['a']]);
});

test('very many are shared out among several statements', async () => {
  const { question, store, statements } = open();
  const keys = Array.from({ length: 250 }, (_, number) => `${number}`);
  const answers = await Promise.all(keys.map((key) => question.together(store, key)));
  assert.deepEqual(
    answers.map((answer) => answer?.split(' ')[0]),
    keys,
  );
  assert.deepEqual(
    statements.map(({ length }) => length),
    [100, 100, 50],
  );
});

/** A question whose answers tell by which statement they were read. */
function open() {
  const statements: (readonly string[])[] = [];
  let held: { sent(): void; answered: Promise<void> } | undefined;
  const question = new Question('test', async (_: ReadTx, keys: readonly string[]) => {
    const number = statements.push(keys);
    const holding = held;
    held = undefined;
    holding?.sent();
    await holding?.answered;
    const known = keys.filter((key) => key !== 'missing');
    return new Map(known.map((key) => [key, `${key} of ${number}`]));
  });
  const store: Store = {
    read: (fn) => fn({} as ReadTx),
    write: () => Promise.reject(new Error('Nobody writes here')),
    close: async () => {},
  };
  /** Holds the next statement back: `sent` tells when it was sent, and `answer` and `fail` end it. */
  const hold = () => {
    const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held = { sent: sent.resolve, answered: answered.promise };
    return { sent: sent.promise, answer: () => answered.resolve(), fail: answered.reject };
  };
  return { question, store, statements, hold };
}
