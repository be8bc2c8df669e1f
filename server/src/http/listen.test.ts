import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Log } from '../log.ts';
import type { App, Peer } from './app.ts';
import type { Asked } from './asked.ts';
import { type Listener, type ListenOptions, listen } from './listen.ts';
import { openConnection } from './testing/raw-connection.ts';
import { WholeResponse } from './whole-response.ts';

const options: ListenOptions = { host: '127.0.0.1', port: 0, trustProxy: false };
/** Of a body in pieces of 64 kB: bytes beyond it would be unread when the connection ends, and reset it. */
const LONG = 0x900000;
const echo: App = async (request) => {
  const { pathname, search } = new URL(request.url);
  return new WholeResponse(`${request.method} ${pathname}${search} ${await request.text()}.`);
};

test('a body and a path with its query arrive, and the answer goes out with its length', async (t) => {
  const { url } = await serve(t, echo);
  const response = await fetch(`${url}/a%20b?c=d`, { method: 'POST', body: 'grün' });
  assert.equal(await response.text(), 'POST /a%20b?c=d grün.');
  assert.equal(response.headers.get('Content-Length'), '22');
});

test('one connection carries request after request', async (t) => {
  const { port } = await serve(t, echo);
  const client = await openConnection(port);
  client.send('GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi');
  const answers = await client.received(/GET \/1 \.[\s\S]*POST \/2 hi\.$/);
  // Caddy keeps an idle one for 120 seconds, and answers 502 to a POST that it sends on it just when we close it.
  assert.ok(Number(/^Keep-Alive: timeout=(\d+)/m.exec(answers)?.[1]) > 120, answers);
  client.send('GET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  assert.match(await client.closed, /GET \/3 \.$/);
});

test('what has neither a body nor a length has an empty body, whatever its method', async (t) => {
  const { port } = await serve(t, echo);
  const client = await openConnection(port);
  client.send('POST /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  assert.match(await client.closed, /POST \/1 \.[\s\S]*GET \/2 \.$/);
});

test('the answer to HEAD ends with its fields', async (t) => {
  for (const type of ['text/plain', 'text/event-stream']) {
    const { port } = await serve(
      t,
      async () => new WholeResponse(null, { headers: { 'Content-Type': type } }),
    );
    const client = await openConnection(port);
    client.send('HEAD / HTTP/1.1\r\nHost: h\r\n\r\nHEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    const answers = (await client.closed).split('\r\n\r\n');
    assert.equal(answers.length, 3, type);
    assert.equal(answers[2], '');
  }
});

for (const body of ['', 'Content-Length: 9\r\n']) {
  test(`what has no body says nothing of its length, ${body ? 'nor while a body is still to come' : 'but what is empty does'}`, async (t) => {
    const { port } = await serve(
      t,
      async ({ url }) => new WholeResponse(null, { status: Number(url.slice(-3)) }),
    );
    const lengthOf = async (method: string, status: number): Promise<string | undefined> => {
      const client = await openConnection(port);
      client.send(`${method} /${status} HTTP/1.1\r\nHost: h\r\n${body}\r\n`);
      const head = await client.received(/\r\n\r\n$/);
      client.cut();
      return /^(?:content-length|transfer-encoding): (.*)\r$/im.exec(head)?.[1];
    };
    for (const [method, status] of [
      ['HEAD', 200],
      ['GET', 204],
      ['GET', 304],
    ] as const)
      assert.equal(await lengthOf(method, status), undefined, `${method} ${status}`);
    assert.equal(await lengthOf('GET', 404), '0');
  });
}

test('a whole URL instead of a path is understood', async (t) => {
  const { port } = await serve(t, echo);
  const client = await openConnection(port);
  client.send('GET http://elsewhere.example/a?b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  assert.match(await client.closed, /GET \/a\?b \.$/);
});

for (const [what, bytes] of [
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhi'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
] as const) {
  test(`${what} is a bad request, and the next connection is served`, async (t) => {
    const { port, url } = await serve(t, echo);
    const client = await openConnection(port);
    client.send(bytes);
    assert.match(await client.closed, /^HTTP\/1.1 400 /);
    assert.equal((await fetch(url)).status, 200);
  });
}

for (const [how, head, app] of [
  ['before it read', `Content-Length: ${LONG}\r\n\r\n`, async () => new WholeResponse('no', { status: 413 })],
  ['while it read', 'Transfer-Encoding: chunked\r\n\r\n4\r\nsome\r\n10000\r\n', refuseWhileReading],
] as const) {
  test(`whoever still sends when a refusal comes ${how} hears it whole, and the connection ends`, async (t) => {
    const { port } = await serve(t, app);
    const client = await openConnection(port);
    client.send(`POST / HTTP/1.1\r\nHost: h\r\n${head}`);
    const answer = await client.received(/\r\n\r\nno$/);
    assert.match(answer, /^HTTP\/1.1 413 .*\r\n[\s\S]*connection: close\r\n/i);
    // If these bytes were not read, they would reset the connection.
    client.send(new Uint8Array(0x10000));
    if (how === 'while it read') client.send('\r\n0\r\n\r\n');
    else for (let sent = 0x10000; sent < LONG; sent += 0x10000) client.send(new Uint8Array(0x10000));
    await client.closed;
  });
}

test('whoever goes on sending long after the answer is cut', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { port } = await serve(t, async () => new WholeResponse('no', { status: 413 }));
  const client = await openConnection(port);
  client.send('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nsome');
  await client.received(/no$/);
  t.mock.timers.tick(5_000);
  assert.match(await client.closed, /no$/);
});

test('a handler learns that its client went away', async (t) => {
  const arrived = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const { port, url } = await serve(t, async (request) => {
    if (request.url.endsWith('/other')) return new WholeResponse(null);
    request.signal.addEventListener('abort', () => gone.resolve());
    arrived.resolve();
    await gone.promise;
    return new WholeResponse('to nobody');
  });
  const client = await openConnection(port);
  client.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await arrived.promise;
  client.cut();
  await gone.promise;
  assert.equal((await fetch(`${url}/other`)).status, 200);
});

test('a client that goes away in the middle of its body is an error to who reads it, and to nobody else', async (t) => {
  const failed = Promise.withResolvers<unknown>();
  const started = Promise.withResolvers<void>();
  const { port } = await serve(t, async (request) => {
    started.resolve();
    await request.text().catch(failed.resolve);
    assert.equal(request.signal.aborted, true);
    return new WholeResponse(null);
  });
  const client = await openConnection(port);
  client.send('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nsome');
  await started.promise;
  client.cut();
  assert.ok((await failed.promise) instanceof Error);
});

for (const [trustProxy, fields, expected] of [
  [true, { 'X-Forwarded-For': '203.0.113.9, 198.51.100.1' }, { address: '198.51.100.1', secure: false }],
  [true, { 'X-Forwarded-For': ' 198.51.100.1 ' }, { address: '198.51.100.1', secure: false }],
  [true, { 'X-Forwarded-For': '198.51.100.1:52341' }, { address: '198.51.100.1', secure: false }],
  [true, { 'X-Forwarded-For': '[2001:db8::1]:52341' }, { address: '2001:db8::1', secure: false }],
  [true, { 'X-Forwarded-For': '2001:db8::1' }, { address: '2001:db8::1', secure: false }],
  [true, { 'X-Forwarded-Proto': 'https' }, { address: '127.0.0.1', secure: true }],
  [true, { 'X-Forwarded-Proto': 'https, http' }, { address: '127.0.0.1', secure: false }],
  [true, {}, { address: '127.0.0.1', secure: false }],
  [
    false,
    { 'X-Forwarded-For': '198.51.100.1', 'X-Forwarded-Proto': 'https' },
    { address: '127.0.0.1', secure: false },
  ],
] as [boolean, Record<string, string>, Peer][]) {
  test(`a proxy that is ${trustProxy ? '' : 'not '}believed says ${JSON.stringify(fields)}`, async (t) => {
    const { url } = await serve(t, async (_, peer) => WholeResponse.json(peer), { trustProxy });
    assert.deepEqual(await (await fetch(url, { headers: fields })).json(), expected);
  });
}

test('a method that fetch forbids comes to the app, which knows what its path takes', async (t) => {
  const { port } = await serve(t, echo);
  const client = await openConnection(port);
  client.send('TRACE /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  assert.match(await client.closed, /TRACE \/a \.$/);
});

test('several cookies come in as one list and go out one by one', async (t) => {
  const { port } = await serve(t, async (request) => {
    const headers = new Headers({ 'X-Got': request.headers.get('Cookie') ?? '' });
    for (const cookie of ['a=1; Path=/', 'b=2']) headers.append('Set-Cookie', cookie);
    return request.url.endsWith('/whole')
      ? new WholeResponse(null, { headers })
      : new Response('a stream', { headers });
  });
  for (const path of ['/whole', '/stream']) {
    const client = await openConnection(port);
    client.send(`GET ${path} HTTP/1.1\r\nHost: h\r\nCookie: a=1\r\nCookie: b=2\r\nConnection: close\r\n\r\n`);
    const lines = (await client.closed).split('\r\n');
    assert.deepEqual(
      lines
        .filter((line) => /^(x-got|set-cookie)/i.test(line))
        .map((line) => line.toLowerCase())
        .sort(),
      ['set-cookie: a=1; path=/', 'set-cookie: b=2', 'x-got: a=1; b=2'],
      path,
    );
  }
});

test('an event stream goes out piece by piece, and ends where its client goes away, which is no fault', async (t) => {
  const { log, logged } = noting();
  const cancelled = Promise.withResolvers<void>();
  const pieces = Promise.withResolvers<ReadableStreamDefaultController>();
  const body = new ReadableStream({ start: pieces.resolve, cancel: () => cancelled.resolve() });
  const headers = { 'Content-Type': 'text/event-stream' };
  const { port, url } = await serve(
    t,
    async ({ url }) => (url.endsWith('/other') ? new WholeResponse(null) : new Response(body, { headers })),
    { log },
  );
  const client = await openConnection(port);
  client.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await client.received(/\r\n\r\n$/);
  (await pieces.promise).enqueue(new TextEncoder().encode('data: 1\n\n'));
  await client.received(/data: 1/);
  client.cut();
  await cancelled.promise;
  await fetch(`${url}/other`);
  assert.deepEqual(logged, []);
});

test('an app that throws costs its own request only, and is logged', async (t) => {
  const { log, logged } = noting();
  const { url } = await serve(t, () => Promise.reject(new Error('bug')), { log });
  for (const _ of [1, 2]) assert.equal((await fetch(url)).status, 500);
  assert.deepEqual(logged, ['answering failed', 'answering failed']);
});

test('a body that breaks is cut off, so that nobody takes it for whole, and is logged', async (t) => {
  const { log, logged } = noting();
  const broken = (): ReadableStream => new ReadableStream({ pull: () => Promise.reject(new Error('bug')) });
  const { port, url } = await serve(t, async () => new Response(broken()), { log });
  await assert.rejects(fetch(url).then((response) => response.text()));
  const old = await openConnection(port);
  old.send('GET / HTTP/1.0\r\n\r\n');
  await assert.rejects(old.closed, { code: 'ECONNRESET' }, 'its answers end with the connection');
  assert.deepEqual(logged, ['answering failed', 'answering failed']);
});

test('a port that is taken is told in a sentence, with the setting that has another', async (t) => {
  const { port } = await serve(t, echo);
  const message = `Cannot listen on 127.0.0.1, port ${port}: another program listens there`;
  await assert.rejects(listen({ ...options, port }), { message });
  await assert.rejects(listen({ ...options, port, setting: 'COURANT_LISTEN' }), {
    message: `${message}; COURANT_LISTEN sets another address`,
  });
});

test('a request that comes before the house is built waits for it, and who went away meanwhile is not answered', async (t) => {
  const listener = await listen(options);
  t.after(() => listener.close(0));
  const arrived = arrivals(t);
  const client = await openConnection(listener.port);
  client.send('GET /early HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  await arrived('/early');
  const impatient = await openConnection(listener.port);
  impatient.send('GET /gone HTTP/1.1\r\nHost: h\r\n\r\n');
  const { socket } = await arrived('/gone');
  impatient.cut();
  await once(socket, 'close');
  const asked: string[] = [];
  listener.serve((request, peer) => {
    asked.push(new URL(request.url).pathname);
    return echo(request, peer);
  });
  assert.match(await client.closed, /GET \/early \.$/);
  assert.deepEqual(asked, ['/early']);
});

test('another app takes over from the one before, on connections that are open too', async (t) => {
  const { port, listener } = await serve(t, async () => new WholeResponse('not yet.'));
  const client = await openConnection(port);
  client.send('GET /1 HTTP/1.1\r\nHost: h\r\n\r\n');
  await client.received(/not yet\.$/);
  listener.serve(echo);
  client.send('GET /2 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  assert.match(await client.closed, /GET \/2 \.$/);
});

test('closing lets what is under way finish, answers what a proxy sends meanwhile, keeps no connection, and takes no new one', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const work: App = async (request) => {
    if (request.url.endsWith('/quick')) return new WholeResponse('quick');
    arrived.resolve();
    await release.promise;
    return new WholeResponse('done');
  };
  const { port, url, listener } = await serve(t, work, { trustProxy: true });
  const [idle, used] = [await openConnection(port), await openConnection(port)];
  for (const each of [idle, used]) {
    each.send('GET /quick HTTP/1.1\r\nHost: h\r\n\r\n');
    await each.received(/quick$/);
  }
  const client = await openConnection(port);
  client.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await arrived.promise;
  const closing = listener.close(3_600_000);
  const takesNew = () => fetch(`${url}/quick`).then(Boolean, () => false);
  while (await takesNew());
  used.send('GET /quick HTTP/1.1\r\nHost: h\r\n\r\n');
  assert.match(await used.closed, /quick[\s\S]*connection: close\r\n[\s\S]*quick$/i);
  t.mock.timers.tick(500);
  assert.match(await idle.closed, /quick$/);
  release.resolve();
  assert.match(await client.closed, /connection: close\r\n[\s\S]*done$/i);
  await closing;
});

test('whoever has just connected when it closes is served', async (t) => {
  const { port, listener } = await serve(t, echo);
  const opened = Promise.all(Array.from({ length: 20 }, () => openConnection(port)));
  // By then the system has them, and none has been accepted.
  await new Promise<void>(process.nextTick);
  const closing = listener.close(3_600_000);
  for (const client of await opened) {
    client.send('GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    assert.match(await client.closed, /GET \/ \.$/);
  }
  await closing;
});

test('closing cuts what takes longer than its grace', async (t) => {
  const arrived = Promise.withResolvers<void>();
  const { port, listener } = await serve(t, () => {
    arrived.resolve();
    return new Promise<Response>(() => {});
  });
  const client = await openConnection(port);
  client.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await arrived.promise;
  await listener.close(0);
  assert.equal(await client.closed.catch(() => ''), '');
});

test('closing resets an answer without chunks that takes longer than its grace, so that nobody takes it for whole', async (t) => {
  const half = new ReadableStream({ start: (pieces) => pieces.enqueue(new TextEncoder().encode('half')) });
  const { port, listener } = await serve(t, async () => new Response(half));
  const old = await openConnection(port);
  old.send('GET / HTTP/1.0\r\n\r\n');
  await old.received(/half$/);
  await listener.close(0);
  await assert.rejects(old.closed, { code: 'ECONNRESET' });
});

test('whoever asks before sending a body is told to go on when somebody reads it, and not when it is refused unread', async (t) => {
  const { port } = await serve(t, (request, peer) =>
    request.url.endsWith('/refused')
      ? Promise.resolve(new WholeResponse('no', { status: 401 }))
      : echo(request, peer),
  );
  const head = 'HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';
  const [refused, read] = [await openConnection(port), await openConnection(port)];
  refused.send(`POST /refused ${head}`);
  assert.match(await refused.received(/no$/), /^HTTP\/1.1 401 /);
  refused.cut();
  read.send(`POST /read ${head}`);
  await read.received(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
  read.send('hi');
  assert.match(await read.received(/hi\.$/), /\r\nHTTP\/1.1 200 /);
  read.cut();
});

test('whoever asks twice before sending a body is told to go on, too', async (t) => {
  const { port } = await serve(t, echo);
  const client = await openConnection(port);
  const asks = 'Expect: 100-continue\r\n';
  client.send(`POST / HTTP/1.1\r\nHost: h\r\n${asks}${asks}Content-Length: 2\r\n\r\n`);
  await client.received(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
  client.cut();
});

async function refuseWhileReading(request: Asked): Promise<Response> {
  for await (const _ of request.body as ReadableStream<Uint8Array>) break;
  return new WholeResponse('no', { status: 413 });
}

async function serve(
  t: TestContext,
  app: App,
  changes: Partial<ListenOptions> = {},
): Promise<{ port: number; url: string; listener: Listener }> {
  const listener = await listen({ ...options, ...changes });
  t.after(() => listener.close(0));
  listener.serve(app);
  return { port: listener.port, url: `http://127.0.0.1:${listener.port}`, listener };
}

/** Waits for requests at whatever server of this process: before there is an app nobody else hears of them. */
function arrivals(t: TestContext): (url: string) => Promise<IncomingMessage> {
  const all: IncomingMessage[] = [];
  let heard = (): void => {};
  const hear = (message: unknown): void => {
    all.push((message as { request: IncomingMessage }).request);
    heard();
  };
  subscribe('http.server.request.start', hear);
  t.after(() => unsubscribe('http.server.request.start', hear));
  return async (url) => {
    for (;;) {
      const found = all.find((request) => request.url === url);
      if (found) return found;
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  };
}

/** A log, and the events that it was told of. */
function noting(): { log: Log; logged: string[] } {
  const logged: string[] = [];
  const note = (event: string) => void logged.push(event);
  return { log: { debug: note, info: note, warn: note, error: note }, logged };
}
