// The pages for people: signing in, setting up, their account, and the files that pages load.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '../../../test/accounts.ts';
import { publicUrl } from '../../../test/house.ts';
import { exchange, ines, openOauthHouse, post, registerByForm } from '../../../test/oauth-house.ts';
import { openVisitor, signedIn } from '../../../test/oauth-visitor.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { makeInvitation } from '../../accounts/invitations.ts';
import { openSetUp } from '../../accounts/set-up.ts';
import { findUser } from '../../accounts/users.ts';

test('signing in gives another cookie than the visitor had, and signing in again or out ends the session', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = openVisitor(house);
  const page = await visitor.go('/sign-in');
  assert.match(
    page.headers.get('Set-Cookie') ?? '',
    /^__Host-courant=\S+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  const before = visitor.cookie;
  const fields = { username: ines.name, password: ines.password };
  const done = await visitor.submit(page, '/sign-in', fields);
  assert.equal(done.location, '/');
  const [own = '', account = ''] = done.headers.getSetCookie();
  assert.match(own, /; Secure; Max-Age=31536000$/);
  assert.match(account, /^account=\d+; Path=\/; SameSite=Lax; Secure; Max-Age=34560000$/);
  assert.notEqual(visitor.cookie, before);
  const first = visitor.cookie;
  assert.equal((await visitor.go('/')).location, '/unread');
  const home = await visitor.go('/account');
  assert.match(home.text, /Hello, Ines/);
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(home.text) ?? [];
  await visitor.submit(page, '/sign-in', { ...fields, csrf });
  const second = visitor.cookie;
  const out = await visitor.submit(await visitor.go('/account'), '/sign-out');
  assert.equal(out.headers.get('Clear-Site-Data'), '"cache", "storage"', 'the copy of the reader goes too');
  for (const session of [first, second]) {
    visitor.cookie = session;
    assert.match((await visitor.go('/')).text, /href="\/sign-in"/);
  }
});

test('a wrong password is told in the form, which keeps the name', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = openVisitor(house);
  const page = await visitor.go('/sign-in?next=/password');
  const again = await visitor.submit(page, '/sign-in', { username: '"Ines"', password: 'wrong' });
  assert.equal(again.status, 403);
  assert.match(again.text, /id="problem" role="alert".* can send you a link to set a new one\./);
  // The password has the focus: with it, a screen reader reads out what is wrong.
  assert.match(
    again.text,
    /id="password"[^>]* aria-invalid="true" aria-describedby="problem"[^>]* autofocus/,
  );
  assert.match(again.text, /value="&quot;Ines&quot;"/);
  const fields = { username: ines.name, password: ines.password };
  assert.equal((await visitor.submit(again, '/sign-in', fields)).location, '/password');
});

test('too many tries are told with the time to wait', async (t) => {
  const house = await openOauthHouse(t, { rateLimits: true });
  const visitor = openVisitor(house);
  const page = await visitor.go('/sign-in');
  const tryOnce = () => visitor.submit(page, '/sign-in', { username: 'x', password: 'y' });
  for (let tries = 0; tries < 25; tries++) assert.equal((await tryOnce()).status, 403);
  const throttled = await tryOnce();
  assert.equal(throttled.status, 429);
  assert.equal(throttled.headers.get('Retry-After'), '12');
});

test('a form from another site, or without our token or cookie, is refused', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = openVisitor(house);
  const page = await visitor.go('/sign-in');
  const fields = { username: ines.name, password: ines.password };
  const headers: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ];
  for (const each of headers)
    assert.equal((await visitor.submit(page, '/sign-in', fields, each)).status, 403, JSON.stringify(each));
  const told = (origin: string): Promise<string> =>
    post(house, '/sign-in', {}, { Origin: origin }).then((answer) => answer.text());
  const where = 'and the address of this server is https://news.example.org; open it there';
  const known = `the form comes from http://192.0.2.1:8080, ${where}`;
  assert.ok((await told('http://192.0.2.1:8080')).includes(known), 'opened at another address');
  assert.ok((await told('null')).includes(`the form comes from another site, ${where}`));
  assert.equal((await visitor.submit(page, '/sign-in', { ...fields, csrf: 'x' })).status, 403);
  const { cookie } = visitor;
  visitor.cookie = '';
  assert.equal((await visitor.submit(page, '/sign-in', fields)).status, 403);
  visitor.cookie = cookie;
  const foreignPage = await openVisitor(house).go('/sign-in');
  assert.equal((await visitor.submit(foreignPage, '/sign-in', fields)).status, 403);
  assert.equal((await visitor.submit(page, '/sign-in', fields)).status, 303);
});

test('a browser that does not send Sec-Fetch-Site is known by its Origin', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const page = await visitor.go('/account');
  const { text } = page;
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const send = (origin: string): Promise<Response> =>
    post(house, '/apps/remove', { csrf, grant: 'x' }, { Origin: origin, Cookie: visitor.cookie });
  assert.equal((await send('https://evil.example')).status, 403);
  assert.equal((await send('null')).status, 403);
  assert.equal((await send('https://news.example.org')).status, 303);
});

test('behind a proxy that is not believed, the cookie keeps to the encrypted address all the same', async (t) => {
  const house = await openOauthHouse(t);
  const peer = { address: '127.0.0.1', secure: false };
  const response = await house.app(new Request('http://127.0.0.1:8080/sign-in'), peer);
  assert.match(response.headers.get('Set-Cookie') ?? '', /^__Host-courant=.*; Secure$/);
  const plain = await openOauthHouse(t, { publicUrl: 'http://lan.example' });
  const unencrypted = await plain.app(new Request('http://lan.example/sign-in'), peer);
  assert.match(
    unencrypted.headers.get('Set-Cookie') ?? '',
    /^courant=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test('signing in never leads off our pages', async (t) => {
  const house = await openOauthHouse(t);
  const places = [
    'https://evil.example/',
    '//evil.example',
    '/\t/evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'evil',
  ];
  for (const next of places) {
    const visitor = await signedIn(house);
    const { location } = await visitor.go(`/sign-in?next=${encodeURIComponent(next)}`);
    assert.equal(new URL(location, 'https://news.example.org').host, 'news.example.org', next);
    assert.match(location, /^\/(?![/\\])/);
  }
  const visitor = await signedIn(house);
  const fine = await visitor.go(`/sign-in?next=${encodeURIComponent('/oauth/authorize?a=b%26c')}`);
  assert.equal(fine.location, '/oauth/authorize?a=b%26c');
});

test('an empty server leads to its set-up, which wants the code of the console', async (t) => {
  const house = await openOauthHouse(t, { isEmpty: true });
  const token = (await openSetUp(house.accounts)) ?? '';
  const visitor = openVisitor(house);
  for (const path of ['/', '/sign-in']) assert.equal((await visitor.go(path)).location, '/set-up');
  const page = await visitor.go(`/set-up?token=${token}`);
  assert.ok(page.text.includes(`value="${token}"`));
  const account = { username: ines.name, password: ines.password };
  const wrong = await visitor.submit(page, '/set-up', { ...account, token: 'x' });
  assert.equal(wrong.status, 403);
  const short = await visitor.submit(page, '/set-up', { ...account, token, password: 'short' });
  assert.equal(short.status, 400);
  assert.match(short.text, /shorter than 8 characters/);
  for (const kept of [token, ines.name]) assert.ok(short.text.includes(` value="${kept}"`), kept);
  const made = await visitor.submit(short, '/set-up', { ...account, token });
  assert.equal(made.location, '/');
  assert.match((await visitor.go('/account')).text, /Hello, Ines/);
  assert.equal((await visitor.go('/set-up')).location, '/');
});

test('a person sees the apps that are connected, and removes one', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const { access } = await exchange(house, app);
  const visitor = await signedIn(house);
  const home = await visitor.go('/account');
  assert.match(home.text, /Lantern.*May read and change/s);
  assert.equal((await visitor.submit(home, '/apps/remove')).location, '/account');
  assert.equal(await authenticate(house.accounts, access), undefined);
  assert.doesNotMatch((await visitor.go('/account')).text, /Lantern/);
});

test('a form that comes after the session is over leads back to its page, by the page for signing in', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const home = await visitor.go('/account');
  const [Cookie, csrf = ''] = [visitor.cookie, /name="csrf" value="([^"]+)"/.exec(home.text)?.[1]];
  await visitor.submit(home, '/sign-out');
  for (const [action, page] of [
    ['/apps/remove', '/account'],
    ['/app-passwords', '/app-passwords'],
    ['/app-passwords/revoke', '/app-passwords'],
  ] as const) {
    const answer = await post(house, action, { csrf }, { Cookie });
    assert.equal(answer.headers.get('Location'), `/sign-in?next=${encodeURIComponent(page)}`, action);
  }
});

test('changing the password wants the present one, and signs every other browser out', async (t) => {
  const house = await openOauthHouse(t);
  const [visitor, other] = [await signedIn(house), await signedIn(house)];
  const found = await visitor.go('/.well-known/change-password');
  const page = await visitor.go(found.location);
  const next = 'another password';
  const refused = await visitor.submit(page, '/password', { current: 'wrong', password: next });
  assert.equal(refused.status, 400);
  const done = await visitor.submit(page, '/password', { current: ines.password, password: next });
  assert.equal(done.location, '/');
  assert.match((await visitor.go('/account')).text, /Hello, Ines/);
  assert.doesNotMatch((await other.go('/account')).text, /Hello/);
});

test('whoever administers is told that links made for others end with the password', async (t) => {
  const house = await openOauthHouse(t);
  const otto = { name: 'Otto', password: 'a long password' };
  await addUser(house.accounts, otto);
  const told = /Links that you have created for others/;
  assert.match((await (await signedIn(house)).go('/password')).text, told);
  const other = await signedIn(house, otto);
  assert.doesNotMatch((await other.go('/password')).text, told);
  for (const [name, isTold] of [
    [ines.name, true],
    [otto.name, false],
  ] as const) {
    const { id } = (await findUser(house.accounts, name)) ?? assert.fail();
    const { link } = await makeInvitation(
      { ...house.accounts, publicUrl },
      { note: '', userId: id, byUserId: undefined },
    );
    const page = await openVisitor(house).go(link.slice(publicUrl.length));
    assert.equal(told.test(page.text), isTold, name);
  }
});

test('who takes an invitation in a browser where somebody is signed in ends that session, and is told before', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const { cookie } = visitor;
  const accounts = { ...house.accounts, publicUrl };
  const { link } = await makeInvitation(accounts, { note: '', byUserId: undefined });
  const page = await visitor.go(link.slice(publicUrl.length));
  assert.match(page.text, /role="note">.*You are signed in here as <b><bdi>Ines<.*signs you out/);
  assert.doesNotMatch((await openVisitor(house).go(link.slice(publicUrl.length))).text, /role="note"/);
  const password = 'correct horse battery';
  const taken = await visitor.submit(page, '/invitation', { username: ines.name, password });
  assert.match(taken.text, new RegExp(`the name is taken.* value="${ines.name}"`, 's'));
  await visitor.submit(taken, '/invitation', { username: 'Otto', password });
  assert.match((await visitor.go('/account')).text, /Hello, Otto/);
  visitor.cookie = cookie;
  assert.match((await visitor.go('/account')).location, /^\/sign-in/);
});

test('the assets have names that change with them, and are kept for ever', async (t) => {
  const house = await openOauthHouse(t);
  const page = await openVisitor(house).go('/about/bot');
  const links = [...page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const css = await (await house.call(links.find((path) => path.endsWith('.css')) ?? '')).text();
  const fonts = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path ?? '');
  assert.equal(fonts.length, 2);
  for (const path of [...links, ...fonts]) {
    const response = await house.call(path);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get('Cache-Control') ?? '', /immutable/);
  }
  assert.equal((await house.call('/assets/..%2Froutes.ts')).status, 404);
});

test('every link of the pages leads somewhere', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const strangers = openVisitor(house);
  const paths = ['/', '/account', '/about/bot', '/password', '/sign-in', '/nowhere'];
  for (const who of [visitor, strangers])
    for (const path of paths)
      for (const [, link = ''] of (await who.go(path)).text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (link.startsWith('/api/') || link === '/lite') continue; // other doors'
        assert.ok((await who.go(link)).status < 400, `${path} leads to ${link}`);
      }
});

test('an unknown path is a page that says so', async (t) => {
  const house = await openOauthHouse(t);
  const page = await openVisitor(house).go('/nowhere');
  assert.equal(page.status, 404);
  assert.match(page.headers.get('Content-Type') ?? '', /^text\/html/);
});
