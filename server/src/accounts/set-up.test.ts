import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../model/refusal.ts';
import { readFact, SET_UP, writeFact } from '../store/facts.ts';
import { sql } from '../store/sql.ts';
import { mostSetUpTokens } from './limits.ts';
import { hashOf, newSecret } from './secrets.ts';
import { createFirstUser, isSetUpOpen, openSetUp } from './set-up.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { createUser, insertUser, listUsers } from './users.ts';

const password = 'correct horse';

test('the token of the console makes the admin’s account, once', async (t) => {
  const told: unknown[] = [];
  const accounts = { ...(await openTestAccounts(t)), audit: (...line: unknown[]) => told.push(line) };
  assert.ok(await isSetUpOpen(accounts));
  const token = (await openSetUp(accounts)) ?? '';
  const user = await createFirstUser(accounts, { token: ` ${token}\n`, name: 'Ines', password });
  assert.ok(user.isAdmin);
  assert.deepEqual(told, [['user created', { userId: user.id, how: 'set-up' }]]);
  assert.equal(await isSetUpOpen(accounts), false);
  assert.equal(await openSetUp(accounts), undefined);
  await assert.rejects(createFirstUser(accounts, { token, name: 'Bo', password }), Refusal);
  const bo = await createUser(accounts, { name: 'Bo', password });
  assert.deepEqual(told.slice(1), [['user created', { userId: bo.id }]]);
});

test('of many accounts that are made at once where there is none, one administers the instance', async (t) => {
  const accounts = await openTestAccounts(t);
  const token = (await openSetUp(accounts)) ?? '';
  // Past the hash, where commands and the set-up of several nodes meet.
  const making = Array.from({ length: 6 }, (_, index) =>
    accounts.store.write((tx) => insertUser(tx, { name: `u${index}`, passwordHash: 'none', isAdmin: false })),
  );
  const made = await Promise.all(making);
  assert.equal(made.filter(({ isAdmin }) => isAdmin).length, 1);
  await assert.rejects(createFirstUser(accounts, { token, name: 'Ines', password }), Refusal);
  const kept = await accounts.store.read((tx) => readFact(tx, SET_UP));
  assert.equal(kept, undefined, 'nothing waits for a set-up any more');
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

test('each node has a token, and one that was shown before a restart is good still', async (t) => {
  const tokens = async (accounts: TestAccounts): Promise<(string | undefined)[]> => {
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => openSetUp(accounts)));
    return [...atOnce, await openSetUp(accounts)];
  };
  for (const place of [0, 1, 2, 3, 4]) {
    const accounts = await openTestAccounts(t);
    const all = await tokens(accounts);
    const user = await createFirstUser(accounts, { token: all[place] ?? '', name: 'Ines', password });
    assert.ok(user.isAdmin);
    // After the only user is deleted, none of the other tokens works either.
    await accounts.store.write((tx) => tx.run(sql`DELETE FROM users`));
    for (const token of all)
      await assert.rejects(createFirstUser(accounts, { token: token ?? '', name: 'Bo', password }), Refusal);
  }
});

test('of very many starts the last count, and the token of an earlier version counts as one', async (t) => {
  const accounts = await openTestAccounts(t);
  const earlier = newSecret('set-up');
  await accounts.store.write((tx) => writeFact(tx, 'set-up-token', hashOf(earlier)));
  const isGood = (token: string) =>
    createFirstUser(accounts, { token, name: '', password }).catch((error) => error.code !== 'forbidden');
  for (let start = 1; start < mostSetUpTokens; start++) await openSetUp(accounts);
  assert.ok(await isGood(earlier));
  const last = (await openSetUp(accounts)) ?? '';
  assert.deepEqual([await isGood(earlier), await isGood(last)], [false, true]);
});

test('a wrong token or none at all makes nothing', async (t) => {
  const accounts = await openTestAccounts(t);
  await openSetUp(accounts);
  for (const token of ['', 'cou_su_x', ' '])
    await assert.rejects(createFirstUser(accounts, { token, name: 'Ines', password }), (error) => {
      return error instanceof Refusal && error.code === 'forbidden';
    });
  assert.deepEqual(await listUsers(accounts), []);
});

test('an account made otherwise closes the set-up', async (t) => {
  const accounts = await openTestAccounts(t);
  const token = (await openSetUp(accounts)) ?? '';
  const { id } = await createUser(accounts, { name: 'Ines', password });
  await assert.rejects(createFirstUser(accounts, { token, name: 'Bo', password }), (error) => {
    return error instanceof Refusal && error.code === 'conflict';
  });
  assert.equal(await openSetUp(accounts), undefined);
  await accounts.store.write((tx) => tx.run(sql`DELETE FROM users WHERE id = ${id}`));
  await assert.rejects(createFirstUser(accounts, { token, name: 'Bo', password }), { code: 'forbidden' });
});
