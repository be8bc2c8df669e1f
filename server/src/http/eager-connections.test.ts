import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { LogFacts } from '../log.ts';
import { listen } from './listen.ts';
import { openConnection } from './testing/raw-connection.ts';
import { WholeResponse } from './whole-response.ts';

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

test('whoever sends thousands of requests at once does not keep all others waiting for their answers', async (t) => {
  const { port, asked, lines } = await serve(t);
  const client = await openConnection(port);
  client.send(`${request('/').repeat(3_000)}GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
  await client.closed.catch((error) => assert.match(error.code, /^(?:ECONNRESET|EPIPE)$/));
  assert.ok(asked.length <= 101, `${asked.length} were answered`);
  assert.deepEqual(
    lines,
    [['connection ended', '127.0.0.1']],
    'the operator of a client that does so learns why',
  );
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/other`)).text(), '/other.');
});

test('eighty requests at once are answered, again and again', async (t) => {
  const { port, asked } = await serve(t);
  const client = await openConnection(port);
  for (let round = 1; round <= 3; round++) {
    client.send(request(`/${round}`).repeat(79) + request(`/last${round}`));
    await client.received(new RegExp(`/last${round}\\.`));
    assert.equal(asked.length, 80 * round);
  }
});

test('requests that come one after another, as from a proxy, may be as many as they like', async (t) => {
  const { port } = await serve(t);
  const client = await openConnection(port);
  for (let n = 1; n <= 150; n++) {
    client.send(request(`/${n}`));
    await client.received(new RegExp(`/${n}\\.$`));
  }
});

async function serve(t: TestContext) {
  const asked: string[] = [];
  const lines: [event: string, address: unknown][] = [];
  const note = (event: string, { address }: LogFacts = {}) => void lines.push([event, address]);
  const log = { debug: note, info: note, warn: note, error: note };
  const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, log });
  t.after(() => listener.close(0));
  listener.serve(async ({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return new WholeResponse(`${pathname}.`);
  });
  return { port: listener.port, asked, lines };
}
