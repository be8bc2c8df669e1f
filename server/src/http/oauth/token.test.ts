// The token endpoint as the contract and the seed describe it, row by row.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  codeFor,
  exchange,
  exchangeFields,
  faultOf,
  ines,
  openOauthHouse,
  post,
  refreshFields,
  registerByForm,
  type TestApp,
  tokensOf,
} from '../../../test/oauth-house.ts';
import { registerApp } from '../../accounts/apps.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { beforeWrite } from '../../accounts/testing/meanwhile.ts';
import { silentLog } from '../../log.ts';
import { openApp } from '../app.ts';
import { openOauthDoor } from './routes.ts';

const path = '/oauth/token';
const verifier = 'v/=~'.repeat(12);
const challenge = createHash('sha256').update(verifier).digest('base64url');

function basic({ id, secret }: TestApp): Record<string, string> {
  return { Authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}` };
}

test('a code gives exactly the tokens of the seed, and no cache keeps them', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const response = await post(house, path, exchangeFields(app, await codeFor(house, app)));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('Cache-Control'), 'no-store');
  assert.equal(response.headers.get('Pragma'), 'no-cache');
  assert.equal(response.headers.get('Content-Type'), 'application/json; charset=utf-8');
  const { access_token, refresh_token, ...rest } = (await response.json()) as Record<string, unknown>;
  assert.deepEqual(rest, { token_type: 'bearer', expires_in: 3600, scope: 'read write' });
  assert.match(String(access_token), /^cou_at_[\w-]{43}$/);
  assert.match(String(refresh_token), /^cou_rt_[\w-]{68}$/);
  const access = await authenticate(house.accounts, String(access_token));
  assert.equal(access?.userId, house.user.id);
  assert.deepEqual(access?.scope, ['read', 'write']);
});

test('every missing parameter is an invalid_request, and so is an empty one', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const code = await codeFor(house, app);
  const forms = [exchangeFields(app, code), refreshFields(app, 'cou_rt_x')];
  for (const form of forms) {
    for (const name of Object.keys(form)) {
      const { [name]: _, ...without } = form;
      assert.equal(await faultOf(await post(house, path, without)), '400 invalid_request', `no ${name}`);
      const empty = { ...form, [name]: '' };
      assert.equal(await faultOf(await post(house, path, empty)), '400 invalid_request', `empty ${name}`);
    }
  }
  // None of these failures has used up the code.
  await exchange(house, app, code);
});

test('each fault of a request has its own status and error', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const good = exchangeFields(app, 'cou_ac_unknown');
  const rows: [fields: Record<string, string>, fault: string][] = [
    [{ ...good, grant_type: 'client_credentials' }, '400 unsupported_grant_type'],
    [{ ...good, grant_type: 'constructor' }, '400 unsupported_grant_type'],
    [{ grant_type: 'magic' }, '400 unsupported_grant_type'],
    [{ grant_type: 'password' }, '400 unsupported_grant_type'],
    [{ ...good, client_id: 'nobody' }, '401 invalid_client'],
    [{ ...good, client_secret: 'wrong' }, '401 invalid_client'],
    [good, '400 invalid_grant'],
    [{ ...good, code: 'another' }, '400 invalid_request'],
    [refreshFields(app, 'cou_rt_unknown'), '400 invalid_grant'],
  ];
  for (const [fields, fault] of rows)
    assert.equal(await faultOf(await post(house, path, fields)), fault, JSON.stringify(fields));
});

test('the order of checks: form, repetition, grant_type, missing, client, grant', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const send = (init: RequestInit): Promise<Response> => house.call(path, { method: 'POST', ...init });
  // Well-formed except for its media type: without that check, the answer would be unsupported_grant_type.
  const plain = { body: 'grant_type=x', headers: { 'Content-Type': 'text/plain' } };
  assert.equal(await faultOf(await send(plain)), '400 invalid_request');
  assert.equal(await faultOf(await send({})), '400 invalid_request');
  const long = await post(house, path, { grant_type: 'x'.repeat(65 * 1024) });
  assert.equal(await faultOf(long), '413 invalid_request');
  assert.equal(await faultOf(await post(house, path, 'grant_type=x&a=1&a=2')), '400 invalid_request');
  const resources = 'grant_type=x&resource=https://a/&resource=https://b/';
  assert.equal(await faultOf(await post(house, path, resources)), '400 unsupported_grant_type');
  const stranger = { ...exchangeFields(app, ''), client_id: 'nobody' };
  assert.equal(await faultOf(await post(house, path, stranger)), '400 invalid_request');
  const get = await house.call(path);
  assert.equal(get.headers.get('Allow'), 'POST');
  assert.equal(await faultOf(get), '405 invalid_request');
});

for (const [what, ttlMs, redirectUri] of [
  ['a code lives sixty seconds', 60_000, undefined],
  ['a code that is shown to be copied lives ten minutes', 600_000, 'urn:ietf:wg:oauth:2.0:oob'],
] as const) {
  test(what, async (t) => {
    const house = await openOauthHouse(t);
    const app = await registerByForm(house, redirectUri);
    const [inTime, tooLate] = [await codeFor(house, app), await codeFor(house, app)];
    await house.accounts.clock.advance(ttlMs - 1);
    await exchange(house, app, inTime);
    await house.accounts.clock.advance(1);
    assert.equal(await faultOf(await post(house, path, exchangeFields(app, tooLate))), '400 invalid_grant');
  });
}

test('a renewal whose client has given it up is no fault, and leaves the tokens of its next try good', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const fields = refreshFields(app, (await exchange(house, app)).refresh);
  const client = new AbortController();
  const next: { access: string; refresh: string }[] = [];
  const { store } = beforeWrite(house.accounts.store, 1, async () => {
    next.push(await tokensOf(await post(house, path, fields)));
    client.abort();
  });
  const lines: string[] = [];
  const note = (event: string): void => void lines.push(event);
  const slow = openApp({
    doors: [openOauthDoor({ ...house.accounts, store })],
    log: { ...silentLog, info: note, error: (event) => note(`error: ${event}`) },
    clock: house.accounts.clock,
    isUnavailable: () => false,
  });
  const body = new URLSearchParams(fields);
  const request = new Request(`https://news.example.org${path}`, {
    method: 'POST',
    body,
    signal: client.signal,
  });
  const { status } = await slow(request, { address: '198.51.100.7', secure: true });
  assert.deepEqual([status, lines], [499, ['client went away', 'request']]);
  await tokensOf(await post(house, path, refreshFields(app, next[0]?.refresh ?? '')));
});

test('of many who bring one code at once, one gets tokens, and they are revoked', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const fields = exchangeFields(app, await codeFor(house, app));
  const responses = await Promise.all(Array.from({ length: 20 }, () => post(house, path, fields)));
  const [winner, ...others] = responses.filter((response) => response.status === 200);
  assert.ok(winner && others.length === 0);
  const { access, refresh } = await tokensOf(winner);
  assert.equal(await authenticate(house.accounts, access), undefined);
  assert.equal(await faultOf(await post(house, path, refreshFields(app, refresh))), '400 invalid_grant');
});

test('a code that comes again revokes its tokens, even after it has expired', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const fields = exchangeFields(app, await codeFor(house, app));
  const { access } = await tokensOf(await post(house, path, fields));
  assert.ok(await authenticate(house.accounts, access));
  await house.accounts.clock.advance(600_000);
  assert.equal(await faultOf(await post(house, path, fields)), '400 invalid_grant');
  assert.equal(await authenticate(house.accounts, access), undefined);
});

test('a wrong redirect_uri, a wrong app or a wrong verifier burns the code; a wrong secret does not', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const other = await registerByForm(house);
  const wrongs: Record<string, string>[] = [
    { redirect_uri: 'https://app.example/back?' },
    { client_id: other.id, client_secret: other.secret },
    { code_verifier: verifier },
  ];
  for (const wrong of wrongs) {
    const fields = exchangeFields(app, await codeFor(house, app));
    assert.equal(await faultOf(await post(house, path, { ...fields, ...wrong })), '400 invalid_grant');
    assert.equal(await faultOf(await post(house, path, fields)), '400 invalid_grant', JSON.stringify(wrong));
  }
  const fields = exchangeFields(app, await codeFor(house, app));
  const failed = await post(house, path, { ...fields, client_secret: 'wrong' });
  assert.equal(await faultOf(failed), '401 invalid_client');
  await tokensOf(await post(house, path, fields));
});

test('PKCE: the verifier must fit, may be any printable text, and must not be left out', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const tryWith = async (extra: Record<string, string>): Promise<Response> =>
    post(house, path, { ...exchangeFields(app, await codeFor(house, app, challenge)), ...extra });
  await tokensOf(await tryWith({ code_verifier: verifier }));
  assert.equal(await faultOf(await tryWith({})), '400 invalid_grant');
  assert.equal(await faultOf(await tryWith({ code_verifier: 'w'.repeat(43) })), '400 invalid_grant');
  assert.equal(await faultOf(await tryWith({ code_verifier: 'short' })), '400 invalid_request');
});

test('credentials may come by Basic, also beside the bare id, but not in both places', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const { client_secret: _, ...withId } = exchangeFields(app, await codeFor(house, app));
  const { client_id: __, ...bare } = withId;
  await tokensOf(await post(house, path, bare, basic(app)));
  const again = { ...withId, authorization_code: await codeFor(house, app) };
  await tokensOf(await post(house, path, again, basic(app)));
  const both = { ...again, client_secret: app.secret };
  assert.equal(await faultOf(await post(house, path, both, basic(app))), '400 invalid_request');
  const others = { ...again, client_id: 'another' };
  assert.equal(await faultOf(await post(house, path, others, basic(app))), '400 invalid_request');
});

test('a public app may come by Basic with nothing after the colon, and with nothing else', async (t) => {
  const house = await openOauthHouse(t);
  const redirectUri = 'https://app.example/back';
  const { app } = await registerApp(
    house.accounts,
    { name: 'App', website: undefined, redirectUris: [redirectUri], isPublic: true, registeredByJson: true },
    '198.51.100.7',
  );
  const own = { id: app.id, secret: '', redirectUri };
  const {
    client_id: _,
    client_secret: __,
    ...bare
  } = exchangeFields(own, await codeFor(house, own, challenge));
  const fields = { ...bare, code_verifier: verifier };
  const guess = await post(house, path, fields, basic({ ...own, secret: 'x' }));
  assert.equal(await faultOf(guess), '401 invalid_client');
  await tokensOf(await post(house, path, fields, basic(own)));
});

test('whoever fails by Basic is told how to authenticate; in the body nobody is', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const { client_id: _, client_secret: __, ...bare } = exchangeFields(app, 'cou_ac_x');
  for (const wrong of [basic({ ...app, secret: 'wrong' }), { Authorization: 'Basic !!' }]) {
    const response = await post(house, path, bare, wrong);
    assert.match(response.headers.get('WWW-Authenticate') ?? '', /^Basic realm=/);
    assert.equal(await faultOf(response), '401 invalid_client');
  }
  const inBody = await post(house, path, { ...bare, client_id: app.id, client_secret: 'wrong' });
  assert.equal(inBody.headers.get('WWW-Authenticate'), null);
});

test('a refresh gives a fresh pair in the seed’s dialect, and needs its redirect_uri', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const first = await exchange(house, app);
  const { redirect_uri: _, ...without } = refreshFields(app, first.refresh);
  assert.equal(await faultOf(await post(house, path, without)), '400 invalid_request');
  const elsewhere = { ...without, redirect_uri: 'https://app.example/other' };
  assert.equal(await faultOf(await post(house, path, elsewhere)), '400 invalid_grant');
  const second = await tokensOf(await post(house, path, refreshFields(app, first.refresh)));
  assert.notEqual(second.access, first.access);
  assert.notEqual(second.refresh, first.refresh);
});

test('an app that sent `code` or used PKCE refreshes without redirect_uri', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const { authorization_code: _, ...common } = exchangeFields(app, '');
  const withCode = { ...common, code: await codeFor(house, app) };
  const withPkce = { ...exchangeFields(app, await codeFor(house, app, challenge)), code_verifier: verifier };
  for (const fields of [withCode, withPkce]) {
    const { refresh } = await tokensOf(await post(house, path, fields));
    const { redirect_uri: __, ...without } = refreshFields(app, refresh);
    await tokensOf(await post(house, path, without));
  }
});

test('an app that speaks standard OAuth is told that its grant has ended, not that redirect_uri is missing', async (t) => {
  const house = await openOauthHouse(t);
  const [app, seedsOwn] = [await registerByForm(house), await registerByForm(house)];
  const { authorization_code: _, ...common } = exchangeFields(app, '');
  const refreshed = async (by: TestApp, token: string): Promise<string> => {
    const { redirect_uri: __, ...without } = refreshFields(by, token);
    return faultOf(await post(house, path, without));
  };
  const { refresh } = await tokensOf(await post(house, path, { ...common, code: await codeFor(house, app) }));
  const { refresh: ofOther } = await exchange(house, seedsOwn);
  assert.equal(await refreshed(seedsOwn, refresh), '400 invalid_request');
  for (const [by, token] of [
    [app, refresh],
    [seedsOwn, ofOther],
  ] as const)
    await post(house, '/oauth/revoke', { client_id: by.id, client_secret: by.secret, token });
  assert.equal(await refreshed(app, refresh), '400 invalid_grant');
  assert.equal(await refreshed(app, 'unknown'), '400 invalid_grant');
  assert.equal(await refreshed(seedsOwn, ofOther), '400 invalid_request');
  // Whoever registers by JSON speaks it as well, also once nothing is kept of its grants.
  const redirectUris = [app.redirectUri];
  const description = {
    name: 'App',
    website: undefined,
    redirectUris,
    isPublic: false,
    registeredByJson: true,
  };
  const { app: byJson, secret = '' } = await registerApp(house.accounts, description, '198.51.100.7');
  assert.equal(await refreshed({ ...app, id: byJson.id, secret }, 'unknown'), '400 invalid_grant');
});

test('a loopback app may refresh from another port', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house, 'http://127.0.0.1/back');
  const { refresh } = await exchange(house, { ...app, redirectUri: 'http://127.0.0.1:4711/back' });
  const moved = { ...app, redirectUri: 'http://127.0.0.1:4712/back' };
  await tokensOf(await post(house, path, refreshFields(moved, refresh)));
});

test('tokens that never expire come without expires_in and refresh_token', async (t) => {
  const house = await openOauthHouse(t, { accessTokenTtlMs: 0 });
  const app = await registerByForm(house);
  const response = await post(house, path, exchangeFields(app, await codeFor(house, app)));
  const { access_token, ...rest } = (await response.json()) as Record<string, unknown>;
  assert.deepEqual(rest, { token_type: 'bearer', scope: 'read write' });
  await house.accounts.clock.advance(10 * 365 * 86_400_000);
  assert.ok(await authenticate(house.accounts, String(access_token)));
});

test('the password grant, where it is on', async (t) => {
  const house = await openOauthHouse(t, { passwordGrant: true, rateLimits: true });
  const app = await registerByForm(house);
  const { authorization_code: _, ...common } = exchangeFields(app, '');
  const good = { ...common, grant_type: 'password', username: ines.name, password: ines.password };
  const { access } = await tokensOf(await post(house, path, { ...good, scope: 'read' }));
  assert.deepEqual((await authenticate(house.accounts, access))?.scope, ['read']);
  const elsewhere = { ...good, redirect_uri: 'https://app.example/other' };
  assert.equal(await faultOf(await post(house, path, elsewhere)), '400 invalid_grant');
  for (const name of ['username', 'password']) {
    const { [name]: __, ...without } = good as Record<string, string>;
    assert.equal(await faultOf(await post(house, path, without)), '400 invalid_request');
  }
  const wrong = { ...good, password: 'wrong' };
  for (let tries = 0; tries < 25; tries++)
    assert.equal(await faultOf(await post(house, path, wrong)), '400 invalid_grant');
  const throttled = await post(house, path, good);
  assert.ok(Number(throttled.headers.get('Retry-After')) > 0);
  assert.equal(await faultOf(throttled), '429 invalid_request');
});
