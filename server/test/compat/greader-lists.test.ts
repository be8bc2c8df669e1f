// Google Reader, reading: streams, pages, ids, times, counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAppPassword } from '../../src/accounts/app-passwords.ts';
import { findFeed } from '../../src/store/feeds/feeds.ts';
import { insertItems } from '../../src/store/items/items.ts';
import { somePosts } from '../../src/store/testing/rows.ts';
import { posts, rss } from '../documents.ts';
import { copyMany } from '../extensions/many-items.ts';
import { isOnPostgres } from '../temporary-store.ts';
import { type CompatHouse, compatHouse, type GreaderOptions } from './compat-house.ts';

const isElsewhere = isOnPostgres && 'PostgreSQL is asked for nothing else than by the others';

const API = '/reader/api/0';
const state = (name: string): string => `user/-/state/com.google/${name}`;

interface Ref {
  id: string;
  directStreamIds: string[];
  timestampUsec: string;
}
interface Refs {
  itemRefs: Ref[];
  continuation?: string;
}
interface Entry {
  id: string;
  title: string;
  published: number;
  updated: number;
  author: string;
  crawlTimeMsec: string;
  categories: string[];
  summary: { content: string };
}
interface Counts {
  max: number;
  unreadcounts: { id: string; count: number; newestItemTimestampUsec: string }[];
}
interface Contents {
  id: string;
  updated: number;
  items: Entry[];
  continuation?: string;
}

async function get<T>(house: CompatHouse, path: string, options: GreaderOptions = {}): Promise<T> {
  const answer = await house.greader(API + path, options);
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

async function idsOf(house: CompatHouse, query: string): Promise<number[]> {
  return (await get<Refs>(house, `/stream/items/ids?${query}`)).itemRefs.map(({ id }) => Number(id));
}

test('an item has all that apps need, and nothing is null', { skip: isElsewhere }, async (t) => {
  const house = await compatHouse(t);
  const { text } = await house.greader(`${API}/stream/contents/feed/${house.feeds[0]}?n=1`);
  assert.doesNotMatch(text, /null|kept-unread/);
  const { items, ...top } = JSON.parse(text) as Contents;
  assert.deepEqual(top, {
    direction: 'ltr',
    id: `feed/${house.feeds[0]}`,
    updated: 1_767_614_400,
    continuation: '4',
  });
  assert.deepEqual(items, [
    {
      id: 'tag:google.com,2005:reader/item/0000000000000004',
      crawlTimeMsec: '1767614400000',
      timestampUsec: '1767614400000000',
      published: 1_767_240_000,
      updated: 1_767_240_000,
      title: 'Post 4',
      author: '',
      canonical: [{ href: 'https://site.example/4' }],
      alternate: [{ href: 'https://site.example/4', type: 'text/html' }],
      categories: [state('reading-list'), state('fresh'), 'user/-/label/News'],
      origin: {
        streamId: `feed/${house.feeds[0]}`,
        title: 'Feed of a.example',
        htmlUrl: 'https://site.example/',
      },
      summary: { direction: 'ltr', content: '<p>Text 4</p>' },
    },
  ]);
  await house.ines.client.items.markRead(4);
  await house.ines.client.stars.add(4);
  const [read] = (await get<Contents>(house, '/stream/items/contents?i=4')).items;
  assert.deepEqual(read?.categories, [
    state('reading-list'),
    state('read'),
    state('starred'),
    'user/-/label/News',
  ]);
});

test('items are found by every form of their ids, in the order asked and each once, and others are left out', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  const form: [string, string][] = [
    ['i', '3'],
    ['i', 'tag:google.com,2005:reader/item/0000000000000001'],
    ['i', '0000000000000002'],
    ['i', '900001'],
    ['i', 'tag:google.com,2005:reader/item/ffffffffffffffff'],
    ['i', '0000000000000003'],
  ];
  const found = await get<Contents>(house, '/stream/items/contents', { form });
  assert.deepEqual(
    found.items.map(({ id }) => Number.parseInt(id.slice(-16), 16)),
    [3, 1, 2],
  );
  const multipart = new FormData();
  for (const [name, value] of form) multipart.append(name, value);
  const answer = await house.ask(`${API}/stream/items/contents?i=9`, {
    method: 'POST',
    headers: { authorization: `GoogleLogin auth=${house.token}` },
    body: multipart,
  });
  assert.equal(((await answer.json()) as Contents).items.length, 3);
});

test('streams are what their names say, alone, joined, narrowed and without others', async (t) => {
  const house = await compatHouse(t);
  const [a = 0, b = 0, c = 0] = house.feeds;
  const { client } = house.ines;
  await client.items.markManyRead([1, 5]);
  await client.stars.addMany([1, 2, 9]);
  const down = (first: number, last: number): number[] =>
    Array.from({ length: first - last + 1 }, (_, index) => first - index);
  const encoded = encodeURIComponent;
  const streams: [query: string, ids: number[]][] = [
    ['', down(12, 1)],
    ['s=&it=&xt=', down(12, 1)],
    [`s=${state('reading-list')}`, down(12, 1)],
    [`s=user/12345/state/com.google/reading-list&n=2`, [12, 11]],
    [`s=${state('read')}`, [5, 1]],
    [`s=${state('starred')}`, [9, 2, 1]],
    [`s=${state('kept-unread')}&s=feed/${a}`, down(12, 1).filter((id) => id !== 5)],
    [`s=${state('broadcast')}`, []],
    [`s=feed/${b}`, down(8, 5)],
    [`s=${encoded('feed/https://b.example/feed')}`, down(8, 5)],
    [`s=${encoded('feed/feed/https://b.example/feed')}`, down(8, 5)],
    ['s=feed/900001', []],
    ['s=user/-/label/News', down(8, 1)],
    ['s=user/-/label/%20News%20', down(8, 1)],
    ['s=user/-/label/Olds', []],
    ['s=user/-/label/a%00b', []],
    ['s=feed/https://b.example/feed%00', []],
    [`xt=${state('read')}`, down(12, 1).filter((id) => id !== 5 && id !== 1)],
    [`xt=${state('starred')}&xt=feed/${b}`, [12, 11, 10, 4, 3]],
    ['xt=user/-/label/News', down(12, 9)],
    [`xt=${state('fresh')}`, [5, 1]],
    [`s=${state('kept-unread')}&xt=${state('read')}&n=4`, down(12, 9)],
    [`it=${state('unread')}&it=${state('starred')}`, [9, 2]],
    [`s=user/-/label/News&it=${state('starred')}`, [2, 1]],
    [`s=feed/${a}&it=feed/${c}`, []],
    [`xt=feed/${b}&xt=feed/${c}`, down(4, 1)],
    [`s=feed/${a}&s=feed/${c}&xt=feed/${a}&xt=feed/${b}`, down(12, 9)],
    [`xt=feed/${a}&xt=feed/${b}&xt=feed/${c}`, []],
    [`s=${state('read')}&xt=${state('read')}`, []],
    [`s=${state('starred')}&xt=${state('starred')}`, []],
    [`s=${state('starred')}&s=feed/${b}&xt=${state('starred')}`, down(8, 5)],
    [`s=feed/${a}&s=feed/${c}&r=o&n=5`, [1, 2, 3, 4, 9]],
    [`s=${state('starred')}&s=feed/${b}`, [9, 8, 7, 6, 5, 2, 1]],
  ];
  for (const [query, ids] of streams) assert.deepEqual(await idsOf(house, query), ids, query);
});

test('a call names and leaves out as many streams as a person has, each once, and no more: each of them is narrowed by each of the others', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  const named = (name: string, count: number): [string, string][] =>
    Array.from({ length: count }, (_, index) => [name, `user/-/label/${index}`]);
  const repeated = Array.from({ length: 5_000 }, (): [string, string] => ['s', state('reading-list')]);
  const ask = async (form: [string, string][], path = 'stream/contents'): Promise<number> =>
    (await house.greader(`/reader/api/0/${path}`, { form, method: 'POST' })).status;
  assert.equal(await ask([...named('s', 1_000), ...named('xt', 10), ...named('it', 10)]), 200);
  assert.equal(await ask([...named('s', 1_000), ...named('xt', 11)]), 413);
  assert.equal(await ask(named('xt', 1_000)), 200);
  assert.equal(await ask(repeated), 200);
  for (const [name, count] of [
    ['s', 1_001],
    ['it', 11],
    ['xt', 1_001],
  ] as const)
    assert.equal(await ask(named(name, count)), 413, name);
  assert.equal(await ask(named('s', 1_000), 'mark-all-as-read'), 200);
  assert.equal(await ask(named('s', 1_001), 'mark-all-as-read'), 413);
});

test('a continuation of 0 means the first page, as for other servers', { skip: isElsewhere }, async (t) => {
  const house = await compatHouse(t);
  const first = await get<Refs>(house, '/stream/items/ids?n=3');
  assert.deepEqual(await get<Refs>(house, '/stream/items/ids?n=3&c=0'), first);
});

test('pages follow each other by a continuation that is text, whatever n becomes, in both orders', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  for (const order of ['', '&r=o']) {
    const seen: number[] = [];
    let continuation: string | undefined = '';
    for (let n = 1; continuation !== undefined; n++) {
      const page: Refs = await get(house, `/stream/items/ids?n=${n}${order}&c=${continuation}`);
      seen.push(...page.itemRefs.map(({ id }) => Number(id)));
      continuation = page.continuation;
      if (continuation !== undefined) assert.match(continuation, /^[A-Za-z0-9_-]+$/);
    }
    const all = Array.from({ length: 12 }, (_, index) => index + 1);
    assert.deepEqual(seen, order === '' ? all.reverse() : all);
  }
  assert.equal((await house.greader(`${API}/stream/items/ids?c=%2F%2F`)).status, 400);
  // Damaged, or too large for any database to look for.
  for (const c of ['4!', '4.', 'zzzzzzzzzzz'])
    assert.equal((await house.greader(`${API}/stream/items/ids?c=${c}`)).status, 400, c);
});

test('an app that names no number gets twenty items, and one that names the largest that it knows as many as there are', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  await house.house.library.store.write((tx) => copyMany(tx, house.feeds[2] ?? 0, 30));
  for (const n of ['', 'n=', 'n=0', 'n=x', 'n=-1']) assert.equal((await idsOf(house, n)).length, 20, n);
  for (const n of [200_000, 2 ** 31 - 1, '9223372036854775807', '18446744073709551615'])
    assert.equal((await idsOf(house, `n=${n}`)).length, 42, String(n));
});

test('an answer that an app has is not taken for that to another list, nor for that to another account', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  const tags = new Set<string>();
  // Nothing has happened to either yet, so both are at the same place.
  for (const name of ['otto', 'emil']) {
    const { userId } = await house.signIn(name);
    const { password } = await createAppPassword(house.house.accounts, { id: userId, name }, { name: 'App' });
    const form = new URLSearchParams({ Email: name, Passwd: password });
    const entered = await house.ask('/accounts/ClientLogin', { method: 'POST', body: form });
    const token = /^Auth=(.+)$/m.exec(await entered.text())?.[1];
    const headers = { authorization: `GoogleLogin auth=${token}` };
    for (const query of [`s=${state('starred')}`, `xt=${state('read')}`]) {
      const ask = (known: Record<string, string>) =>
        house.greader(`${API}/stream/items/ids?${query}`, { headers: { ...headers, ...known } });
      const tag = (await ask({})).headers.get('etag') ?? '';
      assert.equal((await ask({ 'if-none-match': tag })).status, 304);
      tags.add(tag);
    }
  }
  assert.equal(tags.size, 4);
});

test('who pages through what is unread loses nothing while another device marks, and meets nothing twice', async (t) => {
  const house = await compatHouse(t);
  const unread = new Set(await idsOf(house, ''));
  const seen: number[] = [];
  let continuation: string | undefined = '';
  while (continuation !== undefined) {
    const page: Refs = await get(house, `/stream/items/ids?xt=${state('read')}&n=3&c=${continuation}`);
    const ids = page.itemRefs.map(({ id }) => Number(id));
    seen.push(...ids);
    // Each page is marked read elsewhere before the next is requested, and something new arrives.
    await house.ines.client.items.markManyRead(ids.length > 0 ? ids : [1]);
    house.web.serve('https://a.example/feed', rss('A', posts(1, 4 + seen.length)));
    await house.crawl(3_600_000);
    continuation = page.continuation;
  }
  assert.equal(new Set(seen).size, seen.length);
  for (const id of unread) assert.ok(seen.includes(id), `item ${id} was lost`);
});

test('what has no date is dated by its arrival, an edit by its own time, and an author is named', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  const arrival = house.clock.now();
  const post = {
    guid: 'u',
    title: 'Undated',
    link: 'https://d.example/u',
    content: '<p>a</p>',
    author: 'Ann',
  };
  house.web.serve('https://d.example/feed', rss('D', [post]));
  await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  const found = async () => (await get<Contents>(house, '/stream/items/contents?i=13')).items[0];
  const { published, updated, author } = (await found()) ?? {};
  assert.deepEqual([published, updated, author], [arrival / 1_000, arrival / 1_000, 'Ann']);
  const { text } = await house.greader('/reader/atom?n=1');
  assert.match(text, /<author><name>Ann<\/name><\/author>/);
  house.web.serve('https://d.example/feed', rss('D', [{ ...post, content: '<p>b</p>' }]));
  await house.crawl(30 * 3_600_000);
  const edited = await found();
  assert.deepEqual([edited?.summary.content, edited?.published], ['<p>b</p>', published]);
  const edits = ((edited?.updated ?? 0) - arrival / 1_000) * 1_000;
  assert.ok(edits > 0 && edits <= house.clock.now() - arrival, `edited after ${edits} ms`);
});

test('what was being stored while an app listed is there when it asks for what has come since', async (t) => {
  const house = await compatHouse(t);
  const { store } = house.house.library;
  await house.clock.advance(60_000);
  const [id = 0] = house.feeds;
  const { userId } = house.ines;
  const late = await store.write(async (tx) => {
    const feed = await findFeed(tx, userId, id);
    const postIds = await somePosts(tx, feed?.sourceId ?? 0, 2);
    const ids = await insertItems(tx, { id, userId }, postIds);
    house.clock.set(house.clock.now() + 4_000);
    assert.equal((await idsOf(house, 'n=100')).length, 12);
    return ids;
  });
  const listedAt = Math.floor(house.clock.now() / 1_000);
  assert.deepEqual(await idsOf(house, `ot=${listedAt}`), late.toReversed());
});

test('ot and nt go by when an item came, in any unit, and not by its date', async (t) => {
  const house = await compatHouse(t);
  const cut = house.clock.now();
  await house.clock.advance(7_200_000);
  // Dated before everything that was there.
  house.web.serve('https://d.example/feed', rss('D', posts(1, 2)));
  await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  const seconds = Math.floor(cut / 1_000);
  for (const after of [seconds + 11, (seconds + 11) * 1_000, `${seconds + 11}000000`]) {
    assert.deepEqual(await idsOf(house, `ot=${after}`), [14, 13]);
  }
  assert.deepEqual(await idsOf(house, `nt=${seconds}&n=2`), [12, 11]);
  assert.deepEqual(await idsOf(house, `ot=${seconds}&r=o&n=2`), [1, 2]);
  // Whoever names a second means what came within it, too.
  await house.clock.advance(11_400);
  const late = Math.floor(house.clock.now() / 1_000);
  house.web.serve('https://e.example/feed', rss('E', posts(1, 1)));
  await house.ines.client.feeds.create({ feedUrl: 'https://e.example/feed' });
  assert.deepEqual(await idsOf(house, `nt=${late}&n=1`), [15]);
  assert.deepEqual(await idsOf(house, `nt=${late - 1}&n=1`), [14]);
  assert.deepEqual(await idsOf(house, `ot=${late}`), [15]);
  assert.deepEqual(await idsOf(house, `ot=${late}&xt=${state('read')}`), [15]);
  assert.deepEqual(await idsOf(house, 'ot=9999999999'), []);
  assert.deepEqual(await idsOf(house, 'nt=1'), []);
});

test('a stream stands in the path, escaped or not, or in s, or is all', { skip: isElsewhere }, async (t) => {
  const house = await compatHouse(t);
  await house.ines.client.groups.create({ title: 'a/b & 100%é', feedIds: [house.feeds[2] ?? 0] });
  const label = 'user/-/label/a/b & 100%é';
  const paths: [path: string, id: string, count: number][] = [
    ['/stream/contents', state('reading-list'), 12],
    ['/stream/contents/', state('reading-list'), 12],
    ['/stream/contents/reading-list', state('reading-list'), 12],
    ['/stream/contents/starred', state('starred'), 0],
    ['/stream/contents/constructor', 'constructor', 0],
    ['/stream/contents/user/7/state/com.google/broadcast', state('broadcast'), 0],
    [`/stream/contents?s=feed/${house.feeds[1]}`, `feed/${house.feeds[1]}`, 4],
    [`/stream/contents/feed%2F${house.feeds[1]}`, `feed/${house.feeds[1]}`, 4],
    ['/stream/contents/feed%2Fhttps%3A%2F%2Fb.example%2Ffeed', `feed/${house.feeds[1]}`, 4],
    ['/stream/contents/user/-/state/com.google/starred', state('starred'), 0],
    [`/stream/contents/${encodeURIComponent(label)}`, label, 4],
    [`/stream/contents/${label}`, label, 4],
  ];
  for (const [path, id, count] of paths) {
    const found = await get<Contents>(house, path);
    assert.deepEqual([found.id, found.items.length], [id, count], path);
  }
});

test('Atom carries all of an item, with its states, for those who read that', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  await house.ines.client.items.markRead(4);
  // XML has no place for such characters.
  await house.ines.client.tags.add(4, 'Odd\u0001\uFFFE');
  const { text, headers } = await house.greader(`/reader/atom/feed%2F${house.feeds[0]}?n=1`);
  assert.match(headers.get('content-type') ?? '', /^application\/atom\+xml/);
  const category = (term: string, label: string): string =>
    `<category term="${term}" scheme="http://www.google.com/reader/" label="${label}"/>`;
  assert.equal(
    text.slice(text.indexOf('<entry ')),
    `<entry gr:crawl-timestamp-msec="1767614400000"><id>tag:google.com,2005:reader/item/0000000000000004</id><title>Post 4</title>
<published>2026-01-01T04:00:00.000Z</published><updated>2026-01-01T04:00:00.000Z</updated>
<link rel="alternate" href="https://site.example/4" type="text/html"/>${[
      category(state('reading-list'), 'reading-list'),
      category(state('read'), 'read'),
      category('user/-/label/News', 'News'),
      category('user/-/label/Odd', 'Odd'),
    ].join('')}
<author><name>Feed of a.example</name></author>
<content type="html">&lt;p&gt;Text 4&lt;/p&gt;</content></entry>
</feed>
`,
  );
});

test('Atom says where it goes on as long as there is more', { skip: isElsewhere }, async (t) => {
  const house = await compatHouse(t);
  const page = (query: string) => house.greader(`/reader/atom/feed%2F${house.feeds[0]}?${query}`);
  const { text } = await page('n=3');
  const [, continuation] = text.match(/<gr:continuation>([^<]+)</) ?? [];
  const rest = await page(`n=3&c=${continuation}`);
  assert.equal(rest.text.match(/<entry /g)?.length, 1);
  for (const whole of [rest, await page('n=4')]) assert.doesNotMatch(whole.text, /continuation/);
});

test('feeds and labels come in the order that the person has given them', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  const { feeds, groups } = house.ines.client;
  const [a, b, c] = house.feeds.map((id) => `feed/${id}`);
  const later = await groups.create({ title: 'Later' });
  await groups.update(later.id, { position: -1 });
  await feeds.update(house.feeds[2] ?? 0, { position: -1 });
  const { subscriptions } = await get<{ subscriptions: { id: string }[] }>(house, '/subscription/list');
  const { tags } = await get<{ tags: { id: string }[] }>(house, '/tag/list');
  assert.deepEqual(
    [subscriptions, tags].map((list) => list.map(({ id }) => id)),
    [
      [c, a, b],
      [state('starred'), 'user/-/label/Later', 'user/-/label/News'],
    ],
  );
});

test('unread items are counted at once for everything, labels and feeds', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  await house.ines.client.items.markManyRead([1, 9, 10]);
  const { max, unreadcounts } = await get<Counts>(house, '/unread-count?output=json&all=1');
  assert.equal(max, 9);
  assert.deepEqual(
    unreadcounts.map(({ id, count }) => [id, count]),
    [
      [state('reading-list'), 9],
      ['user/-/label/News', 7],
      ...house.feeds.map((id, index) => [`feed/${id}`, [3, 4, 2][index]]),
    ],
  );
  assert.ok(unreadcounts.every((each) => /^\d{16}$/.test(each.newestItemTimestampUsec)));
});

test('Vienna, which asks for the items of a feed only if its newest is newer than what it has, hears when that came', {
  skip: isElsewhere,
}, async (t) => {
  const house = await compatHouse(t);
  const [a, b, c] = house.feeds;
  const newest = async () => {
    const { unreadcounts } = await get<Counts>(house, '/unread-count');
    return Object.fromEntries(
      unreadcounts.map(({ id, newestItemTimestampUsec }) => [id, newestItemTimestampUsec]),
    );
  };
  const before = `${house.clock.now()}000`;
  const [all, news] = [state('reading-list'), 'user/-/label/News'];
  const ids = [all, news, `feed/${a}`, `feed/${b}`, `feed/${c}`];
  assert.deepEqual(await newest(), Object.fromEntries(ids.map((id) => [id, before])));
  house.web.serve('https://b.example/feed', rss('Feed of b.example', posts(1, 5)));
  await house.crawl(30 * 3_600_000);
  const [item] = (await get<Refs>(house, '/stream/items/ids?n=1')).itemRefs;
  const after = item?.timestampUsec ?? '';
  assert.ok(after > before);
  await house.ines.client.items.markRead(Number(item?.id));
  assert.deepEqual(await newest(), {
    ...Object.fromEntries(ids.map((id) => [id, before])),
    [all]: after,
    [news]: after,
    [`feed/${b}`]: after,
  });
  // What comes elsewhere makes a label no newer.
  house.web.serve('https://c.example/feed', rss('Feed of c.example', posts(1, 5)));
  await house.crawl(30 * 3_600_000);
  const last = await newest();
  assert.deepEqual([last[news], last[all]], [after, last[`feed/${c}`]]);
  assert.ok((last[all] ?? '') > after);
});
