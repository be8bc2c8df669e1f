// One request and its answer up to the body: exactly what is sent, and what is accepted.

import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Connections } from './connections.ts';
import { BrokenFetch, brokenFetch } from './failure.ts';
import type { WebLimits } from './limits.ts';

/** Whose connections, clock and limits a request uses. */
export interface Asker {
  connections: Connections;
  clock: Clock;
  limits: WebLimits;
}

interface Question {
  url: URL;
  method: 'GET' | 'POST';
  headers: ReadonlyMap<string, string>;
  body: string | undefined;
  /** `Connection: close` (RFC 9112 §9.6). */
  isLast: boolean;
  /** A redirect led here, perhaps over a connection that the server has given up. */
  isOnward: boolean;
  signal: AbortSignal;
}

export interface Exchange {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: IncomingMessage;
}

/**
 * Sends these headers and no others but Host, Connection and a POST's Content-Length. Some servers close a connection after one answer
 * without announcing it. The request that follows a redirect over such a connection was never received, so it is sent again
 * (RFC 9112 §9.3.1): otherwise each visit would end there. Each try uses up one kept connection, and a new one is tried only once.
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

/** A kept connection was closed before any answer came. */
class GivenUp extends BrokenFetch {}

/** Connections over which something can be asked. A request does not say so itself if it has waited for one (`reusedSocket`). */
const opened = new WeakSet<Socket>();

function exchangeOnce(asker: Asker, question: Question): Promise<Exchange> {
  const { url, signal } = question;
  return new Promise((resolve, reject) => {
    const request = send(asker, question);
    let stopTimer = (): void => {};
    const settle = (): void => {
      stopTimer();
      signal.removeEventListener('abort', callOff);
    };
    // Rejects at once: node:http reports nothing about a request that is waiting for a connection of its host.
    const fail = (why: Error): void => {
      settle();
      reject(why);
    };
    const callOff = (): void => {
      fail(signal.reason);
      request.destroy();
    };
    signal.addEventListener('abort', callOff, { once: true });
    let isKept = false;
    request.once('socket', (socket) => {
      const begin = (): void => {
        opened.add(socket);
        stopTimer = beginTimer(asker, request);
      };
      isKept = opened.has(socket);
      if (isKept) begin();
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', begin);
    });
    // Stays for good: once there is an answer, whoever reads its body is told about errors.
    request.on('error', (why) => {
      const broken = isKept ? brokenFetch(why) : undefined;
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

/** For the headers: a server that drips them would never be silent long enough for another timer. */
function beginTimer({ clock, limits }: Asker, request: ClientRequest): () => void {
  return clock.after(limits.headersTimeoutMs, () => {
    const words = 'the server took the question and did not begin to answer in time';
    request.destroy(new BrokenFetch('headers-timeout', words));
  });
}

interface BodyBounds {
  maxBytes: number;
  signal: AbortSignal;
  /** The longest time to wait for the whole body, where that is less than the deadline. */
  timeoutMs?: number;
}

/** Reads a body as it comes over the wire; destroys the connection if it gets longer than `maxBytes` or nothing comes any more. */
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
  return Buffer.concat(chunks, length);
}

/** Reads and ignores a body, so that the connection can be used again; within limits. */
export async function discard(answer: Exchange, asker: Asker, signal: AbortSignal): Promise<void> {
  const { maxRedirectBodyBytes: maxBytes, redirectBodyTimeoutMs: timeoutMs } = asker.limits;
  try {
    await readBody(answer, asker, { maxBytes, timeoutMs, signal });
  } catch {
    // The connection is lost, but the answer that matters is here already.
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
    // Errors are expensive to make (their stacks), and every body closes, so one is made only if it is needed.
    body.once('close', () => {
      if (!isOver)
        reject(new BrokenFetch('reset', 'the server cut the connection before its answer was complete'));
    });
  });
}

// Fields that may be repeated and joined (RFC 9110 §5.3), as far as our code reads them.
const lists: ReadonlySet<string> = new Set(['link', 'cache-control', 'content-encoding']);

/** From alternating names and values, as received but without blanks around them. Parsed headers lose which of two equal names came first. */
function readHeaders(raw: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    // Cookies would tie visits together, so they are dropped here.
    if (name === 'set-cookie') continue;
    const value = String(raw[index + 1]);
    const earlier = headers.get(name);
    if (earlier === undefined) headers.set(name, value);
    else if (lists.has(name)) headers.set(name, `${earlier}, ${value}`);
  }
  return headers;
}
