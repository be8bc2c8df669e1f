import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

test('a password is stored as argon2id of 19 MiB, two passes and one lane, with a salt of its own', async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, other);
});

test('a password is right however a keyboard encodes its letters', async () => {
  const stored = await hashPassword('\uff43orrect cafe\u0301');
  assert.equal(await isPassword(stored, 'correct caf\u00e9'), true);
  assert.equal(await isPassword(stored, 'correct cafe'), false);
});

test('a password has eight characters at least, whatever each is made of, and 1,024 at most', async () => {
  for (const password of ['12345678', '🔑'.repeat(8), 'x'.repeat(1_024)])
    assert.equal(await isPassword(await hashPassword(password), password), true);
  for (const password of ['1234567', '🔑'.repeat(7), 'x'.repeat(1_025)])
    await assert.rejects(hashPassword(password), { code: 'invalid' });
});

test('where there is no user no password is right, not even the one that is hashed in its place', async () => {
  assert.equal(await isPassword(undefined, 'a password that is never compared'), false);
});
