// The connections to the web: node:http's pools of them, filled by the connector that judges each address.

import type { Agent, ClientRequest, ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import { portOf } from './allowed-addresses.ts';
import type { Connector } from './guarded-connector.ts';
import type { WebLimits } from './limits.ts';

/** An import would look at everything that the module offers, and with that load a whole client (13 MB, 60 ms of each start). */
const http = process.getBuiltinModule('node:http');

/** What is asked over a connection; `headers`: name, value, name, value, and no others are sent. */
export interface RequestLines {
  method: 'GET' | 'POST';
  headers: readonly string[];
  /** The connection is closed with the answer. */
  isLast: boolean;
}

export interface Connections {
  /** A request that waits to be ended, over a connection of its host. Throws for headers that cannot be sent. */
  request(url: URL, lines: RequestLines): ClientRequest;
  /** Cuts all of them. */
  close(): void;
}

/** At most so many a host as the limits say; whoever comes meanwhile waits for one of them. */
export function openConnections(connect: Connector, limits: WebLimits): Connections {
  const [plain, secure] = [
    new GuardedAgent('http:', connect, limits),
    new GuardedAgent('https:', connect, limits),
  ];
  return {
    request(url, { method, headers, isLast }) {
      const request = http.request({
        agent: url.protocol === 'https:' ? secure : plain,
        protocol: url.protocol,
        // An IPv6 address stands in brackets.
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: portOf(url),
        method,
        path: url.pathname + url.search,
        headers,
        maxHeaderSize: limits.maxHeaderBytes,
        // Said aloud, because a flag of Node's would turn it on for all feeds.
        insecureHTTPParser: false,
      });
      // What the header says is for the server; a server that keeps the connection all the same is not to keep us.
      if (isLast) request.shouldKeepAlive = false;
      return request;
    },
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

  constructor(protocol: 'http:' | 'https:', connect: Connector, limits: WebLimits) {
    super({ keepAlive: true, maxSockets: limits.connectionsPerOrigin, timeout: limits.keepAliveTimeoutMs });
    this.protocol = protocol;
    this.#connect = connect;
  }

  /** Given at once, and not when it is connected: node:http counts the connections of a host by those that it was given. */
  override createConnection({ host, port }: ClientRequestArgs, callback?: Callback): Socket | undefined {
    try {
      return this.#connect({
        hostname: String(host),
        port: Number(port),
        isSecure: this.protocol === 'https:',
      });
    } catch (error) {
      if (callback) process.nextTick(callback, error);
      return undefined;
    }
  }
}

type Callback = Parameters<Agent['createConnection']>[1];
