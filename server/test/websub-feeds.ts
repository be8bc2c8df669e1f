// Feeds that name a hub, for the tests of WebSub, and a house that follows one.
import type { TestContext } from 'node:test';
import type { Client } from '@courant/client';
import { posts, rss, type TestPost } from './documents.ts';
import { type FakeHub, fakeHub } from './fake-hub.ts';
import { type TestHouse, testHouse } from './house.ts';

export const feedUrl = 'https://site.example/feed';
export const hubUrl = 'https://hub.example/';

/** An RSS document that names these. */
export function announced(
  shown: readonly TestPost[],
  links: { hubs?: readonly string[]; self?: string | undefined } = {},
): string {
  const { hubs = [hubUrl] } = links;
  const self = 'self' in links ? links.self : feedUrl;
  const elements = [
    ...hubs.map((hub) => `<atom:link rel="hub" href="${hub}"/>`),
    ...(self === undefined ? [] : [`<atom:link rel="self" href="${self}"/>`]),
  ];
  return rss('Announced', shown)
    .replace('<rss ', '<rss xmlns:atom="http://www.w3.org/2005/Atom" ')
    .replace('<channel>', `<channel>${elements.join('')}`);
}

export interface Followed extends TestHouse {
  hub: FakeHub;
  client: Client;
  feedId: number;
  /** The titles of all items, oldest first. */
  titles(): Promise<string[]>;
}

/** A house in which a user follows a feed with three posts; the hub has been asked and has agreed. */
export async function followed(
  t: TestContext,
  { document = announced(posts(1, 3)), validators = true, environment = {} } = {},
): Promise<Followed> {
  // The tests let days pass; the access token of the app that reads must not expire.
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0', ...environment });
  const hub = fakeHub(house);
  serveFeed(house, document, validators);
  return followIn(house, hub);
}

/** Serves a document and honours its validators. */
export function serveFeed({ web }: TestHouse, document: string, validators = true): void {
  const etag = `"${document.length}-${document.split('<item>').length}"`;
  web.serve(feedUrl, ({ headers }) =>
    validators && headers['if-none-match'] === etag
      ? { status: 304 }
      : { body: document, headers: validators ? { etag } : {} },
  );
}

/** Lets somebody follow, and the hub be asked. */
export async function followIn(house: TestHouse, hub: FakeHub, url = feedUrl): Promise<Followed> {
  const { client } = await house.signIn('ada');
  const feed = await client.feeds.create({ feedUrl: url });
  await house.crawl(20_000);
  const titles = async (): Promise<string[]> => {
    const items = await client.items.list({ limit: 200 });
    return items.items.map((item) => item.title).reverse();
  };
  return { ...house, hub, client, feedId: feed.id, titles };
}
