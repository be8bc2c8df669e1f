// A web for nodes: every loopback address of one port is a host; it records who asks, when two ask at once, and who went away.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { posts, rss } from '../documents.ts';

export interface Asked {
  host: string;
  url: string;
  /** The number in the name of the node that asks. */
  node: number;
}

export interface NodesOrigin {
  port: number;
  /** Hosts that got a request while an answer was under way. */
  overlaps: string[];
  asked: Asked[];
  /** Requests whose node went away before the answer. */
  cut: number;
  /** How many posts every feed has. */
  posts: number;
  urlOf(host: number, feed: number): string;
  /** Called with each request before it is answered; the answer waits for it. */
  onAsked: (asked: Asked) => Promise<void> | void;
  /** Called when an answer has been sent, and its node may be recording. */
  onAnswered: (asked: Asked) => void;
}

/** Long enough that visits of a host would overlap if nothing prevented them. */
const ANSWER_MS = 15;

export async function startNodesOrigin(t: TestContext): Promise<NodesOrigin> {
  const busy = new Map<string, number>();
  const origin: NodesOrigin = {
    port: 0,
    overlaps: [],
    asked: [],
    cut: 0,
    posts: 0,
    urlOf: (host, feed) => `http://127.0.7.${host}:${origin.port}/${feed}.xml`,
    onAsked: () => {},
    onAnswered: () => {},
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = askedOf(request);
    const shown = origin.posts;
    origin.asked.push(asked);
    busy.set(asked.host, (busy.get(asked.host) ?? 0) + 1);
    if (busy.get(asked.host) !== 1) origin.overlaps.push(asked.host);
    response.once('close', () => {
      busy.set(asked.host, (busy.get(asked.host) ?? 0) - 1);
      if (response.writableFinished) origin.onAnswered(asked);
      else origin.cut++;
    });
    await origin.onAsked(asked);
    await new Promise<void>((resolve) => systemClock.after(ANSWER_MS, resolve));
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(rss(`Feed ${asked.url}`, posts(1, shown)));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  origin.port = (server.address() as AddressInfo).port;
  return origin;
}

function askedOf({ headers, url = '' }: IncomingMessage): Asked {
  const host = headers.host ?? '';
  const [, node = '-1'] = /node-(\d+)\.example/.exec(headers['user-agent'] ?? '') ?? [];
  return { host, url: `http://${host}${url}`, node: Number(node) };
}
