// Items: what they contain, how they are listed and how they are marked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';

test('an item carries all that its post has, and leaves out what it lacks', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const full = {
    guid: 'full',
    title: 'Fish &amp; chips',
    link: 'https://site.example/full',
    publishedAt: Date.UTC(2026, 0, 2),
    content: '<p onclick="x()">Hello <a href="/rel">there</a></p><script>x()</script>',
    author: 'Ada',
  };
  const feed = await follow(house, client, 'https://a.example/feed', [
    { guid: 'bare', content: 'No title, no link, no date' },
    full,
  ]);
  const { items } = await client.items.list();
  const rich = items.find((item) => item.author === 'Ada');
  const bare = items.find((item) => item.author === undefined);
  assert.ok(rich && bare);
  const created = new Date(house.clock.now()).toISOString();
  assert.deepEqual(
    {
      id: rich.id,
      feed: rich.feed_id,
      title: rich.title,
      url: rich.url,
      read: rich.read,
      published: rich.published,
      created: rich.created_at,
    },
    {
      id: rich.id,
      feed: feed.id,
      title: 'Fish & chips',
      url: full.link,
      read: false,
      published: '2026-01-02T00:00:00.000Z',
      created,
    },
  );
  const html = rich.content ?? rich.summary ?? '';
  assert.match(html, /href="https:\/\/(a|site)\.example\/rel"/);
  assert.doesNotMatch(html, /onclick|script/);
  assert.equal(bare.title, 'No title, no link, no date');
  assert.equal(bare.url, 'https://site.example/');
  assert.ok(!('published' in bare) && !('author' in bare));
  assert.deepEqual(await client.items.get(rich.id), rich);
});

test('addresses are such that strict programs read them, too; that of a document is the one by which it is followed', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed?of=a|b', [
    { guid: 'odd', title: 'Odd', link: 'https://site.example/100%/a|b?c=[1]' },
  ]);
  const { items } = await client.items.list();
  assert.equal(items[0]?.url, 'https://site.example/100%25/a%7Cb?c=%5B1%5D');
  assert.equal((await client.feeds.create({ feedUrl: feed.feed_url })).id, feed.id);
});

test('the items of a first fetch are in order of publication, whatever the order in the document', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const [one, two, three] = posts(1, 3);
  assert.ok(one && two && three);
  await follow(house, client, 'https://a.example/feed', [two, three, one]);
  const { items } = await client.items.list();
  assert.deepEqual(
    items.map((item) => item.title),
    ['Post 3', 'Post 2', 'Post 1'],
  );
  assert.ok(items.every((item, index) => index === 0 || item.id < (items[index - 1]?.id ?? 0)));
});

test('what arrives later has greater ids, so the greatest id seen misses nothing', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, 'https://a.example/feed', posts(5, 6));
  const seen = (await client.items.list()).items[0]?.id ?? 0;
  // Posts 1 and 2 are older by date, but arrive here later.
  house.web.serve('https://a.example/feed', rss('A', [...posts(1, 2), ...posts(5, 6)]));
  await house.crawl(30 * 3_600_000);
  const { items } = await client.items.list({ sinceId: seen });
  assert.deepEqual(items.map((item) => item.title).sort(), ['Post 1', 'Post 2']);
});

test('following next to the end gives every item once, in each list and with each filter', async (t) => {
  const { client, feedId, groupId } = await houseOf45(t);
  const lists = {
    all: (query: object) => client.items.all(query),
    feed: (query: object) => client.feeds.allItems(feedId, query),
    group: (query: object) => client.groups.allItems(groupId, query),
  };
  for (const list of Object.values(lists)) {
    for (const [only, count] of [
      [undefined, 45],
      ['read', 5],
      ['unread', 40],
    ] as const) {
      const ids = (await Array.fromAsync(list({ limit: 7, only }))).map((item) => item.id);
      assert.equal(ids.length, count);
      assert.deepEqual(
        ids,
        [...new Set(ids)].sort((a, b) => b - a),
      );
    }
  }
});

test('min_id gives the page next to it, since_id the newest page, max_id bounds both', async (t) => {
  const { client } = await houseOf45(t);
  const ids = (await client.items.list({ limit: 200 })).items.map((item) => item.id).reverse();
  const at = (index: number): number => ids[index] ?? 0;
  const page = async (query: object) =>
    (await client.items.list({ limit: 3, ...query })).items.map((item) => ids.indexOf(item.id));
  assert.deepEqual(await page({}), [44, 43, 42]);
  assert.deepEqual(await page({ maxId: at(10) }), [9, 8, 7]);
  assert.deepEqual(await page({ minId: at(10) }), [13, 12, 11]);
  assert.deepEqual(await page({ sinceId: at(10) }), [44, 43, 42]);
  assert.deepEqual(await page({ minId: at(10), maxId: at(13) }), [12, 11]);
  assert.deepEqual(await page({ sinceId: at(10), maxId: at(20) }), [19, 18, 17]);
  assert.deepEqual(await page({ maxId: at(0) }), []);
  assert.deepEqual(await page({ minId: 0 }), [2, 1, 0]);
  assert.deepEqual(await page({ maxId: Number.MAX_SAFE_INTEGER }), [44, 43, 42]);
  assert.deepEqual(await page({ ids: [at(4), at(2), 999_999] }), [4, 2]);
});

test('a page names its neighbours in Link, absolute and with all other parameters kept', async (t) => {
  const { house, accessToken } = await houseOf45(t);
  const ask = (path: string) => house.ask(path, { headers: { authorization: `Bearer ${accessToken}` } });
  const first = await ask('/api/v1/items?limit=20&only=unread&unknown=kept');
  const link = first.headers.get('link') ?? '';
  const next = /<(https:\/\/courant\.example\/api\/v1\/items\?[^>]*)>; rel="next"/.exec(link)?.[1];
  assert.ok(next, link);
  assert.doesNotMatch(link, /rel="prev"/);
  const parameters = new URL(next).searchParams;
  assert.deepEqual(
    [parameters.get('limit'), parameters.get('only'), parameters.get('unknown')],
    ['20', 'unread', 'kept'],
  );
  const last = await ask(new URL(next).pathname + new URL(next).search);
  assert.match(last.headers.get('link') ?? '', /rel="prev"/);
  assert.doesNotMatch(last.headers.get('link') ?? '', /rel="next"/);
  assert.equal((await ask('/api/v1/items?limit=200')).headers.get('link'), null);
});

test('marking gives the item back, changes it once, and unmarks it again', async (t) => {
  const { client } = await houseOf45(t);
  const id = (await client.items.list({ only: 'unread' })).items[0]?.id ?? 0;
  assert.equal((await client.items.markRead(id)).read, true);
  assert.equal((await client.items.markRead(id)).read, true);
  assert.equal((await client.items.get(id)).read, true);
  assert.equal((await client.items.markUnread(id)).read, false);
  await assert.rejects(client.items.markRead(999_999), { status: 404 });
});

test('a batch answers with the ids that exist, once each, in the order given', async (t) => {
  const { house, client, accessToken } = await houseOf45(t);
  const [a = 0, b = 0, c = 0] = (await client.items.list({ only: 'unread' })).items.map((item) => item.id);
  await client.items.markRead(b);
  const mark = async (query: string, body?: string) => {
    const answer = await house.ask(`/api/v1/items/read${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      ...(body === undefined ? {} : { body }),
    });
    return [answer.status, await answer.json()];
  };
  assert.deepEqual(await mark(`?ids=${c},%20${a}%20,999999,${b},${c}`), [200, [c, a, b]]);
  assert.deepEqual(await mark('', `ids=${a}`), [200, [a]]);
  for (const id of [a, b, c]) assert.equal((await client.items.get(id)).read, true);
});

test('ten thousand ids are one batch, one more is a 413 and changes nothing', async (t) => {
  const { house, client, accessToken } = await houseOf45(t);
  const id = (await client.items.list({ only: 'unread' })).items[0]?.id ?? 0;
  const mark = (ids: number[]) =>
    house.ask('/api/v1/items/read', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams({ ids: ids.join(',') }),
    });
  const many = [id, ...Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index)];
  assert.equal((await mark(many)).status, 413);
  assert.equal((await client.items.get(id)).read, false);
  assert.equal((await mark(many.slice(0, 10_000))).status, 200);
  assert.equal((await client.items.get(id)).read, true);
});

/** A user with two feeds in one group, 45 items in the first (5 of them read), and an empty second. */
async function houseOf45(t: Parameters<typeof testHouse>[0]) {
  const house = await testHouse(t);
  const { client, accessToken } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 45));
  const empty = await follow(house, client, 'https://b.example/feed', []);
  const group = await client.groups.create({ title: 'Both', feedIds: [feed.id, empty.id] });
  await client.items.markManyRead(await someIds(client, 5));
  return { house, client, accessToken, feedId: feed.id, groupId: group.id };
}

async function someIds(client: Client, count: number): Promise<number[]> {
  const { items } = await client.items.list({ limit: 45 });
  return items
    .filter((_, index) => index % 9 === 0)
    .slice(0, count)
    .map((item) => item.id);
}
