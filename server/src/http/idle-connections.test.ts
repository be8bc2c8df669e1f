import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { App } from './app.ts';
import { listen } from './listen.ts';
import { openConnection } from './testing/raw-connection.ts';
import { WholeResponse } from './whole-response.ts';

/** Long enough for a request to arrive on a busy machine: a connection without one is ended as well. */
const patience = { betweenRequestsMs: 1_000, untakenMs: 1_000 };
/** More than the buffers of a connection hold. */
const long = new Uint8Array(32 * 1024 * 1024);

for (const [what, make] of [
  ['a whole answer', () => new WholeResponse(long)],
  ['a stream', () => new Response(long)],
] as const) {
  test(`whoever takes nothing of ${what} any more is cut, and the program that makes it hears of that`, async (t) => {
    const gone = Promise.withResolvers<void>();
    const { port } = await serve(t, async (request) => {
      request.signal.addEventListener('abort', () => gone.resolve());
      return make();
    });
    await askAndTakeNothing(t, port);
    await gone.promise;
  });
}

test('an answer may take longer to make than somebody who takes nothing is waited for', async (t) => {
  const gone = Promise.withResolvers<void>();
  const { port } = await serve(t, async (request) => {
    if (request.url.endsWith('/long')) {
      request.signal.addEventListener('abort', () => gone.resolve());
      return new WholeResponse(long);
    }
    // Begun later, and cut by now.
    await gone.promise;
    return new WholeResponse('made at last');
  });
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await askAndTakeNothing(t, port);
  assert.equal(await (await answer).text(), 'made at last');
});

test('a connection that carries no further request is ended', async (t) => {
  const { port } = await serve(t, async () => new WholeResponse('done'));
  const client = await openConnection(port);
  client.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  assert.match(await client.closed, /done$/);
});

async function serve(t: TestContext, app: App): Promise<{ port: number }> {
  const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, patience });
  t.after(() => listener.close(0));
  listener.serve(app);
  return listener;
}

async function askAndTakeNothing(t: TestContext, port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /long HTTP/1.1\r\nHost: h\r\n\r\n');
}
