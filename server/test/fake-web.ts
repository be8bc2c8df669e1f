// The web for tests, inside this process: addresses with scripted answers, and a record of every request.
import type { Clock } from '../src/clock.ts';
import type { Agent } from '../src/crawler/equipment.ts';
import { BrokenFetch, type FailureReason } from '../src/net/failure.ts';
import { webLimits } from '../src/net/limits.ts';
import { isRedirect, permanentEnd, type Redirect, redirectTarget } from '../src/net/redirects.ts';
import type { Hop, Web, WebFailure, WebRequest, WebResponse } from '../src/net/web.ts';

export interface FakeWeb extends Web {
  /** The answers of an address: one after the other, the last repeated. A string is a 200 with that body. */
  serve(url: string, ...answers: Answering[]): void;
  /** Every request in order, including each hop of a redirect. */
  readonly requests: SeenRequest[];
  /** The requests for one address. */
  requestsFor(url: string): SeenRequest[];
  /** Forgets the requests, not the answers. */
  forget(): void;
}

/** Who calls, in tests of the crawler. */
export const testAgent: Agent = { product: 'Courant/0.1.0', contactUrl: 'https://courant.example/' };

export type Answering = string | FakeAnswer | ((request: SeenRequest) => FakeAnswer | Promise<FakeAnswer>);

export interface FakeAnswer {
  /** Default: 200. */
  status?: number;
  /** Lower-case names. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** The fetch fails with this instead; after the headers, if the answer has some. */
  fails?: FailureReason;
  /** How long the answer takes, by the clock. */
  afterMs?: number;
  truncatedEncoding?: boolean;
  /** The body as received. */
  packed?: WebResponse['packed'];
}

export interface SeenRequest {
  /** By the clock. */
  at: number;
  /** Undefined while it is under way. */
  endedAt: number | undefined;
  url: string;
  method: string;
  /** Lower-case names; only what the caller sent to this hop. */
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

const VALIDATORS = ['if-none-match', 'if-modified-since'];

export function fakeWeb(clock: Clock): FakeWeb {
  const scripts = new Map<string, Answering[]>();
  const requests: SeenRequest[] = [];

  const answer = async (
    request: SeenRequest,
    { signal, deadline }: { signal: AbortSignal | undefined; deadline: number },
  ): Promise<FakeAnswer> => {
    const script = scripts.get(request.url) ?? [{ status: 404, body: 'Nothing here' }];
    const next = (script.length > 1 ? script.shift() : script[0]) ?? {};
    const given =
      typeof next === 'function' ? await next(request) : typeof next === 'string' ? { body: next } : next;
    const leftMs = deadline - clock.now();
    const { afterMs } = given;
    if (afterMs !== undefined) await waited(clock, Math.min(afterMs, leftMs), signal);
    request.endedAt = clock.now();
    return (afterMs ?? 0) > leftMs ? { fails: 'deadline' } : given;
  };

  return {
    requests,
    serve: (url, ...answers) => void scripts.set(new URL(url).href, answers),
    requestsFor: (url) => requests.filter((request) => request.url === new URL(url).href),
    forget: () => void requests.splice(0),
    close: async () => {},
    async fetch(request) {
      const redirects: Redirect[] = [];
      const { signal, method = 'GET', followRedirects = true, deadlineMs = webLimits.deadlineMs } = request;
      const limits = { signal, deadline: clock.now() + Math.min(deadlineMs, webLimits.deadlineMs) };
      for (let url = withoutFragment(request.url); ; ) {
        const seen = seenRequest(request, url, clock.now());
        requests.push(seen);
        const given = await answer(seen, limits);
        const broken = signal?.aborted ? 'aborted' : failureOf(request, given, seen);
        if (broken !== undefined) return { ...failure(broken, url, redirects), ...headOf(given) };
        const { status = 200 } = given;
        if (!followRedirects || !isRedirect(status, method)) return response(url, given, redirects);
        const from = { url, status, headers: headersOf(given) };
        const to = targetOf(from);
        if (to instanceof BrokenFetch) return failure(to.reason, url, redirects);
        redirects.push({ status, from: url, to });
        url = to;
        const end = await endOfWay(request, redirects, { from, leftMs: () => limits.deadline - clock.now() });
        if (end !== undefined) return failure(end, url, redirects);
      }
    },
  };
}

function failureOf(
  { maxBytes = Infinity }: WebRequest,
  { status = 200, body = '', fails }: FakeAnswer,
  { headers }: SeenRequest,
): FailureReason | undefined {
  // Nothing was known to compare with.
  if (status === 304 && !VALIDATORS.some((name) => name in headers)) return 'bad-response';
  // Of an answer that is no success, the body does not matter.
  return fails ?? (status < 300 && Buffer.byteLength(body) > maxBytes ? 'too-large' : undefined);
}

function targetOf(redirect: Hop & { status: number }): string | BrokenFetch {
  try {
    return redirectTarget(redirect, new URL(redirect.url), webLimits.maxUrlLength).href;
  } catch (thrown) {
    if (thrown instanceof BrokenFetch) return thrown;
    throw thrown;
  }
}

function headersOf({ headers = {} }: FakeAnswer): Map<string, string> {
  return new Map(Object.entries(headers));
}

/** Why the last redirect is not followed. */
async function endOfWay(
  request: WebRequest,
  redirects: readonly Redirect[],
  { from: hop, leftMs }: { from: Hop; leftMs: () => number },
): Promise<FailureReason | undefined> {
  const to = redirects.at(-1)?.to ?? '';
  if (redirects.some(({ from }) => from === to)) return 'redirect-loop';
  if (redirects.length > webLimits.maxRedirects) return 'too-many-redirects';
  if (request.mayFollow && !(await request.mayFollow(to, hop))) return 'resting';
  return leftMs() < webLimits.leastHopMs ? 'deadline' : undefined;
}

function waited(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
    signal?.addEventListener('abort', () => resolve());
  });
}

function seenRequest(request: WebRequest, url: string, at: number): SeenRequest {
  const validatorsFor = request.validatorsFor ?? withoutFragment(request.url);
  const headers = Object.entries(request.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !VALIDATORS.includes(name) || url === validatorsFor);
  return {
    at,
    endedAt: undefined,
    url,
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers),
    body: request.body,
  };
}

function response(url: string, given: FakeAnswer, redirects: readonly Redirect[]): WebResponse {
  const body = typeof given.body === 'string' ? new TextEncoder().encode(given.body) : given.body;
  const permanent = permanentEnd(redirects);
  return {
    kind: 'response',
    status: given.status ?? 200,
    url,
    headers: headersOf(given),
    body: body ?? new Uint8Array(),
    redirects,
    ...(permanent !== undefined && { permanentUrl: permanent }),
    ...(given.truncatedEncoding === true && { truncatedEncoding: true }),
    ...(given.packed && { packed: given.packed }),
  };
}

function headOf({ status = 200, headers, fails }: FakeAnswer): Pick<WebFailure, 'head'> {
  return fails === undefined || headers === undefined
    ? {}
    : { head: { status, headers: new Map(Object.entries(headers)) } };
}

function failure(reason: FailureReason, url: string, redirects: readonly Redirect[]): WebFailure {
  return {
    kind: 'failure',
    reason,
    detail: `the fake web failed with ${reason}`,
    url,
    redirects,
  };
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
