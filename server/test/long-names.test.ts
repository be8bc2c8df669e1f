// Names that are longer than an index of PostgreSQL can hold: posts, imported items and sites are kept all the same, in either database.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { sql } from '../src/store/sql.ts';
import { posts, rss, type TestPost } from './documents.ts';
import { bring } from './extensions/transfer-house.ts';
import { testHouse } from './house.ts';

const FEED = 'https://one.example/feed';
const DAY = 86_400_000;

/** Text that cannot be compressed, which a database would try. */
function noise(seed: string, chars: number): string {
  let text = '';
  for (let n = 0; text.length < chars; n++)
    text += createHash('sha256').update(`${seed}${n}`).digest('base64url');
  return text.slice(0, chars);
}

/** The same in letters of three bytes each. */
function wideNoise(seed: string, chars: number): string {
  return [...noise(seed, 2 * chars)]
    .map((_, index, all) =>
      String.fromCharCode(
        0x4e00 +
          (((all[2 * index] ?? '').charCodeAt(0) * 131 + (all[2 * index + 1] ?? '').charCodeAt(0)) % 20_000),
      ),
    )
    .slice(0, chars)
    .join('');
}

const page = (seed: string, chars: number): string => `https://site.example/${noise(seed, chars)}`;

/** Each with a name of its own kind that is too long. */
const long: TestPost[] = [
  { guid: wideNoise('guid', 1_900), link: 'https://site.example/1' },
  { guid: noise('guid', 7_000), link: 'https://site.example/2' },
  { guid: '', link: page('link', 7_000) },
  { guid: '', link: `https://site.example/4#${noise('place', 7_000)}` },
  // Two posts of one guid are told apart by their links as well.
  { guid: noise('twin', 1_900), link: page('twin', 3_000) },
  { guid: noise('twin', 1_900), link: page('other', 3_000) },
].map((post, index) => ({
  ...post,
  title: `Post ${index + 1}`,
  publishedAt: Date.UTC(2026, 0, 1, index),
  content: `<p>Text ${index + 1}</p>`,
}));
const short: TestPost = {
  guid: 'short',
  title: 'Post 9',
  link: 'https://site.example/9',
  publishedAt: Date.UTC(2026, 0, 3),
};

test('posts with names of any length are stored once, and stay the same posts', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(FEED, rss('One', [short]));
  const feed = await client.feeds.create({ feedUrl: FEED });
  house.web.serve(FEED, rss('One', [...long, short]));
  await house.crawl(2 * DAY);
  const expected = [1, 2, 3, 4, 5, 6, 9].map((n) => `Post ${n}`);
  assert.deepEqual(await titles(client), expected);
  const ids = (await client.items.list()).items.map(({ id }) => id);
  house.web.serve(FEED, rss('One', [{ ...short, content: '<p>More</p>' }, ...long]));
  await house.crawl(2 * DAY);
  assert.deepEqual(
    (await client.items.list()).items.map(({ id }) => id),
    ids,
  );
  const { visits, state } = await client.health.get(feed.id);
  assert.deepEqual([state, visits.map(({ ok }) => ok)], ['well', [true, true, true]]);
});

test('a post that an earlier version has stored under all of its name is still that post', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  // Repeated, so that PostgreSQL could store it.
  const link = `https://site.example/${'again/'.repeat(1_000)}`;
  const post = {
    guid: '',
    link,
    title: 'Post 1',
    publishedAt: Date.UTC(2026, 0, 1),
    content: '<p>Text 1</p>',
  };
  const other = { ...post, link: 'https://site.example/2', title: 'Post 2' };
  house.web.serve(FEED, rss('One', [post, other]));
  await client.feeds.create({ feedUrl: FEED });
  const { store } = house.house.library;
  const identity = `u:site.example/${'again/'.repeat(1_000).replace(/\/$/, '')}`;
  await store.write((tx) => tx.run(sql`UPDATE posts SET identity = ${identity} WHERE title = 'Post 1'`));
  house.web.serve(FEED, rss('One', [{ ...post, title: 'Edited', content: '<p>Other words</p>' }, other]));
  await house.crawl(2 * DAY);
  assert.deepEqual(await titles(client), ['Edited', 'Post 2']);
});

test('an import keeps items with names of any length, and they are the posts of the feed, whichever comes first', async (t) => {
  const house = await testHouse(t);
  const imported = long.slice(0, 4);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const file = await fileOf(ines.client, imported);
  const job = await bring(house, ines.client, file);
  assert.deepEqual([job.items.done, job.items.total], [4, 4]);
  const before = await titles(ines.client);
  assert.equal(before.length, 4);
  house.web.serve(FEED, rss('One', imported));
  await house.crawl(2 * DAY);
  assert.deepEqual(await titles(ines.client), before);
  await bring(house, otto.client, file);
  assert.deepEqual(await titles(otto.client), before);
  const again = await ines.client.transfer.exportAccount();
  await bring(house, otto.client, again);
  assert.deepEqual(await titles(otto.client), before);
  for (const { client } of [ines, otto]) {
    const { items } = await client.items.list();
    assert.ok(
      items.every((item) => item.read && item['app.courant.items']?.starred),
      'all are read and starred',
    );
  }
});

test('a site with a name that nobody can have keeps nothing else from coming, and none of its pages is asked twice', async (t) => {
  const house = await testHouse(t, {}, { findsIcons: true });
  const { client } = await house.signIn('ines');
  const endless = (what: string): string => `https://${noise(what, 3_000).toLowerCase()}.com/`;
  const channel = [
    `<link>${endless('site')}</link>`,
    `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="${endless('hub')}"/>`,
    `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="${FEED}"/>`,
  ].join('');
  const publish = (first: number, last: number): void => {
    const linked = posts(first, last).map((post) => ({ ...post, link: endless('page') + post.guid }));
    house.web.serve(FEED, rss('One', linked).replace('<link>https://site.example/</link>', channel));
  };
  publish(1, 2);
  const feed = await client.feeds.create({ feedUrl: FEED });
  await client.fullText.setMode(feed.id, 'always');
  for (const last of [3, 4]) {
    publish(1, last);
    await house.crawl(2 * DAY);
  }
  const [newest] = (await client.items.list()).items;
  assert.equal(newest?.title, 'Post 4');
  await assert.rejects(client.fullText.fetch(newest.id), { message: /has nothing at the address/ });
  const { visits, state } = await client.health.get(feed.id);
  assert.deepEqual([state, visits.map(({ ok }) => ok)], ['well', [true, true, true]]);
  const { store } = house.house.library;
  assert.deepEqual(await store.read((tx) => tx.all(sql`SELECT name FROM hosts WHERE lease IS NOT NULL`)), []);
  const pages = house.web.requests.map(({ url }) => url).filter((url) => url.startsWith(endless('page')));
  const asked = pages.filter((url) => !url.endsWith('/robots.txt'));
  assert.equal(asked.length, new Set(asked).size);
});

async function titles(client: Client): Promise<string[]> {
  return (await client.items.list({ limit: 200 })).items.map(({ title }) => title).sort();
}

/** An account with these posts, read and starred, as the export of another instance would have it. */
async function fileOf(client: Client, shown: readonly TestPost[]): Promise<string> {
  const [head] = (await client.transfer.exportAccount()).split('\n', 1);
  const lines = [
    { feed: { url: FEED, groups: [] } },
    ...shown.map(({ guid, link, title, publishedAt, content }) => ({
      item: {
        feed: FEED,
        ...(guid !== '' && { guid }),
        url: link,
        title,
        published: publishedAt,
        read: true,
        starred: true,
        content,
      },
    })),
  ];
  return [head, ...lines.map((line) => JSON.stringify(line))].join('\n');
}
