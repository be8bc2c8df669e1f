import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type LogFacts, silentLog } from '../log.ts';
import type { App } from './app.ts';
import { listen } from './listen.ts';
import { refuseWhatIsNoRequest } from './refused-early.ts';
import { openConnection } from './testing/raw-connection.ts';
import { WholeResponse } from './whole-response.ts';

const echo: App = async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const ids = searchParams.get('ids')?.split(/, ?/) ?? [];
  return new WholeResponse(`${request.method} ${pathname} ${ids.length} ${await request.text()}.`);
};
const greatest = String(Number.MAX_SAFE_INTEGER);
/** With every separator escaped, as the most careful client writes it. */
const idsOf = (count: number) => encodeURIComponent(Array(count).fill(greatest).join(', '));
const rest = 'Host: h\r\nAuthorization: Bearer secret\r\nConnection: close\r\n';

for (const [what, status, bytes] of [
  ['no HTTP at all', 400, 'hello secret\r\n\r\n'],
  ['a path that is not ASCII', 400, `GET /sécret HTTP/1.1\r\n${rest}\r\n`],
  ['no host', 400, 'GET /secret HTTP/1.1\r\n\r\n'],
  ['two hosts', 400, `GET /secret HTTP/1.1\r\n${rest}Host: secret\r\n\r\n`],
  ['two hosts of HTTP/1.0', 400, `GET /secret HTTP/1.0\r\n${rest}Host: secret\r\n\r\n`],
  ['two lengths', 400, `POST /secret HTTP/1.1\r\n${rest}Content-Length: 1\r\nContent-Length: 2\r\n\r\nhi`],
  [
    'a body that is compressed on its way',
    501,
    `POST / HTTP/1.1\r\n${rest}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a body whose end nothing tells',
    501,
    `POST / HTTP/1.1\r\n${rest}Transfer-Encoding: identity\r\n\r\nsecret`,
  ],
  ['more ids than anybody may send', 413, `POST /?ids=${idsOf(20_000)} HTTP/1.1\r\n${rest}\r\n`],
  ['a long query of what does not take it', 413, `GET /?ids=${idsOf(1_000)} HTTP/1.1\r\n${rest}\r\n`],
  ['a long path', 413, `POST /${'secret/'.repeat(3_000)} HTTP/1.1\r\n${rest}\r\n`],
  ['a long header', 413, `POST / HTTP/1.1\r\n${rest}X-A: ${'secret '.repeat(3_000)}\r\n\r\n`],
] as const) {
  test(`${what} is refused with ${status} as everything else is, and the log has a line without secrets`, async (t) => {
    const { port, lines } = await serve(t, echo);
    const client = await openConnection(port);
    client.send(bytes);
    const { head, body } = parsed(await client.closed);
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(head, /^content-type: application\/json/im);
    assert.match(head, /^cache-control: private, no-store$/im);
    assert.match(head, /^access-control-allow-origin: \*$/im);
    assert.match(head, /^connection: close$/im);
    const id = /^x-request-id: ([0-9a-f-]{36})$/im.exec(head)?.[1];
    assert.match((JSON.parse(body) as { error: string }).error, /^Cannot read the request: /);
    assert.deepEqual(
      lines.map(({ event, facts }) => [event, facts.id, facts.status, facts.address]),
      [['request', id, status, '127.0.0.1']],
    );
    // Whole, as some of its digits stand in the id of a request now and then.
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(`s[eé]cret|${greatest}`));
  });
}

test('as many ids as may be named at once fit the query of what changes something', async (t) => {
  const { port } = await serve(t, echo);
  const client = await openConnection(port);
  client.send(`POST /items/read?ids=${idsOf(10_001)} HTTP/1.1\r\n${rest}\r\n`);
  assert.match(await client.closed, /POST \/items\/read 10001 \.$/);
});

test('an expectation that nobody knows is no reason to refuse', async (t) => {
  const { port } = await serve(t, echo);
  const client = await openConnection(port);
  client.send(`POST / HTTP/1.1\r\n${rest}Expect: wonders\r\nContent-Length: 2\r\n\r\nhi`);
  assert.match(await client.closed, /^HTTP\/1.1 200 [\s\S]*hi\.$/);
});

test('HTTP/1.0 names no host, as the checks of load balancers, and is answered', async (t) => {
  const { port } = await serve(t, echo);
  const client = await openConnection(port);
  client.send('GET /health/live HTTP/1.0\r\n\r\n');
  assert.match(await client.closed, /^HTTP\/1.1 200 [\s\S]*GET \/health\/live 0 \.$/);
});

test('what is no request gets no answer in the middle of one that has begun', async (t) => {
  const { port } = await serve(t, async () => new Response(new ReadableStream({ start: begin })));
  const client = await openConnection(port);
  client.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await client.received(/begun/);
  client.send('nonsense\r\n\r\n');
  assert.doesNotMatch(await client.closed.catch(() => ''), /HTTP\/1.1 400/);
});

test('whoever still sends what is too long hears so, and the connection ends', async (t) => {
  const { port, lines } = await serve(t, echo);
  const client = await openConnection(port);
  client.send(`POST /?ids=${idsOf(20_000)}`);
  await client.received(/^HTTP\/1.1 413 [\s\S]*\}$/);
  for (let sent = 0; sent < 20; sent++) client.send(new Uint8Array(0x10000));
  assert.match(parsed(await client.closed).body, /^\{"error"/);
  assert.equal(lines.length, 1);
});

test('whoever goes on sending long after it was refused is cut', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { port, listener } = await serve(t, echo);
  const client = await openConnection(port, { allowHalfOpen: true });
  client.send(`POST /?ids=${idsOf(20_000)}`);
  await client.received(/^HTTP\/1.1 413 [\s\S]*\}$/);
  t.mock.timers.tick(5_000);
  // `close` waits for every connection.
  await listener.close(3_600_000);
  client.cut();
});

test('a body that breaks off its form is refused, and nobody goes on reading it', async (t) => {
  const arrived = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<unknown>();
  const { port } = await serve(t, async (request) => {
    arrived.resolve();
    await request.text().catch(failed.resolve);
    return new WholeResponse('too late');
  });
  const client = await openConnection(port);
  client.send(`POST / HTTP/1.1\r\n${rest}Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n`);
  await arrived.promise;
  client.send('nonsense\r\n');
  assert.match(await client.closed, /^HTTP\/1.1 400 [\s\S]*\}$/);
  assert.ok((await failed.promise) instanceof Error);
});

test('who takes too long over a request is told so', async (t) => {
  const server = createServer({ headersTimeout: 1, requestTimeout: 1, connectionsCheckingInterval: 1 });
  refuseWhatIsNoRequest(server, silentLog);
  t.after(() => server.close());
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const client = await openConnection((server.address() as AddressInfo).port);
  client.send('GET / HTTP/1.1\r\n');
  assert.match(await client.closed, /^HTTP\/1.1 408 [\s\S]*"error"/);
});

function begin(stream: ReadableStreamDefaultController): void {
  stream.enqueue(new TextEncoder().encode('begun'));
}

function parsed(answer: string): { head: string; body: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head: head.replaceAll('\r', ''), body };
}

async function serve(t: TestContext, app: App) {
  const lines: { event: string; facts: LogFacts }[] = [];
  const note = (event: string, facts: LogFacts = {}) => void lines.push({ event, facts });
  const log = { debug: note, info: note, warn: note, error: note };
  const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, log });
  t.after(() => listener.close(0));
  listener.serve(app);
  return { port: listener.port, lines, listener };
}
