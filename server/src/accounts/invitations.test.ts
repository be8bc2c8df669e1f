import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { User } from '../model/user.ts';
import { deleteInvitationsOf, takeInvitation } from '../store/accounts/invitations.ts';
import { sql } from '../store/sql.ts';
import { someUser } from '../store/testing/rows.ts';
import {
  acceptInvitation,
  listInvitations,
  makeInvitation,
  openInvitation,
  revokeInvitation,
} from './invitations.ts';
import { hashOf } from './secrets.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { createUser, listUsers } from './users.ts';

const password = 'correct horse battery';
const DAY = 86_400_000;

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

test('of two who use one link at once, one gets an account', async (t) => {
  const accounts = await openTestAccounts(t);
  const token = await link(accounts);
  const tries = ['Bo', 'Cy'].map((name) => acceptInvitation(accounts, { token, name, password }));
  const came = await Promise.allSettled(tries);
  assert.deepEqual(came.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal((await listUsers(accounts)).length, 1);
});

test('what a link is for is noted in two hundred characters at most, whatever their size', async (t) => {
  const accounts = await openTestAccounts(t);
  const make = (note: string) => makeInvitation(accounts, { note, byUserId: undefined });
  await assert.rejects(make('𝒜'.repeat(201)), refuses('invalid'));
  assert.equal((await make('𝒜'.repeat(200))).invitation.note, '𝒜'.repeat(200));
});

test('links are good for a week, and listed as long, the newest first; whoever revokes one revokes no other', async (t) => {
  const accounts = await openTestAccounts(t);
  const make = (note: string) => makeInvitation(accounts, { note, byUserId: undefined });
  const notes = async () => (await listInvitations(accounts)).map(({ note }) => note);
  const first = await make('first');
  await accounts.clock.advance(DAY);
  await make('second');
  await accounts.clock.advance(DAY);
  const { invitation } = await make('third');
  assert.deepEqual(await notes(), ['third', 'second', 'first']);
  await revokeInvitation(accounts, { id: invitation.id, byUserId: 1 });
  assert.deepEqual(await notes(), ['second', 'first']);
  const token = new URL(first.link).searchParams.get('token') ?? '';
  await accounts.clock.advance(5 * DAY - 1);
  assert.deepEqual(await openInvitation(accounts, token), { user: undefined });
  await accounts.clock.advance(1);
  assert.deepEqual(await notes(), ['second']);
  await assert.rejects(openInvitation(accounts, token), refuses('gone'));
  assert.equal(await accounts.store.write((tx) => takeInvitation(tx, hashOf(token))), undefined);
});

test('the links of a user go: those that somebody has made for them, and those that they have made', async (t) => {
  const accounts = await openTestAccounts(t);
  const [ines, otto] = await accounts.store.write(async (tx) => [
    await someUser(tx, 'ines'),
    await someUser(tx, 'otto'),
  ]);
  await makeInvitation(accounts, { note: 'for Ines', userId: ines, byUserId: otto });
  await makeInvitation(accounts, { note: 'by Ines', byUserId: ines });
  await makeInvitation(accounts, { note: 'by Otto', byUserId: otto });
  await accounts.store.write((tx) => deleteInvitationsOf(tx, ines));
  assert.deepEqual(
    (await listInvitations(accounts)).map(({ note }) => note),
    ['by Otto'],
  );
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
    ['invitation made', { userId: undefined, byUserId: one.id }],
    ['invitation revoked', { byUserId: two.id }],
  ]);
});

async function link(accounts: TestAccounts, user?: User): Promise<string> {
  const wanted = { note: '', byUserId: undefined, ...(user && { userId: user.id }) };
  const made = await makeInvitation(accounts, wanted);
  return new URL(made.link).searchParams.get('token') ?? '';
}
