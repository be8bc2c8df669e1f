import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byPosition } from './position.ts';

test('what a person has ordered comes in that order, and of two at one place the older first', () => {
  const all = [
    { position: 2, id: 1 },
    { position: 1, id: 4 },
    { position: 1, id: 3 },
    { position: 0, id: 5 },
    { position: 1, id: 10 },
  ];
  assert.deepEqual(
    all.sort(byPosition).map(({ id }) => id),
    [5, 3, 4, 10, 1],
  );
});
