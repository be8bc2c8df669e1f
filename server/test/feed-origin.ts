// Sites on loopback ports, for programs and threads that make requests themselves.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/**
 * A feed on a loopback port, with as many posts as `posts` returns at the time of the request, a minute apart. `from`: the date of the
 * first, which matters where plots show the last weeks.
 */
export async function startOrigin(
  t: TestContext,
  posts: () => number,
  from = Date.UTC(2026, 0, 1),
): Promise<{ url: string; hostAndPort: string }> {
  const { url, hostAndPort } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(rss(posts(), from));
  });
  return { url: `${url}/feed.xml`, hostAndPort };
}

/** A site on a loopback port, until the test ends. `url` is its front page, without a final slash. */
export async function startSite(
  t: TestContext,
  answer: RequestListener,
): Promise<{ url: string; hostAndPort: string }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${hostAndPort}`, hostAndPort };
}

function rss(count: number, from: number): string {
  const items = Array.from({ length: count }, (_, index) => {
    const date = new Date(from + index * 60_000).toUTCString();
    return `<item><title>Post ${index + 1}</title><guid isPermaLink="false">post-${index + 1}</guid><link>https://origin.example/${index + 1}</link><pubDate>${date}</pubDate><description>Text ${index + 1}</description></item>`;
  });
  return `<rss version="2.0"><channel><title>Origin</title><link>https://origin.example/</link><description/>${items.join('')}</channel></rss>`;
}
