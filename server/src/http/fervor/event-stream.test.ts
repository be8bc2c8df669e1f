import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../model/refusal.ts';
import { EventStream } from './event-stream.ts';

/** A stream whose events come from `next`, its reader, and what it has reported about failures and its end. */
function opened(next: () => Promise<string | undefined>) {
  const failures: unknown[] = [];
  let ends = 0;
  const stream = new EventStream({ next, failed: (error) => failures.push(error) });
  stream.onEnd(() => {
    ends += 1;
  });
  const reader = stream.body().getReader();
  const read = async (): Promise<string | undefined> => {
    const { value, done } = await reader.read();
    return done ? undefined : new TextDecoder().decode(value);
  };
  return { stream, read, failures, ends: () => ends };
}

test('news that come while nothing was found are looked for again', async () => {
  const first = Promise.withResolvers<undefined>();
  const answers = [first.promise, Promise.resolve('event\n\n')];
  const { stream, read } = opened(() => answers.shift() ?? Promise.resolve(undefined));
  assert.equal(await read(), 'retry: 3000\n\n');
  const coming = read();
  await new Promise((resolve) => setImmediate(resolve));
  stream.changed();
  first.resolve(undefined);
  assert.equal(await coming, 'event\n\n');
});

test('after an event the next is asked for without being told', async () => {
  const events = ['a', 'b', 'c'];
  const { read } = opened(async () => events.shift());
  await read();
  assert.deepEqual([await read(), await read(), await read()], ['a', 'b', 'c']);
});

test('nothing is read for a reader that takes nothing', async () => {
  let asked = 0;
  const { stream, read } = opened(async () => {
    asked += 1;
    return undefined;
  });
  for (let time = 0; time < 5; time++) stream.changed();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(asked, 0);
  await read();
  assert.equal(asked, 0);
});

test('a failure is told and ends the stream; a refusal ends it without a word', async () => {
  for (const [error, told] of [
    [new Error('the disk is gone'), 1],
    [new Refusal('gone', 'Cannot follow events: the cursor is too old'), 0],
  ] as const) {
    const { read, failures, ends } = opened(() => Promise.reject(error));
    await read();
    assert.equal(await read(), undefined);
    assert.deepEqual([failures.length, ends()], [told, 1]);
  }
});

test('its end is told once, also where it came before anybody asked to be told', async () => {
  const { stream, read, ends } = opened(async () => undefined);
  stream.closed();
  stream.closed();
  assert.equal(await read(), undefined);
  assert.equal(ends(), 1);
  const early = new EventStream({ next: async () => undefined, failed: () => {} });
  early.closed();
  let told = 0;
  early.onEnd(() => {
    told += 1;
  });
  assert.equal(told, 1);
});
