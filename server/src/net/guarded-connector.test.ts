import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { parseAllowList } from './allowed-addresses.ts';
import { openConnections } from './connections.ts';
import { exchange } from './exchange.ts';
import { BrokenFetch, brokenFetch, brokenNetwork } from './failure.ts';
import { type ConnectorOptions, guardedConnector } from './guarded-connector.ts';
import { webLimits } from './limits.ts';
import type { ResolvedAddress } from './name-lookup.ts';
import { openRawOrigin, say } from './testing/raw-http.ts';
import { openTestWeb } from './testing/test-web.ts';

const here: ResolvedAddress = { address: '127.0.0.1', family: 4 };
// Another loopback address stands for a private one: an answer from it would prove that it was dialled.
const inside: ResolvedAddress = { address: '127.0.0.2', family: 4 };

function openOrigin(address = '127.0.0.1') {
  return openRawOrigin(({ socket }) => say(socket, '200 OK', [], address), address);
}

test('a private address is not dialled without the operator’s leave', async () => {
  await using origin = await openOrigin();
  await using web = openTestWeb({ allow: '' });
  for (const host of ['127.0.0.1', '127.1', '0x7f000001', '[::ffff:127.0.0.1]', '127.0.0.1.']) {
    const failure = await web.fail(`http://${host}:${origin.port}/`);
    assert.equal(failure.reason, 'blocked-address', host);
    assert.match(failure.detail, /COURANT_FETCH_ALLOW/);
  }
  assert.equal(origin.connections(), 0);
});

test('a name that stands for a private address is not dialled', async () => {
  await using origin = await openOrigin();
  await using web = openTestWeb({ allow: '', resolve: async () => [here, { address: '::1', family: 6 }] });
  for (const scheme of ['http', 'https']) {
    assert.equal((await web.fail(`${scheme}://feeds.test:${origin.port}/`)).reason, 'blocked-address');
  }
  assert.equal(origin.connections(), 0);
});

test('of a mixed answer only the allowed address is dialled', async () => {
  await using origin = await openOrigin('0.0.0.0');
  await using web = openTestWeb({ resolve: async () => [inside, here, { address: '10.0.0.1', family: 4 }] });
  await web.get(`http://feeds.test:${origin.port}/`);
  assert.deepEqual(
    origin.requests.map(({ socket }) => socket.localAddress),
    ['127.0.0.1'],
  );
});

test('a name that changes between two visits is judged again', async () => {
  await using origin = await openRawOrigin(
    ({ socket }) => say(socket, '200 OK', ['Connection: close']),
    '0.0.0.0',
  );
  const answers = [[here], [inside]];
  await using web = openTestWeb({ resolve: async () => answers.shift() ?? [], limits: { nameKeptMs: 0 } });
  const url = `http://feeds.test:${origin.port}/`;
  await web.get(url);
  assert.equal((await web.fail(url)).reason, 'blocked-address');
  assert.equal(origin.connections(), 1);
});

test('a redirect to a private address is not dialled', async () => {
  await using inner = await openOrigin('127.0.0.2');
  await using origin = await openRawOrigin(({ socket, path }) =>
    say(socket, '301 Moved', [`Location: ${decodeURIComponent(path.slice(1))}`]),
  );
  const resolve = async (name: string) => [name === 'evil.test' ? inside : here];
  await using web = openTestWeb({ resolve });
  const targets = [
    inner.url('/'),
    `http://evil.test:${inner.port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ];
  for (const target of [...targets, 'http://[::1]/', 'http://0/', 'http://feeds.test:22/']) {
    const failure = await web.fail(origin.url(`/${encodeURIComponent(target)}`));
    assert.equal(failure.reason, 'blocked-address', target);
    assert.equal(failure.redirects.length, 1);
  }
  assert.equal(inner.connections(), 0);
});

test('an opened name is dialled under that name and port only', async () => {
  await using origin = await openOrigin();
  await using web = openTestWeb({ allow: `nas.lan:${origin.port}`, resolve: async () => [here] });
  assert.equal((await web.get(`http://nas.lan:${origin.port}/`)).status, 200);
  assert.equal((await web.fail(`http://other.lan:${origin.port}/`)).reason, 'blocked-address');
  assert.equal((await web.fail(`http://127.0.0.1:${origin.port}/`)).reason, 'blocked-address');
});

test('an IPv6 address is dialled', async (t) => {
  const origin = await openOrigin('::1').catch(() => undefined);
  if (origin === undefined) return t.skip('this machine has no IPv6');
  await using _ = origin;
  await using web = openTestWeb({ allow: '::1' });
  assert.equal((await web.get(origin.url('/'))).status, 200);
});

test('the next address is tried when the first is dead', async () => {
  await using origin = await openOrigin();
  await using web = openTestWeb({ allow: '127.0.0.0/8', resolve: async () => [inside, here] });
  assert.equal((await web.get(`http://feeds.test:${origin.port}/`)).status, 200);
});

test('a name that does not exist is told from a resolver that is out of order', async () => {
  const resolve = (name: string) =>
    Promise.reject(
      Object.assign(new Error('no'), { code: name === 'missing.test' ? 'ENOTFOUND' : 'EAI_AGAIN' }),
    );
  await using web = openTestWeb({ resolve });
  const missing = await web.fail('http://missing.test/');
  assert.equal(missing.reason, 'dns-not-found');
  const broken = await web.fail('http://broken.test/');
  assert.equal(broken.reason, 'dns-failed');
});

test('a port where nobody listens is a refused connection', async () => {
  const origin = await openOrigin();
  const url = origin.url('/');
  await origin[Symbol.asyncDispose]();
  await using web = openTestWeb();
  const failure = await web.fail(url);
  assert.equal(failure.reason, 'connect-refused');
});

// Nobody can connect to a group of machines: Linux says of its address what it says of all where there is no network.
const nowhere: ResolvedAddress = { address: '224.0.0.1', family: 4 };

test('a machine without a network is told from a site that is not there', async () => {
  await using web = openTestWeb({ allow: '224.0.0.1', resolve: async () => [nowhere, nowhere] });
  for (const url of ['http://feeds.test/', 'https://feeds.test/', 'http://224.0.0.1/'])
    assert.equal((await web.fail(url)).reason, 'no-network');
});

test('a machine whose IPv6 is switched off has no network for a site without IPv4, not too little room', () => {
  const noSource = Object.assign(new Error('connect'), { code: 'EADDRNOTAVAIL' });
  assert.equal(brokenNetwork(noSource)?.reason, 'no-network');
});

test('a machine that has no room for another connection is told from a site that is not there', async () => {
  const full = (code: string) => Object.assign(new Error(code), { code });
  await using web = openTestWeb({ resolve: () => Promise.reject(full('EMFILE')) });
  assert.equal((await web.fail('http://feeds.test/')).reason, 'no-room');
  for (const code of ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])
    assert.equal(brokenNetwork(full(code))?.reason, 'no-room');
  const oneWasAsked = new AggregateError([full('EMFILE'), full('ECONNREFUSED')]);
  assert.equal(brokenNetwork(oneWasAsked), undefined);
  assert.equal(brokenFetch(oneWasAsked)?.reason, 'connect-refused');
});

test('a site with an address that this machine cannot reach, and a dead one, is dead', async () => {
  const origin = await openOrigin();
  await origin[Symbol.asyncDispose]();
  for (const addresses of [
    [nowhere, here],
    [here, nowhere],
  ]) {
    await using web = openTestWeb({ allow: '224.0.0.1, 127.0.0.1', resolve: async () => addresses });
    const failure = await web.fail(`http://feeds.test:${origin.port}/`);
    assert.equal(failure.reason, 'connect-refused');
  }
});

test('a resolver that never answers is out of order, and not a site that is', async () => {
  await using web = openTestWeb({ resolve: () => new Promise(() => {}), limits: { connectTimeoutMs: 50 } });
  for (const scheme of ['http', 'https']) {
    const failure = await web.fail(`${scheme}://feeds.test/`);
    assert.deepEqual(
      [failure.reason, failure.detail],
      ['dns-failed', 'the name feeds.test could not be looked up in 50 ms'],
    );
  }
});

test('whoever calls off, or closes, does not wait for a connection', async () => {
  await using web = openTestWeb({ resolve: () => new Promise(() => {}) });
  const calledOff = await web.fail('http://feeds.test/', { signal: AbortSignal.timeout(1) });
  assert.equal(calledOff.reason, 'aborted');
  const underWay = web.fail('http://feeds.test/');
  await web.close();
  assert.equal((await underWay).reason, 'aborted');
});

test('the connector judges addresses in URLs itself: they never pass the look-up', async () => {
  await using origin = await openOrigin();
  const asked = askThrough({ allow: { entries: [] }, resolve: async () => [] }, origin.url('/'));
  await assert.rejects(asked, isBlocked);
  assert.equal(origin.connections(), 0);
});

test('what turns out to lead elsewhere once it is connected is cut before a byte is sent', async () => {
  await using origin = await openOrigin();
  // Allowed while the name is looked up, and not afterwards.
  const opened = parseAllowList('127.0.0.1');
  const answers = 'entries' in opened ? [opened.entries] : [];
  const allow = {
    get entries() {
      return answers.shift() ?? [];
    },
  };
  const resolve = async () => [here];
  await assert.rejects(askThrough({ allow, resolve }, `http://feeds.test:${origin.port}/`), isBlocked);
  while (origin.connections() === 0) await nextTurn();
  assert.equal(origin.requests.length, 0);
});

function askThrough(
  { allow, resolve }: Pick<ConnectorOptions, 'allow' | 'resolve'>,
  url: string,
): Promise<unknown> {
  const [clock, limits] = [systemClock, webLimits];
  const connect = guardedConnector({ allow, clock, limits, resolve });
  return exchange(
    { connections: openConnections(connect, limits), clock, limits },
    {
      ...{
        url: new URL(url),
        method: 'GET',
        headers: new Map(),
        body: undefined,
        isLast: true,
        isOnward: false,
      },
      signal: AbortSignal.timeout(10_000),
    },
  );
}

function isBlocked(error: unknown): boolean {
  return error instanceof BrokenFetch && error.reason === 'blocked-address';
}
