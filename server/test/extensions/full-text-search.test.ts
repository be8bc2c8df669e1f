// Articles are searched for those who are shown them, and for nobody else: who finds a post by a word of its article learns that
// somebody reads it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { join } from './joined.ts';

const FEED = 'https://feeds.paper.net/rss';
const SITE = 'https://site.example';
const DAY = 86_400_000;

test('a word of an article finds its item for who has asked for the article, in either order', async (t) => {
  const { ines, otto } = await bothFollow(t);
  assert.deepEqual(await found(ines, 'kestrel'), []);
  await fetchNewest(ines);
  for (const typed of ['kestrel', 'kest*', '"kestrel over the"', '"Post 2" kestrel', 'heron OR kestrel'])
    assert.deepEqual(await found(ines, typed), ['Post 2'], typed);
  for (const typed of ['kestrel', 'kest*', 'heron OR kestrel'])
    assert.deepEqual(await found(otto, typed), []);
  assert.deepEqual(await found(ines, 'post -kestrel'), ['Post 1']);
  assert.deepEqual(await found(ines, '-kestrel'), ['Post 1']);
  assert.deepEqual(await found(otto, '-kestrel'), ['Post 2', 'Post 1']);
  assert.deepEqual(await found(ines, 'title:kestrel'), []);
  await fetchNewest(otto);
  assert.deepEqual(await found(otto, 'kestrel'), ['Post 2']);
});

test('an edit of the post is found beside the words of the article', async (t) => {
  const { house, ines, otto } = await bothFollow(t);
  await fetchNewest(ines);
  const [, second] = posts(1, 2);
  assert.ok(second);
  house.web.serve(FEED, rss('News', [...posts(1, 1), { ...second, title: 'Birds' }]));
  await house.crawl(2 * DAY);
  for (const each of [ines, otto]) assert.deepEqual(await found(each, 'birds'), ['Birds']);
  assert.deepEqual(await found(ines, 'birds kestrel'), ['Birds']);
  assert.deepEqual(await found(ines, 'title:post kestrel'), []);
});

test('an article is found when its feed comes back, and when its source becomes one with another', async (t) => {
  const { house, ines, feeds } = await bothFollow(t);
  await fetchNewest(ines);
  await ines.client.feeds.delete(feeds[0]);
  assert.deepEqual(await found(ines, 'kestrel'), []);
  const [entry] = await ines.client.journal.list();
  await ines.client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(await found(ines, 'kestrel'), ['Post 2']);
  const cy = await house.signIn('cy');
  await follow(house, cy.client, 'https://new.example/feed', posts(1, 2));
  await join(house, FEED, 'https://new.example/feed');
  assert.deepEqual(await found(ines, 'kestrel'), ['Post 2']);
  assert.deepEqual(await found(cy, 'kestrel'), []);
  await fetchNewest(cy);
  assert.deepEqual(await found(cy, 'kestrel'), ['Post 2']);
});

test('an item whose article is asked for between two pages of the best does not come a second time', async (t) => {
  const { house, ines } = await bothFollow(t);
  const about = { content: 'A kite, a kite, a kite.' };
  const [first, second, third] = posts(1, 3);
  assert.ok(first && second && third);
  const flown = [
    { ...first, content: 'A kite.' },
    { ...second, ...about },
    { ...third, ...about, link: `${SITE}/2` },
  ];
  house.web.serve(FEED, rss('News', flown));
  await house.crawl(2 * DAY);
  const titles: string[] = [];
  for await (const { title } of ines.client.search.allBest('kite', { limit: 1 })) {
    titles.push(title);
    if (title === 'Post 3') await fetchNewest(ines);
  }
  assert.deepEqual(titles, ['Post 3', 'Post 2', 'Post 1']);
});

async function fetchNewest({ client }: SignedIn): Promise<void> {
  await client.fullText.fetch((await client.items.list()).items[0]?.id ?? 0);
}

/** The titles of what a search finds, newest first. The best are the same. */
async function found({ client }: SignedIn, typed: string): Promise<string[]> {
  const newest = (await client.search.newest(typed)).items.map(({ id, title }) => ({ id, title }));
  const best = (await client.search.best(typed)).items.map(({ id, title }) => ({ id, title }));
  assert.deepEqual(
    best.sort((one, other) => other.id - one.id),
    newest,
    typed,
  );
  return newest.map(({ title }) => title);
}

/** Two people who follow one feed with two posts. The page of the second one tells of a kestrel. */
async function bothFollow(t: TestContext): Promise<{
  house: TestHouse;
  ines: SignedIn;
  otto: SignedIn;
  feeds: [number];
}> {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  house.web.serve(`${SITE}/robots.txt`, { status: 404 });
  const words = 'There was a kestrel over the hedge, which is more than a feed can tell of it. ';
  house.web.serve(
    `${SITE}/2`,
    `<html><body><article>${`<p>${words.repeat(6)}</p>`.repeat(3)}</article></body></html>`,
  );
  const hers = await follow(house, ines.client, FEED, posts(1, 2));
  await otto.client.feeds.create({ feedUrl: FEED });
  return { house, ines, otto, feeds: [hers.id] };
}
