// Somebody deletes their own account through the API: all of it goes, and only by the one who has it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { mayLeave, refuseLeaving } from '../../src/accounts/leaving.ts';
import { endOneSession, listSessions } from '../../src/accounts/sessions.ts';
import { isSetUpOpen } from '../../src/accounts/set-up.ts';
import { checkPassword } from '../../src/accounts/users.ts';
import { removeAccount } from '../../src/library/accounts.ts';
import { passwordOf } from '../accounts.ts';
import { type BrowserClient, browserClient } from '../browser-client.ts';
import { posts } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';

interface Some {
  house: TestHouse;
  ines: BrowserClient;
  otto: BrowserClient;
}

/** An administrator and a member. */
async function some(t: TestContext): Promise<Some> {
  const house = await testHouse(t);
  const ines = await browserClient(house, 'ines');
  return { house, ines, otto: await browserClient(house, 'otto') };
}

test('a member deletes their account: every way in ends, nothing is left, and what others follow stays', async (t) => {
  const house = await testHouse(t);
  const ines = await browserClient(house, 'ines');
  const app = await house.signIn('otto');
  const otto = await browserClient(house, 'otto');
  const elsewhere = await browserClient(house, 'otto');
  await follow(house, ines.client, 'https://a.example/feed', posts(1, 2));
  for (const url of ['https://a.example/feed', 'https://only.example/feed'])
    await follow(house, otto.client, url, posts(1, 2));
  await otto.client.account.delete();
  for (const { client } of [otto, elsewhere]) await assert.rejects(client.account.me(), { status: 401 });
  await assert.rejects(app.client.groups.list(), { isSignedOut: true });
  const { accounts } = house.house;
  const known = await checkPassword(accounts, {
    name: 'otto',
    password: passwordOf('otto'),
    address: '192.0.2.9',
  });
  assert.equal(known, undefined);
  assert.deepEqual(
    (await ines.client.admin.users()).map(({ name }) => name),
    ['ines'],
  );
  assert.equal((await ines.client.items.list()).items.length, 2);
  const before = house.web.requests.length;
  await house.crawl(2 * 86_400_000);
  const visited = house.web.requests.slice(before).map(({ url }) => new URL(url).host);
  assert.deepEqual([...new Set(visited)], ['a.example']);
});

test('the browser in which it is done forgets who was there', async (t) => {
  const { house, otto } = await some(t);
  const headers = otto.headers();
  const gone = await house.ask('/api/app.courant.account/v1/delete', { method: 'POST', headers });
  assert.equal(gone.status, 204);
  assert.match(gone.headers.getSetCookie().join('\n'), /^__Host-courant=;.*Max-Age=0$/m);
  assert.equal(gone.headers.get('Clear-Site-Data'), '"cache", "storage"');
});

test('an open browser is not enough', async (t) => {
  const { house, otto } = await some(t);
  await house.clock.advance(600_000);
  const { account } = otto.client;
  await assert.rejects(account.delete(), { status: 403, description: 'confirmation_required' });
  await account.confirm({ password: passwordOf('otto') });
  await account.delete();
  await assert.rejects(account.me(), { status: 401 });
});

test('a browser that is signed out meanwhile deletes nothing', async (t) => {
  const { house, otto } = await some(t);
  const { accounts, library } = house.house;
  const own = { userId: otto.userId, secret: otto.secret() };
  await mayLeave(accounts, otto.userId);
  const [session] = await listSessions(accounts, otto.userId, own.secret);
  const elsewhere = await browserClient(house, 'otto');
  await endOneSession(accounts, elsewhere.secret(), session?.id ?? '');
  await assert.rejects(
    removeAccount(library, otto.userId, (tx) => refuseLeaving(tx, own)),
    { code: 'unauthenticated' },
  );
  await elsewhere.client.account.me();
});

test('the last administrator stays while there are others, and may go once somebody else is one', async (t) => {
  const { ines, otto } = await some(t);
  await assert.rejects(ines.client.account.delete(), { status: 422, reason: 'last-administrator' });
  await ines.client.admin.promote(otto.userId);
  await ines.client.account.delete();
  assert.deepEqual(
    (await otto.client.admin.users()).map(({ name }) => name),
    ['otto'],
  );
});

test('of two administrators who leave at once, one stays with the others', async (t) => {
  const { house, ines, otto } = await some(t);
  const eva = await browserClient(house, 'eva', { isAdmin: true });
  const both = await Promise.allSettled([ines, eva].map(({ client }) => client.account.delete()));
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await otto.client.account.me();
});

test('whoever is alone may go too, and then the instance is set up anew', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  await client.account.delete();
  assert.equal(await isSetUpOpen(house.house.accounts), true);
});
