// Closes a server so that no request is lost which a proxy sends just then: of a POST it cannot know whether it was done, and answers 502.
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** How long a proxy's idle connections stay open when no new ones are taken: what comes on them is answered with `Connection: close`. */
const PROXY_IDLE_MS = 500;
/** As many connections as wait in the system's queue. */
const MOST_TURNS = 511;

export interface Closing {
  graceMs: number;
  hasProxy: boolean;
  /** Told when the grace is over, before the connections end. */
  beforeCut(): void;
}

/** Stops accepting, lets running requests finish for at most `graceMs`, then cuts the rest. */
export async function closeServer(server: Server, { graceMs, hasProxy, beforeCut }: Closing): Promise<void> {
  await acceptWhatWaits(server);
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => {
      beforeCut();
      server.closeAllConnections();
    }, graceMs);
    const cutIdle = setInterval(() => server.closeIdleConnections(), PROXY_IDLE_MS);
    // Not that of an HTTP server, which ends idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(cut);
      clearInterval(cutIdle);
      // Ends the interval in which it looks at its connections.
      server.close();
      resolve();
    });
    if (!hasProxy) server.closeIdleConnections();
  });
}

/** The system resets what it has taken for us and we have not. Node takes one in each turn of its loop, so none has come if two bring none. */
async function acceptWhatWaits(server: Server): Promise<void> {
  let quietTurns = 0;
  const heard = (): void => {
    quietTurns = 0;
  };
  server.on('connection', heard);
  for (let turn = 0; turn < MOST_TURNS && quietTurns < 2; turn += 1) {
    quietTurns += 1;
    await setImmediate();
  }
  server.off('connection', heard);
}
