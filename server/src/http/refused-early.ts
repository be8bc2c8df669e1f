// Refuses what never comes to the app: what is no HTTP, and what is longer before its body than anything that is asked here.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log.ts';
import { WholeResponse } from './whole-response.ts';

/** The ids of one call stand in the query of a POST: 10,000 of 16 digits, each with an escaped comma and an escaped blank, and room. */
const MAX_IDS_BYTES = 256 * 1024;
/** All else before the body. Headers, paths and other queries are searched, compared and kept by many; nobody needs more. */
const MAX_REST_BYTES = 16 * 1024;

/**
 * What a stranger's connection may hold before it is answered, for as long as headers may take. Ten thousand such connections would be
 * 3 GB; the bodies in which older apps bring their password, which must be read before anybody is known, may hold seven times as much.
 */
export const MAX_HEAD_BYTES = MAX_IDS_BYTES + MAX_REST_BYTES;

/** Whoever still sends when the answer is out is heard so much longer: enough to notice the answer and stop. */
export const LINGER_MS = 5_000;

interface Fault {
  status: 400 | 408 | 413;
  why: string;
}

const tooLong: Fault = { status: 413, why: 'what comes before its body is too long' };
const noHost: Fault = { status: 400, why: 'it names no host' };
const unreadable: Fault = { status: 400, why: 'it is not HTTP as it should be' };

/** By the codes of Node's parser; all others are `unreadable`. */
const faults: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: tooLong,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, why: 'the extensions of its chunks are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, why: 'it took too long to arrive' },
};

/** Answers what Node's parser could make nothing of, instead of Node, which says a status and nothing else. */
export function refuseWhatIsNoRequest(server: Server, log: Log): void {
  const refused = new WeakSet<object>();
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket & { _httpMessage?: ServerResponse | null };
    // What still comes on a connection that was refused is no request either.
    if (refused.has(socket)) return;
    refused.add(socket);
    // Node's own answer looks there, too: no public name leads from a connection to what is being answered on it.
    const underWay = socket._httpMessage;
    // The client went away, or it has begun to be answered.
    if (!socket.writable || error.code === 'ECONNRESET' || underWay?.headersSent) {
      socket.destroy();
      return;
    }
    const fault = faults[error.code ?? ''] ?? unreadable;
    socket.end(inBytes(tell(fault, { log, address: socket.remoteAddress, code: error.code })));
    // Whoever waits for the rest of a body hears that it does not come.
    if (underWay) socket.destroySoon();
    else linger(socket);
  });
}

/** Why a request is refused before the app sees it, in an answer; undefined for all but a few. */
export function refusalOf(incoming: IncomingMessage, log: Log, address: string): WholeResponse | undefined {
  if (isTooLong(incoming)) return tell(tooLong, { log, address });
  // RFC 9112 §3.2: HTTP/1.0 knew no Host.
  return incoming.httpVersion === '1.0' || namesHost(incoming) ? undefined : tell(noHost, { log, address });
}

/** Of the headers as they came: Node would make an object of all of them for whoever asks for one. */
function namesHost({ rawHeaders }: IncomingMessage): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') return true;
  }
  return false;
}

/** What has a target or headers that cannot be. */
export function refuseUnreadable(log: Log, address: string): WholeResponse {
  return tell(unreadable, { log, address });
}

function isTooLong({ method, url = '', rawHeaders }: IncomingMessage): boolean {
  const query = method === 'POST' ? url.indexOf('?') : -1;
  let length = query === -1 ? url.length : query;
  for (const text of rawHeaders) length += text.length;
  return length > MAX_REST_BYTES;
}

interface Teller {
  log: Log;
  address: string | undefined;
  code?: string | undefined;
}

/** The answer, which goes into the log as every answer does: without what was sent. */
function tell({ status, why }: Fault, { log, address, code }: Teller): WholeResponse {
  const id = randomUUID();
  log.info('request', { id, status, address, reason: code ?? why });
  return WholeResponse.json(
    { error: `Cannot read the request: ${why}` },
    {
      status,
      headers: {
        'Cache-Control': 'private, no-store',
        // Whose path it was is not known. There is nothing in it that a page may not read.
        'Access-Control-Allow-Origin': '*',
        'X-Request-Id': id,
      },
    },
  );
}

/** RFC 9112 §4 allows a status line without words. */
function inBytes({ status, headers, whole }: WholeResponse): string {
  const body = Buffer.from(whole ?? []).toString('utf8');
  headers.set('Content-Length', String(whole?.length ?? 0));
  headers.set('Connection', 'close');
  const fields = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} \r\n${fields}\r\n${body}`;
}

/** RFC 9112 §9.6: closing a connection that has unread data in it resets it, and the client may lose the answer. */
function linger(socket: Socket): void {
  const patience = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(patience));
}
