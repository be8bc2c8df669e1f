// The connections to the web: node:http's pools of them, filled by the connector that judges each address.

import type { Agent, ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Connector } from './guarded-connector.ts';
import type { WebLimits } from './limits.ts';

/** An import would look at everything that the module offers, and with that load a whole client (13 MB, 60 ms of each start). */
const http = process.getBuiltinModule('node:http');

export interface Connections {
  agentFor(url: URL): Agent;
  /** Cuts all of them, and those that are about to be. */
  close(): void;
}

/** At most so many a host as the limits say; whoever comes meanwhile waits for one of them. */
export function openConnections(connect: Connector, limits: WebLimits): Connections {
  const [plain, secure] = [
    new GuardedAgent('http:', connect, limits),
    new GuardedAgent('https:', connect, limits),
  ];
  return {
    agentFor: ({ protocol }) => (protocol === 'https:' ? secure : plain),
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

class GuardedAgent extends http.Agent {
  /** What node:http compares with that of a request. */
  readonly protocol: string;
  readonly #connect: Connector;
  readonly #connecting = new Set<Socket>();

  constructor(protocol: 'http:' | 'https:', connect: Connector, limits: WebLimits) {
    super({ keepAlive: true, maxSockets: limits.connectionsPerOrigin, timeout: limits.keepAliveTimeoutMs });
    this.protocol = protocol;
    this.#connect = connect;
  }

  override createConnection({ host, port }: ClientRequestArgs, callback?: Callback): undefined {
    const target = { hostname: String(host), port: Number(port), isSecure: this.protocol === 'https:' };
    const socket = this.#connect(target, (error, connected) => {
      if (socket) this.#connecting.delete(socket);
      // Where there is an error nobody looks at the connection.
      callback?.(error, connected as Socket);
    });
    if (socket) this.#connecting.add(socket);
  }

  override destroy(): void {
    super.destroy();
    for (const socket of this.#connecting) socket.destroy();
  }
}

type Callback = Parameters<Agent['createConnection']>[1];
