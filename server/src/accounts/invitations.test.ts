import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { User } from '../model/user.ts';
import { sql } from '../store/sql.ts';
import { acceptInvitation, makeInvitation, openInvitation, revokeInvitation } from './invitations.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { createUser, listUsers } from './users.ts';

const password = 'correct horse battery';

test('who is invited takes no name that nobody may have, and the link stays good', async (t) => {
  const accounts = await openTestAccounts(t);
  const token = await link(accounts);
  for (const name of ['', 'a:b', 'x'.repeat(65)])
    await assert.rejects(acceptInvitation(accounts, { token, name, password }), refuses('invalid'));
  await assert.rejects(
    acceptInvitation(accounts, { token, name: 'Bo', password: 'short' }),
    refuses('invalid'),
  );
  assert.equal((await acceptInvitation(accounts, { token, name: 'Bo', password })).name, 'Bo');
});

test('a link for an account that is disabled, however that came about, makes no other account', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password });
  const token = await link(accounts, user);
  assert.deepEqual((await openInvitation(accounts, token)).user, user);
  await accounts.store.write((tx) => tx.run(sql`UPDATE users SET disabled_at = 1 WHERE id = ${user.id}`));
  await assert.rejects(openInvitation(accounts, token), refuses('gone'));
  await assert.rejects(acceptInvitation(accounts, { token, name: 'Bo', password }), refuses('gone'));
  assert.equal((await listUsers(accounts)).length, 1);
});

test('a link is not tried without end with names that are taken: each try costs a hash, and others wait for it', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  await createUser(accounts, { name: 'Ines', password });
  const token = await link(accounts);
  const accept = (name: string) => acceptInvitation(accounts, { token, name, password });
  for (let tries = 0; tries < 25; tries++) await assert.rejects(accept('ines'), refuses('conflict'));
  await assert.rejects(accept('Bo'), refuses('too-many'));
  await accounts.clock.advance(60_000);
  assert.equal((await accept('Bo')).name, 'Bo');
});

test('the log tells who has made a link, and who has revoked it', async (t) => {
  const heard: unknown[] = [];
  const accounts = await openTestAccounts(t, { audit: (...event) => heard.push(event) });
  const [one, two] = [
    await createUser(accounts, { name: 'Ines', password }),
    await createUser(accounts, { name: 'Bo', password }),
  ];
  heard.length = 0;
  const { invitation } = await makeInvitation(accounts, { note: '', byUserId: one.id });
  await revokeInvitation(accounts, { id: invitation.id, byUserId: two.id });
  await assert.rejects(
    revokeInvitation(accounts, { id: invitation.id, byUserId: two.id }),
    refuses('not-found'),
  );
  assert.deepEqual(heard, [
    ['invitation made', { byUserId: one.id }],
    ['invitation revoked', { byUserId: two.id }],
  ]);
});

async function link(accounts: TestAccounts, user?: User): Promise<string> {
  const wanted = { note: '', byUserId: undefined, ...(user && { userId: user.id }) };
  const made = await makeInvitation(accounts, wanted);
  return new URL(made.link).searchParams.get('token') ?? '';
}
