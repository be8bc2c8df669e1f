import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packIds, unpackIds } from './id-ranges.ts';

test('ids in a row are told by their ends, single ones by themselves', () => {
  assert.equal(packIds([5, 6, 7, 12, 14, 15]), '5-7,12,14-15');
  assert.equal(packIds([]), '');
});

test('what is packed comes back as it was', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 400 })).map((list) => list.sort((a, b) => a - b));
  fc.assert(fc.property(ids, (list) => assert.deepEqual(unpackIds(packIds(list)), list)));
});
