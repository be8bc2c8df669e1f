// Which keys are meant on keyboards of other scripts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOf } from './keys.ts';

test('where a keyboard has no Latin letters, or not our signs, the position of a key counts', () => {
  for (const [key, code, meant] of [
    ['о', 'KeyJ', 'j'],
    // With an input method.
    ['Process', 'KeyJ', 'j'],
    ['ظ', 'Slash', '/'],
    ['ز', 'Period', '.'],
    ['و', 'Comma', ','],
    ['х', 'BracketLeft', '['],
  ] as const)
    assert.deepEqual(namesOf(pressed({ key, code })), [key, meant]);
  assert.deepEqual(namesOf(pressed({ key: 'М', code: 'KeyV', shiftKey: true })), ['М', 'V']);
  assert.deepEqual(namesOf(pressed({ key: '؟', code: 'Slash', shiftKey: true })), ['؟', '?']);
});

test('a sign of the keyboard itself is meant wherever it is, and none by a letter of ours, or an accent that waits for it', () => {
  assert.deepEqual(namesOf(pressed({ key: '.', code: 'Slash' })), ['.']);
  assert.deepEqual(namesOf(pressed({ key: 'ü', code: 'BracketLeft' })), ['ü']);
  assert.deepEqual(namesOf(pressed({ key: 'Dead', code: 'BracketLeft' })), ['Dead']);
});

function pressed(how: { key: string; code: string; shiftKey?: boolean }): KeyboardEvent {
  return { shiftKey: false, metaKey: false, ctrlKey: false, ...how } as KeyboardEvent;
}
