// The front door: takes each request to the protocol that it speaks, and sees to it that every request gets an answer.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../model/refusal.ts';
import type { Asked } from './asked.ts';
import { type Call, type Door, openRouter } from './routing.ts';
import { type Told, ToldAnswers } from './told-answers.ts';
import { WholeResponse } from './whole-response.ts';

/** What the log shows of a request that nobody waits for any more: nginx's word for it, no status that is ever sent. */
const CLIENT_WENT_AWAY = 499;
/** Told to apps that poll, day and night: lines that say that nothing has happened would fill the log. */
const NOT_MODIFIED = 304;

/** When to come again where the store is away or the house closes, unless the door knows better: most of it is over by then. */
const UNAVAILABLE_RETRY_SECONDS = '5';

/** Where a request came from, as far as the socket (or a trusted proxy) tells. */
export interface Peer {
  address: string;
  secure: boolean;
}

export type App = (request: Asked, peer: Peer) => Promise<Response>;

/** An answer as it is counted: by protocol, never by path or person. */
export interface Served {
  door: string;
  method: string;
  status: number;
  ms: number;
}

export interface AppOptions {
  /** The first is asked to refuse what no door owns. */
  doors: readonly [Door, ...Door[]];
  log: Log;
  clock: Clock;
  /** Told of each request when it comes, for whoever makes room for people. */
  asked?(): void;
  /** Told of each answer, for whoever counts them. */
  served?(answer: Served): void;
  /** Whether a throw says that it cannot be done just now: the store is away, or the house closes. */
  isUnavailable(error: unknown): boolean;
  /** Whether such a throw says only that the house closes, as it was told to; left out: none does. */
  isClosing?(error: unknown): boolean;
  /** Another number after each commit, whoever has made it; undefined where that is not to be had just now. */
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
      // Not the path: a query may hold a code, and a path an unguessable name.
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
    // For paths that there are not, too: a page is told nothing of an answer whose preflight has failed.
    if (call.request.method === 'OPTIONS' && door.crossOrigin) return preflight(call);
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
    // Errors are for the operator, who has just told the house to close.
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

/** Beside what any page may read: the next page, the tag for the next question, the name of a download, when to come again, and why. */
const READABLE = 'Content-Disposition, ETag, Link, Retry-After, WWW-Authenticate, X-Request-Id';

/** What is true of every answer, whoever gave it and whoever gets it. */
function dress({ headers }: Response, door: Door): void {
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'same-origin');
  if (!door.crossOrigin) return;
  // No cookie opens these doors to another origin, so any web page may knock; what it may read of the answer must be named.
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', READABLE);
}

/** RFC 9110 §9.3.2: the fields of GET without its content, which must not go on being made. */
function headOf(response: Response): Response {
  if (!(response instanceof WholeResponse)) response.body?.cancel().catch(() => {});
  return new WholeResponse(null, response);
}

function preflight(call: Call): Response {
  // A day: the longest that a browser remembers (Firefox; Chromium caps it at two hours).
  const headers: Record<string, string> = {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Max-Age': '86400',
  };
  const wanted = call.request.headers.get('Access-Control-Request-Headers');
  if (wanted) headers['Access-Control-Allow-Headers'] = wanted;
  return new WholeResponse(null, { status: 204, headers });
}
