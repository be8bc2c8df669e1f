// Registration, by the contract's form and by JSON.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registeredClient } from '@courant/protocol';
import { faultOf, type OauthHouse, openOauthHouse, post } from '../../../test/oauth-house.ts';
import { findApp } from '../../accounts/apps.ts';

const path = '/api/v1/register';
const good = { client_name: 'Lantern', redirect_uri: 'fervorclient://oauth' };

function postJson(house: OauthHouse, body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return house.call(path, { method: 'POST', body: text, headers });
}

test('a form gives an id and a secret and nothing else, and no cache keeps them', async (t) => {
  const house = await openOauthHouse(t);
  const response = await post(house, path, { ...good, website: 'https://lantern.example' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('Cache-Control'), 'no-store');
  const body = (await response.json()) as Record<string, string>;
  assert.deepEqual(Object.keys(body), ['client_id', 'client_secret']);
  const app = await findApp(house.accounts, body.client_id ?? '');
  assert.deepEqual(app?.redirectUris, ['fervorclient://oauth']);
  assert.equal(app?.website, 'https://lantern.example');
});

test('redirect addresses that are taken, byte for byte', async (t) => {
  const house = await openOauthHouse(t);
  const uris = [
    'https://app.example/back?a=1&b',
    'http://lan.example/back',
    'http://127.0.0.1',
    'http://[::1]:4711/x',
    'fervorclient://oauth',
    'org.example.app:/back',
    'urn:ietf:wg:oauth:2.0:oob',
  ];
  for (const redirect_uri of uris) {
    const response = await post(house, path, { ...good, redirect_uri });
    const { client_id = '' } = (await response.json()) as Record<string, string>;
    assert.deepEqual((await findApp(house.accounts, client_id))?.redirectUris, [redirect_uri]);
  }
});

test('redirect addresses that are refused', async (t) => {
  const house = await openOauthHouse(t);
  const uris = [
    '',
    'https://app.example/#part',
    '/relative',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://app.example/x',
    'https://app.example/\r\nSet-Cookie:x',
    'https://app.exämple/',
    'https://login.bank.example:443%2Fback@evil.example/cb',
  ];
  for (const redirect_uri of uris)
    assert.equal(
      await faultOf(await post(house, path, { ...good, redirect_uri })),
      '400 invalid_redirect_uri',
      redirect_uri,
    );
});

test('a missing name, a website that is none and a parameter that comes twice are invalid metadata', async (t) => {
  const house = await openOauthHouse(t);
  const { client_name: _, ...nameless } = good;
  const fault = '400 invalid_client_metadata';
  assert.equal(await faultOf(await post(house, path, nameless)), fault);
  assert.equal(await faultOf(await post(house, path, { ...good, website: 'javascript:x' })), fault);
  const twice = `${new URLSearchParams(good)}&client_name=Other`;
  assert.equal(await faultOf(await post(house, path, twice)), fault);
  const headers = { 'Content-Type': 'text/plain' };
  assert.equal(await faultOf(await house.call(path, { method: 'POST', body: 'x', headers })), fault);
});

test('a hardened server takes no plain http redirect, except to loopback', async (t) => {
  const house = await openOauthHouse(t, { hardened: true });
  const plain = await post(house, path, { ...good, redirect_uri: 'http://lan.example/' });
  assert.equal(await faultOf(plain), '400 invalid_redirect_uri');
  const oneOfTwo = await postJson(house, { redirect_uris: ['app:/back', 'http://lan.example/'] });
  assert.equal(await faultOf(oneOfTwo), '400 invalid_redirect_uri');
  assert.equal((await post(house, path, { ...good, redirect_uri: 'http://localhost/' })).status, 200);
});

test('an address may register sixty apps an hour', async (t) => {
  const house = await openOauthHouse(t, { rateLimits: true });
  for (let count = 0; count < 60; count++) assert.equal((await post(house, path, good)).status, 200);
  const refused = await post(house, path, good);
  assert.equal(refused.headers.get('Retry-After'), '60');
  assert.equal(await faultOf(refused), '429 invalid_request');
  await house.accounts.clock.advance(60_000);
  assert.equal((await post(house, path, good)).status, 200);
});

test('JSON registers a public app without a secret, as RFC 7591 says', async (t) => {
  const house = await openOauthHouse(t);
  const response = await postJson(house, {
    redirect_uris: ['http://127.0.0.1/back', 'app:/back'],
    token_endpoint_auth_method: 'none',
    logo_uri: 'https://app.example/logo.png',
  });
  assert.equal(response.status, 201);
  assert.equal(response.headers.get('Cache-Control'), 'no-store');
  const body = registeredClient.parse(await response.json());
  assert.equal(body.client_secret, undefined);
  assert.equal(body.client_name, '127.0.0.1');
  assert.deepEqual(body.redirect_uris, ['http://127.0.0.1/back', 'app:/back']);
  assert.equal((await findApp(house.accounts, body.client_id))?.isPublic, true);
});

test('JSON registers a confidential app unless it says otherwise', async (t) => {
  const house = await openOauthHouse(t);
  const said = {
    client_name: 'L',
    client_uri: 'https://l.example/',
    redirect_uris: ['https://app.example/'],
  };
  const { client_id, client_secret, ...body } = registeredClient.parse(
    await (await postJson(house, said)).json(),
  );
  assert.match(client_secret ?? '', /^cou_as_/);
  assert.deepEqual(body, {
    ...said,
    client_id_issued_at: Math.floor(house.accounts.clock.now() / 1000),
    client_secret_expires_at: 0,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'read write',
  });
  assert.equal((await findApp(house.accounts, client_id))?.name, 'L');
});

test('JSON may say null for what an app does not set', async (t) => {
  const house = await openOauthHouse(t);
  const unset = [
    'client_name',
    'client_uri',
    'token_endpoint_auth_method',
    'grant_types',
    'response_types',
    'scope',
  ];
  const response = await postJson(house, {
    redirect_uris: ['https://app.example/'],
    ...Object.fromEntries(unset.map((field) => [field, null])),
  });
  assert.equal(response.status, 201);
  assert.equal(
    registeredClient.parse(await response.json()).token_endpoint_auth_method,
    'client_secret_basic',
  );
  assert.equal(await faultOf(await postJson(house, { redirect_uris: null })), '400 invalid_client_metadata');
});

test('JSON that is wrong is refused', async (t) => {
  const house = await openOauthHouse(t);
  const rows: [unknown, string][] = [
    ['{', '400 invalid_client_metadata'],
    ['null', '400 invalid_client_metadata'],
    [{ redirect_uris: ['data:x'] }, '400 invalid_redirect_uri'],
    [{ redirect_uris: ['https://a/'], token_endpoint_auth_method: 'tls' }, '400 invalid_client_metadata'],
    [`"${'x'.repeat(65 * 1024)}"`, '413 invalid_request'],
  ];
  for (const [body, fault] of rows) assert.equal(await faultOf(await postJson(house, body)), fault);
});
