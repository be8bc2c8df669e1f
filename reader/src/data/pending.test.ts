import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberedItems } from './limits.ts';
import {
  addPending,
  askedNow,
  isNewerWhole,
  newerMark,
  noteTold,
  noteWhole,
  removePending,
} from './pending.ts';

test('an answer that was asked for before a write was done says nothing about its mark; one that was asked for behind it does', () => {
  const [before] = [askedNow(), addPending('read', [1], true)];
  const during = askedNow();
  assert.equal(newerMark('read', 1, during), true);
  removePending('read', [1]);
  assert.equal(newerMark('read', 1, before), true);
  assert.equal(newerMark('read', 1, during), true);
  assert.equal(newerMark('read', 1, askedNow()), undefined);
  assert.equal(newerMark('star', 1, before), undefined);
});

test('of two writes of one mark the later counts until both are done', () => {
  addPending('star', [2], true);
  addPending('star', [2], false);
  removePending('star', [2]);
  assert.equal(newerMark('star', 2, askedNow()), false);
  removePending('star', [2]);
  assert.equal(newerMark('star', 2, askedNow()), undefined);
});

test('what the change feed tells is newer than what was asked for before, also of items that are not known', () => {
  const before = askedNow();
  assert.equal(noteTold('read', 3, true), false);
  noteWhole([3]);
  assert.equal(newerMark('read', 3, before), true);
  assert.equal(isNewerWhole(3, before), true);
  const behind = askedNow();
  assert.equal(newerMark('read', 3, behind), undefined);
  assert.equal(isNewerWhole(3, behind), false);
});

test('the opposite of what was done here is in doubt until the change feed has told the deed itself', () => {
  addPending('read', [4], true);
  removePending('read', [4]);
  assert.equal(noteTold('read', 4, false), true);
  assert.equal(noteTold('read', 4, true), false);
  assert.equal(noteTold('read', 4, false), false);
});

test('the opposite of what was done here that is told while it is under way is in doubt when that is done, unless the deed itself is told after it', () => {
  addPending('read', [6, 7, 8], true);
  for (const id of [6, 7]) assert.equal(noteTold('read', id, false), true);
  assert.equal(noteTold('read', 7, true), false);
  assert.equal(noteTold('read', 8, true), false);
  assert.equal(noteTold('read', 8, false), true);
  assert.equal(newerMark('read', 8, askedNow()), true);
  assert.deepEqual(removePending('read', [6, 7, 8, 9]), [6, 8]);
});

test('what another page has done with is in doubt until the change feed has told it', () => {
  addPending('read', [11, 12], true);
  noteTold('read', 12, true);
  assert.deepEqual(removePending('read', [11, 12], false), [11]);
});

test('of two writes of one mark the second is done before anything is in doubt', () => {
  addPending('star', [10], true);
  addPending('star', [10], false);
  noteTold('star', 10, true);
  assert.deepEqual(removePending('star', [10]), []);
  assert.deepEqual(removePending('star', [10]), [10]);
});

test('the opposite of what was done here is believed when the service was asked since', () => {
  addPending('read', [5], true);
  removePending('read', [5]);
  assert.equal(noteTold('read', 5, false), true);
  newerMark('read', 5, askedNow());
  assert.equal(noteTold('read', 5, false), false);
});

test('of what was told and done to very many items, the oldest is forgotten, but no mark that is still to be sent', () => {
  const ids = Array.from({ length: rememberedItems + 10 }, (_, index) => 1_000_000 + index);
  const [first = 0] = ids;
  const [last = 0] = ids.slice(-1);
  const before = askedNow();
  noteWhole(ids);
  assert.deepEqual([isNewerWhole(first, before), isNewerWhole(last, before)], [false, true]);
  addPending('read', ids, true);
  assert.equal(newerMark('read', first, before), true);
  removePending('read', ids);
  noteTold('read', 1, true);
  assert.deepEqual([newerMark('read', first, before), newerMark('read', last, before)], [undefined, true]);
});

test('what is told again of an item is remembered for as long as what is told of a new one', () => {
  const ids = Array.from({ length: rememberedItems }, (_, index) => 2_000_000 + index);
  const [first = 0, second = 0] = ids;
  const before = askedNow();
  for (const id of [...ids, first, 3_000_000]) noteTold('star', id, true);
  assert.deepEqual([newerMark('star', first, before), newerMark('star', second, before)], [true, undefined]);
});
