// One request and its answer, up to the body: what exactly goes out, and what is taken in.

import type { ClientRequest, IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Connections } from './connections.ts';
import { BrokenFetch, brokenFetch } from './failure.ts';
import type { WebLimits } from './limits.ts';

/** Who asks, and how long he waits. */
export interface Asker {
  connections: Connections;
  clock: Clock;
  limits: WebLimits;
}

export interface Question {
  url: URL;
  method: 'GET' | 'POST';
  headers: ReadonlyMap<string, string>;
  body: string | undefined;
  /** `Connection: close` (RFC 9112 §9.6). */
  isLast: boolean;
  /** A redirect has led here, over a connection that may serve once more or may not. */
  isOnward: boolean;
  signal: AbortSignal;
}

export interface Exchange {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: IncomingMessage;
}

/**
 * Sends these headers and no others but Host, Connection and a POST's Content-Length. Some servers give a connection up after one answer and
 * do not say so. What a redirect sends back over it nobody has heard then, so it goes out once more (RFC 9112 §9.3.1): else each visit
 * would end there. Each kept connection is lost by that, and a new one is never tried twice.
 */
export async function exchange(asker: Asker, question: Question): Promise<Exchange> {
  for (;;) {
    question.signal.throwIfAborted();
    try {
      return await exchangeOnce(asker, question);
    } catch (thrown) {
      if (!(thrown instanceof GivenUp) || !question.isOnward || question.method !== 'GET') throw thrown;
    }
  }
}

/** A kept connection ended before anything was answered. */
class GivenUp extends BrokenFetch {}

function exchangeOnce(asker: Asker, question: Question): Promise<Exchange> {
  const { url, signal } = question;
  return new Promise((resolve, reject) => {
    const request = send(asker, question);
    let stopTimer = (): void => {};
    const settle = (): void => {
      stopTimer();
      signal.removeEventListener('abort', callOff);
    };
    // Told at once: node:http tells nothing of a request that waits for a connection of its host.
    const fail = (why: Error): void => {
      settle();
      reject(why);
    };
    const callOff = (): void => {
      fail(signal.reason);
      request.destroy();
    };
    signal.addEventListener('abort', callOff, { once: true });
    request.once('socket', (socket) => {
      const begin = (): void => {
        stopTimer = beginTimer(asker, request);
      };
      if (request.reusedSocket) begin();
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', begin);
    });
    // For good: once the answer is there, whoever reads its body hears what goes wrong.
    request.on('error', (why) => {
      const broken = request.reusedSocket ? brokenFetch(why) : undefined;
      fail(broken?.reason === 'reset' ? new GivenUp('reset', broken.message) : why);
    });
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(new BrokenFetch('reset', 'the server went over to another protocol, which nobody had asked for'));
    });
    request.once('response', (answer) => {
      settle();
      resolve({ status: answer.statusCode ?? 0, headers: readHeaders(answer.rawHeaders), body: answer });
    });
  });
}

function send({ connections }: Asker, { url, method, headers, body, isLast }: Question): ClientRequest {
  const lines = ['host', url.host, 'connection', isLast ? 'close' : 'keep-alive', ...[...headers].flat()];
  if (body !== undefined) lines.push('content-length', String(Buffer.byteLength(body)));
  const request = connections.request(url, { method, headers: lines, isLast });
  request.end(body);
  return request;
}

/** Of the headers: a server that drips them would never be silent. */
function beginTimer({ clock, limits }: Asker, request: ClientRequest): () => void {
  return clock.after(limits.headersTimeoutMs, () => {
    const words = 'the server took the question and did not begin to answer in time';
    request.destroy(new BrokenFetch('headers-timeout', words));
  });
}

export interface BodyBounds {
  maxBytes: number;
  signal: AbortSignal;
  /** What the whole body is worth waiting for, where that is less than the deadline. */
  timeoutMs?: number;
}

/** Reads a body as it comes over the wire, and cuts the connection where it gets longer than that, or nothing comes any more. */
export async function readBody(
  { headers, body }: Exchange,
  { clock, limits }: Asker,
  { maxBytes, signal, timeoutMs }: BodyBounds,
): Promise<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    body.destroy();
    throw new BrokenFetch('too-large', `the answer announces more than ${maxBytes} bytes`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const cut = (why: Error): void => void body.destroy(why);
  const callOff = (): void => cut(signal.reason);
  const cutAfter = (ms: number, words: string): (() => void) =>
    clock.after(ms, () => cut(new BrokenFetch('body-timeout', words)));
  const beginToWait = (): (() => void) => cutAfter(limits.bodyTimeoutMs, 'the answer stopped in the middle');
  let stopTimer = beginToWait();
  const stopPatience = timeoutMs === undefined ? undefined : cutAfter(timeoutMs, 'the answer took too long');
  body.on('data', (chunk: Uint8Array) => {
    stopTimer();
    length += chunk.length;
    if (length > maxBytes)
      return cut(new BrokenFetch('too-large', `the answer is longer than ${maxBytes} bytes`));
    chunks.push(chunk);
    stopTimer = beginToWait();
  });
  signal.addEventListener('abort', callOff, { once: true });
  try {
    await endOf(body);
  } finally {
    stopTimer();
    stopPatience?.();
    signal.removeEventListener('abort', callOff);
  }
  await nextTurn(); // the connection is free one turn after the end of the body
  return Buffer.concat(chunks, length);
}

/** Reads a body for nothing, so that the connection can be used again; but not at any price. */
export async function discard(answer: Exchange, asker: Asker, signal: AbortSignal): Promise<void> {
  const { maxRedirectBodyBytes: maxBytes, redirectBodyTimeoutMs: timeoutMs } = asker.limits;
  try {
    await readBody(answer, asker, { maxBytes, timeoutMs, signal });
  } catch {
    // The connection is lost, the answer that matters is here already.
  }
}

function endOf(body: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    body.once('end', () => {
      isOver = true;
      resolve();
    });
    body.once('error', reject);
    // An error with its stack is dear, and every body closes.
    body.once('close', () => {
      if (!isOver)
        reject(new BrokenFetch('reset', 'the server cut the connection before its answer was complete'));
    });
  });
}

// What may be repeated and joined (RFC 9110 §5.3), as far as anybody here reads it.
const lists: ReadonlySet<string> = new Set([
  'link',
  'cache-control',
  'content-encoding',
  'vary',
  'www-authenticate',
]);

/** Name, value, name, value, as they came. Parsed headers lose which of two equal names came first. */
function readHeaders(raw: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    // Cookies would tie visits together; nobody is to find them here.
    if (name === 'set-cookie') continue;
    const value = String(raw[index + 1]).replace(/^[ \t]+|[ \t]+$/g, '');
    const earlier = headers.get(name);
    if (earlier === undefined) headers.set(name, value);
    else if (lists.has(name)) headers.set(name, `${earlier}, ${value}`);
  }
  return headers;
}
