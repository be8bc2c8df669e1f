import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { type Clock, systemClock } from '../clock.ts';
import { openRawOrigin, type RawOrigin, say } from './testing/raw-http.ts';
import { openTestWeb } from './testing/test-web.ts';

test('a connection over which nothing is asked any more is closed', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK', [], 'x'));
  await using web = openTestWeb({ limits: { keepAliveTimeoutMs: 1 } });
  await web.get(origin.url('/'));
  const [request] = origin.requests;
  if (request && !request.socket.destroyed) await once(request.socket, 'close');
});

test('a host has two connections at the most, and whoever comes meanwhile waits for one of them', async () => {
  const answers: (() => void)[] = [];
  await using origin = await openRawOrigin(({ socket, path }) => {
    answers.push(() => say(socket, '200 OK', [], path));
    // Answers come only once both connections are in use.
    if (answers.length >= 2) for (const answer of answers.splice(0)) answer();
  });
  await using web = openTestWeb();
  const paths = ['/1', '/2', '/3', '/4'];
  const bodies = await Promise.all(
    paths.map(async (path) => Buffer.from((await web.get(origin.url(path))).body).toString()),
  );
  assert.deepEqual(bodies, paths);
  assert.equal(origin.connections(), 2);
});

test('what is called off waits for no connection, and leaves its own to the next', async () => {
  const [holder, waiter] = [new AbortController(), new AbortController()];
  await using origin = await openRawOrigin(({ socket, path }) => {
    if (path === '/1') waiter.abort();
    else say(socket, '200 OK');
  });
  const limits = { connectionsPerOrigin: 1, headersTimeoutMs: 3_600_000, deadlineMs: 10_000 };
  await using web = openTestWeb({ limits });
  const held = web.fail(origin.url('/1'), { signal: holder.signal });
  assert.equal((await web.fail(origin.url('/2'), { signal: waiter.signal })).reason, 'aborted');
  holder.abort();
  assert.equal((await held).reason, 'aborted');
  assert.equal((await web.get(origin.url('/3'))).status, 200);
  assert.equal(origin.requests.length, 2);
});

test('a server that leaves a question unanswered that had to wait for its connection is given as long as for any other', async () => {
  const headersTimeoutMs = 3_600_000;
  let endPatience = (): void => {};
  const clock: Clock = {
    ...systemClock,
    after(ms, act) {
      if (ms !== headersTimeoutMs) return systemClock.after(ms, act);
      endPatience = act;
      return () => {};
    },
  };
  await using origin = await openRawOrigin(({ socket, path }) => {
    if (path === '/1') say(socket, '200 OK', [], 'x');
    else endPatience();
  });
  await using web = openTestWeb({
    clock,
    limits: { connectionsPerOrigin: 1, headersTimeoutMs, deadlineMs: 30_000 },
  });
  const first = web.get(origin.url('/1'));
  const failure = await web.fail(origin.url('/2'));
  assert.equal((await first).status, 200);
  assert.equal(failure.reason, 'headers-timeout', failure.detail);
  assert.equal(origin.connections(), 1);
});

test('a connection keeps nothing of the questions that have waited for it', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK', [], 'x'));
  await using web = openTestWeb({ limits: { connectionsPerOrigin: 1 } });
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  await Promise.all(Array.from({ length: 15 }, () => web.get(origin.url('/'))));
  process.off('warning', warned);
  assert.equal(origin.connections(), 1);
  assert.deepEqual(warnings, []);
});

test('closing cuts the connections that are kept', async () => {
  await using origin = await openRawOrigin(({ socket }) => say(socket, '200 OK', [], 'x'));
  const web = openTestWeb({ limits: { keepAliveTimeoutMs: 3_600_000 } });
  await web.get(origin.url('/'));
  const [request] = origin.requests;
  await web.close();
  if (request && !request.socket.destroyed) await once(request.socket, 'close');
});

/** Takes one request on each connection and does not announce that; a second one finds the connection closed. */
function openOnce(): Promise<RawOrigin> {
  const used = new Set<number>();
  return openRawOrigin(({ socket, path, connection }) => {
    if (used.has(connection)) return void socket.destroy();
    used.add(connection);
    if (path === '/') say(socket, '307 Elsewhere', ['Location: /end']);
    else say(socket, '200 OK', [], path);
  });
}

test('a connection that the server gives up after a redirect is no failure: the way goes on over a new one', async () => {
  await using origin = await openOnce();
  await using web = openTestWeb();
  assert.equal(Buffer.from((await web.get(origin.url('/'))).body).toString(), '/end');
  assert.deepEqual(
    origin.requests.map(({ path, connection }) => [path, connection]),
    [
      ['/', 1],
      ['/end', 1],
      ['/end', 2],
    ],
  );
});

test('what is cut otherwise is asked once, and what changes something is never asked again', async () => {
  await using deaf = await openRawOrigin(({ socket }) => void socket.destroy());
  await using once = await openOnce();
  await using web = openTestWeb();
  await using way = await openRawOrigin(({ socket }) =>
    say(socket, '302 Elsewhere', [`Location: ${deaf.url('/')}`]),
  );
  for (const from of [deaf, way])
    assert.equal((await web.fail(from.url('/'), { deadlineMs: 10_000 })).reason, 'reset');
  assert.equal(deaf.requests.length, 2);
  await web.get(once.url('/end'));
  assert.equal((await web.fail(once.url('/end'))).reason, 'reset');
  assert.equal(once.requests.length, 2);
  assert.equal((await web.fail(once.url('/'), { method: 'POST', body: 'x' })).reason, 'reset');
  assert.equal(once.requests.length, 4);
});
