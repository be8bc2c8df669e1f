// The user's own account through the API: what a signed-in browser may do, and what no app may.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '@courant/protocol';
import { totpCode } from '../../src/accounts/totp.ts';
import { passwordOf } from '../accounts.ts';
import { browserClient } from '../browser-client.ts';
import { testHouse } from '../house.ts';

test('an app learns whom it speaks for, and may do nothing else here', async (t) => {
  const house = await testHouse(t);
  const { client, accessToken, userId } = await house.signIn('ines');
  const { id, name, is_admin: isAdmin } = await client.account.me();
  assert.deepEqual([id, name, isAdmin], [userId, 'ines', true]);
  for (const { method, path } of Object.values(endpoints)) {
    if (!path.startsWith('/api/app.courant.account/') || path.endsWith('/me')) continue;
    const headers = { authorization: `Bearer ${accessToken}` };
    assert.equal((await house.ask(path, { method, headers })).status, 403, path);
  }
});

test('a browser of another site, or with a session that is over, gets nowhere', async (t) => {
  const house = await testHouse(t);
  const { client, secret } = await browserClient(house, 'ines');
  const cookie = `__Host-courant=${secret()}`;
  const path = '/api/app.courant.account/v1/sessions/end-others';
  for (const site of ['cross-site', 'same-site']) {
    const headers = { cookie, 'sec-fetch-site': site };
    assert.equal((await house.ask(path, { method: 'POST', headers })).status, 401, site);
  }
  const [session] = await client.account.sessions.list();
  await client.account.sessions.end(session?.id ?? '');
  await assert.rejects(client.account.sessions.list(), { status: 401 });
});

test('codes are turned on, renewed and removed by a session that has confirmed', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  const { account } = client;
  const code = (secret: string) => totpCode(secret, Math.floor(house.clock.now() / 30_000));
  await house.clock.advance(600_000);
  assert.equal((await account.signInFacts()).confirmed_until, undefined);
  await assert.rejects(account.codes.begin(), { status: 403, description: 'confirmation_required' });
  await assert.rejects(account.confirm({ password: 'wrong' }), { status: 422 });
  await account.confirm({ password: passwordOf('ines') });
  const { secret, uri, qr } = await account.codes.begin();
  assert.ok(uri.includes(secret) && uri.includes('courant.example'));
  assert.match(qr?.path ?? '', /^M0 0h1v1h-1z/);
  await assert.rejects(account.codes.confirm('000000'), { status: 422 });
  const recovery = await account.codes.confirm(code(secret));
  const facts = await account.signInFacts();
  assert.deepEqual([recovery.length, facts.recovery_codes_left], [10, 10]);
  assert.ok(facts.codes_since !== undefined && facts.confirmed_until !== undefined);
  await assert.rejects(account.codes.begin(), { status: 409 });
  await house.clock.advance(600_000);
  await assert.rejects(account.codes.remove(), { status: 403, description: 'confirmation_required' });
  await assert.rejects(account.confirm({ password: passwordOf('ines') }), { status: 422 });
  await account.confirm({ password: passwordOf('ines'), code: recovery[0] ?? '' });
  assert.equal((await account.codes.renewRecoveryCodes()).length, 10);
  await account.codes.remove();
  assert.equal((await account.signInFacts()).codes_since, undefined);
});

test('people see their own browsers and apps, and sign out only those', async (t) => {
  const house = await testHouse(t);
  const app = await house.signIn('ines');
  const foreignApp = await house.signIn('otto');
  const here = await browserClient(house, 'ines');
  const there = await browserClient(house, 'ines', { userAgent: 'curl/8' });
  const otto = await browserClient(house, 'otto');
  const { sessions, apps } = here.client.account;
  const seen = await sessions.list();
  assert.deepEqual(
    seen.map(({ device, network, current }) => [device, network, current]).sort(),
    [
      ['Firefox on Linux', '198.51.100.0/24', true],
      ['curl', '198.51.100.0/24', false],
    ].sort(),
  );
  const [foreign] = await otto.client.account.sessions.list();
  await assert.rejects(sessions.end(foreign?.id ?? ''), { status: 404 });
  assert.equal(await sessions.endOthers(), 1);
  await assert.rejects(there.client.account.me(), { status: 401 });
  await otto.client.account.me();
  const [connected] = await apps.list();
  assert.deepEqual([connected?.name, connected?.scopes], ['Test app', ['read', 'write']]);
  const [foreignGrant] = await otto.client.account.apps.list();
  await assert.rejects(apps.remove(foreignGrant?.id ?? ''), { status: 404 });
  await apps.remove(connected?.id ?? '');
  await assert.rejects(app.client.groups.list(), { isSignedOut: true });
  await foreignApp.client.groups.list();
  assert.deepEqual(await apps.list(), []);
});

test('another password needs the present one, and leaves only this browser in', async (t) => {
  const house = await testHouse(t);
  const app = await house.signIn('ines');
  const here = await browserClient(house, 'ines');
  const there = await browserClient(house, 'ines');
  const before = here.secret();
  await assert.rejects(here.client.account.changePassword('wrong', 'another password'), { status: 422 });
  await here.client.account.changePassword(passwordOf('ines'), 'another password');
  assert.notEqual(here.secret(), before);
  assert.equal((await here.client.account.me()).name, 'ines');
  await assert.rejects(there.client.account.me(), { status: 401 });
  await assert.rejects(app.client.groups.list(), { isSignedOut: true });
  await here.client.account.confirm({ password: 'another password' });
});

test('where codes are on, another password wants a code too, and shows no more than was shown before', async (t) => {
  const house = await testHouse(t);
  const here = await browserClient(house, 'ines');
  const { account } = here.client;
  const { secret } = await account.codes.begin();
  const [recovery = ''] = await account.codes.confirm(
    totpCode(secret, Math.floor(house.clock.now() / 30_000)),
  );
  await house.clock.advance(600_000);
  const change = () => account.changePassword(passwordOf('ines'), 'another password');
  await assert.rejects(change(), { status: 403, description: 'confirmation_required' });
  await account.confirm({ password: passwordOf('ines'), code: recovery });
  await house.clock.advance(400_000);
  await change();
  await house.clock.advance(200_000);
  await assert.rejects(account.codes.remove(), { status: 403, description: 'confirmation_required' });
});

test('a password alone is changed by it alone, and that is no confirmation', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  await house.clock.advance(600_000);
  await client.account.changePassword(passwordOf('ines'), 'another password');
  assert.equal((await client.account.signInFacts()).confirmed_until, undefined);
  await assert.rejects(client.account.codes.begin(), { status: 403, description: 'confirmation_required' });
});

test('whoever signs out is out, and leaves neither a copy behind nor a cookie that says who it was', async (t) => {
  const house = await testHouse(t);
  const here = await browserClient(house, 'ines');
  const there = await browserClient(house, 'ines');
  const headers = here.headers();
  const out = await house.ask('/api/app.courant.account/v1/sign-out', { method: 'POST', headers });
  assert.deepEqual(
    [out.status, out.headers.getSetCookie(), out.headers.get('Clear-Site-Data')],
    [
      204,
      [
        '__Host-courant=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
        'account=0; Path=/; SameSite=Lax; Secure; Max-Age=34560000',
        'language=; Path=/; SameSite=Lax; Max-Age=0',
      ],
      '"cache", "storage"',
    ],
  );
  await assert.rejects(here.client.account.me(), { status: 401 });
  await there.client.account.signOut();
  await assert.rejects(there.client.account.me(), { status: 401 });
});

test('a passkey of another browser, of another purpose, or of nobody confirms nothing', async (t) => {
  const house = await testHouse(t);
  const { client } = await browserClient(house, 'ines');
  const { account } = client;
  const { challenge } = await account.askConfirmation();
  const signed = (text: string) => ({
    id: 'AAAA',
    response: { clientDataJSON: Buffer.from(JSON.stringify({ challenge: text })).toString('base64url') },
  });
  const other = await browserClient(house, 'ines');
  await assert.rejects(other.client.account.confirmByPasskey(signed(challenge)), { status: 422 });
  await assert.rejects(account.passkeys.create('Mine', signed(challenge)), { status: 422 });
  await assert.rejects(account.confirmByPasskey(signed(challenge)), { status: 422 });
  await assert.rejects(account.passkeys.rename('AAAA', 'Mine'), { status: 404 });
  await assert.rejects(account.passkeys.remove('AAAA'), { status: 404 });
  const adding = await account.passkeys.ask();
  await assert.rejects(account.passkeys.create(' ', signed(adding.challenge)), { status: 400 });
  await assert.rejects(account.passkeys.create('Mine', signed(adding.challenge)), { status: 422 });
});
