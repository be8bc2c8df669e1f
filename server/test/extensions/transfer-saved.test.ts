// Files of saved items that other readers export: Nextcloud News, Feeder, Tiny Tiny RSS.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { bring, opml, outline, statusesOf } from './transfer-house.ts';

const A = 'https://a.example/feed';

/** An article as Nextcloud News writes it. */
function nextcloudItem(n: number, more: object): object {
  return {
    guid: `post-${n}`,
    url: `https://site.example/${n}`,
    title: `Post ${n}`,
    author: 'Ann',
    pubDate: Date.UTC(2026, 0, 1, n) / 1_000,
    updatedDate: null,
    body: `<p>Text ${n}</p>`,
    enclosureMime: 'audio/mpeg',
    enclosureLink: 'https://site.example/1.mp3',
    mediaThumbnail: null,
    mediaDescription: null,
    unread: false,
    starred: false,
    feedLink: 'https://site.example/',
    rtl: false,
    ...more,
  };
}

test('Nextcloud News: stars and what is unread go to the feeds of their pages, twice like once', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, A, posts(2, 3));
  const other = rss('B', []).replace('https://site.example/', 'https://site.example/b');
  house.web.serve('https://b.example/feed', other);
  await bring(house, client, opml(outline('https://b.example/feed', 'B')));
  const text = JSON.stringify([
    nextcloudItem(1, { starred: true }),
    nextcloudItem(2, { unread: true, starred: true }),
    nextcloudItem(3, { unread: true }),
    nextcloudItem(4, { starred: true, feedLink: 'https://site.example/b' }),
    nextcloudItem(5, { starred: true, feedLink: 'https://gone.example/' }),
    nextcloudItem(6, { starred: true, feedLink: null }),
  ]);
  const job = await bring(house, client, text);
  assert.deepEqual([job.kind, job.items.total, job.feeds.already_there], ['nextcloud', 5, 2]);
  assert.deepEqual(
    job.failures?.map(({ feed_url, code }) => [feed_url, code]),
    [['https://gone.example/', 'feed-not-followed']],
  );
  assert.deepEqual(
    job.notes.map(({ code, count }) => [code, count]),
    [['items-without-feed', 1]],
  );
  await bring(house, client, text);
  const statuses = await statusesOf(client);
  assert.deepEqual(statuses.sort(), [
    ['Post 1', true, true],
    ['Post 2', false, true],
    ['Post 3', false, false],
    ['Post 4', true, true],
  ]);
  const feeds = new Map((await client.feeds.list()).map(({ id, title }) => [id, title]));
  const { items } = await client.items.list({ limit: 20 });
  const fourth = items.find(({ title }) => title === 'Post 4');
  assert.equal(feeds.get(fourth?.feed_id ?? 0), 'B');
  assert.deepEqual(fourth?.['app.courant.items']?.enclosures, [
    { url: 'https://site.example/1.mp3', type: 'audio/mpeg' },
  ]);
});

for (const page of ['https://site.example/blog', 'https://a.example/'])
  test(`a star of ${page} comes to the feed whose site, or whose address, is on that host`, async (t) => {
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    const feed = await follow(house, client, A, posts(2, 3));
    const text = JSON.stringify([nextcloudItem(1, { starred: true, feedLink: page })]);
    const job = await bring(house, client, text);
    assert.deepEqual([job.feeds.already_there, job.feeds.failed, job.items.done], [1, 0, 1]);
    const starred = (await client.items.list({ limit: 50 })).items.filter(
      (item) => item['app.courant.items']?.starred,
    );
    assert.deepEqual(
      starred.map(({ title, feed_id }) => [title, feed_id]),
      [['Post 1', feed.id]],
    );
  });

test('Feeder: saved articles with their feeds, groups and beginnings', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(2, 2)));
  const article = (n: number, more: object): object => ({
    link: `https://site.example/${n}`,
    guid: `post-${n}`,
    title: `Post ${n}`,
    snippet: 'Less < more & more',
    pubDate: '2026-01-01T01:00+01:00[Europe/Berlin]',
    primarySortTime: '2026-01-03T00:00:00Z',
    readTime: null,
    author: null,
    thumbnailImage: null,
    enclosureLink: null,
    enclosureType: null,
    wordCount: 3,
    wordCountFull: 0,
    feed: { url: A, title: 'A', customTitle: 'Mine', tag: 'Kept', fullTextByDefault: false },
    ...more,
  });
  const job = await bring(
    house,
    client,
    JSON.stringify({
      format: 'feeder-saved-articles',
      version: 1,
      articles: [article(1, { readTime: '2026-01-02T00:00:00Z' }), article(2, {})],
    }),
  );
  assert.deepEqual([job.kind, job.feeds.followed, job.items.done], ['feeder', 1, 2]);
  assert.deepEqual(await statusesOf(client), [
    ['Post 1', true, true],
    ['Post 2', false, true],
  ]);
  assert.deepEqual(
    (await client.feeds.list()).map(({ title }) => title),
    ['Mine'],
  );
  assert.deepEqual(
    (await client.groups.list()).map(({ title }) => title),
    ['Kept'],
  );
  const first = (await client.items.list()).items.at(-1);
  assert.equal(first?.published, '2026-01-01T00:00:00.000Z');
  assert.equal(first?.summary, 'Less &lt; more &amp; more');
});

test('Tiny Tiny RSS: starred items from its compressed XML, with their labels, as posts of their links', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(2, 2)));
  const article = (n: number, more: string): string => `<article>
  <guid><![CDATA[{"ver":2,"uid":"2","hash":"SHA1:${n}"}]]></guid>
  <title><![CDATA[Post ${n}]]></title>
  <content><![CDATA[<p>Text ${n} ]]]]><![CDATA[></p>]]></content>
  <published>0</published>
  <score>0</score>
  <note></note>
  <link><![CDATA[https://site.example/${n}]]></link>
  <tag_cache><![CDATA[tech,news]]></tag_cache>
  <feed_title><![CDATA[A]]></feed_title>
  <updated><![CDATA[2026-01-01 01:00:00]]></updated>${more}
</article>`;
  const ofA = `<feed_url><![CDATA[${A}]]></feed_url>`;
  const text = `<articles schema-version="151">
${article(1, `${ofA}<marked>1</marked><label_cache><![CDATA[[[-1025,"Later","",""]]]]></label_cache>`)}
${article(2, `${ofA}<marked>1</marked><label_cache><![CDATA[{"no-labels":1}]]></label_cache>`)}
${article(3, '<feed_url></feed_url><marked>0</marked><label_cache></label_cache>')}
</articles>`;
  for (const document of [text, new Blob([gzipSync(text)])]) {
    const job = await bring(house, client, document);
    assert.deepEqual([job.kind, job.items.done], ['ttrss', 2]);
    assert.deepEqual(
      job.notes.map(({ code, count }) => [code, count]),
      [['items-without-feed', 1]],
    );
    assert.deepEqual(await statusesOf(client), [
      ['Post 1', true, true],
      ['Post 2', true, true],
    ]);
  }
  const first = (await client.items.list()).items.at(-1);
  const { tags, categories } = first?.['app.courant.items'] ?? {};
  assert.deepEqual(
    [tags, categories, first?.published, first?.content],
    [['Later'], ['tech', 'news'], '2026-01-01T01:00:00.000Z', '<p>Text 1 ]]&gt;</p>'],
  );
});
