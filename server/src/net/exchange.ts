// One request and its answer, up to the body: what exactly goes out, and what is taken in.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import { BrokenFetch } from './failure.ts';

export interface Question {
  url: URL;
  method: 'GET' | 'POST';
  headers: ReadonlyMap<string, string>;
  body: string | undefined;
  /** `Connection: close` (RFC 9112 §9.6). */
  isLast: boolean;
  signal: AbortSignal;
}

export interface Exchange {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Dispatcher.ResponseData['body'];
}

/** Sends these headers and no others but Host, Connection and a POST's Content-Length. */
export async function exchange(agent: Agent, question: Question): Promise<Exchange> {
  const { url, method, headers, body, isLast, signal } = question;
  const answer = await request.call(agent, {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: [...headers].flat(),
    body: body ?? null,
    reset: isLast,
    signal,
    // Parsed headers lose which of two equal names came first.
    responseHeaders: 'raw',
  });
  // Without a listener, a body that is cut while nobody reads it ends the process.
  answer.body.on('error', () => {});
  return { status: answer.statusCode, headers: readHeaders(answer.headers), body: answer.body };
}

/** Reads a body as it comes over the wire, and cuts the connection where it gets longer than that. */
export async function readBody({ headers, body }: Exchange, maxBytes: number): Promise<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    body.destroy();
    throw new BrokenFetch('too-large', `the answer announces more than ${maxBytes} bytes`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw new BrokenFetch('too-large', `the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  await nextTurn(); // undici gives a connection free one turn after the end of the body
  return Buffer.concat(chunks, length);
}

/** Reads a body that nobody wants so that the connection can be used again, but not at any price. */
export async function discardBody({ body }: Exchange, maxBytes: number, signal: AbortSignal): Promise<void> {
  try {
    await body.dump({ limit: maxBytes, signal });
    await nextTurn();
  } catch {
    // The connection is lost, the answer that matters is here already.
  }
}

// What may be repeated and joined (RFC 9110 §5.3), as far as anybody here reads it.
const lists: ReadonlySet<string> = new Set([
  'link',
  'cache-control',
  'content-encoding',
  'vary',
  'www-authenticate',
]);

/** undici gives raw headers as name, value, name, value; its types do not know. */
function readHeaders(raw: unknown): ReadonlyMap<string, string> {
  const flat: unknown[] = Array.isArray(raw) ? raw : [];
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = String(flat[index]).toLowerCase();
    // Cookies would tie visits together; nobody is to find them here.
    if (name === 'set-cookie') continue;
    const value = String(flat[index + 1]).replace(/^[ \t]+|[ \t]+$/g, '');
    const earlier = headers.get(name);
    if (earlier === undefined) headers.set(name, value);
    else if (lists.has(name)) headers.set(name, `${earlier}, ${value}`);
  }
  return headers;
}
