// Puts the app on a port: node:http on one side, Request → Response on the other.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Log, silentLog } from '../log.ts';
import { Refusal } from '../model/refusal.ts';
import type { AnswerHeaders } from './answer-headers.ts';
import type { App, Peer } from './app.ts';
import { type Asked, BodilessRequest } from './asked.ts';
import { type Address, bind } from './bind.ts';
import { closeServer } from './close-server.ts';
import { isInVain } from './eager-connections.ts';
import { endIdleConnections, type Patience } from './idle-connections.ts';
import {
  LINGER_MS,
  MAX_HEAD_BYTES,
  refusalOf,
  refuseUnreadable,
  refuseWhatIsNoRequest,
} from './refused-early.ts';
import { proxyWatch } from './untrusted-proxy.ts';
import { WholeResponse } from './whole-response.ts';

/** Not an import: that would evaluate every export of the module and so load a whole HTTP client (13 MB, 60 ms of each start). */
const { createServer } = process.getBuiltinModule('node:http');

/** Headers must be complete by then: nobody needs longer, and a slow client holds a socket (slow loris). */
const HEADERS_TIMEOUT_MS = 15_000;
/** The whole request must have arrived by then: enough for our largest body over a poor line. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface ListenOptions extends Address {
  /** Whether to trust the forwarding headers of a proxy in front of us. */
  trustProxy: boolean;
  /** The setting that trusts it, for the log when there is one that is not trusted; left out: none is expected here. */
  proxySetting?: string;
  /** For faults of the listener itself; the app logs its own. */
  log?: Log;
  /** Other times than usual for connections on which nothing moves, for tests. */
  patience?: Partial<Patience>;
}

export interface Listener {
  port: number;
  /** From now on requests are answered by this app. */
  serve(app: App): void;
  /** Stops accepting, lets running requests finish for at most `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/**
 * Starts listening; rejects with a readable message when the address is not available. Port 0 takes any free one. Requests that come before
 * `serve` wait for it, so that the service can be built with its address known.
 */
export async function listen({ log = silentLog, ...options }: ListenOptions): Promise<Listener> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    maxHeaderSize: MAX_HEAD_BYTES,
    // We check it ourselves: Node's own answer has no message.
    requireHostHeader: false,
    // Most requests have no body, and ending its stream took a tenth of the time of a short answer.
    optimizeEmptyRequests: true,
  });
  const first = Promise.withResolvers<App>();
  let serving: App | Promise<App> = first.promise;
  const { trustProxy, proxySetting } = options;
  const watch = trustProxy || proxySetting === undefined ? undefined : proxyWatch(log, proxySetting);
  const streams = new Set<ServerResponse>();
  const hearing = (asksFirst: boolean) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (isInVain(incoming, outgoing, log)) return;
    watch?.(incoming);
    answer(serving, { trustProxy, server, log, streams }, { incoming, outgoing, asksFirst }).catch(
      (error: unknown) => {
        log.error('answering failed', { error });
        giveUp(outgoing);
      },
    );
  };
  server.on('request', hearing(false));
  // Node's own way is to ask for every body at once, also for one that is then refused unread.
  server.on('checkContinue', hearing(true));
  // RFC 9110 §10.1.1: an expectation that is not understood may be ignored.
  server.on('checkExpectation', hearing(false));
  refuseWhatIsNoRequest(server, log);
  endIdleConnections(server, options.patience);
  await bind(server, options);
  // Such as too many open files: the next connection may succeed again.
  server.on('error', (error) => log.error('accepting failed', { error }));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    serve(app) {
      first.resolve(app);
      serving = app;
    },
    close: (graceMs) => {
      const beforeCut = (): void => streams.forEach(resetIfChunkless);
      return closeServer(server, { graceMs, hasProxy: trustProxy, beforeCut });
    },
  };
}

interface Surroundings {
  trustProxy: boolean;
  server: Server;
  log: Log;
  /** Answers under way that are sent as they are produced. */
  streams: Set<ServerResponse>;
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Whether the client waits to be told before it sends the body (RFC 9110 §10.1.1). */
  asksFirst: boolean;
}

async function answer(
  serving: App | Promise<App>,
  { trustProxy, server, log, streams }: Surroundings,
  exchange: Exchange,
): Promise<void> {
  const { incoming, outgoing } = exchange;
  const app = serving instanceof Promise ? await serving : serving;
  // The client went away while the service was being built.
  if (outgoing.destroyed) return;
  const peer = peerOf(incoming, trustProxy);
  const refusal = refusalOf(incoming, log, peer.address);
  const request = refusal ? undefined : requestOf(exchange);
  const response = refusal ?? (await (request ? app(request, peer) : refuseUnreadable(log, peer.address)));
  // Unread bytes of a body would be taken for the next request (413 and 415 answer before reading it).
  if (!incoming.complete || !server.listening) response.headers.set('Connection', 'close');
  if (!(response instanceof WholeResponse)) {
    streams.add(outgoing);
    await stream(response, outgoing).finally(() => streams.delete(outgoing));
  } else if (isRead(incoming)) sendAtOnce(response, exchange);
  else await sendAndLinger(response, exchange);
}

/** Aborts when the client goes away before it has its answer. */
function signalOf(outgoing: ServerResponse): AbortSignal {
  const aborted = new AbortController();
  const look = (): void => {
    if (outgoing.destroyed && !outgoing.writableFinished) aborted.abort();
  };
  look();
  outgoing.once('close', look);
  return aborted.signal;
}

function requestOf(exchange: Exchange): Asked | undefined {
  const { incoming, outgoing } = exchange;
  const { method = 'GET', rawHeaders } = incoming;
  const makeSignal = (): AbortSignal => signalOf(outgoing);
  try {
    const url = urlOf(incoming.url ?? '/');
    if (bodiless.has(method)) return new BodilessRequest({ method, url, rawHeaders, makeSignal });
    return new Request(url, {
      method,
      headers: headersOf(incoming),
      signal: makeSignal(),
      body: bodyOf(exchange),
      duplex: 'half',
    });
  } catch {
    // An invalid URL, or a header that fetch rejects.
    return undefined;
  }
}

/** RFC 9110 §9.3.8: TRACE has no body either. Fetch forbids it; passed on here, it gets the path's answer about allowed methods. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/** The host is whatever the client claims: links in answers come from our configuration, never from here. */
function urlOf(target: string): string {
  if (target.startsWith('/')) return `http://host.invalid${target}`;
  // `OPTIONS *` asks about the whole server.
  if (target === '*') return 'http://host.invalid/';
  // RFC 9112 §3.2.2: a server must also accept the absolute URL that clients send to proxies.
  const { pathname, search } = new URL(target);
  return `http://host.invalid${pathname}${search}`;
}

/** Cancelling it leaves the connection open, which still has to carry the answer (Readable.toWeb would destroy it). */
function bodyOf(exchange: Exchange): ReadableStream {
  return ReadableStream.from(piecesOf(exchange));
}

/** Begins with the first look at the body: a client that asked whether to send it is told only then. */
async function* piecesOf({ incoming, outgoing, asksFirst }: Exchange): AsyncGenerator<Buffer> {
  if (asksFirst && !outgoing.headersSent) outgoing.writeContinue();
  yield* incoming.iterator({ destroyOnReturn: false });
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
  const forwarded = lastIn(incoming.headers['x-forwarded-for']);
  const protocol = lastIn(incoming.headers['x-forwarded-proto']);
  return {
    address: forwarded ? withoutPort(forwarded) : direct.address,
    secure: protocol ? protocol === 'https' : direct.secure,
  };
}

/** What our own proxy saw: the values before it are only the client's claim. */
function lastIn(header: string | string[] | undefined): string | undefined {
  return String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim();
}

/** Some proxies add the port, which differs with each connection: rate limits per address would never count up. */
function withoutPort(forwarded: string): string {
  const [, four, six] = /^(?:([\d.]+)|\[([\da-f:.]+)\])(?::\d+)?$/i.exec(forwarded) ?? [];
  return four ?? six ?? forwarded;
}

function isRead(incoming: IncomingMessage): boolean {
  return incoming.complete || incoming.destroyed;
}

/** Sends head and body in one piece. */
function sendAtOnce(response: WholeResponse, { incoming, outgoing }: Exchange): void {
  outgoing.writeHead(response.status, withLength(response, incoming).raw()).end(response.whole);
}

/** RFC 9110 §8.6: 204 and 304 get no length, nor does HEAD, for which it would be the length of what is not sent. */
function withLength({ status, headers, whole }: WholeResponse, { method }: IncomingMessage): AnswerHeaders {
  const isBodiless = method === 'HEAD' || status === 204 || status === 304;
  if (!isBodiless && !headers.has('content-length'))
    headers.set('content-length', String(whole?.length ?? 0));
  return headers;
}

/**
 * RFC 9112 §9.6: closing a connection with unread data resets it, and the client may lose the answer; so reads on for a while. The length
 * tells the client that it has the whole answer. One that neither sends on nor closes is held until then, also if it was never told to send:
 * it may do so unasked (RFC 9110 §10.1.1).
 */
async function sendAndLinger(response: WholeResponse, { incoming, outgoing }: Exchange): Promise<void> {
  outgoing.writeHead(response.status, withLength(response, incoming).raw());
  outgoing.flushHeaders();
  if (response.whole) outgoing.write(response.whole);
  await new Promise<void>((resolve) => {
    const patience = setTimeout(resolve, LINGER_MS);
    incoming.on('data', () => {});
    for (const end of ['end', 'close'] as const) {
      incoming.once(end, () => {
        clearTimeout(patience);
        resolve();
      });
    }
  });
  outgoing.end();
}

/** Without an end, or maybe larger than memory: it is only produced as fast as the client reads. */
async function stream({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, [...headers].flat());
  outgoing.flushHeaders();
  const source = Readable.fromWeb(body as ReadableStream);
  let fault: Error | undefined;
  // Where the client went away during the answer, there is nobody left to tell; and a refusal is no fault.
  source.once('error', (error) => {
    if (outgoing.destroyed) return;
    resetIfChunkless(outgoing);
    if (!(error instanceof Refusal)) fault = error;
  });
  // Where the client went away before, the pipeline does not begin, and would leave the source open for ever.
  await pipeline(source, outgoing).catch(() => source.destroy());
  if (fault) throw fault;
}

/** HTTP/1.0, which some proxies speak: without chunks, what ends in good order is whole. */
function resetIfChunkless(outgoing: ServerResponse): void {
  if (!outgoing.chunkedEncoding) outgoing.socket?.resetAndDestroy();
}

/** After a fault of the listener itself: sends a 500 if the answer has not begun, otherwise cuts it off. */
function giveUp(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(500, { Connection: 'close' }).end();
}
