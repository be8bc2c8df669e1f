// Two sources turn out to be one: an article that was fetched for a post of the one is no article of the other's, and whoever had it is told.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Item } from '@courant/protocol';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { beginCopy, type Copy, download } from './copy.ts';
import { join } from './joined.ts';

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';
const SITE = 'https://site.example';
const words = 'Words of a story, with a comma in it, and with enough of them to be one. ';

test('whoever follows the changes is told of an article that goes when its post becomes one with that of another source', async (t) => {
  const { house, dan, item, copy } = await fetched(t, { newest: 3 });
  await join(house, OLD, NEW);
  assert.equal(await articleOf(dan, item), undefined);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(dan.client));
});

test('whoever follows the changes is told of an article that goes when another source shows its post', async (t) => {
  const { house, dan, item, copy } = await fetched(t, { newest: 2 });
  await join(house, OLD, NEW);
  assert.match((await articleOf(dan, item)) ?? '', /Words of a story/);
  const before = await listed(house, dan);
  house.web.serve(NEW, rss('Feed of new.example', posts(1, 3)));
  await house.crawl(49 * 3_600_000);
  assert.equal(await articleOf(dan, item), undefined);
  assert.equal((await listed(house, dan, before.headers.get('etag') ?? '')).status, 200);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(dan.client));
});

interface Fetched {
  house: TestHouse;
  dan: SignedIn;
  /** What he has fetched the article of, from behind a redirect. */
  item: number;
  copy: Copy;
}

/** Dan follows the old address, with three posts; somebody else the new one, with those up to `newest`. */
async function fetched(t: TestContext, { newest }: { newest: number }): Promise<Fetched> {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [dan, cy] = [await house.signIn('dan'), await house.signIn('cy')];
  house.web.serve(`${SITE}/robots.txt`, { status: 404 });
  house.web.serve(`${SITE}/3`, { status: 302, headers: { location: '/stories/3' } });
  const paragraph = `<p>${words.repeat(6)}</p>`;
  house.web.serve(`${SITE}/stories/3`, `<html><body><article>${paragraph.repeat(3)}</article></body></html>`);
  await follow(house, dan.client, OLD, posts(1, 3));
  await follow(house, cy.client, NEW, posts(1, newest));
  const item = (await dan.client.items.list()).items.find(({ title }) => title === 'Post 3')?.id ?? 0;
  await dan.client.fullText.fetch(item);
  const copy = await beginCopy(dan.client, { limit: 100 });
  assert.equal(copy.stock().items.filter(({ article }) => article !== undefined).length, 1);
  return { house, dan, item, copy };
}

async function articleOf({ client }: SignedIn, id: number): Promise<string | undefined> {
  const item: Item = await client.items.get(id);
  return item['app.courant.full-text']?.content;
}

function listed(house: TestHouse, { accessToken }: SignedIn, etag?: string): Promise<Response> {
  const known = etag === undefined ? {} : { 'if-none-match': etag };
  return house.ask('/api/v1/items', { headers: { authorization: `Bearer ${accessToken}`, ...known } });
}
