// Ends connections on which nothing moves: between two requests, and where a client takes nothing of its answer any more.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Patience {
  betweenRequestsMs: number;
  /**
   * With an answer that waits to be taken. Node looks after this time, and ends it if none was taken when it looks again, so it may be
   * twice as long. By itself it waits for as long as the client is there.
   */
  untakenMs: number;
}

const usual: Patience = {
  /** Longer than proxies keep idle connections (Caddy for two minutes), so that they close first and never write to a closing socket. */
  betweenRequestsMs: 130_000,
  /**
   * Somebody may pause a download for a while, but hardly comes back to it after longer. Without a limit anybody could hold as many
   * connections as the system allows, each with what it was sent last.
   */
  untakenMs: 300_000,
};

export function endIdleConnections(server: Server, patience: Partial<Patience> = {}): void {
  const { betweenRequestsMs, untakenMs } = { ...usual, ...patience };
  server.keepAliveTimeout = betweenRequestsMs;
  server.timeout = untakenMs;
  // Whoever listens to this has to end connections of either kind.
  server.on('timeout', (socket: Socket & { _httpMessage?: ServerResponse | null }) => {
    // Node has no public way to the answer in progress. One that is still being made has nothing that waits to be taken.
    if (!socket._httpMessage || socket.writableLength > 0) socket.destroy();
  });
}
