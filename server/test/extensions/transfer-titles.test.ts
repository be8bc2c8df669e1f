// Titles of feeds that come with a document: what the user calls a feed is held to the same limit wherever it is said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { bring, opml, outline } from './transfer-house.ts';

const A = 'https://a.example/feed';
const long = 'A title that goes on. '.repeat(20).trim();

const account = (title: string): string =>
  [{ courant: 'account', version: 1 }, { feed: { url: A, title: 'Feed', groups: [], custom_title: title } }]
    .map((line) => JSON.stringify(line))
    .join('\n');
const miniflux = (title: string): string => JSON.stringify([{ id: 1, feed_url: A, title }]);

for (const [kind, document] of Object.entries({ account, miniflux })) {
  test(`a long title from a document is cut to one that the user could have given (${kind})`, async (t) => {
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    house.web.serve(A, rss('Feed', posts(1, 1)));
    await bring(house, client, document(long));
    const [feed] = await client.feeds.list();
    const title = feed?.['app.courant.feeds']?.custom_title ?? '';
    assert.equal(title, long.slice(0, 200).trim());
    assert.equal((await client.feeds.update(feed?.id ?? 0, { title })).title, title);
  });
}

test('a feed to which its publisher has given a long title gets no other one by an import of its own list', async (t) => {
  const house = await testHouse(t);
  const [from, into] = [await house.signIn('from'), await house.signIn('into')];
  await follow(house, from.client, A, posts(1, 1));
  house.web.serve('https://b.example/feed', rss(long, posts(1, 1)));
  await from.client.feeds.create({ feedUrl: 'https://b.example/feed' });
  await bring(house, into.client, await from.client.transfer.exportOpml());
  assert.deepEqual(
    (await into.client.feeds.list()).map((feed) => feed['app.courant.feeds']?.custom_title),
    [undefined, undefined],
  );
});

test('a title that is escaped twice in a list of feeds is that of the publisher all the same, but not one that the user gave', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('Questions &amp; answers', posts(1, 1)));
  house.web.serve('https://b.example/feed', rss('B', posts(1, 1)));
  const twice = 'Questions &amp;amp; answers';
  await bring(house, client, opml(outline(A, twice) + outline('https://b.example/feed', twice)));
  const titles = async (): Promise<string[]> => (await client.feeds.list()).map(({ title }) => title).sort();
  assert.deepEqual(await titles(), ['Questions & answers', 'Questions &amp; answers']);
  // Whichever of the two was followed first.
  const ofA = (await client.feeds.list()).find(({ feed_url }) => feed_url === A);
  await client.feeds.delete(ofA?.id ?? 0);
  await bring(house, client, account('Questions &amp; answers'));
  assert.deepEqual(await titles(), ['Questions &amp; answers', 'Questions &amp; answers']);
});

test('a feed that gives nothing yet is called as its document says, and as its publisher says once that is the same', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feeds = [
    ['https://a.example/feed', { title: 'Feed' }],
    ['https://b.example/feed', { title: 'Feed', custom_title: 'Mine' }],
  ] as const;
  const lines = feeds.flatMap(([url, named]) => {
    const item = { feed: url, identity: `g:${url}`, url, title: 'Starred', read: true, starred: true };
    return [
      { feed: { url, groups: [], ...named } },
      { item: { ...item, created_at: '2026-01-01T00:00:00.000Z' } },
    ];
  });
  const document = [{ courant: 'account', version: 1 }, ...lines]
    .map((line) => JSON.stringify(line))
    .join('\n');
  for (const [url] of feeds) house.web.serve(url, { status: 404 });
  await bring(house, client, document);
  const titles = async (): Promise<string[]> => (await client.feeds.list()).map(({ title }) => title).sort();
  assert.deepEqual(await titles(), ['Feed', 'Mine']);
  for (const called of ['Feed', 'Feed, renamed']) {
    for (const [url] of feeds) house.web.serve(url, rss(called, posts(1, 1)));
    await house.crawl(8 * 86_400_000);
    assert.deepEqual(await titles(), [called, 'Mine']);
  }
});
