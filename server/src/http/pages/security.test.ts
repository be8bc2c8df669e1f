// The pages about how and where a person signs in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '../../../test/accounts.ts';
import { ines, openOauthHouse, post } from '../../../test/oauth-house.ts';
import { openVisitor, signedIn } from '../../../test/oauth-visitor.ts';
import { beforeWrite } from '../../accounts/testing/meanwhile.ts';
import { totpCode } from '../../accounts/totp.ts';
import { findUser } from '../../accounts/users.ts';
import { insertPasskey } from '../../store/accounts/passkeys.ts';
import { deleteSessionsOf } from '../../store/accounts/sessions.ts';

test('what decides who may sign in wants to know who asks, once ten minutes have gone by', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const page = await visitor.go('/security');
  assert.match((await visitor.submit(page, '/security/codes')).text, /Scan this/);
  await house.accounts.clock.advance(600_000);
  const refused = await visitor.submit(page, '/security/codes');
  assert.equal(refused.status, 403);
  assert.match(refused.text, /confirm first that it is you/);
  assert.equal((await visitor.submit(refused, '/security/confirm', { password: 'wrong' })).status, 400);
  const confirmed = await visitor.submit(refused, '/security/confirm', { password: ines.password });
  assert.equal(confirmed.location, '/security');
  assert.match((await visitor.submit(page, '/security/codes')).text, /Scan this/);
});

test('whoever has tried too often to confirm is told when to try again, on each page that asks for it', async (t) => {
  const house = await openOauthHouse(t, { rateLimits: true });
  const visitor = await signedIn(house);
  await house.accounts.clock.advance(600_000);
  const [own, apps] = [await visitor.go('/security'), await visitor.go('/app-passwords')];
  for (let tries = 0; tries < 25; tries++)
    await visitor.submit(own, '/security/confirm', { password: 'wrong' });
  for (const again of [
    await visitor.submit(own, '/security/confirm', { password: ines.password }),
    await visitor.submit(apps, '/app-passwords', { name: 'Phone', password: ines.password }),
  ])
    assert.deepEqual([again.status, again.headers.get('Retry-After')], [429, '12']);
});

test('where codes are on, the form of the password asks for one, once ten minutes have gone by', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const begun = await visitor.submit(await visitor.go('/security'), '/security/codes');
  const secret = (/<code class="code">([A-Z2-7 ]+)</.exec(begun.text)?.[1] ?? '').replaceAll(' ', '');
  const code = (): string => totpCode(secret, Math.floor(house.accounts.clock.now() / 30_000));
  await visitor.submit(begun, '/security/codes/confirm', { code: code() });
  const [fresh, own] = [await visitor.go('/password'), await visitor.go('/security')];
  assert.doesNotMatch(fresh.text, /name="code"/);
  await house.accounts.clock.advance(600_000);
  const asked = { current: ines.password, password: ines.password };
  const refused = await visitor.submit(fresh, '/password', asked);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /<input id="code" name="code" autocomplete="one-time-code" required>/);
  assert.equal((await visitor.submit(own, '/security/codes/remove')).status, 403);
  assert.equal((await visitor.submit(refused, '/password', { ...asked, code: '12' })).status, 400);
  const done = await visitor.submit(await visitor.go('/password'), '/password', { ...asked, code: code() });
  assert.deepEqual([done.status, done.location], [303, '/']);
  const page = await visitor.go('/security');
  assert.equal((await visitor.submit(page, '/security/codes/remove')).location, '/security');
});

test('a browser that is signed out while its form is under way is told nothing more of the account', async (t) => {
  const house = await openOauthHouse(t);
  const { store } = house.accounts;
  for (const [page, action] of [
    ['/security', '/security/codes'],
    ['/app-passwords', '/app-passwords'],
  ] as const) {
    const visitor = await signedIn(house);
    const shown = await visitor.go(page);
    const signOut = () => store.write((tx) => deleteSessionsOf(tx, house.user.id));
    house.accounts.store = beforeWrite(store, 1, signOut).store;
    const answer = await visitor.submit(shown, action, { name: 'Phone' });
    assert.deepEqual([answer.status, answer.location], [303, `/sign-in?next=${encodeURIComponent(page)}`]);
    house.accounts.store = store;
  }
});

test('whoever has passkeys is told that a new password does not end them', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const told = /Your passkeys go on working.*<a href="\/security">/;
  assert.doesNotMatch((await visitor.go('/password')).text, told);
  const { id: userId } = (await findUser(house.accounts, ines.name)) ?? assert.fail();
  const key = { publicKey: new Uint8Array([1]), counter: 0, transports: [] };
  await house.accounts.store.write((tx) => insertPasskey(tx, { id: 'a', userId, name: 'Laptop', ...key }));
  assert.match((await visitor.go('/password')).text, told);
});

test('a person signs out one other browser or all, and never those of others', async (t) => {
  const house = await openOauthHouse(t);
  await addUser(house.accounts, { name: 'Bo', password: ines.password });
  const [here, there, elsewhere] = [await signedIn(house), await signedIn(house), await signedIn(house)];
  const bo = openVisitor(house);
  await bo.submit(await bo.go('/sign-in'), '/sign-in', { username: 'Bo', password: ines.password });
  const page = await here.go('/security');
  const ids = [...page.text.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id);
  assert.equal(ids.length, 2);
  const csrf = /name="csrf" value="([^"]+)"/.exec((await bo.go('/security')).text)?.[1] ?? '';
  const headers = { Origin: house.accounts.publicUrl, Cookie: bo.cookie };
  await post(house, '/security/sessions/end', { csrf, id: ids[0] ?? '' }, headers);
  assert.ok((await here.go('/security')).text.includes(ids[0] ?? ''));
  assert.equal((await post(house, '/security/sessions/end-others', { csrf }, headers)).status, 303);
  await here.submit(page, '/security/sessions/end', { id: ids[0] ?? '' });
  const isIn = async (visitor: typeof here) => (await visitor.go('/security')).status === 200;
  assert.deepEqual(
    [await isIn(here), [await isIn(there), await isIn(elsewhere)].sort()],
    [true, [false, true]],
  );
  await here.submit(page, '/security/sessions/end-others');
  assert.deepEqual(
    [await isIn(here), await isIn(there), await isIn(elsewhere), await isIn(bo)],
    [true, false, false, true],
  );
});

test('the code page keeps where one was going, and a script may run only where passkeys are', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const begun = await visitor.submit(await visitor.go('/security'), '/security/codes');
  const secret = (/<code class="code">([A-Z2-7 ]+)</.exec(begun.text)?.[1] ?? '').replaceAll(' ', '');
  const code = (step: number) => totpCode(secret, Math.floor(house.accounts.clock.now() / 30_000) + step);
  const wrong = await visitor.submit(begun, '/security/codes/confirm', { code: '12' });
  assert.match(wrong.text, /id="code"[^>]* aria-invalid="true" aria-describedby="problem"[^>]* autofocus/);
  assert.ok(wrong.text.includes(secret.slice(0, 4)));
  const done = await visitor.submit(wrong, '/security/codes/confirm', { code: code(0) });
  assert.match(done.text, /Your recovery codes/);
  const next = openVisitor(house);
  const page = await next.go('/sign-in?next=/password');
  assert.match(page.headers.get('Content-Security-Policy') ?? '', /script-src 'self'; connect-src 'self'$/);
  const asked = await next.submit(page, '/sign-in', { username: ines.name, password: ines.password });
  assert.equal(asked.status, 200);
  assert.doesNotMatch(asked.headers.get('Content-Security-Policy') ?? '', /script-src/);
  assert.equal((await next.go('/password')).status, 303);
  const refused = await next.submit(asked, '/sign-in/code', { code: '000000' });
  assert.equal(refused.status, 403);
  assert.match(refused.text, /id="code"[^>]* aria-describedby="problem code-hint"/);
  const came = await next.submit(asked, '/sign-in/code', { code: code(1) });
  assert.equal(came.location, '/password');
  assert.equal((await next.go('/password')).status, 200);
});

test('what a passkey form brings must be an answer to what was asked', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = openVisitor(house);
  const page = await visitor.go('/sign-in');
  for (const credential of ['', 'nonsense', '{}', '{"response":{"clientDataJSON":"e30"}}', 'null']) {
    const answer = await visitor.submit(page, '/sign-in/passkey', { credential });
    assert.equal(answer.status, 400, credential);
  }
  const options = await visitor.submit(
    { ...page, text: page.text.replaceAll('action="/sign-in/passkey"', 'action="/sign-in/passkey/options"') },
    '/sign-in/passkey/options',
  );
  const { rpId, challenge, userVerification } = JSON.parse(options.text) as Record<string, string>;
  assert.deepEqual([rpId, userVerification], ['news.example.org', 'required']);
  assert.ok((challenge ?? '').length >= 32);
});
