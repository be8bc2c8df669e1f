// What other readers export: imported as far as their files say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { accountOf, bring, opml, outline, statusesOf } from './transfer-house.ts';

const A = 'https://a.example/feed';

/** An article as FreshRSS writes it. */
function freshRssItem(n: number, state: string, more: object = {}): object {
  return {
    id: 'tag:google.com,2005:reader/item/000000000000000f',
    guid: `post-${n}`,
    timestampUsec: '1767600000000000',
    published: Date.UTC(2026, 0, 1, n) / 1_000,
    title: `Post ${n} &amp; more`,
    alternate: [{ href: `https://site.example/${n}`, type: 'text/html' }],
    content: { content: `<p>Text ${n}</p>` },
    origin: {
      streamId: 'feed/12',
      title: 'A here',
      htmlUrl: 'https://site.example/',
      feedUrl: A,
      category: 'Kept',
    },
    categories: [
      'user/-/state/com.google/reading-list',
      ...state.split(' ').map((each) => `user/-/state/com.google/${each}`),
    ],
    ...more,
  };
}

test('FreshRSS: status, stars, texts, feeds and their groups', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(3, 4)));
  const job = await bring(
    house,
    client,
    JSON.stringify({
      id: 'user/ines/state/org.freshrss/all',
      title: 'List of articles',
      items: [
        freshRssItem(1, 'read starred', {
          enclosure: [
            { href: 'https://site.example/1.mp3', type: 'audio/mpeg', length: 12 },
            { href: 'javascript:1' },
          ],
        }),
        freshRssItem(2, 'unread', {
          categories: [
            'user/-/state/com.google/unread',
            'user/-/label/Later',
            'user/-/label/Kept',
            'user/-/label/a/b & c',
            'Cats',
          ],
        }),
        freshRssItem(3, 'read', {
          guid: undefined,
          title: 'Post 3',
          categories: ['user/-/state/com.google/read', 'user/-/label/Later'],
        }),
        freshRssItem(4, 'unread starred', { origin: { streamId: `feed/${A}`, title: 'A here' } }),
      ],
    }),
  );
  assert.deepEqual([job.kind, job.feeds.followed, job.items], ['freshrss', 1, { total: 4, done: 4 }]);
  assert.deepEqual(job.notes, []);
  const { items: brought } = await client.items.list();
  assert.deepEqual(
    brought.map((item) => [item.title, item['app.courant.items']?.tags]),
    [
      ['Post 4', undefined],
      ['Post 3', ['Later']],
      ['Post 2 & more', ['Later', 'a/b & c']],
      ['Post 1 & more', undefined],
    ],
  );
  assert.deepEqual(await statusesOf(client), [
    ['Post 1 & more', true, true],
    ['Post 2 & more', false, false],
    ['Post 3', true, false],
    ['Post 4', false, true],
  ]);
  assert.deepEqual((await client.items.list()).items.at(-1)?.['app.courant.items']?.enclosures, [
    { url: 'https://site.example/1.mp3', type: 'audio/mpeg', length: 12 },
  ]);
  const [feed] = await client.feeds.list();
  assert.equal(feed?.title, 'A here');
  assert.equal((await client.groups.list())[0]?.title, 'Kept');
});

test('FreshRSS: names that it writes as HTML are shown as names, and the categories of the publisher are kept', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('Q&amp;A', posts(3, 3)));
  house.web.serve('https://b.example/feed', rss('B', []));
  const item = freshRssItem(1, 'read starred', {
    author: 'Ann &amp; Bob &#039;n&#039; &lt;Co&gt;',
    origin: { streamId: 'feed/12', title: 'Q&amp;A', feedUrl: A },
  });
  const other = freshRssItem(2, 'read', {
    origin: { title: 'Mine &quot;B&quot;', feedUrl: 'https://b.example/feed' },
  });
  const categories = ['user/-/state/com.google/read', 'user/-/label/Later', 'Boats', 'Sails & more'];
  await bring(house, client, JSON.stringify({ items: [{ ...item, categories }, other] }));
  assert.deepEqual((await client.feeds.list()).map(({ title }) => title).sort(), ['Mine "B"', 'Q&A']);
  const { items } = await client.items.list();
  const first = items.find(({ title }) => title === 'Post 1 & more');
  assert.deepEqual(
    [first?.author, first?.['app.courant.items']?.categories],
    ["Ann & Bob 'n' <Co>", ['Boats', 'Sails & more']],
  );
});

test('Google Reader: a file of starred items without states is one of read and starred ones', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(2, 2)));
  const items = [1, 2].map((n) => freshRssItem(n, '', { title: `Post ${n}`, categories: ['Cats'] }));
  await bring(house, client, JSON.stringify({ id: 'user/1/state/com.google/starred', items }));
  assert.deepEqual(await statusesOf(client), [
    ['Post 1', true, true],
    ['Post 2', true, true],
  ]);
});

test('FreshRSS: of a file of starred and labelled items only the starred ones are starred', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(2, 2)));
  const labelled = ['user/-/state/com.google/read', 'user/-/label/Later'];
  const items = [
    freshRssItem(1, 'read starred', { title: 'Post 1' }),
    freshRssItem(2, '', { title: 'Post 2', categories: labelled }),
  ];
  await bring(house, client, JSON.stringify({ id: 'user/ines/state/org.freshrss/starred', items }));
  assert.deepEqual(await statusesOf(client), [
    ['Post 1', true, true],
    ['Post 2', true, false],
  ]);
});

test('Google Reader: items that name no feed are counted, not left out in silence', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(1, 2)));
  const saved = { origin: { streamId: 'user/1/state/com.google/saved-web-pages', title: 'Saved' } };
  const items = [
    freshRssItem(1, 'starred'),
    freshRssItem(8, 'starred', saved),
    freshRssItem(9, 'starred', saved),
  ];
  const job = await bring(house, client, JSON.stringify({ id: 'user/1/state/com.google/starred', items }));
  assert.deepEqual(job.notes, [
    {
      sentence: '2 items name no feed that can be followed: left out',
      code: 'items-without-feed',
      count: 2,
    },
  ]);
  assert.equal(job.items.total, 1);
});

test('Inoreader: the folder of a feed among the labels of its items is no tag where the feed is in that group', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(1, 1)));
  await bring(house, client, opml(`<outline text="News &amp; more">${outline(A)}</outline>`));
  const starred = (n: number, url: string): object =>
    freshRssItem(n, '', {
      guid: undefined,
      title: `Post ${n}`,
      origin: { streamId: `feed/${url}`, title: 'A', htmlUrl: 'https://site.example/' },
      categories: ['reading-list', 'read', 'starred']
        .map((state) => `user/1005/state/com.google/${state}`)
        .concat('user/1005/label/News & more', 'user/1005/label/Later'),
    });
  const ofB = starred(3, 'https://b.example/feed');
  const items = [starred(1, A), starred(2, A), ofB];
  await bring(house, client, JSON.stringify({ id: 'user/-/state/com.google/starred', items }));
  const { items: brought } = await client.items.list();
  assert.deepEqual(brought.map((item) => [item.title, item['app.courant.items']?.tags]).sort(), [
    ['Post 1', ['Later']],
    ['Post 2', ['Later']],
    ['Post 3', ['Later', 'News & more']],
  ]);
});

test('Miniflux: entries by their links, and its list of feeds', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(2, 3)));
  house.web.serve('https://b.example/feed', rss('B', posts(1, 1)));
  const feed = {
    id: 7,
    feed_url: A,
    site_url: 'https://site.example/',
    title: 'A',
    category: { id: 1, title: 'All' },
  };
  const entry = (n: number, status: string, starred: boolean): object => ({
    id: 100 + n,
    status,
    starred,
    hash: 'f00',
    title: `Post ${n}`,
    url: `https://site.example/${n}`,
    published_at: new Date(Date.UTC(2026, 0, 1, n)).toISOString(),
    created_at: '2026-01-02T00:00:00.123456Z',
    content: `<p>Text ${n}</p>`,
    author: 'Ann',
    enclosures: [{ url: 'https://site.example/1.mp3', mime_type: 'audio/mpeg', size: 12 }],
    tags: ['Boats'],
    comments_url: 'https://site.example/1/comments',
    feed,
  });
  const entries = [
    entry(1, 'read', true),
    entry(2, 'unread', true),
    entry(3, 'read', false),
    entry(4, 'removed', false),
  ];
  const job = await bring(house, client, JSON.stringify({ total: 4, entries }));
  assert.deepEqual([job.kind, job.items.done], ['miniflux', 3]);
  assert.deepEqual(await statusesOf(client), [
    ['Post 1', true, true],
    ['Post 2', false, true],
    ['Post 3', true, false],
  ]);
  const first = (await client.items.list()).items.at(-1);
  const { enclosures, categories, comments_url } = first?.['app.courant.items'] ?? {};
  assert.deepEqual(
    [first?.author, first?.created_at, enclosures, categories, comments_url],
    [
      'Ann',
      '2026-01-02T00:00:00.123Z',
      [{ url: 'https://site.example/1.mp3', type: 'audio/mpeg', length: 12 }],
      ['Boats'],
      'https://site.example/1/comments',
    ],
  );
  const list = await bring(
    house,
    client,
    JSON.stringify([feed, { ...feed, feed_url: 'https://b.example/feed' }]),
  );
  assert.deepEqual([list.kind, list.feeds.followed, list.feeds.already_there], ['miniflux', 1, 1]);
  assert.equal((await client.groups.list())[0]?.feed_ids.length, 2);
});

test('Miniflux: full texts are fetched for the feeds of its OPML for which it did', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  for (const url of [A, 'https://b.example/feed']) house.web.serve(url, rss('A', []));
  const fetched = outline(A).replace('/>', ' miniflux:crawler="true"/>');
  await bring(house, client, opml(`${fetched}${outline('https://b.example/feed')}`));
  const lines = (await accountOf(client)) as { feed?: { full_text?: boolean } }[];
  assert.deepEqual(
    lines.map(({ feed }) => feed?.full_text),
    [true, undefined],
  );
});

test('Feedbin: stars go to feeds that are followed, and wait where none is', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, A, posts(1, 2));
  const star = (url: string, title: string): object => ({
    id: 1,
    title,
    author: null,
    content: '<p>Kept</p>',
    url,
    published: '2026-01-01T01:00:00.000000Z',
    created_at: '2026-01-01T02:00:00.000000Z',
  });
  const stars = [
    star('https://site.example/1', 'Post 1'),
    star('https://www.site.example/old', 'Old one'),
    star('https://other.example/x', 'Other'),
  ];
  const job = await bring(house, client, JSON.stringify(stars));
  assert.deepEqual([job.kind, job.feeds.already_there, job.feeds.failed], ['feedbin', 2, 1]);
  assert.deepEqual(
    job.failures?.map(({ feed_url, reason }) => [feed_url, reason]),
    [['https://other.example/', 'No feed of other.example is followed: follow one, and try again']],
  );
  assert.deepEqual(await statusesOf(client), [
    ['Post 1', false, true],
    ['Post 2', false, false],
    ['Old one', true, true],
  ]);
  assert.equal(house.web.requests.filter(({ url }) => url.includes('other')).length, 0);
  const joined = stars.map((each) => JSON.stringify(each)).join('');
  assert.equal((await bring(house, client, joined)).items.total, 3);
  const subscriptions = [{ id: 1, feed_id: 2, title: 'A', feed_url: A, site_url: 'https://site.example/' }];
  assert.equal((await bring(house, client, JSON.stringify(subscriptions))).kind, 'feedbin');
});

test('a list with the old address of a feed that is followed brings nothing else, though another feed is there by now', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const old = 'https://old.example/feed';
  house.web.serve(old, { status: 301, headers: { location: A } });
  await follow(house, client, A, posts(1, 2));
  assert.equal((await bring(house, client, opml(outline(old)))).feeds.already_there, 1);
  house.web.serve(old, rss('Another', posts(5, 1)));
  await house.clock.advance(2 * 86_400_000);
  const { feeds } = await bring(house, client, opml(outline(old)));
  assert.deepEqual([feeds.followed, feeds.already_there], [0, 1]);
});

test('long documents are read in a thread; those that make no sense do no harm', {
  timeout: 600_000,
}, async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off' });
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(1, 2)));
  const items = Array.from({ length: 3_000 }, (_, n) =>
    freshRssItem(n + 1, 'read', { title: `Post ${n + 1}`, published: 1_600_000_000 + n }),
  );
  const job = await client.transfer.importFile(JSON.stringify({ items }));
  assert.equal(job.items.total, 3_000);
  await client.transfer.cancelImport(job.id);
  const deep = await client.transfer.importFile(
    opml(`${'<outline text="x">'.repeat(100_000)}${outline(A)}${'</outline>'.repeat(100_000)}`),
  );
  await client.transfer.cancelImport(deep.id);
  for (const text of [
    '['.repeat(1_000_000),
    `{"items":[${'[],'.repeat(100_000)}1]}`,
    `{"items":[{"origin":{"feedUrl":{}},"guid":[],"categories":7,"published":"never"}]}`,
    `{"entries":[null,1,{"feed":{"feed_url":""}}],"a":"${'x'.repeat(200_000)}"}`,
    '\u0000'.repeat(200_000),
    `{"courant":"account"}\n${'{"item":{"feed":1}}\n'.repeat(20_000)}`,
  ]) {
    await assert.rejects(client.transfer.importFile(text), { status: 422 }, text.slice(0, 40));
  }
});
