import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_USER_NAME_LENGTH, requireUserName, userNameKey } from './user.ts';

test('two spellings of a name have the same key, however many characters either takes', () => {
  assert.equal(userNameKey(' Ａnn\u0065\u0301 '), userNameKey('anné'));
  // One letter of Arabic that stands for eighteen, and the Vietnamese letters that are typed as three.
  const [ligatures, letters] = ['\ufdfa', 'ự'].map((each) => each.repeat(MAX_USER_NAME_LENGTH));
  assert.equal(userNameKey(ligatures ?? '').length, 18 * MAX_USER_NAME_LENGTH);
  assert.equal(userNameKey(letters?.normalize('NFD') ?? ''), letters);
});

test('of a name that is longer than any may be, only the beginning is compared', () => {
  const long = 'x'.repeat(16 * MAX_USER_NAME_LENGTH);
  assert.equal(userNameKey(`${long}y`), userNameKey(long));
  assert.notEqual(userNameKey(long), userNameKey(long.slice(1)));
});

test('a name has 64 characters at most, however many units of the machine each takes', () => {
  for (const letter of ['x', '🦉']) {
    requireUserName(` ${letter.repeat(64)} `);
    assert.throws(() => requireUserName(letter.repeat(65)), { code: 'invalid', reason: 'name-too-long' });
  }
  for (const name of [' ', '\u3164', '\u2800'])
    assert.throws(() => requireUserName(name), { code: 'invalid', reason: 'name-empty' });
  for (const name of ['a:b', 'a\u200bb', 'a\nb'])
    assert.throws(() => requireUserName(name), { code: 'invalid', reason: 'name-not-allowed' }, name);
});
