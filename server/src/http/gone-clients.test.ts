// What becomes of answers whose clients have gone before they begin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listen } from './listen.ts';
import { openConnection } from './testing/raw-connection.ts';
import { WholeResponse } from './whole-response.ts';

test('a stream for a client that has gone before it begins is cancelled', async (t) => {
  const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false });
  t.after(() => listener.close(0));
  const [arrived, gone, cancelled] = [count(), count(), count()];
  listener.serve(async (request) => {
    if (request.url.endsWith('/other')) return new WholeResponse(null);
    request.signal.addEventListener('abort', gone.one);
    arrived.one();
    await gone.first;
    return new Response(new ReadableStream({ cancel: cancelled.one }, { highWaterMark: 0 }));
  });
  const client = await openConnection(listener.port);
  client.send('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await arrived.first;
  client.cut();
  await gone.first;
  assert.equal((await fetch(`http://127.0.0.1:${listener.port}/other`)).status, 200);
  assert.equal(cancelled.times(), 1);
});

function count(): { one: () => void; first: Promise<void>; times: () => number } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let times = 0;
  const one = (): void => {
    times++;
    resolve();
  };
  return { one, first: promise, times: () => times };
}
