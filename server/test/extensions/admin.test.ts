// Administering an instance through the API: accounts, invitations, and how it is doing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '@courant/protocol';
import { createAppPassword } from '../../src/accounts/app-passwords.ts';
import { codesOf } from '../../src/accounts/second-factor.ts';
import { totpCode } from '../../src/accounts/totp.ts';
import { checkPassword } from '../../src/accounts/users.ts';
import { sql } from '../../src/store/sql.ts';
import { addUser, passwordOf } from '../accounts.ts';
import { browserClient } from '../browser-client.ts';
import { posts } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';
import { type Visited, visitorTo } from '../oauth-visitor.ts';
import { isOnPostgres } from '../temporary-store.ts';

/** What a person does who opens a link. */
async function openLink(house: TestHouse, link: string, fields: Record<string, string>): Promise<Visited> {
  const { pathname, search } = new URL(link);
  const visitor = visitorTo(house);
  const page = await visitor.go(pathname + search);
  return page.status === 200 ? visitor.submit(page, pathname, fields) : page;
}

function signsIn({ house }: TestHouse, name: string, password: string): Promise<boolean> {
  return checkPassword(house.accounts, { name, password, address: '192.0.2.9' }).then(
    (user) => user !== undefined,
  );
}

test('nobody but an administrator in a browser may do any of it', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  const otto = await browserClient(house, 'otto');
  for (const { method, path } of Object.values(endpoints)) {
    if (!path.startsWith('/api/app.courant.admin/')) continue;
    const byToken = await house.ask(path, { method, headers: { authorization: `Bearer ${accessToken}` } });
    const byOther = await house.ask(path, { method, headers: otto.headers() });
    assert.deepEqual([byToken.status, byOther.status], [403, 403], path);
  }
});

test('accounts come page by page, and are found by a part of their name', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  for (const name of ['otto', 'eva', 'Ottilie', '100%']) {
    await addUser(house.house.accounts, { name, password: passwordOf(name) });
  }
  const namesOf = async (query: Parameters<typeof client.admin.users>[0]): Promise<string[]> =>
    (await client.admin.users(query)).map(({ name }) => name);
  assert.deepEqual(await namesOf({}), ['ines', 'otto', 'eva', 'Ottilie', '100%']);
  const [, second] = await client.admin.users({ limit: 2 });
  assert.deepEqual(await namesOf({ limit: 2, after: second?.id ?? 0 }), ['eva', 'Ottilie']);
  assert.deepEqual(await namesOf({ name: ' OTT ' }), ['otto', 'Ottilie']);
  assert.deepEqual(await namesOf({ name: 'OTT', after: second?.id ?? 0 }), ['Ottilie']);
  assert.deepEqual([await namesOf({ name: '%' }), await namesOf({ name: '_' })], [['100%'], []]);
  assert.deepEqual(await namesOf({ name: '%'.repeat(60_000) }), []);
});

test('whoever reads only in an app is there, too: who seems to use nothing may be deleted', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  const { accounts } = house.house;
  const [otto, eva] = [await house.signIn('otto'), await house.signIn('eva')];
  await createAppPassword(accounts, { id: eva.userId, name: 'eva' }, { name: 'Reeder' });
  await accounts.store.write(async (tx) => {
    await tx.run(
      sql`UPDATE grants SET last_used_at = ${Date.UTC(2026, 1, 2)} WHERE user_id = ${otto.userId}`,
    );
    await tx.run(sql`UPDATE grants SET last_used_at = ${Date.UTC(2026, 1, 2)} WHERE user_id = ${eva.userId}`);
    await tx.run(sql`UPDATE app_passwords SET last_used_at = ${Date.UTC(2026, 2, 3)}`);
  });
  assert.deepEqual(
    (await client.admin.users()).map((user) => user.last_seen_at?.slice(0, 10)),
    ['2026-01-05', '2026-02-02', '2026-03-03'],
  );
});

test('an administrator must have shown lately who they are', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  await house.clock.advance(600_000);
  await client.admin.users();
  await assert.rejects(client.admin.invite(), { status: 403, description: 'confirmation_required' });
  await client.account.confirm({ password: passwordOf('ines') });
  await client.admin.invite();
});

test('an invitation makes one account, of no administrator, and then no other', async (t) => {
  const house = await testHouse(t);
  const { client, userId } = await browserClient(house, 'ines');
  const { link, ...told } = await client.admin.invite('For the neighbour');
  assert.deepEqual(await client.admin.invitations(), [told]);
  assert.equal(told.note, 'For the neighbour');
  const short = await openLink(house, link, { username: 'otto', password: 'short' });
  assert.equal(short.status, 400);
  const taken = await openLink(house, link, { username: 'INES', password: passwordOf('otto') });
  assert.equal(taken.status, 409);
  const made = await openLink(house, link, { username: 'otto', password: passwordOf('otto') });
  assert.equal(made.status, 303);
  assert.match(made.headers.get('Set-Cookie') ?? '', /^__Host-courant=cou_se_/);
  assert.equal((await openLink(house, link, { username: 'eva', password: passwordOf('eva') })).status, 410);
  assert.deepEqual(
    (await client.admin.users()).map(({ name, is_admin: isAdmin }) => [name, isAdmin]),
    [
      ['ines', true],
      ['otto', false],
    ],
  );
  assert.deepEqual(await client.admin.invitations(), []);
  assert.equal((await client.account.me()).id, userId);
});

test('of two who open one link at once, one comes in', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  const { link } = await client.admin.invite();
  const both = await Promise.all(
    ['otto', 'eva'].map((username) => openLink(house, link, { username, password: passwordOf('x') })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410]);
});

test('a link that was revoked, or is a week old, makes nothing', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  const revoked = await client.admin.invite();
  await client.admin.revokeInvitation(revoked.id);
  const old = await client.admin.invite();
  const fields = { username: 'otto', password: passwordOf('otto') };
  assert.equal((await openLink(house, revoked.link, fields)).status, 410);
  await assert.rejects(client.admin.revokeInvitation(revoked.id), { status: 404 });
  await house.clock.advance(7 * 86_400_000);
  assert.equal((await openLink(house, old.link, fields)).status, 410);
  assert.equal((await openLink(house, `${old.link}x`, fields)).status, 410);
});

test('an open browser of an administrator is not enough to take that account over by a reset', async (t) => {
  const house = await testHouse(t);
  const { client, userId } = await browserClient(house, 'ines');
  await assert.rejects(client.admin.reset(userId), { status: 422, reason: 'it-is-you' });
  assert.deepEqual(await client.admin.invitations(), []);
});

test('a reset gives its owner a new password, and ends codes, sessions and apps of before', async (t) => {
  const house = await testHouse(t);
  const admin = await browserClient(house, 'ines');
  const app = await house.signIn('otto');
  const otto = await browserClient(house, 'otto');
  const { secret } = await otto.client.account.codes.begin();
  await otto.client.account.codes.confirm(totpCode(secret, Math.floor(house.clock.now() / 30_000)));
  const { link, ...reset } = await admin.client.admin.reset(otto.userId);
  assert.deepEqual([reset.user_id, reset.user_name], [otto.userId, 'otto']);
  assert.deepEqual(await admin.client.admin.invitations(), [reset]);
  await otto.client.account.me();
  assert.equal((await openLink(house, link, { password: 'a new password' })).status, 303);
  await assert.rejects(otto.client.account.me(), { status: 401 });
  await assert.rejects(app.client.groups.list(), { isSignedOut: true });
  assert.deepEqual(
    [await signsIn(house, 'otto', passwordOf('otto')), await signsIn(house, 'otto', 'a new password')],
    [false, true],
  );
  const codes = await codesOf(house.house.accounts, otto.userId);
  assert.deepEqual(codes, { since: undefined, recoveryCodesLeft: 0 });
  await assert.rejects(admin.client.admin.reset(999), { status: 404 });
});

test('a disabled account lets nobody in and keeps what is in it, and opens again', async (t) => {
  const house = await testHouse(t);
  const admin = await browserClient(house, 'ines');
  const app = await house.signIn('otto');
  const otto = await browserClient(house, 'otto');
  await follow(house, app.client, 'https://a.example/feed', posts(1, 2));
  await admin.client.admin.disable(otto.userId);
  await assert.rejects(otto.client.account.me(), { status: 401 });
  await assert.rejects(app.client.groups.list(), { isSignedOut: true });
  assert.equal(await signsIn(house, 'otto', passwordOf('otto')), false);
  const [, seen] = await admin.client.admin.users();
  assert.ok(seen?.disabled_at !== undefined);
  assert.equal(seen.feed_count, 1);
  await assert.rejects(admin.client.admin.reset(otto.userId), { status: 404 });
  await admin.client.admin.enable(otto.userId);
  assert.equal(await signsIn(house, 'otto', passwordOf('otto')), true);
  const again = await browserClient(house, 'otto');
  assert.equal((await again.client.items.list()).items.length, 2);
  await assert.rejects(admin.client.admin.disable(999), { status: 404 });
});

test('nobody takes themselves or the last administrator away', async (t) => {
  const house = await testHouse(t);
  const one = await browserClient(house, 'ines');
  const two = await browserClient(house, 'eva', { isAdmin: true });
  for (const act of ['disable', 'delete'] as const)
    await assert.rejects(one.client.admin[act](one.userId), { status: 422 });
  await two.client.admin.disable(one.userId);
  await assert.rejects(two.client.admin.delete(two.userId), { status: 422 });
});

test('an administrator makes another one, who makes them an ordinary user, and that holds at once', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await browserClient(house, 'ines'), await browserClient(house, 'otto')];
  const adminsNow = async (): Promise<string[]> =>
    (await otto.client.admin.users()).filter((user) => user.is_admin).map(({ name }) => name);
  await assert.rejects(otto.client.admin.users(), { status: 403 });
  await ines.client.admin.promote(otto.userId);
  assert.deepEqual(await adminsNow(), ['ines', 'otto']);
  const { link } = await ines.client.admin.invite();
  const kept = await otto.client.admin.invite();
  await otto.client.admin.demote(ines.userId);
  assert.deepEqual(await adminsNow(), ['otto']);
  await assert.rejects(ines.client.admin.users(), { status: 403 });
  await assert.rejects(ines.client.admin.promote(ines.userId), { status: 403 });
  assert.equal((await ines.client.account.me()).is_admin, false, 'and is still signed in');
  assert.equal((await openLink(house, link, { username: 'eva', password: passwordOf('eva') })).status, 410);
  assert.deepEqual(
    (await otto.client.admin.invitations()).map(({ id }) => id),
    [kept.id],
  );
  for (const act of ['promote', 'demote'] as const)
    await assert.rejects(otto.client.admin[act](999), { status: 404 });
});

test('an administrator may step down while another one is there, and only after showing who they are', async (t) => {
  const house = await testHouse(t);
  const ines = await browserClient(house, 'ines');
  const { promote, demote } = ines.client.admin;
  const isLast = { status: 422, reason: 'last-administrator' };
  await assert.rejects(demote(ines.userId), isLast);
  const otto = await browserClient(house, 'otto');
  await promote(otto.userId);
  await otto.client.admin.disable(ines.userId);
  await assert.rejects(otto.client.admin.demote(otto.userId), isLast);
  await otto.client.admin.enable(ines.userId);
  const again = await browserClient(house, 'ines');
  await house.clock.advance(600_000);
  for (const act of ['promote', 'demote'] as const)
    await assert.rejects(again.client.admin[act](ines.userId), {
      status: 403,
      description: 'confirmation_required',
    });
  await again.client.account.confirm({ password: passwordOf('ines') });
  await again.client.admin.demote(ines.userId);
  assert.equal((await again.client.account.me()).is_admin, false);
});

test('an account is deleted with everything in it, and what others follow stays', async (t) => {
  const house = await testHouse(t);
  const admin = await browserClient(house, 'ines');
  const [otto, eva] = [await house.signIn('otto'), await house.signIn('eva')];
  for (const { client } of [otto, eva]) await follow(house, client, 'https://a.example/feed', posts(1, 2));
  await admin.client.admin.delete(otto.userId);
  await assert.rejects(otto.client.groups.list(), { isSignedOut: true });
  assert.equal((await eva.client.items.list()).items.length, 2);
  assert.deepEqual((await admin.client.admin.users()).map(({ name }) => name).sort(), ['eva', 'ines']);
  await assert.rejects(admin.client.admin.delete(otto.userId), { status: 404 });
});

test('the state of the instance counts what is in it', async (t) => {
  const house = await testHouse(t);
  const admin = await browserClient(house, 'ines');
  const { client } = await house.signIn('otto');
  await follow(house, client, 'https://a.example/feed', posts(1, 3));
  const state = await admin.client.admin.instance();
  const { users, feeds, sources, posts_ever: postsEver, items_ever: itemsEver, database, crawler } = state;
  assert.deepEqual(
    [users, feeds, sources, postsEver, itemsEver, database],
    [2, 1, 1, 3, 3, isOnPostgres ? 'postgres' : 'sqlite'],
  );
  assert.ok(state.database_bytes > 10_000);
  assert.deepEqual([crawler.sources_due, crawler.sources_failing], [0, 0]);
  assert.ok(crawler.last_visit_at !== undefined);
});
