// The one way out to the web: what the other rooms may ask of it, and how it answers them.

import type { Clock } from '../clock.ts';
import { type AllowList, whyRefused } from './allowed-addresses.ts';
import { bodyOf } from './answer-body.ts';
import { openConnections } from './connections.ts';
import type { PackedBody } from './decode-body.ts';
import { type Asker, discard, type Exchange, exchange } from './exchange.ts';
import { BrokenFetch, brokenFetch, type FailureReason } from './failure.ts';
import { guardedConnector } from './guarded-connector.ts';
import { type WebLimits, webLimits } from './limits.ts';
import { type Resolve, rememberingResolve, systemResolve } from './name-lookup.ts';
import { isRedirect, permanentEnd, type Redirect, redirectTarget, requireAsSecret } from './redirects.ts';
import { type Asked, headersFor, isConditional } from './request-headers.ts';

export interface Web {
  /**
   * Asks once (plus redirects) and never again; a request sent over a connection that the server had already closed does not count as
   * asked. Rejects only for a bug in the caller, such as a line break in a header: whatever the web does is a value.
   */
  fetch(request: WebRequest): Promise<WebAnswer>;
  /** Destroys every connection; fetches under way end as `aborted`. */
  close(): Promise<void>;
}

export type WebAnswer = WebResponse | WebFailure;

/** An answer on the way. */
export type Hop = Pick<WebResponse, 'url' | 'headers'>;

export interface WebRequest {
  /** http or https. A user and password in it are sent as Basic authorization, to this origin only. */
  url: string;
  method?: 'GET' | 'POST';
  /**
   * Names in any case, values as latin1. `user-agent`, `accept` and `accept-encoding` have defaults; `authorization` is
   * sent to this URL's origin only, `if-none-match` and `if-modified-since` to `validatorsFor` only.
   */
  headers?: Readonly<Record<string, string>>;
  /** Sent as UTF-8, with POST. */
  body?: string;
  /** The URL that the validators came from, if not `url`: they are sent only to a hop with this URL (RFC 9110 §13). */
  validatorsFor?: string;
  /** The most bytes the body may have, before and after decoding; the limits of this room still apply. */
  maxBytes?: number;
  /** Default true. A POST follows 307 and 308 only; any other redirect of a POST is returned as it came. */
  followRedirects?: boolean;
  /** Asked before each redirect is followed, with what the answer says that leads there. If it may not be, the fetch ends as `resting`. */
  mayFollow?: (to: string, from: Hop) => Promise<boolean>;
  /** No more requests to this host for now: its connection is closed after the answer. Default false. */
  isLast?: boolean;
  /** The time limit for the whole fetch, redirects included; the limit of this room still applies. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

/** Any answer that HTTP can give, 4xx and 5xx included. */
export interface WebResponse {
  kind: 'response';
  status: number;
  /** Where the answer came from, after redirects; without fragment. */
  url: string;
  /**
   * Lower-case names; values are latin1, byte for byte, without surrounding blanks. Of a repeated field the first counts,
   * but lists (`link`, `cache-control`, …) are joined with a comma. Cookies are not among them.
   */
  headers: ReadonlyMap<string, string>;
  /** Decoded. Empty where it could not be read and does not matter: a non-success (not 2xx) counts without its body. */
  body: Uint8Array;
  /** The body as received, if it was complete and compressed once. */
  packed?: PackedBody;
  redirects: readonly Redirect[];
  /** The end of the leading run of 301 and 308, if there is one: where the source says it has moved to. */
  permanentUrl?: string;
  /** The compressed stream was cut short or had junk after it: `body` is what could be recovered; trust it only if the document is complete. */
  truncatedEncoding?: boolean;
}

export interface WebFailure {
  kind: 'failure';
  reason: FailureReason;
  /** A plain sentence for the operator's log, without addresses. Never shown to users: it would make us a port scanner. */
  detail: string;
  /** The hop that failed; without fragment, user and password. */
  url: string;
  redirects: readonly Redirect[];
  /** What the answer had said before its body failed: how long to stay away counts, whatever became of the rest. */
  head?: Pick<WebResponse, 'status' | 'headers'>;
}

export interface WebOptions {
  allow: AllowList;
  userAgent: string;
  clock: Clock;
  limits?: Partial<WebLimits>;
  /** Resolves names to addresses; by default with the operating system (hosts file, mDNS, DNS). */
  resolve?: Resolve;
}

/** All requests go through the limits and to allowed addresses only, redirects included. `close` breaks off those under way. */
export function openWeb(options: WebOptions): Web {
  const { allow, clock, userAgent } = options;
  const limits = { ...webLimits, ...options.limits };
  const resolve = rememberingResolve(options.resolve ?? systemResolve, clock, limits);
  const house: House = {
    allow,
    limits,
    userAgent,
    clock,
    connections: openConnections(guardedConnector({ allow, clock, limits, resolve }), limits),
    isClosed: false,
    underWay: new Set(),
  };
  return {
    fetch: (request) => fetchOnce(request, house),
    async close() {
      house.isClosed = true;
      for (const controller of house.underWay) controller.abort(closing());
      house.connections.close();
    },
  };
}

function closing(): BrokenFetch {
  return new BrokenFetch('aborted', 'the service is closing');
}

interface House extends Asker {
  allow: AllowList;
  userAgent: string;
  isClosed: boolean;
  underWay: Set<AbortController>;
}

/** How far a fetch has come; a failure reports it too. */
interface Course {
  at: string;
  /** When the whole fetch will be broken off. */
  endsAt: number;
  redirects: Redirect[];
  head?: Pick<WebResponse, 'status' | 'headers'>;
}

async function fetchOnce(request: WebRequest, house: House): Promise<WebAnswer> {
  const { clock, limits, underWay } = house;
  const controller = new AbortController();
  const callOff = (): void => controller.abort(new BrokenFetch('aborted', 'the fetch was called off'));
  const deadlineMs = Math.min(request.deadlineMs ?? limits.deadlineMs, limits.deadlineMs);
  const course: Course = { at: request.url, endsAt: clock.now() + deadlineMs, redirects: [] };
  const stopTimer = clock.after(deadlineMs, () => {
    controller.abort(new BrokenFetch('deadline', `the whole answer did not come in ${deadlineMs} ms`));
  });
  underWay.add(controller);
  request.signal?.addEventListener('abort', callOff, { once: true });
  if (request.signal?.aborted) callOff();
  if (house.isClosed) controller.abort(closing());
  try {
    return await follow(request, course, house, controller.signal);
  } catch (thrown) {
    // An abort surfaces as a failure of whatever was under way.
    const broken = brokenFetch(controller.signal.aborted ? controller.signal.reason : thrown);
    if (broken === undefined) throw thrown;
    const { reason, message: detail } = broken;
    const { at, redirects, head } = course;
    return { kind: 'failure', reason, detail, url: withoutSecrets(at), redirects, ...(head && { head }) };
  } finally {
    stopTimer();
    underWay.delete(controller);
    request.signal?.removeEventListener('abort', callOff);
  }
}

async function follow(
  request: WebRequest,
  course: Course,
  house: House,
  signal: AbortSignal,
): Promise<WebResponse> {
  const { limits } = house;
  const method = request.method ?? 'GET';
  const first = readUrl(request.url, limits);
  const asked: Asked = {
    headers: request.headers ?? {},
    origin: first.origin,
    validatorsFor:
      request.validatorsFor === undefined ? first.href : readUrl(request.validatorsFor, limits).href,
    userAgent: house.userAgent,
  };
  for (let url = first; ; ) {
    course.at = url.href;
    const refused = whyRefused(url, house.allow);
    if (refused !== undefined) throw new BrokenFetch('blocked-address', refused);
    const headers = headersFor(url, asked);
    const answer = await exchange(house, {
      url,
      method,
      headers,
      body: request.body,
      isLast: request.isLast === true,
      isOnward: course.redirects.length > 0,
      signal,
    });
    const isOver = request.followRedirects === false || !isRedirect(answer.status, method);
    if (isOver) course.head = { status: answer.status, headers: answer.headers };
    if (answer.status === 304 && !isConditional(headers)) {
      answer.body.destroy();
      throw new BrokenFetch(
        'bad-response',
        'the answer is "not modified", but nothing was known to compare with',
      );
    }
    if (isOver) return respond(answer, house, { request, course, signal });
    await discard(answer, house, signal);
    const to = redirectTarget(answer, url, limits.maxUrlLength);
    if (request.body !== undefined) requireAsSecret(url, to);
    course.redirects.push({ status: answer.status, from: url.href, to: to.href });
    checkCourse(course, limits);
    course.at = to.href;
    await requireLeave(request, { url: url.href, headers: answer.headers }, course, house);
    url = to;
  }
}

/** Throws `BrokenFetch` if the next hop is not to be asked now. */
async function requireLeave(
  { mayFollow }: WebRequest,
  from: Hop,
  course: Course,
  { clock, limits }: House,
): Promise<void> {
  if (mayFollow && !(await mayFollow(course.at, from)))
    throw new BrokenFetch('resting', 'the redirect leads where we must not call for now');
  if (clock.now() + limits.leastHopMs > course.endsAt)
    throw new BrokenFetch('deadline', 'the redirect came so late that what it leads to would be broken off');
}

interface Ending {
  request: WebRequest;
  course: Course;
  signal: AbortSignal;
}

async function respond(
  answer: Exchange,
  house: House,
  { request, course, signal }: Ending,
): Promise<WebResponse> {
  const { maxBodyBytes } = house.limits;
  const maxBytes = Math.min(request.maxBytes ?? maxBodyBytes, maxBodyBytes);
  const body = await bodyOf(answer, house, { maxBytes, signal });
  const permanentUrl = permanentEnd(course.redirects);
  return {
    kind: 'response',
    status: answer.status,
    url: course.at,
    headers: answer.headers,
    body: body.bytes,
    redirects: course.redirects,
    ...(permanentUrl === undefined ? {} : { permanentUrl }),
    ...(body.isBroken ? { truncatedEncoding: true } : {}),
    ...(body.packed === undefined ? {} : { packed: body.packed }),
  };
}

function checkCourse({ redirects }: Course, { maxRedirects }: WebLimits): void {
  const last = redirects.at(-1);
  if (redirects.some(({ from }) => from === last?.to)) {
    throw new BrokenFetch('redirect-loop', 'the redirects lead round in a circle');
  }
  if (redirects.length > maxRedirects) {
    throw new BrokenFetch('too-many-redirects', `the answer is more than ${maxRedirects} redirects away`);
  }
}

function readUrl(text: string, { maxUrlLength }: WebLimits): URL {
  if (text.length > maxUrlLength)
    throw new BrokenFetch('bad-url', `the URL is longer than ${maxUrlLength} characters`);
  if (!URL.canParse(text)) throw new BrokenFetch('bad-url', 'this is no URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new BrokenFetch('bad-url', `${url.protocol} is neither http nor https`);
  }
  url.hash = '';
  return url;
}

function withoutSecrets(href: string): string {
  if (!URL.canParse(href)) return href;
  const url = new URL(href);
  url.username = '';
  url.password = '';
  return url.href;
}
