// Sizes as people read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesText } from './bytes.ts';

test('a size has a unit in which it is a small number, in the manner of the language', () => {
  assert.equal(bytesText(0, 'en'), '0 bytes');
  assert.equal(bytesText(999, 'en'), '999 bytes');
  assert.equal(bytesText(1_000, 'en'), '1 kB');
  assert.equal(bytesText(73_400_320, 'en'), '73.4 MB');
  assert.equal(bytesText(1_250_000_000, 'de'), '1,3\u00a0GB');
  assert.equal(bytesText(4e15, 'en'), '4,000 TB');
});
