import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../model/refusal.ts';
import { createFirstUser, isSetUpOpen, openSetUp } from './set-up.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';
import { createUser, listUsers } from './users.ts';

const password = 'correct horse';

test('the token of the console makes the admin’s account, once', async (t) => {
  const accounts = await openTestAccounts(t);
  assert.ok(await isSetUpOpen(accounts));
  const token = (await openSetUp(accounts)) ?? '';
  const user = await createFirstUser(accounts, { token: ` ${token}\n`, name: 'Ines', password });
  assert.ok(user.isAdmin);
  assert.equal(await isSetUpOpen(accounts), false);
  assert.equal(await openSetUp(accounts), undefined);
  await assert.rejects(createFirstUser(accounts, { token, name: 'Bo', password }), Refusal);
});

test('of many who bring the token at once, one gets the account', async (t) => {
  const accounts = await openTestAccounts(t);
  const token = (await openSetUp(accounts)) ?? '';
  const tries = Array.from({ length: 6 }, (_, index) =>
    createFirstUser(accounts, { token, name: `user${index}`, password }),
  );
  const outcomes = await Promise.allSettled(tries);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await listUsers(accounts)).length, 1);
});

test('a wrong token, the one of an earlier start, or none at all makes nothing', async (t) => {
  const accounts = await openTestAccounts(t);
  const earlier = (await openSetUp(accounts)) ?? '';
  await openSetUp(accounts);
  for (const token of [earlier, '', 'cou_su_x'])
    await assert.rejects(createFirstUser(accounts, { token, name: 'Ines', password }), (error) => {
      return error instanceof Refusal && error.code === 'forbidden';
    });
  assert.deepEqual(await listUsers(accounts), []);
});

test('an account made otherwise closes the set-up', async (t) => {
  const accounts = await openTestAccounts(t);
  const token = (await openSetUp(accounts)) ?? '';
  await createUser(accounts, { name: 'Ines', password });
  await assert.rejects(createFirstUser(accounts, { token, name: 'Bo', password }), (error) => {
    return error instanceof Refusal && error.code === 'conflict';
  });
});
