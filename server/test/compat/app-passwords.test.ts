// App passwords: who may make them, what they open and what not, and how they end.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { disableUser, enableUser } from '../../src/accounts/administration.ts';
import { createAppPassword, signInApp } from '../../src/accounts/app-passwords.ts';
import { signInsPerAccount } from '../../src/accounts/limits.ts';
import { setPassword } from '../../src/accounts/testing/set-password.ts';
import { sql } from '../../src/store/sql.ts';
import { passwordOf } from '../accounts.ts';
import { publicUrl, type TestHouse, testHouse } from '../house.ts';
import { visitorTo } from '../oauth-visitor.ts';
import { browserOf, compatHouse, feverKeyOf } from './compat-house.ts';

const path = '/api/app.courant.app-passwords/v1/app-passwords';
const guides = new URL('../../../docs/apps/', import.meta.url);

/** A use is written down in the background, so it may show a little later. */
async function usedOnce(house: TestHouse, headers: Record<string, string>): Promise<unknown> {
  let listed: { last_used_at?: string }[] = [];
  for (let tries = 0; tries < 1_000 && !listed[0]?.last_used_at; tries++) {
    await setImmediate();
    listed = (await (await house.ask(path, { headers })).json()) as typeof listed;
  }
  return listed;
}

function login(house: TestHouse, name: string, password: string): Promise<Response> {
  const body = new URLSearchParams({ Email: name, Passwd: password });
  return house.ask('/accounts/ClientLogin', { method: 'POST', body });
}

async function feverAuth(house: TestHouse, key: string): Promise<number> {
  return ((await (await house.ask(`/fever/?api&api_key=${key}`)).json()) as { auth: number }).auth;
}

test('a person in a browser makes one, sees it once, sees its use and revokes it; both doors are shut', async (t) => {
  const house = await testHouse(t);
  await house.signIn('ines');
  const headers = await browserOf(house, 'ines');
  const made = await house.ask(path, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ name: ' Reeder ' }),
  });
  assert.equal(made.status, 200);
  const { password, ...fresh } = (await made.json()) as { password: string; id: number; name: string };
  assert.match(password, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  assert.equal(fresh.name, 'Reeder');
  const answer = await login(house, 'Ines', password.toUpperCase().replaceAll('-', ' '));
  const token = /^Auth=(.+)$/m.exec(await answer.text())?.[1] ?? '';
  const info = await house.ask('/reader/api/0/user-info', {
    headers: { authorization: `GoogleLogin auth=${token}`, 'user-agent': 'Reeder/5050001' },
  });
  assert.equal(info.status, 200);
  assert.deepEqual(await usedOnce(house, headers), [
    {
      ...fresh,
      last_used_at: '2026-01-05T12:00:00.000Z',
      last_asked: 'Google Reader: user-info',
      last_agent: 'Reeder/5050001',
    },
  ]);
  assert.equal(await feverAuth(house, feverKeyOf('ines', password)), 1);
  const revoked = await house.ask(`${path}/${fresh.id}/revoke`, { method: 'POST', headers });
  assert.equal(revoked.status, 204);
  assert.equal(await feverAuth(house, feverKeyOf('ines', password)), 0);
  assert.equal((await login(house, 'ines', password)).status, 401);
  const shut = await house.ask('/reader/api/0/token', {
    headers: { authorization: `GoogleLogin auth=${token}` },
  });
  assert.deepEqual(
    [shut.status, shut.headers.get('X-Reader-Google-Bad-Token'), shut.headers.get('Google-Bad-Token')],
    [401, 'true', 'true'],
  );
  assert.equal((await house.ask(`${path}/${fresh.id}/revoke`, { method: 'POST', headers })).status, 404);
});

for (const [query, asked] of [
  ['feeds&items&refresh', 'Fever: feeds, items'],
  ['refresh', 'Fever'],
] as const) {
  test(`a person sees that an app has asked for ${asked}`, async (t) => {
    const house = await testHouse(t);
    const { userId: id } = await house.signIn('ines');
    const { password } = await createAppPassword(house.house.accounts, { id, name: 'ines' }, { name: 'x' });
    await house.ask(`/fever/?api&${query}&api_key=${feverKeyOf('ines', password)}`);
    const [used] = (await usedOnce(house, await browserOf(house, 'ines'))) as { last_asked?: string }[];
    assert.equal(used?.last_asked, asked);
  });
}

test('an app may not, whatever its scope, and another site’s page may not either', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await assert.rejects(client.appPasswords.list(), { status: 403 });
  await assert.rejects(client.appPasswords.create('Reeder'), { status: 403 });
  await assert.rejects(client.appPasswords.revoke(1), { status: 403 });
  const headers = await browserOf(house, 'ines');
  const foreign = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const body = new URLSearchParams({ name: 'x' });
  assert.equal((await house.ask(path, { method: 'POST', headers: foreign, body })).status, 401);
  for (const name of ['', ' ', 'x'.repeat(101), '\0']) {
    const bad = new URLSearchParams({ name });
    assert.equal((await house.ask(path, { method: 'POST', headers, body: bad })).status, 400);
  }
});

test('nobody sees or revokes those of somebody else', async (t) => {
  const house = await compatHouse(t);
  await house.signIn('otto');
  const headers = await browserOf(house, 'otto');
  assert.deepEqual(await (await house.ask(path, { headers })).json(), []);
  assert.equal((await house.ask(`${path}/1/revoke`, { method: 'POST', headers })).status, 404);
  assert.equal((await login(house, 'otto', house.password)).status, 401);
  assert.equal((await login(house, 'ines', house.password)).status, 200);
});

test('the account’s password does not open these doors, and an app password opens no other', async (t) => {
  const house = await compatHouse(t);
  const own = await login(house, 'ines', passwordOf('ines'));
  assert.deepEqual([own.status, await own.text()], [401, 'Error=BadAuthentication\n']);
  for (const secret of [house.password, house.token]) {
    const headers = { authorization: `Bearer ${secret}` };
    assert.equal((await house.ask('/api/v1/items', { headers })).status, 401);
  }
});

test('signing in is throttled, in a bucket of its own', async (t) => {
  const house = await compatHouse(t);
  for (let tries = 0; tries < 25; tries++) {
    assert.equal((await login(house, 'ines', 'wrong')).status, 401);
  }
  const refused = await login(house, 'ines', house.password);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('Retry-After')) > 0);
  // Signing in on a page is counted separately.
  await browserOf(house, 'ines');
  await house.clock.advance(300_000);
  assert.equal((await login(house, 'ines', house.password)).status, 200);
});

test('an app that was revoked and goes on trying keeps no other app of the account out, nor does a stranger elsewhere', async (t) => {
  const house = await compatHouse(t);
  const { burst } = signInsPerAccount;
  const come = (password: string, n: number) =>
    signInApp(house.house.accounts, { name: 'ines', password, address: `198.51.100.${n}` });
  for (let n = 0; n <= burst; n++) await assert.rejects(come('wrong', n), { code: 'unauthenticated' });
  assert.ok(await come(house.password, burst + 1));
  // Every minute from one address, for two hours.
  for (let minute = 0; minute < 120; minute++) {
    await assert.rejects(come('revoked', 0), { code: 'unauthenticated' });
    await house.clock.advance(60_000);
  }
  assert.ok(await come(house.password, 0));
});

test('another password of the account ends them all', async (t) => {
  const house = await compatHouse(t);
  await setPassword(house.house.accounts, house.ines.userId, 'quite another one');
  assert.equal((await login(house, 'ines', house.password)).status, 401);
  assert.equal((await house.greader('/reader/api/0/token')).status, 401);
});

test('nothing that opens a door is in the database', async (t) => {
  const house = await compatHouse(t);
  const rows = await house.house.library.store.read((tx) =>
    tx.all<object>(sql`SELECT * FROM app_passwords p JOIN app_password_keys k ON k.app_password_id = p.id`),
  );
  assert.equal(rows.length, 4);
  const kept = JSON.stringify(rows);
  for (const secret of [
    house.password,
    house.password.replaceAll('-', ''),
    house.token,
    (await house.greader('/reader/api/0/token')).text,
    house.feverKey,
  ]) {
    assert.ok(!kept.includes(secret));
  }
});

test('who has not shown for a while who they are must do so before making one', async (t) => {
  const house = await testHouse(t);
  await house.signIn('ines');
  const headers = await browserOf(house, 'ines');
  await house.clock.advance(11 * 60_000);
  const body = new URLSearchParams({ name: 'Reeder' });
  const refused = await house.ask(path, { method: 'POST', headers, body });
  assert.equal(refused.status, 403);
  assert.match(await refused.text(), /confirmation_required/);
  const visitor = visitorTo(house, headers.cookie);
  const page = await visitor.go('/app-passwords');
  const send = (password: string) => visitor.submit(page, '/app-passwords', { name: 'Reeder', password });
  assert.equal((await send('wrong')).status, 400);
  assert.match((await send(passwordOf('ines'))).text, /<dt>Password<\/dt>/);
  // From now on it is known again.
  assert.equal((await house.ask(path, { method: 'POST', headers, body })).status, 200);
});

test('a disabled account lets no app in, and once enabled only those with a new app password', async (t) => {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const otto = await house.signIn('otto');
  const { accounts } = house.house;
  const { password } = await createAppPassword(accounts, { id: otto.userId, name: 'otto' }, { name: 'x' });
  await disableUser(accounts, { userId: otto.userId, byUserId: ines.userId });
  assert.equal((await login(house, 'otto', password)).status, 401);
  assert.equal(await feverAuth(house, feverKeyOf('otto', password)), 0);
  await enableUser(accounts, { userId: otto.userId, byUserId: ines.userId });
  assert.equal((await login(house, 'otto', password)).status, 401);
  assert.equal(await feverAuth(house, feverKeyOf('otto', password)), 0);
});

test('there is an end to how many one may have', async (t) => {
  const house = await testHouse(t);
  const { userId } = await house.signIn('ines');
  const make = () => createAppPassword(house.house.accounts, { id: userId, name: 'ines' }, { name: 'x' });
  for (let count = 0; count < 50; count++) await make();
  await assert.rejects(make(), /there are 50 already/);
});

test('on the page a person does the same', async (t) => {
  const house = await testHouse(t);
  await house.signIn('ines');
  const visitor = visitorTo(house);
  assert.equal((await visitor.go('/app-passwords')).location, '/sign-in?next=%2Fapp-passwords');
  visitor.cookie = (await browserOf(house, 'ines')).cookie;
  const page = await visitor.go('/app-passwords');
  const made = await visitor.submit(page, '/app-passwords', { name: '<Reeder> & co' });
  const password = /<dt>Password<\/dt><dd><code>([^<]+)</.exec(made.text)?.[1] ?? '';
  assert.match(made.text, /&lt;Reeder&gt; &amp; co/);
  assert.equal((await login(house, 'ines', password)).status, 200);
  assert.equal((await visitor.submit(made, '/app-passwords', { name: ' ' })).status, 400);
  assert.equal((await visitor.submit(made, '/app-passwords/revoke', { csrf: 'x' })).status, 403);
  assert.equal((await visitor.submit(made, '/app-passwords/revoke')).status, 303);
  assert.equal((await login(house, 'ines', password)).status, 401);
});

test('how to move here from another reader is told, with a link to what programs can do', async (t) => {
  const house = await testHouse(t);
  const page = await house.ask('/about/moving');
  const text = await page.text();
  assert.equal(page.status, 200);
  assert.ok(text.includes('Inoreader') && text.includes('href="/about/extensions/app.courant.transfer"'));
});

test('how to connect an app is told with the address of this server', async (t) => {
  const house = await testHouse(t);
  const list = await (await house.ask('/about/apps')).text();
  const names = [...list.matchAll(/href="\/about\/apps\/([a-z-]+)"/g)].map(([, name]) => name);
  const written = (await readdir(guides)).filter((file) => file !== 'README.md');
  assert.deepEqual(names.map((name) => `${name}.md`).sort(), written.sort());
  for (const name of names) {
    const page = await house.ask(`/about/apps/${name}`);
    const text = await page.text();
    assert.equal(page.status, 200, name);
    assert.ok(text.includes(publicUrl) && !text.includes('news.example'), name);
  }
  for (const name of ['nothing', '..%2FREADME', '%00']) {
    assert.equal((await house.ask(`/about/apps/${name}`)).status, 404);
  }
});
