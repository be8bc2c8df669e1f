// A service in this process with one reader who follows four feeds of 200 posts each, for the browser to use.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUser } from '../../server/src/accounts/users.ts';
import { systemClock } from '../../server/src/clock.ts';
import { readConfig } from '../../server/src/config.ts';
import { openLog } from '../../server/src/log.ts';
import { serveHouse } from '../../server/src/service.ts';
import { openStore } from '../../server/src/store/open.ts';
import { signInApp } from '../../server/test/sign-in.ts';

export const account = { name: 'ines', password: 'a long password' };
const feeds = 4;
const postsEach = 200;

interface Instance {
  url: string;
  close(): Promise<void>;
}

export async function openInstance(folder: string): Promise<Instance> {
  const database = `file:${folder}/courant.db`;
  const store = await openStore(database, systemClock);
  await createUser({ store }, account);
  await store.close();
  const config = readConfig({
    COURANT_LISTEN: '127.0.0.1:0',
    COURANT_DATABASE: database,
    COURANT_PASSWORD_GRANT: 'true',
    COURANT_FETCH_ALLOW: '127.0.0.1',
  });
  const log = openLog({ level: 'error', now: systemClock.now });
  const service = await serveHouse({ config, log, clock: systemClock });
  const { client } = await signInApp({ baseUrl: service.url, ...account });
  const origins = await Promise.all(Array.from({ length: feeds }, (_, index) => openOrigin(index)));
  for (const { url } of origins) await client.feeds.create({ feedUrl: url });
  return {
    url: service.url,
    async close() {
      for (const origin of origins) origin.close();
      await service.close();
    },
  };
}

async function openOrigin(index: number): Promise<{ url: string; close(): void }> {
  const body = documentOf(index);
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/feed.xml`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Texts as long as those of blogs, five paragraphs of random words: they compress like prose, to about a third. */
function documentOf(feed: number): string {
  const items = Array.from({ length: postsEach }, (_, index) => {
    const date = new Date(Date.UTC(2026, 0, 1, 0, index)).toUTCString();
    return `<item><title>Timetable ${feed}, number ${index + 1}, as it was before the bridge</title><guid isPermaLink="false">${feed}-${index}</guid>
<link>https://origin.example/${feed}/${index}</link><pubDate>${date}</pubDate><description><![CDATA[${textOf(feed * postsEach + index)}]]></description></item>`;
  });
  return `<rss version="2.0"><channel><title>Lantern ${feed}</title><link>https://origin.example/</link><description/>${items.join('')}</channel></rss>`;
}

const words =
  'for sixty years the noticeboard at halt has been lettered by same three hands and nobody could say who began it or why letters lean a little to left as if wind from estuary had pushed them while paint was wet though old keeper swore that his brother did it on purpose so trains would seem faster than they were when children counted carriages along embankment in summer before bridge closed'.split(
    ' ',
  );

function textOf(number: number): string {
  let seed = number + 1;
  const next = (): number => {
    // The "minimal standard" generator (Park and Miller 1988).
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  const paragraph = (): string =>
    Array.from({ length: 75 }, () => `${words[next() % words.length]}${next() % 90}`).join(' ');
  return Array.from({ length: 5 }, () => `<p>${paragraph()}</p>`).join('');
}
