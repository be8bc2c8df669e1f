import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_USER_NAME_LENGTH, userNameKey } from './user.ts';

test('two spellings of a name have the same key, however many characters either takes', () => {
  assert.equal(userNameKey(' Ａnn\u0065\u0301 '), userNameKey('anné'));
  // One letter of Arabic that stands for eighteen, and the Vietnamese letters that are typed as three.
  const [ligatures, letters] = ['\ufdfa', 'ự'].map((each) => each.repeat(MAX_USER_NAME_LENGTH));
  assert.equal(userNameKey(ligatures ?? '').length, 18 * MAX_USER_NAME_LENGTH);
  assert.equal(userNameKey(letters?.normalize('NFD') ?? ''), letters);
});

test('the key of a long name takes time in proportion to its length, whatever it consists of', () => {
  const name = `a${'\u0315\u0300'.repeat(60_000)}`;
  const begun = process.cpuUsage();
  userNameKey(name);
  const { user, system } = process.cpuUsage(begun);
  // Sorting all of these marks takes 7 s, and half a million of them eight minutes.
  assert.ok(user + system < 1_000_000, `${user + system} µs`);
});
