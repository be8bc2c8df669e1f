// Serves the sites of the demonstration on loopback ports: with ETag, Last-Modified and 304, like a good web server.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { documentsOf, type SiteDocument } from './site-documents.ts';
import { type Site, sites } from './sites.ts';

export interface ServedSite {
  title: string;
  /** The address of the site itself, and of its feed. */
  url: string;
  feedUrl: string;
  hostAndPort: string;
}

export interface Origin {
  /** By folder. */
  sites: ReadonlyMap<string, ServedSite>;
  close(): void;
}

/** A port for each site: to the crawler each port of a machine is a Host of its own, so no site waits for another. */
export async function openOrigin(): Promise<Origin> {
  const servers: Server[] = [];
  const served = new Map<string, ServedSite>();
  for (const site of sites) {
    const { server, hostAndPort } = await serve(site);
    servers.push(server);
    const url = `http://${hostAndPort}`;
    served.set(site.folder, {
      title: site.title,
      url: `${url}/`,
      feedUrl: url + site.feed.path,
      hostAndPort,
    });
  }
  return {
    sites: served,
    close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function serve(site: Site): Promise<{ server: Server; hostAndPort: string }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const documents = documentsOf(site, `http://${hostAndPort}`);
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.invalid');
    answer(documents.get(pathname), request, response);
  });
  return { server, hostAndPort };
}

function answer(
  document: SiteDocument | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  } else if (document === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
  } else {
    const etag = `"${createHash('sha1').update(document.body).digest('hex').slice(0, 16)}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Last-Modified', new Date(document.modifiedAt).toUTCString());
    if (isUnchanged(request, etag, document.modifiedAt)) {
      response.writeHead(304).end();
    } else {
      response.writeHead(200, { 'Content-Type': document.type, 'Content-Length': document.body.length });
      response.end(request.method === 'HEAD' ? undefined : document.body);
    }
  }
}

/** RFC 9110 §13.2.2: if there is an If-None-Match, If-Modified-Since does not count. */
function isUnchanged(request: IncomingMessage, etag: string, modifiedAt: number): boolean {
  const known = request.headers['if-none-match'];
  if (known !== undefined) return known.split(',').some((each) => each.trim() === etag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return since >= Math.floor(modifiedAt / 1000) * 1000;
}
