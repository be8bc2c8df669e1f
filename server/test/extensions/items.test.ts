// The extension app.courant.items: stars, what items have beyond the standard fields, and marking in bulk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { copyMany } from './many-items.ts';

const base = '/api/app.courant.items/v1/items';

test('a star comes and goes without touching the status, and is told in every place where the item is', async (t) => {
  const { client, ids } = await someReader(t);
  const [id = 0] = ids;
  assert.equal((await client.items.get(id))['app.courant.items']?.starred, false);
  const starred = await client.stars.add(id);
  assert.deepEqual([starred.read, starred['app.courant.items']?.starred], [false, true]);
  assert.deepEqual(await client.stars.add(id), starred);
  assert.deepEqual(await client.items.get(id), starred);
  assert.deepEqual((await client.stars.list()).items, [starred]);
  await client.items.markRead(id);
  assert.deepEqual((await client.stars.list({ only: 'unread' })).items, []);
  assert.equal((await client.stars.list({ only: 'read' })).items.length, 1);
  assert.equal((await client.stars.remove(id))['app.courant.items']?.starred, false);
  assert.deepEqual((await client.stars.list()).items, []);
});

test('the list of what has a star has pages like every list', async (t) => {
  const { house, client, accessToken, ids } = await someReader(t);
  const marked = await client.stars.addMany([...ids.slice(0, 7), 999_999]);
  assert.deepEqual(marked, ids.slice(0, 7));
  const seen: number[] = [];
  for await (const item of client.stars.all({ limit: 3 })) seen.push(item.id);
  assert.deepEqual(seen, ids.slice(0, 7).reverse());
  const named = await client.stars.list({ ids: ids.slice(5, 9) });
  assert.deepEqual(
    named.items.map((item) => item.id),
    [ids[6], ids[5]],
  );
  const page = await house.ask(`${base}/starred?limit=3&max_id=${ids[6]}`, authorized(accessToken));
  assert.match(page.headers.get('link') ?? '', /items\/starred\?limit=3&max_id=\d+>; rel="next".*rel="prev"/);
  assert.equal((await house.ask(`${base}/starred?limit=0`, authorized(accessToken))).status, 400);
});

test('an item holds what its post has: enclosures, categories, comments, and when it was edited', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const url = 'https://pod.example/feed';
  house.web.serve(url, podcast('First'));
  const feed = await client.feeds.create({ feedUrl: url });
  const [item] = (await client.feeds.items(feed.id)).items;
  const facts = item?.['app.courant.items'];
  assert.deepEqual(facts, {
    starred: false,
    enclosures: [
      { url: 'https://pod.example/1.mp3', type: 'audio/mpeg', length: 1234, duration_seconds: 3_723 },
      { url: 'https://pod.example/1.pdf', type: 'application/pdf', title: 'What was said' },
    ],
    categories: ['Tea', 'Fog'],
    comments_url: 'https://pod.example/1/talk',
  });
  house.web.serve(url, podcast('First, corrected'));
  await house.crawl(30 * 3_600_000);
  const edited = await client.items.get(item?.id ?? 0);
  assert.equal(edited.title, 'First, corrected');
  assert.deepEqual(edited['app.courant.items'], {
    ...facts,
    edited_at: edited['app.courant.items']?.edited_at,
  });
  assert.match(edited['app.courant.items']?.edited_at ?? '', /^2\d{3}-/);
});

test('everything up to what was seen is marked, and what came later stays unread', async (t) => {
  const { house, client, feed, ids } = await someReader(t);
  const seen = ids.at(-1) ?? 0;
  house.web.serve(feed.feed_url, rss('A', posts(1, 12)));
  await house.crawl(30 * 3_600_000);
  const answer = await client.bulk.markRead({ upTo: seen });
  assert.equal(answer.changed, 10);
  assert.equal((await unreadOf(client)).length, 2);
  assert.ok((await unreadOf(client)).every((id) => id > seen));
  assert.deepEqual(await client.bulk.markRead({ upTo: seen }), { changed: 0 });
  assert.equal((await client.bulk.markUnread({ upTo: seen })).changed, 10);
});

test('only what keeps within every bound is marked', async (t) => {
  const { client, ids } = await someReader(t);
  const at = (index: number) => ids[index] ?? 0;
  assert.equal((await client.bulk.markRead({ olderThanId: at(2) })).changed, 2);
  assert.deepEqual(await unreadOf(client), ids.slice(2).reverse());
  assert.equal((await client.bulk.markRead({ upTo: at(9), newerThanId: at(7) })).changed, 2);
  // Post 5 was published at exactly 05:00 UTC: only 3 and 4 are before.
  assert.equal((await client.bulk.markRead({ before: '2026-01-01T06:00:00+01:00' })).changed, 2);
  assert.deepEqual(await unreadOf(client), ids.slice(4, 8).reverse());
  assert.equal((await client.bulk.markUnread({ before: '2026-01-01T02:00:00Z', upTo: at(9) })).changed, 1);
});

test('a feed or a group is marked without what lies beside it', async (t) => {
  const { house, client, feed, ids } = await someReader(t);
  const other = await follow(house, client, 'https://b.example/feed', posts(1, 3));
  const upTo = (await client.items.list()).items[0]?.id ?? 0;
  const group = await client.groups.create({ title: 'B', feedIds: [other.id] });
  assert.equal((await client.bulk.markRead({ groupId: group.id, upTo })).changed, 3);
  assert.deepEqual(await unreadOf(client), ids.toReversed());
  assert.equal((await client.bulk.markRead({ feedId: feed.id, upTo })).changed, 10);
  assert.equal((await client.bulk.markUnread({ feedId: other.id, upTo })).changed, 3);
  const empty = await client.groups.create({ title: 'Empty' });
  assert.deepEqual(await client.bulk.markRead({ groupId: empty.id, upTo }), { changed: 0 });
});

const faulty: [what: string, form: string, status: number, message: RegExp][] = [
  ['no bound above', '', 400, /up_to is missing/],
  ['only a bound below', 'newer_than_id=1', 400, /up_to is missing/],
  ['two scopes', 'up_to=1&feed_id=1&group_id=1', 400, /feed_id cannot be combined with group_id/],
  ['a malformed id', 'up_to=x', 400, /up_to is x/],
  ['a malformed feed', 'up_to=1&feed_id=0', 400, /feed_id is 0/],
  ['a date that is none', 'before=yesterday', 400, /before is no date, must be like 2026-11-01 or 2026/],
  ['a day that there is not', 'before=2026-02-30', 400, /before is no date/],
  ['a moment of a day that there is not', 'before=2026-02-30T08:00:00Z', 400, /before is no date/],
  ['a moment without its offset', 'before=2026-11-01T08:00:00', 400, /before is no date/],
  ['an unknown feed', 'up_to=1&feed_id=999', 422, /there is no feed 999/],
  ['an unknown group', 'up_to=1&group_id=999', 422, /there is no group 999/],
];
test('a bulk mark that is not clear marks nothing', async (t) => {
  const { house, client, accessToken, ids } = await someReader(t);
  for (const [what, body, status, message] of faulty) {
    const answer = await house.ask(`${base}/mark-read`, authorized(accessToken, body));
    assert.equal(answer.status, status, what);
    assert.match(((await answer.json()) as { error: string }).error, message, what);
  }
  assert.equal((await unreadOf(client)).length, ids.length);
});

test('more than one portion is marked, told and counted whole', async (t) => {
  const { house, client } = await someReader(t);
  const feed = await follow(house, client, 'https://big.example/feed', posts(1, 200));
  const { store } = house.house.library;
  await store.write((tx) => copyMany(tx, feed.id, 6_000));
  const upTo = (await client.items.list({ limit: 1 })).items[0]?.id ?? 0;
  const { changed, entry_id: entryId = 0 } = await client.bulk.markRead({ feedId: feed.id, upTo });
  assert.equal(changed, 6_200);
  assert.equal((await client.feeds.get(feed.id))['app.courant.feeds']?.unread_count, 0);
  assert.equal((await client.journal.undo(entryId)).count, 6_200);
  assert.equal((await client.feeds.get(feed.id))['app.courant.feeds']?.unread_count, 6_200);
});

test('nobody stars or marks what is somebody else’s', async (t) => {
  const { house, client, feed, ids } = await someReader(t);
  const group = await client.groups.create({ title: 'Mine', feedIds: [feed.id] });
  const otto = await house.signIn('otto');
  const [id = 0] = ids;
  await assert.rejects(otto.client.stars.add(id), { status: 404 });
  await assert.rejects(otto.client.stars.remove(id), { status: 404 });
  assert.deepEqual(await otto.client.stars.addMany(ids), []);
  assert.deepEqual(await otto.client.stars.removeMany(ids), []);
  const upTo = ids.at(-1) ?? 0;
  for (const mark of ['markRead', 'markUnread'] as const) {
    await assert.rejects(otto.client.bulk[mark]({ feedId: feed.id, upTo }), { status: 422 });
    await assert.rejects(otto.client.bulk[mark]({ groupId: group.id, upTo }), { status: 422 });
    assert.deepEqual(await otto.client.bulk[mark]({ upTo }), { changed: 0 });
  }
  await client.stars.add(id);
  assert.deepEqual((await otto.client.stars.list()).items, []);
  assert.deepEqual((await otto.client.stars.list({ ids: [id] })).items, []);
  assert.equal((await unreadOf(client)).length, ids.length);
});

/** A user who follows a feed of ten posts; `ids` in order of publication. */
async function someReader(t: Parameters<typeof testHouse>[0]) {
  const house: TestHouse = await testHouse(t);
  const ines: SignedIn = await house.signIn('ines');
  const feed = await follow(house, ines.client, 'https://a.example/feed', posts(1, 10));
  const ids = (await ines.client.items.list()).items.map((item) => item.id).reverse();
  return { house, ...ines, feed, ids };
}

async function unreadOf(client: Client): Promise<number[]> {
  return (await client.items.list({ only: 'unread', limit: 200 })).items.map((item) => item.id);
}

function authorized(accessToken: string, body?: string): RequestInit {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  return body === undefined ? { headers } : { method: 'POST', headers, body };
}

function podcast(title: string): string {
  return `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Pod</title>
    <link>https://pod.example/</link><item><guid>1</guid><title>${title}</title><link>https://pod.example/1</link>
    <category>Tea</category><category>Fog</category><comments>https://pod.example/1/talk</comments>
    <enclosure url="https://pod.example/1.mp3" type="audio/mpeg" length="1234"/><itunes:duration>1:02:03</itunes:duration>
    <atom:link rel="enclosure" href="https://pod.example/1.pdf" type="application/pdf" title="What was said"/>
    <description>${title}</description></item></channel></rss>`;
}
