// The front door: passes each request to the protocol that it belongs to, and makes sure that every request gets an answer.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../model/refusal.ts';
import type { Asked } from './asked.ts';
import { type Call, type Door, openRouter } from './routing.ts';
import { type Told, ToldAnswers } from './told-answers.ts';
import { WholeResponse } from './whole-response.ts';

/** Logged for a request whose client has gone: nginx's status for it, never sent. */
const CLIENT_WENT_AWAY = 499;
/** The answer to apps that poll day and night: logging each "nothing has happened" would fill the log. */
const NOT_MODIFIED = 304;

/** When to try again while the store is away or the service is closing, unless the door knows better: mostly it is over by then. */
const UNAVAILABLE_RETRY_SECONDS = '5';

/** Where a request comes from, as far as the socket (or a trusted proxy) tells. */
export interface Peer {
  address: string;
  secure: boolean;
}

export type App = (request: Asked, peer: Peer) => Promise<Response>;

/** An answer as the metrics count it: by protocol, never by path or person. */
interface Served {
  door: string;
  method: string;
  status: number;
  ms: number;
}

export interface AppOptions {
  /** The first one refuses requests for paths that no door owns. */
  doors: readonly [Door, ...Door[]];
  log: Log;
  clock: Clock;
  /** Called when each request arrives, so that background work can make way for people. */
  asked?(): void;
  /** Called with each answer, to count it. */
  served?(answer: Served): void;
  /** Whether an error means that the request cannot be served just now: the store is unavailable, or the service is closing. */
  isUnavailable(error: unknown): boolean;
  /** Whether such an error only means that the service is closing as it was told to; left out: none does. */
  isClosing?(error: unknown): boolean;
  /** A number that changes with each commit, whoever made it; undefined where it cannot be had just now. */
  lastCommit?(): number | undefined;
}

/** Builds the app: `Request → Response`, without a port. It never rejects. */
export function openApp(options: AppOptions): App {
  const match = openRouter(options.doors);
  const told = new ToldAnswers(options.lastCommit);
  const make = async (request: Asked, peer: Peer, requestId: string): Promise<Told> => {
    const call: Call = { request, url: new URL(request.url), params: {}, requestId, ...peer };
    const found = match(request.method, call.url.pathname);
    const door = found.kind === 'unknown' ? ownerOf(options.doors, call.url.pathname) : found.door;
    const route = found.kind === 'route' ? found.route.path : undefined;
    const response = await answer({ ...options, found, door, call });
    dress(response, door);
    return { door, route, response };
  };
  return async (request, peer) => {
    const startedAt = options.clock.now();
    options.asked?.();
    const requestId = randomUUID();
    const answered = await told.orElse(request.words, startedAt, () => make(request, peer, requestId));
    const { door, route, response } = answered;
    response.headers.set('X-Request-Id', requestId);
    if (peer.secure) response.headers.set('Strict-Transport-Security', 'max-age=31536000');
    const ms = options.clock.now() - startedAt;
    options.served?.({ door: door.name, method: request.method, status: response.status, ms });
    options.log[response.status === NOT_MODIFIED ? 'debug' : 'info']('request', {
      id: requestId,
      method: request.method,
      // Not the path: a query may contain a code, and a path an unguessable name.
      route,
      door: door.name,
      status: response.status,
      ms,
      address: peer.address,
    });
    return request.method === 'HEAD' ? headOf(response) : response;
  };
}

interface Answering extends AppOptions {
  found: ReturnType<ReturnType<typeof openRouter>>;
  door: Door;
  call: Call;
}

async function answer({ found, door, call, log, isUnavailable, isClosing }: Answering): Promise<Response> {
  try {
    // For unknown paths, too: a page learns nothing from a response whose preflight has failed.
    if (call.request.method === 'OPTIONS' && door.crossOrigin) return preflight(call, found);
    if (found.kind === 'unknown')
      throw new Refusal('not-found', 'Cannot find what was asked for: there is no such path');
    if (found.kind === 'other-method') return await otherMethod(door, call, found.allow);
    call.params = found.params;
    return await found.route.handle(call);
  } catch (error) {
    if (error instanceof Refusal) return door.refuse(error, call);
    if (call.request.signal.aborted) {
      log.info('client went away', { id: call.requestId, error });
      return new WholeResponse(null, { status: CLIENT_WENT_AWAY });
    }
    const unavailable = isUnavailable(error);
    // The level `error` is for what the operator has to look at, and they have just told the service to close.
    const level = unavailable && isClosing?.(error) ? 'info' : 'error';
    log[level](unavailable ? 'unavailable' : 'request failed', { id: call.requestId, error });
    const failed = await door.fail(call, unavailable ? 'unavailable' : 'broken');
    if (unavailable && !failed.headers.has('Retry-After'))
      failed.headers.set('Retry-After', UNAVAILABLE_RETRY_SECONDS);
    return failed;
  }
}

function ownerOf(doors: AppOptions['doors'], path: string): Door {
  return doors.find((door) => door.owns(path)) ?? doors[0];
}

async function otherMethod(door: Door, call: Call, allow: string): Promise<Response> {
  const { method } = call.request;
  const refused = await door.refuse(
    new Refusal('wrong-method', `Cannot ${method} this path: it takes ${allow}`),
    call,
  );
  refused.headers.set('Allow', allow);
  return refused;
}

/**
 * What other origins may read besides safelisted headers: next page, tag for the next request, download's name, when to retry, why, and
 * which methods there are instead.
 */
const READABLE = 'Allow, Content-Disposition, ETag, Link, Retry-After, WWW-Authenticate, X-Request-Id';

/** Headers of every answer, whichever door gave it. */
function dress({ headers }: Response, door: Door): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'same-origin');
  if (!door.crossOrigin) return;
  // These doors accept no cookie from another origin, so any web page may call them; the headers that it may read must be listed.
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', READABLE);
}

/** RFC 9110 §9.3.2: the headers of GET without its body. A streamed body is cancelled, so that nothing goes on producing it. */
function headOf(response: Response): Response {
  if (!(response instanceof WholeResponse)) response.body?.cancel().catch(() => {});
  return new WholeResponse(null, response);
}

function preflight(call: Call, found: Answering['found']): Response {
  // A day: the longest that any browser remembers it (Firefox; Chromium caps it at two hours).
  const headers: Record<string, string> = {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Max-Age': '86400',
  };
  const wanted = call.request.headers.get('Access-Control-Request-Headers');
  if (wanted) headers['Access-Control-Allow-Headers'] = wanted;
  // RFC 9110 §9.3.7: whoever is no browser asks for this.
  if (found.kind === 'other-method') headers.Allow = found.allow;
  return new WholeResponse(null, { status: 204, headers });
}
