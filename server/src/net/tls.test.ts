import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, test } from 'node:test';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '../clock.ts';
import { openRawOrigin, say } from './testing/raw-http.ts';
import { openTestWeb, type TestWeb } from './testing/test-web.ts';

const key = fixture('test-only-key.pem');
const cert = fixture('test-only-cert.pem');
const expired = fixture('test-only-expired-cert.pem');
const trustedBefore = getCACertificates('default');
after(() => setDefaultCACertificates(trustedBefore));

test('a feed comes over TLS, on one connection, without HTTP/2', async () => {
  await using origin = await openTlsOrigin(cert);
  await using web = openWebThatTrusts(cert);
  for (const path of ['/1', '/2']) {
    const answer = await web.get(`https://feeds.test:${origin.port}${path}`);
    assert.equal(Buffer.from(answer.body).toString(), 'feeds.test, http/1.1, connection 1');
  }
});

const badCertificates: [string, string, string[], string, RegExp][] = [
  ['signed by itself', cert, [], 'feeds.test', /signed its certificate itself/],
  ['expired', expired, [expired], 'feeds.test', /has expired/],
  ['for another name', cert, [cert], 'other.test', /for another name/],
  ['for a name, asked by address', cert, [cert], '127.0.0.1', /for another name/],
];

for (const [fault, shown, trusted, host, words] of badCertificates) {
  test(`a certificate that is ${fault} is refused in plain words`, async () => {
    await using origin = await openTlsOrigin(shown);
    await using web = openWebThatTrusts(...trusted);
    const failure = await web.fail(`https://${host}:${origin.port}/`);
    assert.equal(failure.reason, 'tls');
    assert.match(failure.detail, words);
    assert.equal(origin.requests(), 0);
  });
}

test('a bad certificate is refused even where the environment says not to look', async () => {
  const thisFile = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--test-name-pattern', 'signed by itself', thisFile], {
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    stdio: 'ignore',
  });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('a handshake that hangs is a connection that takes too long', async () => {
  await using origin = await openRawOrigin(() => {});
  const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];
  await using web = openTestWeb({ resolve, limits: { connectTimeoutMs: 100 } });
  const { reason, detail } = await web.fail(`https://feeds.test:${origin.port}/`);
  assert.deepEqual(
    [reason, detail],
    ['connect-timeout', 'the secure connection was not agreed on in 100 ms'],
  );
});

test('once a body comes, nobody waits for the connection or the headers any more, and after it for nothing', async () => {
  await using secure = await openTlsOrigin(cert);
  await using plain = await openRawOrigin(({ socket }) => say(socket, '200 OK', [], 'x'));
  const limits = { connectTimeoutMs: 100_001, headersTimeoutMs: 100_002, bodyTimeoutMs: 100_003 };
  const waits = new Map<symbol, number>();
  let duringBody: number[] = [];
  const clock: Clock = {
    ...systemClock,
    after(ms, act) {
      const wait = Symbol();
      waits.set(wait, ms);
      if (ms === limits.bodyTimeoutMs) duringBody = [...waits.values()];
      const stop = systemClock.after(ms, act);
      return () => void (waits.delete(wait) && stop());
    },
  };
  setDefaultCACertificates([...trustedBefore, cert]);
  const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];
  await using web = openTestWeb({ resolve, clock, limits: { ...limits, deadlineMs: 100_004 } });
  for (const origin of [`http://feeds.test:${plain.port}`, `https://feeds.test:${secure.port}`]) {
    await web.get(`${origin}/`);
    assert.deepEqual([duringBody, [...waits.values()]], [[100_004, 100_003], []], origin);
  }
});

test('plain HTTP behind https is told', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await using web = openTestWeb();
  const failure = await web.fail(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.close();
  // Its certificate is not at fault, and whoever named no scheme is asked for without.
  assert.equal(failure.reason, 'connect-failed');
  assert.match(failure.detail, /does not speak TLS/);
});

test('TLS behind http is told', async () => {
  await using origin = await openTlsOrigin(cert);
  await using web = openTestWeb();
  const failure = await web.fail(`http://127.0.0.1:${origin.port}/`);
  assert.ok(['bad-response', 'reset'].includes(failure.reason), failure.reason);
});

test('what is posted over TLS goes nowhere without', async () => {
  await using open = await openRawOrigin(({ socket }) => say(socket, '200 OK'));
  await using origin = await openTlsOrigin(cert, {
    status: '307 Elsewhere',
    lines: [`Location: ${open.url('/')}`],
  });
  await using web = openWebThatTrusts(cert);
  const url = `https://feeds.test:${origin.port}/`;
  const failure = await web.fail(url, { method: 'POST', body: 'hub.secret=x' });
  assert.equal(failure.reason, 'bad-redirect');
  assert.equal(open.requests.length, 0);
  assert.equal((await web.get(url)).status, 200);
});

test('what is posted without TLS follows a site that has it by now', async () => {
  await using origin = await openTlsOrigin(cert);
  await using open = await openRawOrigin(({ socket }) =>
    say(socket, '308 Moved', [`Location: https://feeds.test:${origin.port}/`]),
  );
  await using web = openWebThatTrusts(cert);
  const answer = await web.get(open.url('/'), { method: 'POST', body: 'hub.secret=x' });
  assert.equal(answer.status, 200);
  assert.equal(answer.url, `https://feeds.test:${origin.port}/`);
});

function fixture(name: string): string {
  return readFileSync(new URL(`./testing/fixtures/${name}`, import.meta.url), 'utf8');
}

function openWebThatTrusts(...certificates: string[]): TestWeb {
  setDefaultCACertificates([...trustedBefore, ...certificates]);
  return openTestWeb({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
}

async function openTlsOrigin(
  shown: string,
  { status, lines }: { status: string; lines: string[] } = { status: '200 OK', lines: [] },
) {
  let connections = 0;
  let requests = 0;
  const server = createServer({ key, cert: shown, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
    connections += 1;
    const connection = connections;
    socket.on('error', () => {});
    socket.on('data', () => {
      requests += 1;
      say(socket, status, lines, `${socket.servername}, ${socket.alpnProtocol}, connection ${connection}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
