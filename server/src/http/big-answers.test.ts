import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTurns } from './big-answers.ts';

test('whoever asks for little is answered before the next big answer begins', async () => {
  const inTurn = inTurns({ atOnce: 1, turns: 3 });
  const told: string[] = [];
  const big = ['a', 'b', 'c'].map((name) => inTurn(async () => void told.push(name)));
  for (const name of ['1', '2']) {
    await nextTurn();
    told.push(name);
  }
  await Promise.all(big);
  assert.deepEqual(told, ['1', '2', 'a', 'b', 'c']);
});

test('only so many big answers are made at once, in the order in which they were asked for, and one that fails holds up nobody', async () => {
  const inTurn = inTurns({ atOnce: 2, turns: 1 });
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const tasks = [1, 2, 3, 4, 5].map((number) =>
    inTurn(async () => {
      begun.push(number);
      most = Math.max(most, ++running);
      await nextTurn();
      running--;
      if (number === 2) throw new Error('no');
      return number;
    }),
  );
  const ends = await Promise.allSettled(tasks);
  assert.deepEqual([begun, most], [[1, 2, 3, 4, 5], 2]);
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : 'failed')),
    [1, 'failed', 3, 4, 5],
  );
});
