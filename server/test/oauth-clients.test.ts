// Real OAuth clients against our doors, over a real port: what others have written must simply work.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { AuthorizationCode } from 'simple-oauth2';
import { authenticate } from '../src/accounts/authenticate.ts';
import type { AccountsOptions } from '../src/accounts/options.ts';
import { listen } from '../src/http/listen.ts';
import { type OauthHouse, openOauthHouse, registerByForm } from './oauth-house.ts';
import { signedIn } from './oauth-visitor.ts';

interface Served extends OauthHouse {
  url: string;
  /** What a person does: goes where the app sends them, allows it, and is sent back. */
  allow(authorizationUrl: string | URL): Promise<URL>;
}

async function serve(t: TestContext, settings: Partial<AccountsOptions> = {}): Promise<Served> {
  const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false });
  t.after(() => listener.close(0));
  const url = `http://127.0.0.1:${listener.port}`;
  const house = await openOauthHouse(t, { ...settings, publicUrl: url });
  listener.serve(house.app);
  return {
    ...house,
    url,
    async allow(authorizationUrl) {
      const visitor = await signedIn(house);
      const page = await visitor.go(String(authorizationUrl));
      const sent = await visitor.submit(page, '/oauth/authorize', { decision: 'allow' });
      assert.equal(sent.status, 302, sent.text);
      return new URL(sent.location);
    },
  };
}

const insecure = { [oauth.allowInsecureRequests]: true };
const redirectUri = 'http://127.0.0.1:4711/back';

async function discover({ url }: Served): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url);
  const response = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' });
  return oauth.processDiscoveryResponse(issuer, response);
}

const methods = {
  none: () => oauth.None(),
  client_secret_basic: (secret: string) => oauth.ClientSecretBasic(secret),
  client_secret_post: (secret: string) => oauth.ClientSecretPost(secret),
} as const;

for (const [method, authentication] of Object.entries(methods)) {
  test(`oauth4webapi: discovers, registers, signs in, refreshes, introspects and revokes (${method})`, async (t) => {
    const house = await serve(t);
    const as = await discover(house);
    const metadata = { redirect_uris: [redirectUri], token_endpoint_auth_method: method };
    const registered = await oauth.dynamicClientRegistrationRequest(as, metadata, insecure);
    const client = await oauth.processDynamicClientRegistrationResponse(registered);
    const own = authentication(String(client.client_secret ?? ''));

    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const query = {
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'read write',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    };
    const back = await house.allow(`${as.authorization_endpoint}?${new URLSearchParams(query)}`);
    const callback = oauth.validateAuthResponse(as, client, back, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      own,
      callback,
      redirectUri,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer);
    assert.ok(await authenticate(house.accounts, tokens.access_token));

    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, own, tokens.refresh_token ?? '', insecure),
    );
    const seen = await oauth.processIntrospectionResponse(
      as,
      client,
      await oauth.introspectionRequest(as, client, own, refreshed.access_token, insecure),
    );
    assert.equal(seen.active, true);
    const revoked = await oauth.revocationRequest(as, client, own, refreshed.access_token, insecure);
    await oauth.processRevocationResponse(revoked);
    assert.equal(await authenticate(house.accounts, refreshed.access_token), undefined);
  });
}

test('oauth4webapi: understands how we refuse', async (t) => {
  const house = await serve(t);
  const as = await discover(house);
  const app = await registerByForm(house, redirectUri);
  const client = { client_id: app.id };
  const wrong = await oauth.refreshTokenGrantRequest(as, client, oauth.ClientSecretPost('no'), 'x', insecure);
  await assert.rejects(
    oauth.processRefreshTokenResponse(as, client, wrong),
    (error) => error instanceof oauth.ResponseBodyError && error.error === 'invalid_client',
  );
  const basic = await oauth.refreshTokenGrantRequest(
    as,
    client,
    oauth.ClientSecretBasic('no'),
    'x',
    insecure,
  );
  await assert.rejects(
    oauth.processRefreshTokenResponse(as, client, basic),
    (error) =>
      error instanceof oauth.WWWAuthenticateChallengeError || error instanceof oauth.ResponseBodyError,
  );
});

test('openid-client: registers by itself, signs in with PKCE and without, and refreshes', async (t) => {
  const house = await serve(t);
  const config = await openid.dynamicClientRegistration(
    new URL(house.url),
    { redirect_uris: [redirectUri], client_name: 'Openid' },
    undefined,
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const pkce = {
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const pkceCodeVerifier of [verifier, undefined]) {
    const state = openid.randomState();
    const query = { redirect_uri: redirectUri, scope: 'read', state, ...(pkceCodeVerifier ? pkce : {}) };
    const back = await house.allow(openid.buildAuthorizationUrl(config, query));
    const checks = { expectedState: state, ...(pkceCodeVerifier ? { pkceCodeVerifier } : {}) };
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    assert.equal(tokens.scope, 'read');
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.ok(await authenticate(house.accounts, refreshed.access_token));
    assert.equal((await openid.tokenIntrospection(config, refreshed.access_token)).active, true);
    await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
    assert.equal(await authenticate(house.accounts, refreshed.access_token), undefined);
  }
});

for (const authorizationMethod of ['header', 'body'] as const) {
  test(`simple-oauth2: an app that was registered by form (credentials in the ${authorizationMethod})`, async (t) => {
    const house = await serve(t);
    const app = await registerByForm(house, 'https://app.example/back');
    const client = new AuthorizationCode({
      client: { id: app.id, secret: app.secret },
      auth: { tokenHost: house.url },
      options: { authorizationMethod },
    });
    const redirect_uri = app.redirectUri;
    const back = await house.allow(client.authorizeURL({ redirect_uri, scope: 'read write', state: 's' }));
    assert.deepEqual([...back.searchParams.keys()], ['code', 'state']);
    const code = back.searchParams.get('code') ?? '';
    const tokens = await client.getToken({ code, redirect_uri });
    const refreshed = await tokens.refresh();
    assert.ok(await authenticate(house.accounts, String(refreshed.token.access_token)));
    await refreshed.revokeAll();
    assert.equal(await authenticate(house.accounts, String(refreshed.token.access_token)), undefined);
  });
}

test('simple-oauth2: tokens that never expire need no refresh', async (t) => {
  const house = await serve(t, { accessTokenTtlMs: 0 });
  const app = await registerByForm(house);
  const client = new AuthorizationCode({
    client: { id: app.id, secret: app.secret },
    auth: { tokenHost: house.url },
  });
  const redirect_uri = app.redirectUri;
  const back = await house.allow(client.authorizeURL({ redirect_uri }));
  const tokens = await client.getToken({ code: back.searchParams.get('code') ?? '', redirect_uri });
  assert.equal(tokens.expired(), false);
});

test('a body that is too long is answered, and the next request over the same pool works', async (t) => {
  const house = await serve(t);
  const body = new URLSearchParams({ grant_type: 'x'.repeat(200_000) });
  const refused = await fetch(`${house.url}/oauth/token`, { method: 'POST', body });
  assert.equal(refused.status, 413);
  assert.equal(refused.headers.get('Connection'), 'close');
  assert.equal((await fetch(`${house.url}/.well-known/oauth-authorization-server`)).status, 200);
});
