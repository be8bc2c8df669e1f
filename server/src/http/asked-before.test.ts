import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AskedBefore } from './asked-before.ts';

test('what is asked for a second time was asked for before', () => {
  const asked = new AskedBefore();
  assert.deepEqual(
    ['a', 'b', 'a', 'a', 'b'].map((key) => asked.ask(key)),
    [false, false, true, true, true],
  );
});

test('what was asked for lately is remembered, and what is long ago is not', () => {
  const asked = new AskedBefore();
  asked.ask('first');
  for (let number = 0; number < 999; number++) asked.ask(String(number));
  assert.equal(asked.ask('0'), true);
  for (let number = 999; number < 1_999; number++) asked.ask(String(number));
  for (const known of ['first', '998', '1000']) assert.equal(asked.ask(known), true, known);
  for (let number = 2_000; number < 3_000; number++) asked.ask(String(number));
  assert.equal(asked.ask('first'), false);
});
