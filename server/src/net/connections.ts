// The connections to the web: node:http's pools, filled by the connector that checks each address.

import type { Agent, ClientRequest, ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import { portOf } from './allowed-addresses.ts';
import type { Connector } from './guarded-connector.ts';
import type { WebLimits } from './limits.ts';

/** An import would read everything that the module exports, and so load a whole client (13 MB, 60 ms of each start). */
const http = process.getBuiltinModule('node:http');

/** A request for a connection; `headers` alternate name and value, and no others are sent. */
interface RequestLines {
  method: 'GET' | 'POST';
  headers: readonly string[];
  /** The connection is closed after the answer. */
  isLast: boolean;
}

export interface Connections {
  /** A request to a host over one of its connections; the caller ends it. Throws for headers that cannot be sent. */
  request(url: URL, lines: RequestLines): ClientRequest;
  /** Destroys all of them. */
  close(): void;
}

/** At most as many for each host as the limits say; further requests wait for one of them. */
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
        // A URL has brackets around an IPv6 address; a socket wants none.
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: portOf(url),
        method,
        path: url.pathname + url.search,
        headers,
        maxHeaderSize: limits.maxHeaderBytes,
        // Set explicitly, because a flag of Node could turn it on for all feeds.
        insecureHTTPParser: false,
      });
      // The header is for the server; this makes node:http drop the connection even if the server would keep it.
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
  /** node:http compares it with the protocol of a request. */
  readonly protocol: string;
  readonly #connect: Connector;

  constructor(protocol: 'http:' | 'https:', connect: Connector, limits: WebLimits) {
    super({ keepAlive: true, maxSockets: limits.connectionsPerOrigin, timeout: limits.keepAliveTimeoutMs });
    this.protocol = protocol;
    this.#connect = connect;
  }

  /** Returns before it is connected: node:http counts a host's connections by the sockets that it was given. */
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
