import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost } from './at-most.ts';

test('so many tasks run at once and no more, in the order in which they came', async () => {
  const gate = atMost(2);
  const begun: number[] = [];
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<number>());
  const tasks = ends.map(({ promise }, number) =>
    gate(() => {
      begun.push(number);
      return promise;
    }),
  );
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.resolve(1);
  assert.equal(await tasks[1], 1);
  assert.deepEqual(begun, [0, 1, 2]);
  // A failed task frees its place as well.
  ends[0]?.reject(new Error('no'));
  await assert.rejects(tasks[0] ?? Promise.resolve());
  assert.deepEqual(begun, [0, 1, 2, 3]);
  ends[2]?.resolve(2);
  ends[3]?.resolve(3);
  assert.deepEqual(await Promise.all(tasks.slice(2)), [2, 3]);
});

test('a place that was passed on to the next in line is taken, so whoever comes then waits', async () => {
  const gate = atMost(1);
  const begun: number[] = [];
  const ends = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const come = (number: number): Promise<void> =>
    gate(() => {
      begun.push(number);
      return ends[number]?.promise ?? Promise.resolve();
    });
  const [first, second] = [come(0), come(1)];
  ends[0]?.resolve();
  await first;
  const third = come(2);
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.resolve();
  await second;
  ends[2]?.resolve();
  await third;
  assert.deepEqual(begun, [0, 1, 2]);
});
