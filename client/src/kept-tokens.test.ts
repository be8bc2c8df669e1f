import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app, expired, json, rotating, signedIn } from './fake-service.ts';
import type { Tokens } from './session.ts';

/** Something that takes until the test ends it, and whether it has begun. */
function held(): { begun: Promise<void>; wait: () => Promise<void>; end: () => void } {
  const [begin, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    begun: begin.promise,
    wait: () => {
      begin.resolve();
      return end.promise;
    },
    end: end.resolve,
  };
}

/** A service that gives new tokens, and lets everybody sign out. */
function leaving(): Parameters<typeof signedIn>[0] {
  const { handler } = rotating();
  return (request) => (request.url.pathname === '/oauth/revoke' ? new Response('') : handler(request));
}

test('who signs out while new tokens are being saved stays signed out where they are saved, too', async () => {
  const saving = held();
  const saved: (Tokens | undefined)[] = [];
  const { client } = signedIn(leaving(), {
    tokens: expired,
    onTokens: async (next) => {
      if (next !== undefined) await saving.wait();
      saved.push(next);
    },
  });
  const call = client.feeds.list();
  await saving.begun;
  const leave = client.revoke();
  await new Promise((resolve) => setImmediate(resolve));
  saving.end();
  await leave;
  await assert.rejects(call, { isSignedOut: true });
  assert.equal(saved.at(-1), undefined);
  assert.equal(saved.length, 2);
});

test('who signs out while the tokens of another client are being loaded stays signed out', async () => {
  const loading = held();
  const { client, saved } = signedIn(leaving(), {
    tokens: expired,
    sharing: {
      inTurn: (renew) => renew(),
      load: async () => {
        await loading.wait();
        return { accessToken: 'a2', refreshToken: 'r2' };
      },
    },
  });
  const call = client.feeds.list();
  await loading.begun;
  await client.revoke();
  loading.end();
  await assert.rejects(call, { isSignedOut: true });
  assert.equal(client.tokens(), undefined);
  assert.deepEqual(saved, [undefined]);
});

test('renewed tokens keep the scope, which the service need not repeat', async () => {
  const { client } = signedIn(rotating().handler, { tokens: { ...expired, scope: 'read' } });
  assert.equal((await client.refresh()).scope, 'read');
});

test('a token that cannot be renewed is used to its end', async () => {
  const { client, seen } = signedIn(() => json([]), {
    app,
    tokens: { accessToken: 'a1', expiresAt: expired.expiresAt ?? 0 },
  });
  assert.deepEqual(await client.feeds.list(), []);
  assert.equal(seen().length, 1);
});
