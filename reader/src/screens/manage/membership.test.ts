// Moving feeds between groups, and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Group } from '@courant/client';
import { changesFor, movedTo, placesOf } from './membership.ts';

const groups = [group(1, 10, 11, 12), group(2, 12, 13), group(3)];

test('feeds that are moved leave all their groups for one, and nobody else moves', () => {
  assert.deepEqual(moved([11, 12], { groupId: 3, keepsOthers: false }), [
    { id: 1, feedIds: [10] },
    { id: 2, feedIds: [13] },
    { id: 3, feedIds: [11, 12] },
  ]);
  assert.deepEqual(moved([11, 12], { groupId: 2, keepsOthers: false }), [
    { id: 1, feedIds: [10] },
    { id: 2, feedIds: [11, 12, 13] },
  ]);
  assert.deepEqual(moved([13], { groupId: undefined, keepsOthers: false }), [{ id: 2, feedIds: [12] }]);
});

test('feeds may be in one group more', () => {
  assert.deepEqual(moved([10, 12], { groupId: 2, keepsOthers: true }), [{ id: 2, feedIds: [10, 12, 13] }]);
  assert.deepEqual(moved([12], { groupId: 2, keepsOthers: true }), []);
});

test('the way back leaves in peace what has come and gone meanwhile', () => {
  const before = placesOf(groups, [11, 12]);
  const meanwhile = [group(1, 10, 99), group(3, 11, 12)];
  assert.deepEqual(changesFor(meanwhile, [11, 12], before), [
    { id: 1, feedIds: [10, 11, 12, 99] },
    { id: 3, feedIds: [] },
  ]);
});

function moved(feedIds: number[], where: { groupId: number | undefined; keepsOthers: boolean }) {
  return changesFor(groups, feedIds, movedTo(placesOf(groups, feedIds), feedIds, where));
}

function group(id: number, ...feedIds: number[]): Group {
  return { id, title: String(id), feed_ids: feedIds };
}
