// Puts the app on a port: node:http on one side, Request → Response on the other.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { App, Peer } from './app.ts';

/** Headers must be complete by then: nobody needs longer, and whoever takes longer holds a socket (slow loris). */
const HEADERS_TIMEOUT_MS = 15_000;
/** The whole request must be here by then: a body of our greatest size over a poor line. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than proxies keep idle connections, so that they close first and never write into a closing socket. */
const KEEP_ALIVE_MS = 75_000;

export interface ListenOptions {
  host: string;
  port: number;
  /** Whether a proxy in front of us is believed. */
  trustProxy: boolean;
}

export interface Listener {
  port: number;
  serve(app: App): void;
  /** Stops accepting, lets what is under way finish for at most `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/**
 * Listens; rejects when the address cannot be had. Port 0 takes any free one. Requests that come before `serve` wait for it,
 * so that the house can be built with its address known.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const ready = Promise.withResolvers<App>();
  server.on('request', async (incoming, outgoing) =>
    answer(await ready.promise, options, incoming, outgoing),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.host, port: options.port }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, serve: ready.resolve, close: (graceMs) => close(server, graceMs) };
}

async function answer(
  app: App,
  options: ListenOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const aborted = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) aborted.abort();
  });
  const request = requestOf(incoming, aborted.signal);
  const response = request ? await app(request, peerOf(incoming, options.trustProxy)) : badRequest();
  // A body that was not read to its end would be taken for the next request (413 and 415 answer early).
  if (!incoming.complete && incoming.method !== 'GET' && incoming.method !== 'HEAD') {
    response.headers.set('Connection', 'close');
  }
  await send(response, outgoing);
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  // The host is whatever the client says: the app's links come from its settings, never from here.
  const url = `http://host.invalid${incoming.url?.startsWith('/') ? incoming.url : '/'}`;
  if (!URL.canParse(url)) return undefined;
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    return new Request(url, {
      method,
      headers: headersOf(incoming),
      signal,
      ...(hasBody
        ? { body: Readable.toWeb(incoming) as unknown as globalThis.ReadableStream, duplex: 'half' }
        : {}),
    });
  } catch {
    // A method that fetch forbids (TRACE, CONNECT), or a header that it does not take.
    return undefined;
  }
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  return headers;
}

function peerOf(incoming: IncomingMessage, trustProxy: boolean): Peer {
  const socket = incoming.socket as Socket & { encrypted?: boolean };
  const direct = { address: socket.remoteAddress ?? '', secure: socket.encrypted === true };
  if (!trustProxy) return direct;
  // The last address is the one that our own proxy saw; those before it are the client's word.
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const protocol = String(incoming.headers['x-forwarded-proto'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return { address: forwarded || direct.address, secure: protocol ? protocol === 'https' : direct.secure };
}

function badRequest(): Response {
  return Response.json({ error: 'Cannot read the request' }, { status: 400 });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    // Whole bodies go out in one piece, with their length: several times quicker than a stream of one chunk.
    outgoing.end(response.body ? Buffer.from(await response.arrayBuffer()) : undefined);
    return;
  }
  if (!response.body) return;
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
  } catch {
    // The client went away while it was being answered; there is nobody left to tell.
    outgoing.destroy();
  }
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
