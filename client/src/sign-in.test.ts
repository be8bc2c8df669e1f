import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ContractError } from './errors.ts';
import { app, clientOf, json, now, signedIn } from './fake-service.ts';
import { readRedirect } from './sign-in.ts';

test('registering sends what the contract asks for, and the client uses what comes back', async () => {
  const { client, asked } = clientOf(() => json({ client_id: 'c', client_secret: 's' }));
  const registered = await client.register({
    name: 'App',
    redirectUri: 'app://back',
    website: 'https://app.example',
  });
  assert.deepEqual(registered, { clientId: 'c', clientSecret: 's', redirectUri: 'app://back' });
  assert.deepEqual(Object.fromEntries(asked[0]?.form ?? []), {
    client_name: 'App',
    website: 'https://app.example',
    redirect_uri: 'app://back',
  });
  assert.match((await client.authorizationUrl()).url, /client_id=c&/);
});

test('the address of consent carries a challenge for its verifier, and a fresh state', async () => {
  const { client } = clientOf(() => json({}), { app });
  const { url, state, codeVerifier } = await client.authorizationUrl({ scope: 'read' });
  const parameters = new URL(url).searchParams;
  assert.ok(url.startsWith('https://news.example/oauth/authorize?'));
  assert.deepEqual(Object.fromEntries(parameters), {
    response_type: 'code',
    client_id: 'app',
    redirect_uri: 'app://back?x=1',
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'read',
  });
  assert.match(codeVerifier, /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual((await client.authorizationUrl()).state, state);
});

test('without an app nobody can sign in', async () => {
  await assert.rejects(clientOf(() => json({})).client.authorizationUrl(), /register first/);
});

test('the code is read out of the redirect, unless somebody else began it or somebody said no', () => {
  assert.equal(readRedirect('app://back?x=1&code=abc&state=s', { state: 's' }), 'abc');
  assert.throws(() => readRedirect('app://back?code=abc&state=t', { state: 's' }), ContractError);
  assert.throws(() => readRedirect('app://back?code=abc', { state: 's' }), ContractError);
  assert.throws(() => readRedirect('app://back?state=s', { state: 's' }), ContractError);
  assert.throws(() => readRedirect('app://back?error=access_denied&state=s', { state: 's' }), {
    name: 'CourantError',
    status: 400,
    error: 'access_denied',
    description: undefined,
  });
  assert.throws(() => readRedirect('app://back?error=e&error_description=Why&state=s', { state: 's' }), {
    description: 'Why',
  });
});

test('an answer of another service than the one that was asked is no sign-in', async () => {
  const pending = await signedIn(() => json({})).client.authorizationUrl({ state: 's' });
  const from = (issuer: string): string =>
    readRedirect(`app://back?code=abc&state=s&iss=${encodeURIComponent(issuer)}`, pending);
  assert.equal(from(pending.issuer), 'abc');
  assert.equal(from(`${pending.issuer}/`), 'abc');
  // Services of the bare protocol do not say who they are.
  assert.equal(readRedirect('app://back?code=abc&state=s', pending), 'abc');
  assert.equal(readRedirect('app://back?code=abc&state=s&iss=https://other.example', { state: 's' }), 'abc');
  const below = { state: 's', issuer: 'https://news.example/feeds' };
  assert.equal(readRedirect('app://back?code=abc&state=s&iss=https://news.example/feeds/', below), 'abc');
  for (const issuer of ['https://other.example', `${pending.issuer}/b`, 'http://news.example', 'nonsense']) {
    assert.throws(() => from(issuer), { name: 'ContractError', message: /has answered, not/ });
  }
  assert.throws(() => from('http://127.0.0.1:8080'), {
    message: `Cannot sign in: http://127.0.0.1:8080 has answered, not ${pending.issuer} that was asked; if both are the same, baseUrl must be the first`,
  });
  assert.throws(
    () => readRedirect('app://back?error=no&state=s&iss=https://other.example', pending),
    ContractError,
  );
});

test('a code is exchanged with everything the contract asks for, and the tokens are saved', async () => {
  const { client, asked, saved } = signedIn(
    () =>
      json({ access_token: 'a', token_type: 'bearer', expires_in: 60, refresh_token: 'r', scope: 'read' }),
    { tokens: { accessToken: 'old' } },
  );
  const got = await client.exchangeCode({ code: 'abc', codeVerifier: 'v' });
  assert.deepEqual(got, { accessToken: 'a', refreshToken: 'r', expiresAt: now + 60_000, scope: 'read' });
  assert.deepEqual(saved, [got]);
  assert.deepEqual(Object.fromEntries(asked[0]?.form ?? []), {
    grant_type: 'authorization_code',
    authorization_code: 'abc',
    code_verifier: 'v',
    redirect_uri: 'app://back?x=1',
    client_id: 'app',
    client_secret: 'secret',
  });
});

test('tokens that never expire are used as they are', async () => {
  const { client, seen } = clientOf(() => json({ access_token: 'a', token_type: 'bearer' }), { app });
  assert.deepEqual(await client.exchangeCode({ code: 'abc' }), { accessToken: 'a' });
  await client.feeds.list();
  assert.equal(seen().length, 2);
});

test('signing out revokes the refresh token, then forgets', async () => {
  const { client, asked, saved, seen } = signedIn(() => new Response(''));
  await client.revoke();
  assert.deepEqual(seen(), ['POST /oauth/revoke']);
  assert.deepEqual(Object.fromEntries(asked[0]?.form ?? []), {
    token: 'r1',
    client_id: 'app',
    client_secret: 'secret',
  });
  assert.deepEqual(saved, [undefined]);
  assert.equal(client.tokens(), undefined);
  await client.revoke();
  assert.equal(asked.length, 1);
});

test('signing out revokes a token that never expires', async () => {
  const { client, asked } = signedIn(() => new Response(''), { tokens: { accessToken: 'a1' } });
  await client.revoke();
  assert.equal(asked[0]?.form.get('token'), 'a1');
});

test('an answer without access_token is a breach of the contract', async () => {
  const { client } = clientOf(() => json({}), { app });
  await assert.rejects(client.exchangeCode({ code: 'abc' }), ContractError);
});
