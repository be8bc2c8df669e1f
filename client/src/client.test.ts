import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from './client.ts';
import { ContractError, CourantError, NetworkError } from './errors.ts';
import { app, clientOf, json, signedIn } from './fake-service.ts';

const never = (): Response => assert.fail('nothing should be asked');

test('each method asks for its endpoint, with its parameters', async () => {
  const { client, asked, seen } = clientOf(
    ({ url }) => (url.pathname.endsWith('/delete') ? new Response(null, { status: 204 }) : json([])),
    { tokens: { accessToken: 'a' } },
  );
  await client.instance();
  await client.groups.list();
  await client.groups.get(3);
  await client.groups.feeds(3);
  await client.groups.items(3, { limit: 5, only: 'read' });
  await client.groups.create({ title: 'A & B', feedIds: [1, 2] });
  assert.equal(await client.groups.delete(3), undefined);
  await client.feeds.list();
  await client.feeds.get(4);
  await client.feeds.items(4, { maxId: 9, sinceId: 2 });
  await client.feeds.create({ feedUrl: 'https://a/?b=c&d', groupIds: [] });
  await client.feeds.delete(4);
  await client.items.list({ minId: 0, ids: [3, 1] });
  await client.items.get(5);
  await client.items.markRead(5);
  await client.items.markUnread(5);
  await client.appPasswords.create('Phone');
  assert.deepEqual(seen(), [
    'GET /api/v1/instance',
    'GET /api/v1/groups',
    'GET /api/v1/groups/3',
    'GET /api/v1/groups/3/feeds',
    'GET /api/v1/groups/3/items?limit=5&only=read',
    'POST /api/v1/groups/create',
    'POST /api/v1/groups/3/delete',
    'GET /api/v1/feeds',
    'GET /api/v1/feeds/4',
    'GET /api/v1/feeds/4/items?max_id=9&since_id=2',
    'POST /api/v1/feeds/create',
    'POST /api/v1/feeds/4/delete',
    'GET /api/v1/items?min_id=0&ids=3%2C1',
    'GET /api/v1/items/5',
    'POST /api/v1/items/5/read',
    'POST /api/v1/items/5/unread',
    'POST /api/app.courant.app-passwords/v1/app-passwords',
  ]);
  assert.deepEqual(Object.fromEntries(asked[5]?.form ?? []), { title: 'A & B', feed_ids: '1,2' });
  assert.deepEqual(Object.fromEntries(asked[10]?.form ?? []), { feed_url: 'https://a/?b=c&d' });
  assert.deepEqual(Object.fromEntries(asked.at(-1)?.form ?? []), { name: 'Phone' });
  assert.deepEqual([asked[0]?.bearer, asked[1]?.bearer], [null, 'Bearer a']);
  assert.equal(new Headers(asked[5]?.init.headers).get('content-type'), 'application/x-www-form-urlencoded');
});

test('a base address keeps its path and loses its last slash', async () => {
  const { client, asked } = clientOf(() => json({}), { baseUrl: 'https://a.example/news/' });
  await client.instance();
  assert.equal(asked[0]?.url.href, 'https://a.example/news/api/v1/instance');
});

for (const baseUrl of ['news.example', 'ftp://news.example', 'https:news.example', '']) {
  test(`a base address ${JSON.stringify(baseUrl)} is refused at once`, () => {
    assert.throws(() => createClient({ baseUrl }), /absolute http or https URL/);
  });
}

test('long lists of ids go in the body, 10000 a call, each id once', async () => {
  const { client, asked } = clientOf(({ form }) => json((form.get('ids') ?? '').split(',').map(Number)));
  const ids = Array.from({ length: 20_001 }, (_, index) => index + 1);
  assert.deepEqual(await client.items.markManyRead([...ids, 1, 2]), ids);
  assert.deepEqual(
    asked.map(({ form, url }) => [form.get('ids')?.split(',').length, url.search]),
    [
      [10_000, ''],
      [10_000, ''],
      [1, ''],
    ],
  );
});

test('marking nothing asks for nothing', async () => {
  const { client } = clientOf(never);
  assert.deepEqual(await client.items.markManyUnread([]), []);
});

test('pictures are asked for by any address that a page may have, and none by no call', async () => {
  const { client, asked } = clientOf(({ form }) =>
    json({
      images: (form.get('urls') ?? '').split(/\s+/).map((url, n) => ({ url, address: `/images/${n}` })),
    }),
  );
  const urls = [
    'https://a.example/one two.png',
    ' https://a.example/3.png\n',
    'https://a.example/four\n.png',
  ];
  assert.deepEqual(
    [...(await client.images.addresses(urls))],
    [
      [urls[0], '/images/0'],
      [urls[1], '/images/1'],
      [urls[2], '/images/2'],
    ],
  );
  assert.equal(
    asked[0]?.form.get('urls'),
    'https://a.example/one%20two.png https://a.example/3.png https://a.example/four.png',
  );
  assert.deepEqual([...(await client.images.addresses([]))], []);
  assert.equal(asked.length, 1);
});

test('an error says all that the service said', async () => {
  const { client } = clientOf(() =>
    json({ error: 'Too many', error_description: 'Wait' }, 429, { 'retry-after': '7' }),
  );
  await assert.rejects(client.feeds.list(), (error) => {
    assert.ok(error instanceof CourantError);
    const { status, description, requestId, retryAfterSeconds, isSignedOut } = error;
    assert.deepEqual(
      { status, error: error.error, description, requestId, retryAfterSeconds, isSignedOut },
      {
        status: 429,
        error: 'Too many',
        description: 'Wait',
        requestId: 'r1',
        retryAfterSeconds: 7,
        isSignedOut: false,
      },
    );
    return true;
  });
});

for (const body of ['<h1>Bad gateway</h1>', '', 'null', '[]', '"x"', '{"error":5}']) {
  test(`an error with the body ${JSON.stringify(body)} still has its status`, async () => {
    const { client } = clientOf(() => new Response(body, { status: 502 }));
    await assert.rejects(client.feeds.list(), {
      name: 'CourantError',
      status: 502,
      error: 'The service answered 502',
    });
  });
}

test('a call that fails for any other reason renews nothing and is not made again', async () => {
  for (const status of [400, 403, 500, 503]) {
    const { client, seen } = signedIn(() => json({ error: 'No' }, status));
    await assert.rejects(client.items.markRead(7), { status });
    assert.deepEqual(seen(), ['POST /api/v1/items/7/read']);
  }
});

test('Retry-After may be a date, and rubbish is none', async () => {
  const after = async (value: string) => {
    const { client } = clientOf(() => json({ error: 'Later' }, 503, { 'retry-after': value }));
    return client.instance().catch((error) => error.retryAfterSeconds);
  };
  assert.equal(await after('Fri, 20 Nov 2026 00:01:00 GMT'), 60);
  assert.equal(await after('Thu, 19 Nov 2026 00:00:00 GMT'), 0);
  assert.equal(await after('soon'), undefined);
});

test('a network that fails is told apart from a service that refuses', async () => {
  const cause = new TypeError('fetch failed');
  const { client } = clientOf(() => Promise.reject(cause));
  await assert.rejects(client.instance(), (error) => error instanceof NetworkError && error.cause === cause);
});

test('an answer that breaks off is a failure of the network', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
  const { client } = clientOf(() => new Response(broken));
  await assert.rejects(client.instance(), NetworkError);
});

for (const status of [200, 204]) {
  test(`nothing, with the status ${status}, is no list and no export: a network which wants a sign-in may answer so`, async () => {
    const { client } = clientOf(() => new Response(null, { status }), { tokens: { accessToken: 'a' } });
    for (const list of [client.items.list, client.groups.list]) await assert.rejects(list(), ContractError);
    // Somebody would take it for a backup.
    await assert.rejects(client.transfer.exportAccount(), ContractError);
  });
}

test('nothing is no answer to a mark: a network which wants a sign-in has not kept it', async () => {
  const { client } = clientOf(() => new Response(''), { tokens: { accessToken: 'a' } });
  for (const mark of [client.items.markRead(1), client.items.markManyRead([1])])
    await assert.rejects(mark, ContractError);
});

test('an answer that is no JSON is a breach of the contract', async () => {
  const { client } = clientOf(() => new Response('<h1>Welcome</h1>'));
  await assert.rejects(client.instance(), ContractError);
});

test('an abort ends a call with its own reason', async () => {
  const controller = new AbortController();
  const { client, asked } = clientOf(
    ({ init }) =>
      new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        controller.abort(new Error('enough'));
      }),
    { tokens: { accessToken: 'a' } },
  );
  await assert.rejects(client.feeds.list({ signal: controller.signal }), { message: 'enough' });
  await assert.rejects(client.feeds.list({ signal: controller.signal }), { message: 'enough' });
  assert.equal(asked.length, 1);
});

test('every call ends with the reason of a signal, whatever it asks for', async () => {
  const { client } = clientOf(({ init }) => Promise.reject(init.signal?.reason ?? new Error('asked')), {
    tokens: { accessToken: 'a' },
    app,
  });
  const signal = AbortSignal.abort(new Error('enough'));
  // Goes for an id, for several, and for what a form says.
  const given = Object.assign(['1'], { seconds: 1 });
  const others: string[] = [];
  for (const [name, method] of methodsOf(client)) {
    try {
      const answer = method(...Array(method.length).fill(given), { signal }, { signal });
      await (isStream(answer) ? answer.next() : answer);
      others.push(name);
    } catch (error) {
      if (error !== signal.reason) others.push(name);
    }
  }
  assert.deepEqual(others, ['authorizationUrl', 'refresh', 'tokens']);
});

test('a call that takes too long is a failure of the network', async () => {
  const { client } = clientOf(
    ({ init }) =>
      new Promise((_, reject) => {
        // Keeps the process alive: the timer of AbortSignal.timeout does not.
        const alive = setInterval(() => {}, 1000);
        init.signal?.addEventListener('abort', () => {
          clearInterval(alive);
          reject(init.signal?.reason);
        });
      }),
    { timeoutMs: 1 },
  );
  await assert.rejects(client.instance(), NetworkError);
  await assert.rejects(client.instance({ signal: new AbortController().signal }), NetworkError);
});

test('no call sends cookies, and none that changes something is sent on to another address', async () => {
  const { client, asked } = clientOf(() => json([]), { tokens: { accessToken: 'a' } });
  await client.feeds.list();
  await client.items.markRead(1);
  assert.deepEqual(
    asked.map(({ method, init }) => [method, init.credentials, init.redirect]),
    [
      ['GET', 'omit', 'follow'],
      ['POST', 'omit', 'error'],
    ],
  );
});

test('an export that is refused says why', async () => {
  const { client } = clientOf(
    () => json({ error: 'Too many', 'app.courant.reason': 'too-many-tries' }, 429),
    {
      tokens: { accessToken: 'a' },
    },
  );
  await assert.rejects(client.transfer.exportOpml(), { error: 'Too many', reason: 'too-many-tries' });
});

type Method = (...given: readonly unknown[]) => unknown;

/** Each method with its name, those of the extensions too. */
function methodsOf(methods: object, prefix = ''): [string, Method][] {
  return Object.entries(methods).flatMap(([name, value]) =>
    typeof value === 'function' ? [[prefix + name, value]] : methodsOf(value, `${prefix}${name}.`),
  );
}

function isStream(answer: unknown): answer is AsyncIterator<unknown> {
  return typeof answer === 'object' && answer !== null && 'next' in answer;
}
