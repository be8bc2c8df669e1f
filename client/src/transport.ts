/** One call over HTTP: builds the request, sends it, and reads the answer or the error. */

import type { EndpointName, ResponseOf } from '@courant/protocol';
import { ContractError, CourantError, NetworkError } from './errors.ts';
import { locate, routes } from './routes.ts';
import { encode, type Values } from './values.ts';

export type Call<Name extends EndpointName> = {
  name: Name;
  id?: number;
  query?: Values | undefined;
  form?: Values;
  /** A body that is a document, instead of a form. */
  document?: { content: string | Blob; type: string };
  /** How the answer is read; default: as JSON. */
  reads?: 'text';
  accessToken?: string | undefined;
  /** For streams: the event after which to continue. */
  lastEventId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The time limit of this call, if shorter than the client's. */
  timeoutMs?: number;
};

export type Answer<Name extends EndpointName> = { body: ResponseOf<Name>; headers: Headers };

export type Send = <Name extends EndpointName>(call: Call<Name>) => Promise<Answer<Name>>;

export type TransportOptions = {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
  validate: boolean;
  /** Whether items come with pictures proxied by the service. */
  images?: 'proxied' | undefined;
  now: () => number;
};

/** Returns the function that sends calls to one service. */
export function createTransport(options: TransportOptions): Send {
  return async (call) => {
    const { response, text } = await exchange(options, call);
    const isText = response.ok && call.reads === 'text';
    const body = isText ? text : parse(text);
    if (options.validate) {
      const { holdAgainstContract } = await import('./validation.ts');
      holdAgainstContract(call.name, response, text);
    }
    if (!response.ok) throw errorOf(response, body, options.now());
    if (text === '' ? !mayBeEmpty(call.name, response.status) : body === undefined) {
      throw new ContractError(
        `Cannot read the answer of ${response.url}: it is ${text === '' ? 'empty' : 'not JSON'}`,
      );
    }
    // The answer is not checked unless `validate` is on: the types are what the contract promises.
    return { body: body as never, headers: response.headers };
  };
}

/** Only what changes something is answered with nothing, and then says so (204), but for a revocation (RFC 7009 §2.2). */
function mayBeEmpty(name: EndpointName, status: number): boolean {
  return !routes[name].startsWith('GET') && (status === 204 || name === 'revokeToken');
}

/** Ends when `signal` is aborted, if there is one, and in any case after `timeoutMs`, the client's or the call's, whichever is shorter. */
async function exchange<Name extends EndpointName>(
  options: TransportOptions,
  call: Call<Name>,
): Promise<{ response: Response; text: string }> {
  const timeout = AbortSignal.timeout(Math.min(options.timeoutMs, call.timeoutMs ?? options.timeoutMs));
  const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
  try {
    const response = await request(options, {
      ...call,
      signal,
      accept: call.reads === 'text' ? '*/*' : 'application/json',
    });
    return { response, text: await response.text() };
  } catch (cause) {
    call.signal?.throwIfAborted();
    throw new NetworkError(`Cannot reach ${options.baseUrl}`, { cause });
  }
}

/** Sends a call, and resolves when the answer begins. Rejects as fetch does. */
export function request<Name extends EndpointName>(
  { baseUrl, fetch, images }: TransportOptions,
  call: Call<Name> & { signal: AbortSignal; accept: string; cache?: 'no-store' },
): Promise<Response> {
  const { method, url } = locate(baseUrl, call.name, call);
  return fetch(url, {
    method,
    headers: { ...headersOf(call), ...(images === undefined ? {} : { prefer: `images=${images}` }) },
    // fetch would turn a redirected POST into a GET.
    redirect: method === 'GET' ? 'follow' : 'error',
    // The token is the only credential; a cookie of the same site must not act for another user.
    credentials: 'omit',
    signal: call.signal,
    ...(call.cache === undefined ? {} : { cache: call.cache }),
    ...(call.form === undefined ? {} : { body: encode(call.form) }),
    ...(call.document === undefined ? {} : { body: call.document.content }),
  });
}

/** The error in an answer that failed before its stream began. */
export async function failureOf(
  options: TransportOptions,
  name: EndpointName,
  response: Response,
): Promise<CourantError> {
  const text = await response.text();
  if (options.validate) {
    const { holdAgainstContract } = await import('./validation.ts');
    holdAgainstContract(name, response, text);
  }
  return errorOf(response, parse(text), options.now());
}

function headersOf<Name extends EndpointName>({
  accept,
  form,
  document,
  accessToken,
  lastEventId,
}: Call<Name> & { accept: string }): Record<string, string> {
  return {
    accept,
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(document === undefined ? {} : { 'content-type': document.type }),
    ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy in between may answer with its own page: then only the status is known. */
function errorOf(response: Response, body: unknown, now: number): CourantError {
  const {
    error,
    error_description: description,
    'app.courant.reason': reason,
  } = (body ?? {}) as Record<string, unknown>;
  return new CourantError({
    status: response.status,
    error: typeof error === 'string' ? error : `The service answered ${response.status}`,
    description: typeof description === 'string' ? description : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(response.headers.get('retry-after'), now),
  });
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function readRetryAfter(raw: string | null, now: number): number | undefined {
  if (raw === null) return undefined;
  if (/^\s*\d+\s*$/.test(raw)) return Number(raw);
  const date = Date.parse(raw);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
