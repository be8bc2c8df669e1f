import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { type LogFacts, logFrom, silentLog } from '../log.ts';
import { Refusal } from '../model/refusal.ts';
import { type AppOptions, openApp } from './app.ts';
import { BodilessRequest } from './asked.ts';
import type { Door, Handler, Route } from './routing.ts';
import { someDoor } from './testing/some-door.ts';
import { WholeResponse } from './whole-response.ts';

const peer = { address: '192.0.2.1', secure: false };
class Away extends Error {}

test('a handler sees its request: url, named parts, where it came from', async () => {
  const { ask } = open({
    '/items/:id': ({ url, params, address, secure }) =>
      Response.json({ only: url.searchParams.get('only'), params, address, secure }),
  });
  const response = await ask('/items/a%20b?only=read');
  assert.deepEqual(await response.json(), { only: 'read', params: { id: 'a b' }, ...peer });
});

test('every answer bears its own request id, whatever became of the request', async () => {
  const { ask } = open({ '/ok': () => new Response(), '/bug': fails(new Error('bug')) });
  const responses = [await ask('/ok'), await ask('/ok'), await ask('/bug'), await ask('/nothing')];
  responses.push(await ask('/ok', { method: 'DELETE' }));
  const ids = responses.map((response) => response.headers.get('X-Request-Id') ?? '');
  assert.equal(new Set(ids).size, 5);
  for (const id of ids) assert.match(id, /^[0-9a-f-]{36}$/);
  for (const { headers } of responses) assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
});

test('the house is told of each request before its handler runs', async () => {
  const known: number[] = [];
  const opened = open({ '/ok': () => new Response(String(known.push(opened.asked.length))) });
  await opened.ask('/ok');
  await opened.ask('/ok');
  assert.deepEqual(known, [1, 2]);
});

test('a refusal is told by the door whose path it is', async () => {
  const { ask } = open({ '/x': fails(new Refusal('conflict', 'Cannot x: it is taken')) });
  const response = await ask('/x');
  assert.equal(response.status, 400);
  assert.deepEqual(await response.json(), { code: 'conflict', message: 'Cannot x: it is taken' });
});

test('an unknown path is refused by the door that owns it, and by the first where none does', async () => {
  const tell = (name: string): Partial<Door> => ({ name, refuse: ({ code }) => new Response(name + code) });
  const doors = [
    someDoor([], tell('first ')),
    someDoor([], { ...tell('api '), owns: (path) => path.startsWith('/api/') }),
  ] as const;
  const app = openApp({ doors, log: silentLog, clock: fakeClock(), isUnavailable: () => false });
  const text = async (path: string) => (await app(new Request(`http://host${path}`), peer)).text();
  assert.deepEqual([await text('/api/x'), await text('/x')], ['api not-found', 'first not-found']);
});

test('another method than the path takes is refused with those it takes', async () => {
  const { ask } = open({ '/x': () => new Response() });
  const response = await ask('/x', { method: 'DELETE' });
  assert.equal(response.headers.get('Allow'), 'GET, HEAD');
  assert.deepEqual(await response.json(), {
    code: 'wrong-method',
    message: 'Cannot DELETE this path: it takes GET, HEAD',
  });
});

for (const [fault, error] of [
  ['broken', new Error('secret inside')],
  ['unavailable', new Away('secret inside')],
] as const) {
  test(`a throw that says ${fault} is logged whole and told as an id only`, async () => {
    const { ask, lines } = open({ '/x': fails(error) });
    const response = await ask('/x');
    const text = await response.text();
    const id = response.headers.get('X-Request-Id');
    assert.deepEqual(JSON.parse(text), { fault, id });
    assert.equal(lines[0]?.level, 'error');
    assert.deepEqual(lines[0]?.facts, { id, error });
    assert.equal(response.headers.has('Retry-After'), fault === 'unavailable');
  });
}

test('a request that the closing of the house cuts off is answered as unavailable, and logged as no error', async () => {
  const { ask, lines } = open({ '/x': fails(new Away('closes')) }, {}, { isClosing: () => true });
  const response = await ask('/x');
  assert.match(await response.text(), /unavailable/);
  assert.deepEqual(
    lines.map(({ level, event }) => [level, event]),
    [
      ['info', 'unavailable'],
      ['info', 'request'],
    ],
  );
});

test('a throw after the client went away is no fault of ours', async () => {
  const client = new AbortController();
  const { ask, lines } = open({
    '/x': () => {
      client.abort();
      throw new Error('aborted');
    },
  });
  await ask('/x', { signal: client.signal });
  assert.deepEqual(
    lines.map((line) => [line.level, line.event, line.facts.status]),
    [
      ['info', 'client went away', undefined],
      ['info', 'request', 499],
    ],
  );
});

test('every answer has its line in the log, but that nothing has changed is only for whoever looks closely', async () => {
  const { ask, lines } = open({
    '/new': () => new WholeResponse('news'),
    '/same': () => new WholeResponse(null, { status: 304 }),
  });
  for (const path of ['/new', '/same', '/nowhere']) await ask(path);
  assert.deepEqual(
    lines.map((line) => [line.level, line.event, line.facts.status]),
    [
      ['info', 'request', 200],
      ['debug', 'request', 304],
      ['info', 'request', 400],
    ],
  );
});

test('what holds until a commit is told again to the same words alone, under an id of its own', async () => {
  let [made, commit] = [0, 1];
  const handle = () => new WholeResponse(String(++made), { goodUntil: Number.POSITIVE_INFINITY });
  const { app, lines } = open({ '/x': handle }, {}, { lastCommit: () => commit });
  const ask = async (path: string, ...rawHeaders: string[]) => {
    const signal = new AbortController().signal;
    const url = `http://host${path}`;
    return app(new BodilessRequest({ method: 'GET', url, rawHeaders, makeSignal: () => signal }), peer);
  };
  const answers = [
    await ask('/x', 'A', 'b'),
    await ask('/x', 'A', 'b'),
    await ask('/x', 'A', 'c'),
    await ask('/x?d'),
  ];
  commit++;
  answers.push(await ask('/x', 'A', 'b'));
  assert.deepEqual(await Promise.all(answers.map((answer) => answer.text())), ['1', '1', '2', '3', '4']);
  const ids = answers.map(({ headers }) => headers.get('X-Request-Id'));
  assert.equal(new Set(ids).size, 5);
  assert.deepEqual(
    lines.map(({ facts: { id, route, status } }) => [id, route, status]),
    ids.map((id) => [id, '/x', 200]),
  );
});

test('HEAD has the status and the fields of GET without its content, which stops being made', async () => {
  let cancelled = false;
  const endless = () =>
    new ReadableStream({
      cancel() {
        cancelled = true;
      },
    });
  const { ask } = open({ '/x': () => new Response(endless(), { status: 201, headers: { ETag: '"1"' } }) });
  const response = await ask('/x', { method: 'HEAD' });
  assert.deepEqual([response.status, response.headers.get('ETag'), response.body], [201, '"1"', null]);
  assert.equal(cancelled, true);
});

test('the log names the route and never the path or the query', async () => {
  const { ask, lines, clock } = open({
    '/codes/:code': async () => {
      await clock.advance(30);
      return new Response(null, { status: 204 });
    },
  });
  await ask('/codes/unguessable?code=unguessable');
  const [{ facts } = { facts: {} }] = lines;
  const { id, ...rest } = facts as Record<string, unknown>;
  assert.equal(typeof id, 'string');
  assert.deepEqual(rest, {
    method: 'GET',
    route: '/codes/:code',
    door: 'some',
    status: 204,
    ms: 30,
    address: '192.0.2.1',
  });
});

test('a door without cookies may be called from any page, and its answers name what may be read', async () => {
  const { ask } = open({ '/x': () => new Response() }, { crossOrigin: true });
  const preflight = await ask('/x', {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Headers': 'authorization' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('Access-Control-Allow-Headers'), 'authorization');
  assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), '*');
  for (const method of ['GET', 'DELETE']) {
    const { headers } = await ask('/x', { method });
    assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
    const named = new Set(headers.get('Access-Control-Expose-Headers')?.split(', '));
    // The tag is sent back with the next request, and the file name is what a download is saved as.
    for (const name of ['Allow', 'Link', 'ETag', 'Content-Disposition', 'Retry-After', 'X-Request-Id'])
      assert.ok(named.has(name), name);
  }
});

test('OPTIONS tells which methods a path takes', async () => {
  const { ask } = open({ '/x': () => new Response() }, { crossOrigin: true, owns: () => true });
  assert.equal((await ask('/x', { method: 'OPTIONS' })).headers.get('Allow'), 'GET, HEAD');
  assert.equal((await ask('/nowhere', { method: 'OPTIONS' })).headers.get('Allow'), null);
});

test('a preflight of a path that there is not lets the page ask, so that it is told so', async () => {
  const { ask } = open({ '/x': () => new Response() }, { crossOrigin: true, owns: () => true });
  const preflight = await ask('/nowhere', { method: 'OPTIONS' });
  assert.deepEqual(
    [preflight.status, preflight.headers.get('Access-Control-Allow-Methods')],
    [204, 'GET, POST'],
  );
  assert.match(await (await ask('/nowhere')).text(), /not-found/);
});

test('a door with cookies is closed to other pages', async () => {
  const { ask } = open({ '/x': () => new Response() });
  assert.equal((await ask('/x')).headers.get('Access-Control-Allow-Origin'), null);
  const preflight = await ask('/x', { method: 'OPTIONS' });
  assert.equal(preflight.headers.get('Access-Control-Allow-Methods'), null);
  assert.match(await preflight.text(), /wrong-method/);
});

test('only an encrypted connection is told to stay so, and a handler may say who is told where one came from', async () => {
  const { app } = open({ '/x': () => new Response(null, { headers: { 'Referrer-Policy': 'no-referrer' } }) });
  const ask = (path: string, secure: boolean) => app(new Request(`http://host${path}`), { ...peer, secure });
  assert.match((await ask('/x', true)).headers.get('Strict-Transport-Security') ?? '', /^max-age=\d+$/);
  assert.equal((await ask('/x', false)).headers.get('Strict-Transport-Security'), null);
  assert.equal((await ask('/x', false)).headers.get('Referrer-Policy'), 'no-referrer');
  assert.equal((await ask('/y', false)).headers.get('Referrer-Policy'), 'same-origin');
});

function fails(error: Error): Handler {
  return () => {
    throw error;
  };
}

/** An app with one door of GET routes, and the lines that it logs. */
function open(
  handlers: Record<string, Handler>,
  changes: Partial<Door> = {},
  options: Partial<AppOptions> = {},
) {
  const lines: { level: string; event: string; facts: LogFacts }[] = [];
  const log = logFrom('debug', (level, event, facts) => void lines.push({ level, event, facts }));
  const routes = Object.entries(handlers).map(([path, handle]): Route => ({ method: 'GET', path, handle }));
  const clock = fakeClock();
  const isUnavailable = (error: unknown) => error instanceof Away;
  const asked: string[] = [];
  const app = openApp({
    doors: [someDoor(routes, changes)],
    log,
    clock,
    isUnavailable,
    asked: () => asked.push('somebody'),
    ...options,
  });
  const ask = (path: string, init?: RequestInit) => app(new Request(`http://host${path}`, init), peer);
  return { app, ask, asked, lines, clock };
}
