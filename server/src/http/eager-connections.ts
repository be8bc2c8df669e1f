// Ends connections on which very many requests come before the first has its answer. All that arrive in one piece are answered in one
// go, also after the client has gone, and nobody else is served meanwhile: a few connections could take half a minute.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log.ts';

/** Requests that may wait on one connection. Browsers and proxies send none before they have an answer, and tools that do send some ten. */
const MOST_WAITING = 100;

const waiting = new WeakMap<Socket, number>();

/** Whether a request came in vain: its connection has ended, or is ended now because too many wait on it. */
export function isInVain({ socket }: IncomingMessage, outgoing: ServerResponse, log: Log): boolean {
  if (socket.destroyed) return true;
  // An answer is given the connection when those before it have gone out.
  if (outgoing.socket) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  outgoing.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  if (count <= MOST_WAITING) return false;
  const address = socket.remoteAddress;
  log.info('connection ended', { address, reason: 'too many requests came before the first had its answer' });
  socket.destroy();
  return true;
}
