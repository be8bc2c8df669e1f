// Refuses requests before they reach the app: what is not HTTP, and what has more before its body than any request here needs.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log.ts';
import { valuesOf } from './asked.ts';
import { WholeResponse } from './whole-response.ts';

/** Ids of one call may be in the query of a POST: 10,000 of 16 digits, each with an escaped comma and an escaped blank, and some room. */
const MAX_IDS_BYTES = 256 * 1024;
/** Everything else before the body. Many places search, compare and keep headers, paths and other queries; no client needs more. */
const MAX_REST_BYTES = 16 * 1024;

/**
 * What a stranger's connection may hold in memory before it is answered, for as long as headers may take. Ten thousand such connections
 * would be 3 GB; the bodies in which older apps send their password, read before anybody is known, may hold seven times as much.
 */
export const MAX_HEAD_BYTES = MAX_IDS_BYTES + MAX_REST_BYTES;

/** A client that is still sending after the answer is read from for this long: enough to notice the answer and stop. */
export const LINGER_MS = 5_000;

interface Fault {
  status: 400 | 408 | 413 | 501;
  why: string;
}

const tooLong: Fault = { status: 413, why: 'what comes before its body is too long' };
const noHost: Fault = { status: 400, why: 'it names no host' };
const manyHosts: Fault = { status: 400, why: 'it names more than one host' };
const otherCoding: Fault = { status: 501, why: 'its transfer encoding is not chunked' };
const unreadable: Fault = { status: 400, why: 'it is not HTTP as it should be' };

/** By error code of Node's parser; all others are `unreadable`. */
const faults: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: tooLong,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, why: 'the extensions of its chunks are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, why: 'it took too long to arrive' },
};

/** Answers what Node's parser could not read; Node's own answer is a bare status. */
export function refuseWhatIsNoRequest(server: Server, log: Log): void {
  const refused = new WeakSet<object>();
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket & { _httpMessage?: ServerResponse | null };
    // Whatever still arrives on a refused connection is not a request either.
    if (refused.has(socket)) return;
    refused.add(socket);
    // Node's own handler looks there as well: there is no public way from a connection to the answer in progress on it.
    const underWay = socket._httpMessage;
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    // What has been written of its answer still goes out: a refusal may have come before the rest of the same packet was read.
    if (underWay?.headersSent) {
      socket.destroySoon();
      return;
    }
    const fault = faults[error.code ?? ''] ?? unreadable;
    socket.end(inBytes(tell(fault, { log, address: socket.remoteAddress, code: error.code })));
    // Whoever waits for the rest of a body learns that it will not come.
    if (underWay) socket.destroySoon();
    else linger(socket);
  });
}

/** The answer to a request that is refused before the app sees it; undefined for almost all. */
export function refusalOf(incoming: IncomingMessage, log: Log, address: string): WholeResponse | undefined {
  const fault = faultOf(incoming);
  return fault && tell(fault, { log, address });
}

/** For a request whose target or headers are invalid. */
export function refuseUnreadable(log: Log, address: string): WholeResponse {
  return tell(unreadable, { log, address });
}

function faultOf(incoming: IncomingMessage): Fault | undefined {
  if (isTooLong(incoming)) return tooLong;
  // RFC 9112 §3.2; HTTP/1.0 had no Host. Node would build an object of all headers to look up one.
  const { httpVersion, rawHeaders } = incoming;
  const hosts = valuesOf(rawHeaders, 'host');
  if (hosts.length > 1) return manyHosts;
  if (hosts.length === 0 && httpVersion !== '1.0') return noHost;
  // RFC 9112 §6.1: Node undoes the chunks only, and what is compressed within them would be taken for the body.
  const isOtherwise = valuesOf(rawHeaders, 'transfer-encoding').some(
    (each) => each.toLowerCase() !== 'chunked',
  );
  return isOtherwise ? otherCoding : undefined;
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

/** Builds the answer and logs it, like every other, without what was sent. */
function tell({ status, why }: Fault, { log, address, code }: Teller): WholeResponse {
  const id = randomUUID();
  log.info('request', { id, status, address, reason: code ?? why });
  return WholeResponse.json(
    { error: `Cannot read the request: ${why}` },
    {
      status,
      headers: {
        'Cache-Control': 'private, no-store',
        // We do not know which door the path belongs to. The answer contains nothing that a page may not read.
        'Access-Control-Allow-Origin': '*',
        'X-Request-Id': id,
      },
    },
  );
}

/** RFC 9112 §4 allows a status line without a reason phrase. */
function inBytes({ status, headers, whole }: WholeResponse): string {
  const body = Buffer.from(whole ?? []).toString('utf8');
  headers.set('Content-Length', String(whole?.length ?? 0));
  headers.set('Connection', 'close');
  const fields = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} \r\n${fields}\r\n${body}`;
}

/** RFC 9112 §9.6: closing a connection with unread data resets it, and the client may lose the answer; so it stays open for a while. */
function linger(socket: Socket): void {
  const patience = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(patience));
}
