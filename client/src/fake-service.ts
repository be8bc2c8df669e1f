/** For tests: a client whose network is a function. */

import type { Changes } from '@courant/protocol';
import { createClient } from './client.ts';
import type { ClientOptions } from './options.ts';
import type { Tokens } from './session.ts';

export type Request = {
  method: string;
  url: URL;
  form: URLSearchParams;
  bearer: string | null;
  init: RequestInit;
};
export type Handler = (request: Request) => Response | Promise<Response>;

/** The current time of clients in the tests. */
export const now = Date.UTC(2026, 10, 20);

/** An Item as the contract defines it. */
export const item = {
  id: 1,
  feed_id: 2,
  title: 'Post',
  url: 'https://blog.example/1',
  read: false,
  created_at: '2026-11-20T08:30:00.000Z',
};

/** A client whose network is a function, and the list of requests that it received. */
export function clientOf(handler: Handler, options: Partial<ClientOptions> = {}) {
  const asked: Request[] = [];
  const client = createClient({
    baseUrl: 'https://news.example/',
    now: () => now,
    fetch: async (url, init) => {
      const request = {
        method: init.method ?? '',
        url: new URL(url),
        form: new URLSearchParams(String(init.body ?? '')),
        bearer: new Headers(init.headers).get('authorization'),
        init,
      };
      asked.push(request);
      return handler(request);
    },
    ...options,
  });
  return {
    client,
    asked,
    seen: () => asked.map(({ method, url }) => `${method} ${url.pathname}${url.search}`),
  };
}

/** An answer in the form that the service gives it. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r1', ...headers },
  });
}

/** An event of app.courant.sync, whose id is its cursor. */
export const eventOf = (cursor: string): string =>
  `id: ${cursor}\nevent: changes\ndata: {"cursor":"${cursor}","more":false}\n\n`;

/** The first `count` events of a stream, which is then closed: an open one would keep the process alive. */
export async function cursorsOf(events: AsyncGenerator<Changes>, count: number): Promise<string[]> {
  const cursors: string[] = [];
  for await (const { cursor } of events) if (cursors.push(cursor) === count) break;
  return cursors;
}

/** An answer that streams these pieces and then ends. */
export function streamOf(pieces: readonly string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-request-id': 'r1',
      'cache-control': 'private, no-store',
    },
  });
}

/** The app and the tokens of a user who is signed in; `expired` are about to expire. */
export const app = { clientId: 'app', clientSecret: 'secret', redirectUri: 'app://back?x=1' };
export const tokens: Tokens = { accessToken: 'a1', refreshToken: 'r1', expiresAt: now + 3_600_000 };
export const expired: Tokens = { ...tokens, expiresAt: now + 9_000 };

/** A service that issues tokens a2, a3, … for the newest refresh token, and accepts only the newest access token. */
export function rotating(accepted = 'a2'): { handler: Handler; count: () => number } {
  let count = 1;
  return {
    count: () => count,
    handler: async ({ url, form, bearer }) => {
      if (url.pathname !== '/oauth/token') {
        return bearer === `Bearer ${accepted}` ? json([]) : json({ error: 'Not signed in' }, 401);
      }
      if (form.get('refresh_token') !== `r${count}`) {
        return json({ error: 'invalid_grant', error_description: 'used' }, 400);
      }
      count += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return json({
        access_token: `a${count}`,
        token_type: 'bearer',
        expires_in: 3600,
        refresh_token: `r${count}`,
      });
    },
  };
}

/** A client of a user who is signed in, and the tokens that it saved. */
export function signedIn(handler: Handler, options: Partial<ClientOptions> = {}) {
  const saved: (Tokens | undefined)[] = [];
  const onTokens = (next: Tokens | undefined) => {
    saved.push(next);
  };
  return { saved, ...clientOf(handler, { app, tokens, onTokens, ...options }) };
}
