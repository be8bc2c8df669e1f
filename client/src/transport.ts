/** One call over HTTP: puts a request together, sends it, and reads the answer or the error. */

import type { EndpointName, ResponseOf } from '@courant/protocol';
import { ContractError, CourantError, NetworkError } from './errors.ts';
import { locate } from './routes.ts';

export type Call<Name extends EndpointName> = {
  name: Name;
  id?: number;
  query?: URLSearchParams;
  form?: Record<string, string | undefined>;
  accessToken?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type Answer<Name extends EndpointName> = { body: ResponseOf<Name>; headers: Headers };

export type Send = <Name extends EndpointName>(call: Call<Name>) => Promise<Answer<Name>>;

export type TransportOptions = {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
  validate: boolean;
  now: () => number;
};

/** Gives the function that sends calls to one service. */
export function createTransport(options: TransportOptions): Send {
  return async (call) => {
    const { response, text } = await exchange(options, call);
    const body = parse(text);
    if (options.validate) {
      const { holdAgainstContract } = await import('./validation.ts');
      holdAgainstContract(call.name, response, text);
    }
    if (!response.ok) throw errorOf(response, body, options.now());
    if (text !== '' && body === undefined) {
      throw new ContractError(`Cannot read the answer of ${response.url}: it is not JSON`);
    }
    // The answer is taken at its word unless `validate` is on: types are promises of the contract.
    return { body: body as never, headers: response.headers };
  };
}

/** `signal` where the caller gave one, and in any case an end after `timeoutMs`. */
async function exchange<Name extends EndpointName>(
  { baseUrl, fetch, timeoutMs }: TransportOptions,
  call: Call<Name>,
): Promise<{ response: Response; text: string }> {
  const { method, url } = locate(baseUrl, call.name, call);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(call),
      // Where a POST is redirected, fetch would turn it into a GET.
      redirect: method === 'GET' ? 'follow' : 'error',
      // The token is the only credential; a cookie of the same site must not speak for somebody else.
      credentials: 'omit',
      signal: call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]),
      ...(call.form === undefined ? {} : { body: encode(call.form) }),
    });
    return { response, text: await response.text() };
  } catch (cause) {
    call.signal?.throwIfAborted();
    throw new NetworkError(`Cannot reach ${baseUrl}`, { cause });
  }
}

function headersOf<Name extends EndpointName>({ form, accessToken }: Call<Name>): Record<string, string> {
  return {
    accept: 'application/json',
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
  };
}

function encode(form: Record<string, string | undefined>): string {
  const sent = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(sent).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy in between answers with a page of its own: then the status is all that is known. */
function errorOf(response: Response, body: unknown, now: number): CourantError {
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  return new CourantError({
    status: response.status,
    error: typeof error === 'string' ? error : `The service answered ${response.status}`,
    description: typeof description === 'string' ? description : undefined,
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
