// The doors of OAuth while the store is unavailable or something is broken: an app that checks answers against the contract is told just that.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Client, CourantError, createClient } from '@courant/client';
import { endpoints, registrationError, tokenError } from '@courant/protocol';
import { openTestAccounts } from '../src/accounts/testing/open-test-accounts.ts';
import { type App, openApp } from '../src/http/app.ts';
import { openOauthDoor } from '../src/http/oauth/routes.ts';
import { silentLog } from '../src/log.ts';
import { StoreUnavailable } from '../src/store/store.ts';

const faults = [
  [503, new StoreUnavailable('Cannot reach the database')],
  [500, new Error('secret inside')],
] as const;

for (const [status, error] of faults) {
  test(`a ${status} of the doors of OAuth is worded as the contract has it`, async (t) => {
    const { app, url } = await faultyHouse(t, error);
    const fields = { client_id: 'a', client_secret: 'b', redirect_uri: 'app://back', token: 'c' };
    const registering = { client_name: 'Lantern', redirect_uri: 'app://back' };
    for (const [endpoint, form, schema] of [
      [endpoints.token, { ...fields, grant_type: 'refresh_token', refresh_token: 'r' }, tokenError],
      [endpoints.revokeToken, fields, tokenError],
      [endpoints.introspectToken, fields, tokenError],
      [endpoints.register, registering, registrationError],
    ] as const) {
      const request = new Request(`${url}${endpoint.path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
      });
      const response = await app(request, { address: '198.51.100.7', secure: true });
      assert.equal(response.status, status, endpoint.path);
      assert.equal(response.headers.has('Retry-After'), status === 503);
      const body = (await response.json()) as { error: string };
      assert.ok(schema.safeParse(body).success, `${endpoint.path}: ${JSON.stringify(body)}`);
      assert.doesNotMatch(JSON.stringify(body), /secret/);
    }
  });

  test(`a client that validates hears of a ${status} while it renews, and stays signed in`, async (t) => {
    const { client } = await faultyHouse(t, error);
    await assert.rejects(
      client.groups.list(),
      (failure) => failure instanceof CourantError && failure.status === status && !failure.isSignedOut,
    );
    assert.equal(client.tokens()?.refreshToken, 'r1');
    await assert.rejects(
      client.register({ name: 'Lantern', redirectUri: 'app://back' }),
      (failure) => failure instanceof CourantError && failure.status === status,
    );
  });
}

test('a body of another content type, or compressed, is a 400 at the doors of OAuth, and their description says no other', async (t) => {
  const { app, url } = await faultyHouse(t, new Error('not asked'));
  const ask = ({ path }: { path: string }, body: string, headers = {}) => {
    const request = new Request(`${url}${path}`, { method: 'POST', body, headers });
    return app(request, { address: '198.51.100.7', secure: true });
  };
  const form = 'application/x-www-form-urlencoded';
  for (const [endpoint, ...types] of [
    [endpoints.token, form],
    [endpoints.revokeToken, form],
    [endpoints.introspectToken, form],
    [endpoints.register, form, 'application/json'],
  ] as const) {
    assert.equal((await ask(endpoint, 'a=b')).status, 400);
    for (const type of types) {
      const packed = await ask(endpoint, 'packed', { 'content-type': type, 'content-encoding': 'gzip' });
      assert.equal(packed.status, 400);
      assert.match(await packed.text(), /the body has the Content-Encoding gzip, must have none/);
    }
    assert.ok(!(endpoint.errors as readonly number[]).includes(415), endpoint.path);
  }
});

async function faultyHouse(t: TestContext, error: Error): Promise<{ app: App; url: string; client: Client }> {
  const accounts = await openTestAccounts(t);
  const fail = () => Promise.reject(error);
  const store = { ...accounts.store, read: fail, write: fail };
  const app = openApp({
    doors: [openOauthDoor({ ...accounts, store })],
    log: silentLog,
    clock: accounts.clock,
    isUnavailable: (thrown) => thrown instanceof StoreUnavailable,
  });
  const url = accounts.publicUrl;
  const client = createClient({
    baseUrl: url,
    validate: true,
    app: { clientId: 'a', clientSecret: 'b', redirectUri: 'app://back' },
    tokens: { accessToken: 'a1', refreshToken: 'r1', expiresAt: 0 },
    fetch: (address, init) => app(new Request(address, init), { address: '198.51.100.7', secure: true }),
  });
  return { app, url, client };
}
