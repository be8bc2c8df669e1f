// Posts that an import waits for reach its feed in whichever way they come: also by a merge, an undo or a repair.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { forgetJournal } from '../../src/library/journal.ts';
import { applyRetention } from '../../src/library/retention.ts';
import { mergeSources } from '../../src/store/sources/merge-sources.ts';
import { findSourceAt } from '../../src/store/sources/sources.ts';
import { sql } from '../../src/store/sql.ts';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { isOnPostgres } from '../temporary-store.ts';
import { beginCopy, download } from './copy.ts';
import { join } from './joined.ts';
import { before, isFilling } from './some-import.ts';
import { accountOf, bring } from './transfer-house.ts';

const isElsewhere = isOnPostgres && 'PostgreSQL is asked for nothing else than by the others';

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The state when everything has arrived: the read one is read, the starred one has its text, and neither is there twice. */
const settled = [
  ['Post 1', false, false, '<p>Text 1</p>'],
  ['Post 2', false, false, '<p>Text 2</p>'],
  ['Post 7', true, false, '<p>Text 7</p>'],
  ['Post 8', false, true, '<p>Text 8</p>'],
];

test('what several people await stays unread for each of them where it comes with an old archive', {
  skip: isElsewhere,
}, async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const people = [await house.signIn('ada'), await house.signIn('bob')];
  await house.clock.advance(40 * DAY);
  for (const { client } of people) {
    await follow(house, client, OLD, posts(900, 910));
    await bring(house, client, imported(OLD));
  }
  house.web.serve(OLD, rss('Old', [...posts(900, 910), ...posts(1, 60)]));
  await house.crawl(2 * DAY);
  for (const { client } of people) {
    const items = await Array.fromAsync(client.items.all({ limit: 200 }));
    const read = new Map(items.map((item) => [item.title, [item.read, item.content]]));
    assert.deepEqual(read.get('Post 8'), [false, '<p>Text 8</p>']);
    assert.deepEqual(read.get('Post 9'), [true, '<p>Text 9</p>'], 'the archive itself is no news');
  }
});

test('what a policy has removed of an import is read where its post comes after all, and in the account that an export is brought to', async (t) => {
  const { house, client } = await removedByPolicy(t);
  const bob = await house.signIn('bob');
  await bring(house, bob.client, await client.transfer.exportAccount());
  const copy = await beginCopy(client, { limit: 100 });
  house.web.serve(OLD, rss('Old', [...posts(1, 2), ...posts(7, 8)]));
  await house.crawl(DAY + HOUR);
  const [now, there] = [await shown(house, client), await shown(house, bob.client)];
  assert.deepEqual(now, [...settled.slice(0, 3), ['Post 8', true, false, '<p>Text 8</p>']]);
  assert.deepEqual(there, now);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
});

test('what a policy leaves of an import goes on waiting for its post', { skip: isElsewhere }, async (t) => {
  const { house, client } = await removedByPolicy(t, [7, 8, 9]);
  house.web.serve(OLD, rss('Old', [...posts(1, 2), ...posts(7, 9)]));
  await house.crawl(DAY + HOUR);
  assert.deepEqual((await shown(house, client)).slice(3), [
    ['Post 8', true, false, '<p>Text 8</p>'],
    ['Post 9', false, true, '<p>Text 9</p>'],
  ]);
});

test('what is awaited is that also where another post of the same import has come days before', {
  skip: isElsewhere,
}, async (t) => {
  const { house, eve } = await awaiting(t);
  for (const last of [7, 8]) {
    house.web.serve(OLD, rss('Old', [...posts(1, 2), ...posts(7, last)]));
    await house.crawl(3 * DAY);
    assert.equal((await shown(house, eve.client)).length, 4);
  }
  assert.deepEqual(await shown(house, eve.client), settled);
});

test("what a policy has removed of an import does not come back by the account's own export", {
  skip: isElsewhere,
}, async (t) => {
  const { house, client } = await removedByPolicy(t);
  const account = await accountOf(client);
  await bring(house, client, await client.transfer.exportAccount());
  assert.deepEqual(await shown(house, client), settled.slice(0, 2));
  assert.deepEqual(new Set(await accountOf(client)), new Set(account));
  assert.equal((await accountOf(client)).length, account.length);
});

test('an export says what a later import has brought, and not also what an earlier one knew of the same post', async (t) => {
  const house = await testHouse(t);
  const [{ client }, bob] = [await house.signIn('eve'), await house.signIn('bob')];
  await follow(house, client, OLD, posts(1, 2));
  const item = { feed: OLD, guid: 'post-7', url: 'https://site.example/7', title: 'Post 7' };
  for (const more of [{ read: true }, { read: false, content: '<p>Text 7</p>' }])
    await bring(house, client, accountWith(OLD, [{ item: { ...item, ...more } }]));
  await bring(house, bob.client, await client.transfer.exportAccount({ content: true }));
  const unread = [...settled.slice(0, 2), ['Post 7', false, false, '<p>Text 7</p>']];
  assert.deepEqual(await shown(house, client), unread);
  assert.deepEqual(await shown(house, bob.client), unread);
});

test('what has gone from a feed again with its undo is not read where its post comes, and one with it when it is back', {
  skip: isElsewhere,
}, async (t) => {
  const { house, client, undoLast } = await removedAndMerged(t);
  await undoLast();
  await undoLast();
  house.web.serve(NEW, rss('New', [...posts(1, 2), ...posts(7, 8)]));
  await house.crawl(DAY + HOUR);
  assert.deepEqual(await shown(house, client), [
    ...settled.slice(0, 2),
    ['Post 7', false, false, '<p>Text 7</p>'],
    ['Post 8', false, false, '<p>Text 8</p>'],
  ]);
  await undoLast();
  assert.deepEqual(await shown(house, client), settled);
});

test('a feed from which a removed one goes again awaits what it did by itself', {
  skip: isElsewhere,
}, async (t) => {
  const { house, client, undoLast } = await removedAndMerged(t);
  await bring(house, client, imported(NEW, [9]));
  await undoLast();
  await undoLast();
  house.web.serve(NEW, rss('New', [...posts(1, 2), ...posts(9, 9)]));
  await house.crawl(DAY + HOUR);
  assert.deepEqual((await shown(house, client)).slice(2), [['Post 9', false, true, '<p>Text 9</p>']]);
});

test('what is imported again while its feed is away stays unread where its post comes once that is back', async (t) => {
  const { house, client, undoLast } = await removedAndMerged(t);
  await undoLast();
  await undoLast();
  const [removal] = await client.journal.list();
  await bring(house, client, imported(NEW));
  await client.journal.undo(removal?.id ?? 0);
  house.web.serve(NEW, rss('New', [...posts(1, 2), ...posts(7, 8)]));
  await house.crawl(DAY + HOUR);
  assert.deepEqual(await shown(house, client), settled);
});

test('what came to a feed while a removed one was in it stays when that goes again, though an import shows it', {
  skip: isElsewhere,
}, async (t) => {
  const { house, client, undoLast } = await removedAndMerged(t);
  await undoLast();
  house.web.serve(NEW, rss('New', [...posts(1, 2), ...posts(7, 8)]));
  await house.crawl(DAY + HOUR);
  for (let times = 0; times < 3; times++) {
    assert.deepEqual(await shown(house, client), settled);
    await undoLast();
  }
});

test('what a feed had before a removed one came into it stays when that goes again, though an import shows it by then', {
  skip: isElsewhere,
}, async (t) => {
  const { house, eve, feed } = await awaiting(t);
  const { client } = eve;
  const bob = await house.signIn('bob');
  await follow(house, bob.client, OLD, posts(1, 2));
  await follow(house, client, NEW, [...posts(1, 2), ...posts(7, 8)]);
  await house.clock.advance(HOUR);
  await client.feeds.delete(feed.id);
  await join(house, OLD, NEW);
  for (let times = 0; times < 3; times++) {
    await undoLast(client);
    assert.deepEqual(await shown(house, client), settled);
  }
});

test('two feeds that become one await what either did', async (t) => {
  const { house, eve, starred } = await awaiting(t);
  await follow(house, eve.client, NEW, posts(1, 2));
  await merge(house);
  house.web.serve(NEW, rss('New', [...posts(1, 2), ...posts(7, 8)]));
  await house.crawl(DAY + HOUR);
  assert.deepEqual(await shown(house, eve.client), settled);
  assert.equal((await eve.client.items.get(starred)).content, '<p>Text 8</p>');
  await bring(house, eve.client, imported(NEW));
  assert.deepEqual(await shown(house, eve.client), settled);
});

test('an import that comes again once its feed has gone into another finds there what it has brought', {
  skip: isElsewhere,
}, async (t) => {
  for (const hasOwn of [false, true]) {
    const { house, eve } = await awaiting(t);
    await follow(house, eve.client, NEW, posts(1, 2));
    if (hasOwn) await bring(house, eve.client, imported(NEW, [9]));
    await merge(house);
    const before = await shown(house, eve.client);
    assert.equal(before.length, hasOwn ? 4 : 3);
    await bring(house, eve.client, imported(NEW, hasOwn ? [7, 8, 9] : [7, 8]));
    assert.deepEqual(await shown(house, eve.client), before);
  }
});

test('what one feed awaits and the other shows is one when they become one, read and starred as either was', async (t) => {
  const { house, eve, starred } = await awaiting(t);
  await follow(house, eve.client, NEW, [...posts(1, 2), ...posts(7, 8)]);
  const twin = (await eve.client.items.list()).items.find((item) => item.title === 'Post 8' && item.content);
  await eve.client.items.markRead(twin?.id ?? 0);
  const copy = await beginCopy(eve.client, { limit: 100 });
  await merge(house);
  assert.deepEqual(await shown(house, eve.client), [
    ...settled.slice(0, 3),
    ['Post 8', true, true, '<p>Text 8</p>'],
  ]);
  assert.equal((await eve.client.items.get(starred)).content, '<p>Text 8</p>');
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(eve.client));
});

test('what both await is one when it comes', async (t) => {
  const { house, eve } = await awaiting(t);
  await follow(house, eve.client, NEW, posts(1, 2));
  await bring(house, eve.client, imported(NEW));
  const [, earlier] = (await eve.client.items.list()).items.filter((item) => item.title === 'Post 8');
  assert.ok(earlier);
  await eve.client.stars.remove(earlier.id);
  await eve.client.items.markRead(earlier.id);
  await merge(house);
  house.web.serve(NEW, rss('New', [...posts(1, 2), ...posts(7, 8)]));
  await house.crawl(DAY + HOUR);
  assert.deepEqual(await shown(house, eve.client), [
    ...settled.slice(0, 3),
    ['Post 8', true, true, '<p>Text 8</p>'],
  ]);
});

test('a feed that is carried to a source with the posts has them as it was waiting for them', {
  skip: isElsewhere,
}, async (t) => {
  const { house, eve, starred } = await awaiting(t);
  const bob = await house.signIn('bob');
  await follow(house, bob.client, NEW, [...posts(1, 2), ...posts(7, 8)]);
  await merge(house);
  assert.deepEqual(await shown(house, eve.client), settled);
  assert.equal((await eve.client.items.get(starred)).content, '<p>Text 8</p>');
});

test('posts that come while their feed is away are those that it awaits when it is back', {
  skip: isElsewhere,
}, async (t) => {
  const { house, eve, feed, starred } = await awaiting(t);
  const bob = await house.signIn('bob');
  await follow(house, bob.client, OLD, posts(1, 2));
  await eve.client.feeds.delete(feed.id);
  house.web.serve(OLD, rss('Old', [...posts(1, 2), ...posts(7, 8)]));
  for (let visit = 0; visit < 2; visit++) await house.crawl(DAY);
  const [entry] = await eve.client.journal.list();
  await eve.client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(await shown(house, eve.client), settled);
  assert.equal((await eve.client.items.get(starred)).content, '<p>Text 8</p>');
});

test('a feed that comes back into another finds there what it awaits', { skip: isElsewhere }, async (t) => {
  const { house, eve, feed } = await awaiting(t);
  const bob = await house.signIn('bob');
  await follow(house, bob.client, OLD, posts(1, 2));
  await follow(house, eve.client, NEW, [...posts(1, 2), ...posts(7, 8)]);
  await house.clock.advance(HOUR);
  await eve.client.feeds.delete(feed.id);
  await join(house, OLD, NEW);
  const [entry] = await eve.client.journal.list();
  await eve.client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(await shown(house, eve.client), settled);
});

test('a feed that is repaired finds what it awaits at the other address', {
  skip: isElsewhere,
}, async (t) => {
  const { house, eve, feed, starred } = await awaiting(t);
  house.web.serve(NEW, rss('New', [...posts(1, 2), ...posts(7, 8)]));
  await eve.client.health.repair(feed.id, { feedUrl: NEW });
  assert.deepEqual(await shown(house, eve.client), settled);
  assert.equal((await eve.client.items.get(starred)).content, '<p>Text 8</p>');
});

test('an import that is under way goes on in the feed that its own goes into', {
  skip: isElsewhere,
}, async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('eve');
  await follow(house, client, OLD, posts(1, 2));
  await follow(house, client, NEW, posts(1, 2));
  const merged = before(house, isFilling, () =>
    house.house.library.store.write(async (tx) => {
      const [id = 0, into = 0] = [await findSourceAt(tx, OLD), await findSourceAt(tx, NEW)];
      await mergeSources(tx, { id, url: OLD }, into);
    }),
  );
  await bring(house, client, imported(OLD));
  await merged;
  house.web.serve(NEW, rss('New', [...posts(1, 2), ...posts(7, 8)]));
  await house.crawl(2 * DAY);
  assert.deepEqual(await shown(house, client), settled);
});

test('what was wished for a feed, and what it awaited, is kept for as long as it can come back', async (t) => {
  const { house, eve, feed, starred } = await awaiting(t);
  const { client } = eve;
  const bob = await house.signIn('bob');
  await follow(house, bob.client, OLD, posts(1, 2));
  await client.retention.setPolicy({ keep: 'newest', count: 50, feedId: feed.id });
  const other = await follow(house, client, NEW, posts(1, 2));
  await client.retention.setPolicy({ keep: 'newest', count: 50, feedId: other.id });
  await bring(house, client, imported(NEW));
  await client.feeds.delete(feed.id);
  const forget = async (days: number) => {
    await house.clock.sleep(days * DAY);
    await forgetJournal(house.house.library);
  };
  await forget(29);
  const [entry] = await client.journal.list();
  await client.journal.undo(entry?.id ?? 0);
  assert.equal((await client.retention.policy()).feeds.length, 2);
  await client.feeds.delete(feed.id);
  const left = () =>
    house.house.library.store.read((tx) =>
      tx.all<{ feed_id: number }>(sql`
        SELECT feed_id FROM awaited_posts UNION ALL SELECT feed_id FROM feed_wishes ORDER BY feed_id`),
    );
  const ids = async () => (await left()).map((row) => row.feed_id);
  await forget(29);
  assert.deepEqual(await ids(), [feed.id, feed.id, feed.id, other.id, other.id, other.id]);
  await forget(2);
  assert.deepEqual(await ids(), [other.id, other.id, other.id]);
  await assert.rejects(client.items.get(starred), { status: 404 });
});

test('a feed that has come back into another, and goes from it again, has its wishes when it comes back by itself', {
  skip: isElsewhere,
}, async (t) => {
  const { house, eve, feed } = await awaiting(t);
  const { client } = eve;
  const bob = await house.signIn('bob');
  await follow(house, bob.client, OLD, posts(1, 2));
  await client.retention.setPolicy({ keep: 'newest', count: 50, feedId: feed.id });
  const other = await follow(house, client, NEW, posts(1, 2));
  await house.clock.sleep(HOUR);
  await client.feeds.delete(feed.id);
  await merge(house);
  const forget = async (days: number) => {
    await house.clock.sleep(days * DAY);
    await forgetJournal(house.house.library);
  };
  await forget(20);
  await undoLast(client);
  await forget(20);
  await undoLast(client);
  await forget(20);
  const [entry] = await client.journal.list();
  await client.feeds.delete(other.id);
  await client.journal.undo(entry?.id ?? 0);
  assert.equal((await client.retention.policy()).feeds.length, 1);
});

interface Awaiting {
  house: TestHouse;
  eve: SignedIn;
  feed: { id: number };
  /** The item for the starred post of the file. */
  starred: number;
}

/** Eve follows a feed, and has imported a read post without text and a starred one, neither of which the feed shows. */
async function awaiting(t: TestContext, numbers = [7, 8]): Promise<Awaiting> {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const eve = await house.signIn('eve');
  const feed = await follow(house, eve.client, OLD, posts(1, 2));
  await bring(house, eve.client, imported(OLD, numbers));
  const starred = (await eve.client.items.list()).items.find((item) => item.title === 'Post 8')?.id ?? 0;
  return { house, eve, feed, starred };
}

/** Eve has read what she imported as starred and tagged, and is done with it, and it was too old for her policy. */
async function removedByPolicy(
  t: TestContext,
  numbers = [7, 8],
): Promise<{ house: TestHouse; client: Client }> {
  const { house, eve, feed, starred } = await awaiting(t, numbers);
  const { client } = eve;
  await client.stars.remove(starred);
  await client.tags.remove(starred, 'later');
  await client.items.markRead(starred);
  await client.retention.setPolicy({ keep: 'days', count: 1, feedId: feed.id });
  await house.clock.advance(DAY + HOUR);
  await applyRetention(house.house.library);
  await assert.rejects(client.items.get(starred), { status: 404 });
  return { house, client };
}

function imported(feed: string, numbers: readonly number[] = [7, 8]): string {
  const lines = numbers.map((n) => ({
    item: {
      feed,
      identity: `g:post-${n}`,
      guid: `post-${n}`,
      url: `https://site.example/${n}`,
      title: `Post ${n}`,
      created_at: '2026-01-01T00:00:00.000Z',
      read: n === 7,
      starred: n >= 8,
      ...(n >= 8 ? { tags: ['later'] } : {}),
    },
  }));
  return accountWith(feed, lines);
}

function accountWith(feed: string, lines: readonly object[]): string {
  return [{ courant: 'account', version: 1 }, { feed: { url: feed } }, ...lines]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** Her feed that awaits posts is removed, and while it is away, its source becomes that of another feed of hers. */
async function removedAndMerged(t: TestContext) {
  const { house, eve, feed } = await awaiting(t);
  const { client } = eve;
  const bob = await house.signIn('bob');
  await follow(house, bob.client, OLD, posts(1, 2));
  await follow(house, client, NEW, posts(1, 2));
  await house.clock.sleep(HOUR);
  await client.feeds.delete(feed.id);
  await merge(house);
  return { house, client, undoLast: () => undoLast(client) };
}

async function undoLast(client: Client): Promise<void> {
  const [last] = await client.journal.list();
  await client.journal.undo(last?.id ?? 0);
}

/** Makes the old address redirect to the new one, which shows no more than the old one did, until the move is believed. */
async function merge(house: TestHouse): Promise<void> {
  house.web.serve(NEW, rss('New', posts(1, 2)));
  await join(house, OLD, NEW);
}

async function shown(house: TestHouse, client: Client): Promise<unknown[]> {
  const { store } = house.house.library;
  assert.deepEqual(await store.read((tx) => feedsWithWrongCount(tx)), []);
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return items
    .map(({ title, read, content, 'app.courant.items': own }) => [title, read, own?.starred, content])
    .sort();
}
