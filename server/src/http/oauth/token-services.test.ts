// Revocation, introspection and metadata.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { introspection, serverMetadata } from '@courant/protocol';
import { addUser } from '../../../test/accounts.ts';
import {
  exchange,
  faultOf,
  openOauthHouse,
  post,
  refreshFields,
  registerByForm,
  tokensOf,
} from '../../../test/oauth-house.ts';
import { authenticate } from '../../accounts/authenticate.ts';

test('either token revokes the whole grant, and an unknown one is no fault', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const credentials = { client_id: app.id, client_secret: app.secret };
  for (const which of ['access', 'refresh'] as const) {
    const tokens = await exchange(house, app);
    const response = await post(house, '/oauth/revoke', { ...credentials, token: tokens[which] });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '{}');
    assert.equal(await authenticate(house.accounts, tokens.access), undefined);
    const refreshed = await post(house, '/oauth/token', refreshFields(app, tokens.refresh));
    assert.equal(await faultOf(refreshed), '400 invalid_grant');
    assert.equal((await post(house, '/oauth/revoke', { ...credentials, token: 'unknown' })).status, 200);
  }
});

test('no app can revoke or look into the tokens of another', async (t) => {
  const house = await openOauthHouse(t);
  const [app, other] = [await registerByForm(house), await registerByForm(house)];
  const { access } = await exchange(house, app);
  const asOther = { client_id: other.id, client_secret: other.secret, token: access };
  assert.equal((await post(house, '/oauth/revoke', asOther)).status, 200);
  assert.ok(await authenticate(house.accounts, access));
  const seen = await post(house, '/oauth/introspect', asOther);
  assert.deepEqual(await seen.json(), { active: false });
});

test('an app learns what its token is good for, and nothing of one that is good for nothing', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const user = await addUser(house.accounts, { name: 'Bo', password: 'another password' });
  const { access } = await exchange({ ...house, user }, app);
  const ask = { client_id: app.id, client_secret: app.secret, token: access };
  const found = introspection.parse(await (await post(house, '/oauth/introspect', ask)).json());
  assert.deepEqual(found, {
    active: true,
    scope: 'read write',
    client_id: app.id,
    username: 'Bo',
    sub: String(user.id),
    iss: 'https://news.example.org',
    token_type: 'bearer',
    exp: house.accounts.clock.now() / 1000 + 3600,
  });
  await house.accounts.clock.advance(3_600_000);
  const dead = await post(house, '/oauth/introspect', ask);
  assert.deepEqual(await dead.json(), { active: false });
});

test('a refresh token is good until it is used, superseded or revoked, and is never taken for an access token', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const credentials = { client_id: app.id, client_secret: app.secret };
  const look = async (token: string) =>
    introspection.parse(await (await post(house, '/oauth/introspect', { ...credentials, token })).json());
  const renew = async (token: string) =>
    (await tokensOf(await post(house, '/oauth/token', refreshFields(app, token)))).refresh;
  const { refresh } = await exchange(house, app);
  const day = 86_400;
  assert.deepEqual(await look(refresh), {
    active: true,
    scope: 'read write',
    client_id: app.id,
    username: 'Ines',
    sub: String(house.user.id),
    iss: 'https://news.example.org',
    exp: house.accounts.clock.now() / 1000 + 90 * day,
  });
  const lost = await renew(refresh);
  assert.deepEqual(await look(refresh), { active: false });
  assert.equal((await look(lost)).active, true);
  const next = await renew(refresh);
  assert.deepEqual(await look(lost), { active: false });
  const other = await registerByForm(house);
  const asOther = { client_id: other.id, client_secret: other.secret, token: next };
  assert.deepEqual(await (await post(house, '/oauth/introspect', asOther)).json(), { active: false });
  assert.equal((await look(next)).active, true);
  await house.accounts.clock.advance(90 * day * 1000);
  assert.deepEqual(await look(next), { active: false });
  const { refresh: revoked } = await exchange(house, app);
  await post(house, '/oauth/revoke', { ...credentials, token: revoked });
  assert.deepEqual(await look(revoked), { active: false });
});

test('both want a token and the app’s credentials', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  for (const path of ['/oauth/revoke', '/oauth/introspect']) {
    const missing = { client_id: app.id, client_secret: app.secret };
    assert.equal(await faultOf(await post(house, path, missing)), '400 invalid_request');
    const secretless = { client_id: app.id, token: 'x' };
    assert.equal(await faultOf(await post(house, path, secretless)), '400 invalid_request');
    const wrong = { ...missing, client_secret: 'wrong', token: 'x' };
    assert.equal(await faultOf(await post(house, path, wrong)), '401 invalid_client');
  }
});

test('the metadata names the configured address, whatever Host says', async (t) => {
  const house = await openOauthHouse(t);
  const response = await house.call('https://evil.example/.well-known/oauth-authorization-server');
  assert.equal(response.headers.get('Cache-Control'), 'public, max-age=3600');
  const own = 'https://news.example.org';
  const methods = ['client_secret_basic', 'client_secret_post', 'none'];
  assert.deepEqual(serverMetadata.parse(await response.json()), {
    issuer: own,
    authorization_endpoint: `${own}/oauth/authorize`,
    token_endpoint: `${own}/oauth/token`,
    registration_endpoint: `${own}/api/v1/register`,
    revocation_endpoint: `${own}/oauth/revoke`,
    introspection_endpoint: `${own}/oauth/introspect`,
    scopes_supported: ['read', 'write'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
  });
});

test('refresh tokens are spoken of only where there are any', async (t) => {
  for (const [accessTokenTtlMs, grants] of [
    [0, ['authorization_code']],
    [3_600_000, ['authorization_code', 'refresh_token']],
  ] as const) {
    const house = await openOauthHouse(t, { accessTokenTtlMs });
    const response = await house.call('/.well-known/oauth-authorization-server');
    assert.deepEqual(serverMetadata.parse(await response.json()).grant_types_supported, grants);
    const client = { client_name: 'An app', redirect_uris: ['https://app.example/back'] };
    const registered = await house.call('/api/v1/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(client),
    });
    assert.deepEqual(((await registered.json()) as { grant_types: string[] }).grant_types, grants);
  }
});
