import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slicesOf } from './slices.ts';

test('a list is cut into slices of a size, the last of which may be shorter', () => {
  assert.deepEqual([...slicesOf([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]]);
  assert.deepEqual([...slicesOf([1, 2], 2)], [[1, 2]]);
  assert.deepEqual([...slicesOf([1], 2)], [[1]]);
  assert.deepEqual([...slicesOf([], 2)], []);
});
