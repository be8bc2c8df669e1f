import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOneLine } from './in-one-line.ts';

test('facts stand in one line, those that are not known left out, and none turns the direction of another', () => {
  assert.equal(
    inOneLine('خبر', false, '6 in 30 days', undefined, ''),
    '\u2068خبر\u2069 · \u20686 in 30 days\u2069',
  );
  assert.equal(inOneLine(undefined), '');
});
