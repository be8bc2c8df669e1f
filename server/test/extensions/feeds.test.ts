// The extension app.courant.feeds: titles, order, groups and intervals, and counts of what is unread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesAfter, latestSeq } from '../../src/store/changes.ts';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { isOnPostgres } from '../temporary-store.ts';

const isElsewhere = isOnPostgres && 'PostgreSQL is asked for nothing else than by the others';

const TWO_DAYS = 48 * 3_600_000;

test('a title of one’s own stands wherever the feed is, until it is taken back', {
  skip: isElsewhere,
}, async (t) => {
  const { client, a } = await twoFeeds(t);
  const named = await client.feeds.update(a.id, { title: '  My A ' });
  assert.deepEqual([named.title, named['app.courant.feeds']?.custom_title], ['My A', 'My A']);
  assert.deepEqual(await client.feeds.get(a.id), named);
  assert.equal((await client.feeds.list())[0]?.title, 'My A');
  const own = await client.feeds.update(a.id, { title: null });
  assert.deepEqual([own.title, own['app.courant.feeds']?.custom_title], [a.title, undefined]);
});

test('a feed moves to the groups that are named and out of all others', async (t) => {
  const { client, a } = await twoFeeds(t);
  const [one, two] = [
    await client.groups.create({ title: 'One', feedIds: [a.id] }),
    await client.groups.create({ title: 'Two' }),
  ];
  assert.deepEqual((await client.feeds.update(a.id, { groupIds: [two.id] })).group_ids, [two.id]);
  assert.deepEqual((await client.groups.get(one.id)).feed_ids, []);
  assert.deepEqual((await client.groups.get(two.id)).feed_ids, [a.id]);
  await assert.rejects(client.feeds.update(a.id, { groupIds: [one.id, 999], title: 'No' }), { status: 422 });
  const left = await client.feeds.get(a.id);
  assert.deepEqual([left.group_ids, left.title], [[two.id], a.title]);
  assert.deepEqual((await client.feeds.update(a.id, { groupIds: [] })).group_ids, []);
});

test('feeds and groups stand where they are put, and new ones last', async (t) => {
  const { house, client, a, b } = await twoFeeds(t);
  await client.feeds.update(b.id, { position: -2.5 });
  const c = await follow(house, client, 'https://c.example/feed', posts(1, 1));
  assert.deepEqual(
    (await client.feeds.list()).map((feed) => [feed.id, feed['app.courant.feeds']?.position]),
    [
      [a.id, 1],
      [b.id, -2.5],
      [c.id, 2],
    ],
  );
  const one = await client.groups.create({ title: 'One' });
  await client.groups.update(one.id, { position: 1e-7 });
  const two = await client.groups.create({ title: 'Two' });
  assert.deepEqual(
    [await client.groups.get(one.id), two].map((group) => group['app.courant.feeds']?.position),
    [1e-7, 1 + 1e-7],
  );
});

test('a feed says in which language it is written, and when that changes', {
  skip: isElsewhere,
}, async (t) => {
  const { house, client, a } = await twoFeeds(t);
  assert.equal(a['app.courant.feeds']?.language, undefined);
  const { cursor } = await client.sync.changes();
  const said = rss('Feed of a.example', posts(1, 2)).replace('<description/>', '<language>pt-BR</language>');
  house.web.serve(a.feed_url, said);
  await house.crawl(TWO_DAYS);
  const { feeds } = await client.sync.changes({ since: cursor });
  assert.deepEqual(
    feeds?.changed?.map((feed) => [feed.id, feed['app.courant.feeds']?.language]),
    [[a.id, 'pt-BR']],
  );
});

test('whatever a feed shows of what its document says, apps are told when it changes', {
  skip: isElsewhere,
}, async (t) => {
  const { house, client, a } = await twoFeeds(t);
  const shown = async () => {
    const { last_updated, 'app.courant.health': health, ...feed } = await client.feeds.get(a.id);
    return JSON.stringify(feed);
  };
  const said: Record<string, string> = {
    title: 'A',
    link: 'https://site.example/',
    language: 'pt-BR',
    description: 'About A',
    copyright: 'A',
    category: 'A',
    'itunes:author': 'A',
    'atom:icon': 'https://site.example/icon.png',
  };
  const publish = async () => {
    const head = Object.entries(said).map(([name, text]) => `<${name}>${text}</${name}>`);
    const body = rss('', posts(1, 2)).replace(
      /<title><\/title>\s*<link>[^<]*<\/link><description\/>/,
      head.join(''),
    );
    house.web.serve(a.feed_url, body);
    await house.crawl(TWO_DAYS);
  };
  await publish();
  const told: string[] = [];
  for (const name of Object.keys(said)) {
    const [before, { cursor }] = [await shown(), await client.sync.changes()];
    said[name] += name === 'language' ? '-x-new' : '2';
    await publish();
    const { feeds } = await client.sync.changes({ since: cursor });
    if (feeds?.changed?.length) told.push(name);
    const advice = 'add the field of the source to looksDifferent in server/src/crawler/conclude.ts';
    assert.equal((await shown()) !== before, told.includes(name), `the feed shows its ${name}: ${advice}`);
  }
  assert.deepEqual(told, ['title', 'link', 'language']);
});

test('how often a feed is wanted is kept, and the wish can be taken back', {
  skip: isElsewhere,
}, async (t) => {
  const { client, a } = await twoFeeds(t);
  const wished = await client.feeds.update(a.id, { intervalSeconds: 7_200 });
  assert.equal(wished['app.courant.feeds']?.interval_seconds, 7_200);
  for (const intervalSeconds of [899, 2_592_001])
    await assert.rejects(client.feeds.update(a.id, { intervalSeconds }), { status: 400 });
  const free = await client.feeds.update(a.id, { intervalSeconds: null });
  assert.equal(free['app.courant.feeds']?.interval_seconds, undefined);
});

test('a group gets another title and other feeds, and its count is that of its feeds', async (t) => {
  const { client, a, b, ids } = await twoFeeds(t);
  const group = await client.groups.create({ title: 'News', feedIds: [a.id] });
  const other = await client.groups.create({ title: 'Other' });
  const changed = await client.groups.update(group.id, { title: 'Olds', feedIds: [a.id, b.id] });
  assert.deepEqual([changed.title, changed.feed_ids], ['Olds', [a.id, b.id]]);
  assert.equal(changed['app.courant.feeds']?.unread_count, 5);
  await client.items.markManyRead(ids.slice(0, 2));
  assert.equal((await client.groups.list())[0]?.['app.courant.feeds']?.unread_count, 3);
  await assert.rejects(client.groups.update(group.id, { title: 'Other', feedIds: [] }), { status: 409 });
  await assert.rejects(client.groups.update(group.id, { title: 'New', feedIds: [999] }), { status: 422 });
  assert.deepEqual((await client.groups.get(group.id)).feed_ids, [a.id, b.id]);
  assert.equal((await client.groups.update(other.id, { title: 'Other' })).title, 'Other');
  assert.deepEqual((await client.groups.update(group.id, { feedIds: [] })).feed_ids, []);
});

test('each change is told once, and what changes nothing is not told', { skip: isElsewhere }, async (t) => {
  const { house, client, userId, a, b } = await twoFeeds(t);
  const group = await client.groups.create({ title: 'News', feedIds: [a.id] });
  const told = async (act: () => Promise<unknown>) => {
    const { store } = house.house.library;
    const before = await store.read((tx) => latestSeq(tx, userId));
    await act();
    const changes = await store.read((tx) => changesAfter(tx, userId, before, 100));
    return changes.map(({ kind, ids }) => [kind, ids]);
  };
  const feedChanged = ['feeds.changed', [a.id]];
  const groupChanged = ['groups.changed', [group.id]];
  assert.deepEqual(await told(() => client.feeds.update(a.id, { title: 'A', position: 9 })), [feedChanged]);
  assert.deepEqual(await told(() => client.feeds.update(a.id, { title: 'A', groupIds: [group.id] })), []);
  assert.deepEqual(await told(() => client.feeds.update(a.id, { groupIds: [] })), [
    groupChanged,
    feedChanged,
  ]);
  assert.deepEqual(await told(() => client.feeds.update(a.id, { intervalSeconds: 3_600 })), [feedChanged]);
  assert.deepEqual(await told(() => client.groups.update(group.id, { title: 'N' })), [groupChanged]);
  assert.deepEqual(await told(() => client.groups.update(group.id, { title: 'N', feedIds: [b.id] })), [
    groupChanged,
    ['feeds.changed', [b.id]],
  ]);
  assert.deepEqual(await told(() => client.groups.update(group.id, {})), []);
});

const faulty: [path: string, form: string, message: RegExp][] = [
  ['feeds', `title=${'x'.repeat(201)}`, /title is longer than 200/],
  ['feeds', 'position=first', /position is not a number/],
  ['feeds', 'position=1e12', /position is not a number/],
  ['feeds', 'interval_seconds=1.5', /interval_seconds is not a number/],
  ['feeds', 'group_ids=1,x', /group_ids has x/],
  ['groups', 'title=+', /title is blank/],
  ['groups', 'feed_ids=0', /feed_ids has 0/],
];
test('a change that is not of its form changes nothing', { skip: isElsewhere }, async (t) => {
  const { house, client, accessToken, a } = await twoFeeds(t);
  const group = await client.groups.create({ title: 'News' });
  const before = [await client.feeds.list(), await client.groups.list()];
  for (const [noun, body, message] of faulty) {
    const id = noun === 'feeds' ? a.id : group.id;
    const answer = await house.ask(`/api/app.courant.feeds/v1/${noun}/${id}/update`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    });
    assert.equal(answer.status, 400, body);
    assert.match(((await answer.json()) as { error: string }).error, message);
  }
  assert.deepEqual([await client.feeds.list(), await client.groups.list()], before);
});

/** A user who follows two feeds, with two and with three posts. */
async function twoFeeds(t: Parameters<typeof testHouse>[0]) {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const a = await follow(house, ines.client, 'https://a.example/feed', posts(1, 2));
  const b = await follow(house, ines.client, 'https://b.example/feed', posts(1, 3));
  const ids = (await ines.client.items.list()).items.map((item) => item.id);
  return { house, ...ines, a, b, ids };
}
