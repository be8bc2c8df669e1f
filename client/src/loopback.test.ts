import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createClient } from './client.ts';
import { NetworkError } from './errors.ts';

/** Runs a service on a free port of this machine for as long as `use` takes. */
async function serving(listener: RequestListener, use: (baseUrl: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('the fetch of the runtime takes what the client asks of it', async () => {
  const listener: RequestListener = async (request, response) => {
    const body = (await request.toArray()).join('');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify([request.method, request.url, request.headers.authorization, body]));
  };
  await serving(listener, async (baseUrl) => {
    const client = createClient({ baseUrl, tokens: { accessToken: 'a' } });
    const got: unknown = await client.items.markManyRead([1, 2]);
    assert.deepEqual(got, ['POST', '/api/v1/items/read', 'Bearer a', 'ids=1%2C2']);
  });
});

test('a redirected POST fails instead of becoming a GET', async () => {
  const seen: (string | undefined)[] = [];
  const listener: RequestListener = (request, response) => {
    seen.push(request.method);
    response.writeHead(302, { location: '/api/v1/items' }).end();
  };
  await serving(listener, async (baseUrl) => {
    await assert.rejects(createClient({ baseUrl }).items.markManyRead([1]), NetworkError);
    assert.deepEqual(seen, ['POST']);
  });
});

test('a service that is not there is a failure of the network', async () => {
  let gone = '';
  await serving(
    () => {},
    async (baseUrl) => {
      gone = baseUrl;
    },
  );
  await assert.rejects(createClient({ baseUrl: gone }).instance(), NetworkError);
});
