import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost, hashPassword } from './passwords.ts';

test('a password is stored as argon2id of 19 MiB, two passes and one lane, with a salt of its own', async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, other);
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
