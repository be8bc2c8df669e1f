import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost, hashPassword, isPassword } from './passwords.ts';

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

test('so many passwords are hashed at once and no more, in the order in which they came', async () => {
  const gate = atMost(2);
  const begun: number[] = [];
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<number>());
  const tasks = ends.map(({ promise }, number) =>
    gate(() => {
      begun.push(number);
      return promise;
    }),
  );
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.resolve(1);
  assert.equal(await tasks[1], 1);
  assert.deepEqual(begun, [0, 1, 2]);
  // A failed task frees its place as well.
  ends[0]?.reject(new Error('no'));
  await assert.rejects(tasks[0] ?? Promise.resolve());
  assert.deepEqual(begun, [0, 1, 2, 3]);
  ends[2]?.resolve(2);
  ends[3]?.resolve(3);
  assert.deepEqual(await Promise.all(tasks.slice(2)), [2, 3]);
});

test('a place that was passed on to the next in line is taken, so whoever comes then waits', async () => {
  const gate = atMost(1);
  const begun: number[] = [];
  const ends = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const come = (number: number): Promise<void> =>
    gate(() => {
      begun.push(number);
      return ends[number]?.promise ?? Promise.resolve();
    });
  const [first, second] = [come(0), come(1)];
  ends[0]?.resolve();
  await first;
  const third = come(2);
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.resolve();
  await second;
  ends[2]?.resolve();
  await third;
  assert.deepEqual(begun, [0, 1, 2]);
});
