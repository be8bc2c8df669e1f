import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { CourantError, NetworkError } from './errors.ts';
import { app, clientOf, expired, json, rotating, signedIn, tokens } from './fake-service.ts';
import type { Tokens } from './session.ts';

test('a token about to expire is renewed before the call', async () => {
  const { client, seen, asked } = signedIn(rotating().handler, { tokens: expired });
  await client.feeds.list();
  assert.deepEqual(seen(), ['POST /oauth/token', 'GET /api/v1/feeds']);
  assert.equal(asked[0]?.form.get('redirect_uri'), app.redirectUri);
});

test('a token that is refused is renewed, and the call made once more', async () => {
  const { client, seen } = signedIn(rotating().handler);
  await client.items.markRead(7);
  assert.deepEqual(seen(), ['POST /api/v1/items/7/read', 'POST /oauth/token', 'POST /api/v1/items/7/read']);
});

test('a call that is refused again after renewal fails, without a third try', async () => {
  const { client, seen } = signedIn(rotating('never').handler);
  await assert.rejects(client.feeds.list(), { status: 401 });
  assert.equal(seen().length, 3);
});

test('after one renewal the next refused token is renewed again', async () => {
  let accepted = 2;
  const service = rotating();
  const { client } = signedIn((request) =>
    request.url.pathname === '/oauth/token'
      ? service.handler(request)
      : request.bearer === `Bearer a${accepted}`
        ? json([])
        : json({ error: 'Not signed in' }, 401),
  );
  await client.feeds.list();
  accepted = 3;
  await client.feeds.list();
  assert.equal(service.count(), 3);
});

for (const [when, start] of [
  ['refused', tokens],
  ['about to expire', expired],
] as const) {
  test(`twenty calls at once whose token is ${when} renew it once`, async () => {
    const service = rotating();
    const { client, saved } = signedIn(service.handler, { tokens: start });
    await Promise.all(Array.from({ length: 20 }, () => client.feeds.list()));
    assert.equal(service.count(), 2);
    assert.equal(saved.length, 1);
    assert.equal(client.tokens()?.accessToken, 'a2');
  });
}

test('a call that learns late that its token is old uses the new one', async () => {
  const service = rotating();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { client } = signedIn(async (request) => {
    if (request.url.pathname === '/api/v1/groups' && request.bearer === 'Bearer a1') await held;
    return service.handler(request);
  });
  const late = client.groups.list();
  await client.feeds.list();
  release();
  await late;
  assert.equal(service.count(), 2);
});

test('calls that begin while a refused token is being renewed wait for the new one', async () => {
  const service = rotating();
  const later: Promise<unknown>[] = [];
  const { client, seen } = signedIn(async (request) => {
    if (request.url.pathname === '/oauth/token') {
      await new Promise((resolve) => setImmediate(resolve));
      later.push(client.groups.list());
    }
    return service.handler(request);
  });
  await client.feeds.list();
  await Promise.all(later);
  assert.deepEqual(seen().slice(0, 2), ['GET /api/v1/feeds', 'POST /oauth/token']);
  assert.deepEqual(seen().slice(2).sort(), ['GET /api/v1/feeds', 'GET /api/v1/groups']);
});

test('a call whose token is refused after a new sign-in uses the new tokens once they are saved', async () => {
  const events: string[] = [];
  const answers = Promise.withResolvers<Response>();
  const saving = Promise.withResolvers<void>();
  const { client } = clientOf(
    ({ url, bearer }) => {
      if (url.pathname === '/oauth/token')
        return json({ access_token: 'a2', token_type: 'bearer', expires_in: 3600, refresh_token: 'r2' });
      events.push(`asked with ${bearer}`);
      return bearer === 'Bearer a1' ? answers.promise : json([]);
    },
    {
      app,
      tokens,
      onTokens: async () => {
        await saving.promise;
        events.push('saved');
      },
    },
  );
  const call = client.feeds.list();
  const signIn = client.exchangeCode({ code: 'c' });
  while (client.tokens()?.accessToken !== 'a2') await new Promise((resolve) => setImmediate(resolve));
  answers.resolve(json({ error: 'Not signed in' }, 401));
  await new Promise((resolve) => setImmediate(resolve));
  saving.resolve();
  await Promise.all([call, signIn]);
  assert.deepEqual(events, ['asked with Bearer a1', 'saved', 'asked with Bearer a2']);
});

test('new tokens are saved before they are used', async () => {
  const events: string[] = [];
  const service = rotating();
  const { client } = clientOf(
    (request) => {
      events.push(request.url.pathname === '/oauth/token' ? 'renewed' : `asked with ${request.bearer}`);
      return service.handler(request);
    },
    {
      app,
      tokens: expired,
      onTokens: async (next) => {
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`saved ${next?.accessToken}`);
      },
    },
  );
  await client.feeds.list();
  assert.deepEqual(events, ['renewed', 'saved a2', 'asked with Bearer a2']);
});

test('new tokens that could not be saved are kept, and saved before the next call', async () => {
  const service = rotating();
  let full = true;
  const saved: (string | undefined)[] = [];
  const { client } = clientOf(service.handler, {
    app,
    tokens: expired,
    onTokens: (next) => {
      if (full) throw new Error('disk full');
      saved.push(next?.accessToken);
    },
  });
  await assert.rejects(client.feeds.list(), /disk full/);
  full = false;
  await client.feeds.list();
  assert.deepEqual(saved, ['a2']);
  assert.equal(service.count(), 2);
});

test('a renewal whose answer is lost is asked for once more with the same token', async () => {
  const service = rotating();
  let lost = 0;
  const { client, asked } = signedIn(
    (request) => {
      if (request.url.pathname !== '/oauth/token' || lost > 0) return service.handler(request);
      lost += 1;
      throw new TypeError('fetch failed');
    },
    { tokens: expired },
  );
  await client.feeds.list();
  assert.deepEqual(
    asked.slice(0, 2).map(({ form }) => form.get('refresh_token')),
    ['r1', 'r1'],
  );
});

test('a renewal whose answer is lost is asked for twice more while the service still takes the old token', async (t) => {
  const graceMs = 30_000;
  const asksAt: number[] = [];
  let waitedMs = 0;
  // The clock of this test: a call that sets a time limit has waited that long.
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    const ended = new AbortController();
    queueMicrotask(() => {
      waitedMs += ms;
      ended.abort(new DOMException('The time is up', 'TimeoutError'));
    });
    return ended.signal;
  });
  const { client } = signedIn(
    ({ url, init }) => {
      assert.equal(url.pathname, '/oauth/token');
      asksAt.push(waitedMs);
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    },
    { tokens: expired },
  );
  await assert.rejects(client.feeds.list(), NetworkError);
  assert.equal(asksAt.length, 3);
  assert.ok(
    asksAt.every((at) => at < graceMs),
    `${asksAt}`,
  );
  assert.deepEqual(client.tokens(), expired);
});

test('a shorter timeout of the app is that of renewals, too', async (t) => {
  const asked = t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort());
  const { client } = signedIn(() => Promise.reject(new TypeError('fetch failed')), {
    tokens: expired,
    timeoutMs: 2_000,
  });
  await assert.rejects(client.feeds.list(), NetworkError);
  assert.ok(asked.mock.calls.every((call) => call.arguments[0] === 2_000));
});

test('a network that stays away fails the call, and the tokens stay', async () => {
  const { client, asked } = signedIn(() => Promise.reject(new TypeError('fetch failed')), {
    tokens: expired,
  });
  await assert.rejects(client.feeds.list(), NetworkError);
  assert.equal(asked.length, 3);
  assert.deepEqual(client.tokens(), expired);
});

test('a refresh token that is refused means signing in again', async () => {
  const { client, seen } = signedIn(rotating().handler, { tokens: { ...expired, refreshToken: 'stolen' } });
  await assert.rejects(
    client.feeds.list(),
    (error) => error instanceof CourantError && error.error === 'invalid_grant' && error.isSignedOut,
  );
  assert.deepEqual(seen(), ['POST /oauth/token']);
});

test('without a refresh token a refused call just fails', async () => {
  const { client, seen } = signedIn(rotating().handler, { tokens: { accessToken: 'a1' } });
  await assert.rejects(client.feeds.list(), { status: 401 });
  assert.equal(seen().length, 1);
  await assert.rejects(client.refresh(), { status: 401 });
});

test('who is signed out is told so by a call and by a renewal', async () => {
  const { client, seen } = clientOf(rotating().handler, { app });
  await assert.rejects(client.feeds.list(), { name: 'CourantError', status: 401 });
  await assert.rejects(client.refresh(), { name: 'CourantError', status: 401 });
  assert.deepEqual(seen(), ['GET /api/v1/feeds']);
});

test('a renewal that fails ends also a call that could be given up, and nothing goes on listening for that', async () => {
  const { signal } = new AbortController();
  const { client } = signedIn(rotating().handler, { tokens: { ...expired, refreshToken: 'stolen' } });
  await assert.rejects(client.feeds.list({ signal }), { error: 'invalid_grant' });
  await signedIn(rotating().handler).client.feeds.list({ signal });
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});

test('one caller who gives up does not end the renewal of the others', async () => {
  const service = rotating();
  const controller = new AbortController();
  const { client } = signedIn(
    (request) => {
      if (request.url.pathname === '/oauth/token') controller.abort(new Error('enough'));
      return service.handler(request);
    },
    { tokens: expired },
  );
  const impatient = client.feeds.list({ signal: controller.signal });
  const patient = client.feeds.list();
  await assert.rejects(impatient, /enough/);
  assert.deepEqual(await patient, []);
  assert.equal(service.count(), 2);
});

test('signing out while a renewal is under way stays signed out', async () => {
  const service = rotating();
  const { client, saved } = signedIn(
    (request) => (request.url.pathname === '/oauth/revoke' ? new Response('') : service.handler(request)),
    { tokens: expired },
  );
  const call = client.feeds.list();
  await client.revoke();
  await assert.rejects(call, { status: 401 });
  assert.equal(client.tokens(), undefined);
  assert.deepEqual(saved, [undefined]);
});

/** What the tabs of a browser share: a place for the tokens, and turns at renewing them. */
function commonOf(stored: Tokens | undefined) {
  let last: Promise<unknown> = Promise.resolve();
  const common = {
    stored,
    options: {
      onTokens: (next: Tokens | undefined) => {
        common.stored = next;
      },
      sharing: {
        load: () => common.stored,
        inTurn: (renew: () => Promise<Tokens>): Promise<Tokens> => {
          const turn = last.then(renew);
          last = turn.catch(() => {});
          return turn;
        },
      },
    },
  };
  return common;
}

test('clients that share their tokens renew them once, and each goes on with what another has saved', async () => {
  const service = rotating();
  const { options } = commonOf(expired);
  const [one, other] = [1, 2].map(() => signedIn(service.handler, { tokens: expired, ...options }));
  await Promise.all([one?.client.feeds.list(), other?.client.groups.list()]);
  assert.equal(service.count(), 2);
  assert.equal(other?.client.tokens()?.accessToken, 'a2');
  await one?.client.refresh();
  await other?.client.refresh();
  assert.equal(service.count(), 3);
  assert.deepEqual(other?.client.tokens(), one?.client.tokens());
});

test('who has signed out in one client is signed out in those that share its tokens', async () => {
  const service = rotating();
  const common = commonOf(expired);
  const { client } = signedIn(service.handler, { tokens: expired, ...common.options });
  common.stored = undefined;
  await assert.rejects(client.feeds.list(), { isSignedOut: true });
  assert.equal(service.count(), 1);
  assert.equal(client.tokens(), undefined);
});

test('tokens of another client that have run out meanwhile are renewed in the same turn', async () => {
  const service = rotating('a3');
  const common = commonOf(expired);
  const [one, other] = [1, 2].map(() => signedIn(service.handler, { tokens: expired, ...common.options }));
  await one?.client.refresh();
  common.stored = { ...(common.stored as Tokens), expiresAt: expired.expiresAt as number };
  await other?.client.feeds.list();
  assert.deepEqual(other?.seen(), ['POST /oauth/token', 'GET /api/v1/feeds']);
  assert.equal(common.stored?.accessToken, 'a3');
});

test('tokens that could not be saved yet are not given up for those that they replace', async () => {
  const service = rotating('a3');
  const common = commonOf(expired);
  let isFull = true;
  const { client } = signedIn(service.handler, {
    tokens: expired,
    ...common.options,
    onTokens: (next) => {
      if (isFull) throw new Error('full');
      common.options.onTokens(next);
    },
  });
  await assert.rejects(client.feeds.list(), { message: 'full' });
  isFull = false;
  assert.equal((await client.refresh()).accessToken, 'a3');
  assert.equal(common.stored?.accessToken, 'a3');
});
