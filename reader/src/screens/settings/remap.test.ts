// Keys that may be given to actions, and what they replace.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNone } from '../../../../server/test/assert-none.ts';
import { change } from '../../data/settings.ts';
import { actions, keysOf } from '../../frame/keys.ts';
import { keysWith, objectionTo } from './remap.ts';

test('no usual key is that of two actions, or one with which others begin', () => {
  const keys: readonly string[] = Object.values(actions).flat();
  assertNone(
    keys.filter((key, place) => keys.indexOf(key) < place || keys.some((each) => each.startsWith(`${key} `))),
    'In reader/src/frame/keys.ts another action has these, or keys that begin with them.',
  );
});

test('a key that is free may be given, also to an action that has it', () => {
  assert.equal(objectionTo('x', 'next'), undefined);
  assert.equal(objectionTo('j', 'next'), undefined);
  assert.equal(objectionTo('ArrowDown', 'next'), undefined);
});

test('a key of another action, or with which others begin, may not', () => {
  assert.deepEqual(objectionTo('s', 'next'), { kind: 'taken', by: 'star' });
  assert.deepEqual(objectionTo(' ', 'next'), { kind: 'taken', by: 'scroll' });
  assert.deepEqual(objectionTo('g', 'next'), { kind: 'begins' });
});

test('keys that confirm, cancel or move the focus, or come with Control, stay what they are', () => {
  for (const key of ['Enter', 'Escape', 'Tab', 'mod+j', 'Dead', ''])
    assert.deepEqual(objectionTo(key, 'next'), { kind: 'unusable' }, key);
});

test('another key takes the place of signs and pairs, and leaves Enter and those with Control', () => {
  assert.deepEqual(keysWith('open', 'x'), ['x', 'Enter']);
  assert.deepEqual(keysWith('goFeed', 'x'), ['x', 'mod+k']);
  assert.deepEqual(keysWith('star', undefined), []);
});

test('a key that was taken from one action is free for another', () => {
  change({ keys: { star: keysWith('star', 'x') } });
  assert.deepEqual(keysOf('star'), ['x']);
  assert.equal(objectionTo('s', 'next'), undefined);
  assert.deepEqual(objectionTo('x', 'next'), { kind: 'taken', by: 'star' });
});
