import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someDoor } from './testing/some-door.ts';
import { ToldAnswers } from './told-answers.ts';
import { WholeResponse } from './whole-response.ts';

const now = 1_000;

test('the same words are told again what they were, and may change what they get', async () => {
  const { ask } = open();
  const one = await ask('a');
  one.headers.set('X-Request-Id', '1');
  const other = await ask('a');
  assert.equal(await other.text(), await one.text());
  assert.equal(other.headers.get('X-Request-Id'), null);
  other.headers.set('X-Request-Id', '2');
  assert.equal((await ask('a')).headers.get('X-Request-Id'), null);
  assert.equal(await (await ask('b')).text(), '2');
});

test('an answer ends with the next commit, and with its own end', async () => {
  const { ask, commit } = open();
  assert.equal(await (await ask('a')).text(), '1');
  assert.equal(await (await ask('a', now + 9)).text(), '1');
  assert.equal(await (await ask('a', now + 10)).text(), '2');
  commit();
  assert.equal(await (await ask('b')).text(), '3');
  assert.equal(await (await ask('a')).text(), '4', 'nor does it come back with what is kept since');
});

test('an answer that was overtaken by a commit is kept for nobody', async () => {
  const { told, make, commit } = open();
  const slow = Promise.withResolvers<void>();
  const first = told.orElse('a', now, () => slow.promise.then(make));
  commit();
  await told.orElse('b', now, make);
  slow.resolve();
  await first;
  const { response } = await told.orElse('a', now, make);
  assert.equal(await response.text(), '3');
  const kept = await told.orElse('b', now, make);
  assert.equal(await kept.response.text(), '1', 'what was kept since the commit stays');
});

for (const [what, options] of [
  ['words that are not at hand', { words: undefined }],
  ['an answer for once', { goodUntil: undefined }],
  ['a database that cannot tell its commits', { lastCommit: () => undefined }],
  ['one that is out of order', { lastCommit: outOfOrder }],
] as const) {
  test(`nothing is kept of ${what}`, async () => {
    const { told, make } = open(options);
    const words = 'words' in options ? options.words : 'a';
    for (const count of ['1', '2']) {
      const { response } = await told.orElse(words, now, make);
      assert.equal(await response.text(), count);
    }
  });
}

test('what is kept has an end, and one answer is not too much for it', async () => {
  const { ask } = open({ bytes: 1_500_000 });
  for (const words of ['a', 'a', 'b', 'b', 'c', 'c']) await ask(words);
  assert.equal(await countOf(ask('c')), 6);
  assert.equal(await countOf(ask('a')), 7);
  assert.equal(await countOf(ask('c')), 6, 'what has begun anew has room for both');
  const huge = open({ bytes: 5_000_000 });
  for (const words of ['a', 'a']) await huge.ask(words);
  assert.equal(await countOf(huge.ask('a')), 3);
});

test('an answer that two ask for at once counts once', async () => {
  const { ask } = open({ bytes: 1_500_000 });
  await ask('b');
  await ask('b');
  await ask('a');
  await Promise.all([ask('a'), ask('a')]);
  assert.equal(await countOf(ask('b')), 2);
});

test('a large answer is kept when it is asked for again, and after a commit so again', async () => {
  const { ask, commit } = open({ bytes: 50_000 });
  const counts = async () => [await countOf(ask('a')), await countOf(ask('a')), await countOf(ask('a'))];
  assert.deepEqual(await counts(), [1, 2, 2]);
  commit();
  assert.deepEqual(await counts(), [3, 4, 4]);
});

test('a kept answer holds no more memory than is counted for it', async () => {
  const { ask } = open();
  const asked = Array.from({ length: 500 }, (_, place) => `words ${place}`);
  for (const words of asked) {
    await ask(words);
    // What others get meanwhile comes from the same pool of the runtime.
    Buffer.from('x'.repeat(30_000));
  }
  const kept = await Promise.all(asked.map((words) => ask(words)));
  assert.equal(await kept[0]?.text(), '1');
  assert.ok(bytesHeldBy(kept) < 4 * 1024 * 1024, `${bytesHeldBy(kept)} bytes are held`);
});

function bytesHeldBy(all: readonly Response[]): number {
  const buffers = new Set(all.map((each) => each instanceof WholeResponse && each.whole?.buffer));
  return [...buffers].reduce((sum, buffer) => sum + (buffer ? buffer.byteLength : 0), 0);
}

async function countOf(response: Promise<Response>): Promise<number> {
  return Number(await (await response).text());
}

function outOfOrder(): never {
  throw new Error('disk I/O error');
}

interface Options {
  words?: undefined;
  goodUntil?: number | undefined;
  lastCommit?: () => number | undefined;
  bytes?: number;
}

/** Each answer that is made says which one it is. */
function open(options: Options = {}) {
  let [version, made] = [1, 0];
  const told = new ToldAnswers(options.lastCommit ?? (() => version));
  const make = async () => {
    const goodUntil = 'goodUntil' in options ? options.goodUntil : now + 10;
    const response = new WholeResponse(String(++made).padEnd(options.bytes ?? 0), { goodUntil });
    return { door: someDoor([]), route: '/x', response };
  };
  const ask = async (words: string, at = now) => (await told.orElse(words, at, make)).response;
  return { told, make, ask, commit: () => void version++ };
}
