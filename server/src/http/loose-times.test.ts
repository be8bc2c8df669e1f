// Times whose unit is told by their size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTime } from './loose-times.ts';

const now = 1_795_208_161_234;

const times: [text: string | undefined, time: number | undefined, end?: number][] = [
  ['1795208161', 1_795_208_161_000, 1_795_208_161_999],
  [' 1795208161\n', 1_795_208_161_000, 1_795_208_161_999],
  ['1795208161234', now, now],
  ['1795208161234567', now, now],
  ['1795208161234567890', now, now],
  // As the clocks of Python, Emacs and JavaScript give seconds: what is meant is this moment, not the whole second.
  ['1795208161.234', now, now],
  ['1795208161.2339', now, now],
  ['1795208161.', 1_795_208_161_000, 1_795_208_161_000],
  ['1795208161234.5', now, now],
  // The last and the first of each unit.
  ['99999999999', 99_999_999_999_000, 99_999_999_999_999],
  ['100000000000', 100_000_000_000],
  ['99999999999999', 99_999_999_999_999],
  ['100000000000000', 100_000_000_000],
  ['17952081612345678', 17_952_081_612_345],
  ['100000000000000000', 100_000_000_000],
  ['0001795208161234', now],
  ['0', undefined],
  ['', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['.5', undefined],
  ['1795208161.2.3', undefined],
  [undefined, undefined],
];
for (const [text, time, end = time] of times) {
  test(`${text} is ${time ?? 'no time'}`, () => {
    assert.equal(readTime(text), time);
    assert.equal(readTime(text, { end: true }), end);
  });
}

test('the greatest integer of 64 bits is a time in the future', () => {
  assert.ok((readTime('9223372036854775807') ?? 0) > now);
});

test('even the longest number is one that every database takes', () => {
  for (const digit of ['1', '9']) assert.ok(Number.isSafeInteger(readTime(digit.repeat(25))), digit);
});
