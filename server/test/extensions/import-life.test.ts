// Imports in any order, twice, broken off, cancelled, undone and done again, while sites publish, days pass and every sweep runs at any moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, CourantError } from '@courant/client';
import fc from 'fast-check';
import { sweepAccounts } from '../../src/accounts/sweep.ts';
import { forgetPosts } from '../../src/crawler/forgetting/forget-posts.ts';
import { forgetSources } from '../../src/crawler/forgetting/forget-sources.ts';
import { forgetGoneUsers, removeAccount } from '../../src/library/accounts.ts';
import { forgetOldChanges } from '../../src/library/forget-changes.ts';
import { forgetJournal } from '../../src/library/journal.ts';
import { forgetPositions } from '../../src/library/playback.ts';
import { applyRetention } from '../../src/library/retention.ts';
import { tagItems } from '../../src/library/tags.ts';
import { forgetImports } from '../../src/library/transfer/imports.ts';
import { forgetDuties } from '../../src/store/duties.ts';
import { sql } from '../../src/store/sql.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { posts, rss } from '../documents.ts';
import { type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { propertyRuns } from '../property-runs.ts';
import { beginCopy, type Copy, download } from './copy.ts';
import { accountOf, bring, opml, untilEnded } from './transfer-house.ts';

const DAY = 86_400_000;

interface Own {
  id: number;
  read: boolean;
  starred: boolean;
  tags: string[];
}

interface OwnFeed {
  id: number;
  url: string;
  groups: string[];
  items: Map<string, Own>;
}

interface World extends SignedIn {
  house: TestHouse;
  run: number;
  /** Site → the number of the newest post that it shows. */
  shows: Map<string, number>;
  feeds: ReadonlyMap<number, OwnFeed>;
  /** Feeds that are away, as they were when they went. */
  away: Map<number, OwnFeed>;
  keepsAll: boolean;
  copy: Copy;
  copiedAt: number;
}

const item = fc.record({
  n: fc.integer({ min: 1, max: 9 }),
  read: fc.boolean(),
  starred: fc.boolean(),
  tag: fc.option(fc.constantFrom('Later', 'Best')),
  content: fc.boolean(),
});

const feed = fc.record({
  site: fc.constantFrom('a', 'b', 'c', 'alias'),
  group: fc.option(fc.constantFrom('News', 'Friends')),
  items: fc.array(item, { maxLength: 5 }),
});

const document = fc.record({ isList: fc.boolean(), feeds: fc.array(feed, { minLength: 1, maxLength: 3 }) });
type Document = typeof document extends fc.Arbitrary<infer Value> ? Value : never;

const any = fc.nat(40);
const doing = fc.record({
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constant('import' as const) },
    { weight: 2, arbitrary: fc.constant('again' as const) },
    { weight: 3, arbitrary: fc.constant('cancel' as const) },
    { weight: 3, arbitrary: fc.constant('retry' as const) },
    { weight: 6, arbitrary: fc.constant('undo' as const) },
    { weight: 2, arbitrary: fc.constant('unfollow' as const) },
    { weight: 1, arbitrary: fc.constant('follow' as const) },
    { weight: 3, arbitrary: fc.constant('mark' as const) },
    { weight: 2, arbitrary: fc.constant('publish' as const) },
    { weight: 4, arbitrary: fc.constant('days' as const) },
    { weight: 1, arbitrary: fc.constant('retain' as const) },
  ),
  document,
  one: any,
  other: any,
  /** Before which write something comes in between, and what. */
  beside: fc.option(fc.record({ write: fc.integer({ min: 1, max: 25 }), what: fc.nat(13) })),
  sweeps: fc.array(fc.nat(9), { maxLength: 3 }),
});
type Doing = typeof doing extends fc.Arbitrary<infer Value> ? Value : never;

test('whatever is imported, in whatever order, and whenever it is swept, nothing is lost, twice, or stays for ever', async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off', COURANT_ACCESS_TOKEN_TTL: '0' });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 6, maxLength: 16 }), async (doings) => {
      const world = await openWorld(house, run++);
      const documents: string[] = [];
      for (const each of doings) {
        await beside(house, each.beside, () => act(world, each, documents));
        for (const place of each.sweeps) await sweeps(house)[place]?.();
        await check(world, each);
      }
      await assertGoesElsewhere(world);
      await assertNothingStays(world);
    }),
    propertyRuns(41, 4),
  );
});

function sweeps({ house }: TestHouse): (() => Promise<void>)[] {
  const { library, accounts } = house;
  return [
    () => sweepAccounts(accounts),
    () => library.store.write(forgetDuties),
    () => forgetGoneUsers(library),
    () => forgetOldChanges(library),
    () => forgetJournal(library),
    () => forgetPositions(library),
    () => forgetImports(library),
    () => applyRetention(library),
    () => forgetPosts(library.store),
    () => forgetSources(library.store),
  ];
}

/** Runs something, and lets a sweep or a fault of the database come in between two of its writes. */
async function beside(house: TestHouse, at: Doing['beside'], run: () => Promise<void>): Promise<void> {
  const { store } = house.house.library;
  const { write } = store;
  let writes = 0;
  if (at)
    store.write = async (fn, options) => {
      if (++writes === at.write) {
        store.write = write;
        const sweep = sweeps(house)[at.what];
        if (!sweep) throw new StoreUnavailable('Cannot reach the database');
        await sweep();
      }
      return write(fn, options);
    };
  try {
    await run();
  } finally {
    store.write = write;
  }
}

/**
 * What was picked at random may be refused, and what a fault came into is broken off: `check` sees whether the account is as whole afterwards.
 * Any other failure is one of the service.
 */
async function act(world: World, doing: Doing, documents: string[]): Promise<void> {
  try {
    if (imports.has(doing.what)) await bringIn(world, doing, documents);
    else await live(world, doing);
  } catch (error) {
    const status = error instanceof CourantError ? error.status : undefined;
    const isBrokenOff = error instanceof StoreUnavailable || status === 503;
    const hadFault = doing.beside !== null && !sweeps(world.house)[doing.beside.what];
    if (isBrokenOff ? !hadFault : status !== 409 && status !== 422) throw error;
    if (error instanceof Error) assert.doesNotMatch(error.message, /nothing is kept/);
  }
}

const imports: ReadonlySet<string> = new Set(['import', 'again', 'cancel', 'retry']);

async function bringIn(
  world: World,
  { what, document, one, other }: Doing,
  documents: string[],
): Promise<void> {
  const { house, client } = world;
  if (what === 'retry') {
    const job = (await client.transfer.imports())[one % 4];
    if (!job) return;
    await client.transfer.retryImport(job.id);
    return void (await untilEnded(house, client, job.id));
  }
  if (what !== 'again' || documents.length === 0) documents.push(written(world, document));
  const text = documents[what === 'again' ? one % documents.length : documents.length - 1] ?? '';
  const { id } = await client.transfer.importFile(text);
  if (what !== 'cancel') return void (await untilEnded(house, client, id));
  for (let turn = 0; turn < other % 12; turn++) await house.clock.advance(500);
  await client.transfer.cancelImport(id);
}

async function live(world: World, { what, one, other }: Doing): Promise<void> {
  const { house, client, feeds } = world;
  const site = 'abc'.charAt(one % 3);
  const feed = [...feeds.values()][one % Math.max(1, feeds.size)];
  if (what === 'undo') {
    const standing = (await client.journal.list({ limit: 200 })).filter(
      ({ undone_by: by }) => by === undefined,
    );
    const entry = standing[one % Math.min(4, Math.max(1, standing.length))];
    if (entry) await client.journal.undo(entry.id);
  } else if (what === 'follow') await client.feeds.create({ feedUrl: address(world, site) });
  else if (what === 'publish') {
    publish(world, site, 1 + (other % 2));
    await house.crawl(DAY + 3_600_000);
  } else if (what === 'days') await days(house, 1 + (one % 12), 3);
  else if (what === 'retain') {
    world.keepsAll = false;
    await client.retention.setPolicy({ keep: 'newest', count: 3 });
  } else if (feed && what === 'unfollow') await leave(world, feed, other);
  else if (feed) await mark(world, feed, { one, other });
}

/** For good, or for some of the 30 days in which everything of it can come back. */
async function leave({ house, client }: World, { id }: OwnFeed, other: number): Promise<void> {
  await client.feeds.delete(id);
  if (other % 2 === 0) return;
  const [entry] = await client.journal.list({ limit: 1 });
  await days(house, 1 + (other % 29), 2);
  await client.journal.undo(entry?.id ?? 0);
}

async function mark(
  { house, client, userId }: World,
  { items }: OwnFeed,
  { one, other }: { one: number; other: number },
): Promise<void> {
  const id = [...items.values()][other % Math.max(1, items.size)]?.id;
  if (id === undefined) return;
  const ways = [
    () => client.items.markRead(id),
    () => client.items.markUnread(id),
    () => client.stars.add(id),
    () => tagItems(house.house.library, userId, [id], { put: ['Mine'], takeOff: [] }),
  ];
  await ways[one % ways.length]?.();
}

async function look(client: Client): Promise<Map<number, OwnFeed>> {
  const groups = await client.groups.list();
  const feeds = new Map<number, OwnFeed>();
  for (const { id, feed_url: url } of await client.feeds.list()) {
    const own = groups.filter((group) => group.feed_ids.includes(id)).map(({ title }) => title);
    feeds.set(id, { id, url, groups: own, items: new Map() });
  }
  for (const each of await Array.fromAsync(client.items.all({ limit: 200 }))) {
    const own = feeds.get(each.feed_id);
    assert.ok(own, `item ${each.id} is of no feed`);
    assert.ok(!own.items.has(each.title), `${own.url} has ${each.title} twice`);
    const { starred = false, tags = [] } = each['app.courant.items'] ?? {};
    own.items.set(each.title, { id: each.id, read: each.read, starred, tags: [...tags].sort() });
  }
  return feeds;
}

async function check(world: World, doing: Doing): Promise<void> {
  const { house, client } = world;
  // What a fault has broken off goes on.
  for (const { id, state } of await client.transfer.imports())
    if (state !== 'done' && state !== 'cancelled') await untilEnded(house, client, id);
  const [before, now] = [world.feeds, await look(client)];
  const { store } = house.house.library;
  const empty = sql`SELECT id FROM items WHERE post_id NOT IN (SELECT post_id FROM post_contents)`;
  assert.deepEqual(await store.read((tx) => tx.all(empty)), []);
  assert.deepEqual(await store.read((tx) => feedsWithWrongCount(tx)), []);
  for (const [id, was] of before) {
    const is = now.get(id);
    if (is) compare(world, doing, { was, is });
    else {
      assert.ok(doing.what === 'undo' || doing.what === 'unfollow', `${was.url} is gone`);
      world.away.set(id, was);
    }
  }
  for (const [id, is] of now) if (!before.has(id)) compareRestored(world, is);
  world.feeds = now;
  if (doing.other % 3 === 0) await followChanges(world);
}

/** A feed that stays has all that it had; only imports and undoing them may add to what was done with it. */
function compare({ keepsAll }: World, { what }: Doing, { was, is }: { was: OwnFeed; is: OwnFeed }): void {
  if (what !== 'undo')
    assert.deepEqual(new Set([...was.groups, ...is.groups]), new Set(is.groups), `groups of ${was.url}`);
  for (const [title, old] of was.items) {
    const own = is.items.get(title);
    if (!own) assert.ok(!keepsAll && isRemovable(old), `${title} of ${was.url} is lost`);
    else if (imports.has(what) || ['publish', 'days', 'undo', 'unfollow'].includes(what)) {
      const { read, starred, tags } = own;
      assert.equal(own.id, old.id, `${title} of ${was.url}`);
      const least = {
        read: read || old.read,
        starred: starred || old.starred,
        tags: [...new Set([...old.tags, ...tags])].sort(),
      };
      assert.deepEqual({ read, starred, tags }, least, `${title} of ${was.url}`);
    } else if (what !== 'mark') assert.deepEqual(own, old, `${title} of ${was.url}`);
  }
}

/** A feed that comes back has exactly what it had, ids and all; a sweep may have come right after. */
function compareRestored({ away, keepsAll }: World, is: OwnFeed): void {
  const was = away.get(is.id);
  if (!was) return;
  away.delete(is.id);
  assert.equal(is.url, was.url);
  for (const [title, old] of was.items) {
    const own = is.items.get(title);
    if (own || keepsAll || !isRemovable(old))
      assert.deepEqual(own, old, `${title} of ${is.url} came back otherwise`);
  }
}

function isRemovable({ read, starred, tags }: Own): boolean {
  return read && !starred && tags.length === 0;
}

/** Whoever was away for less than three months is told of all changes. */
async function followChanges(world: World): Promise<void> {
  const { client, house } = world;
  if (house.clock.now() - world.copiedAt > 90 * DAY) world.copy = await beginCopy(client, { limit: 100 });
  else await world.copy.catchUp(50);
  world.copiedAt = house.clock.now();
  assert.deepEqual(world.copy.stock(), await download(client), 'the copy');
}

function address({ run }: World, site: string): string {
  return `https://${site}.example/${run}`;
}

function publish(world: World, site: string, count: number): void {
  const shows = (world.shows.get(site) ?? 0) + count;
  world.shows.set(site, shows);
  const shown = posts(Math.max(1, shows - 3), shows);
  world.house.web.serve(address(world, site), rss(`Feed ${site}`, shown));
}

async function openWorld(house: TestHouse, run: number): Promise<World> {
  const signedIn = await house.signIn(`ines ${run}`);
  const world: World = {
    ...signedIn,
    ...{ house, run, shows: new Map(), feeds: new Map(), away: new Map(), keepsAll: true },
    copy: await beginCopy(signedIn.client, { limit: 100 }),
    copiedAt: house.clock.now(),
  };
  for (const site of ['a', 'b', 'c']) publish(world, site, 5);
  house.web.serve(address(world, 'alias'), { status: 301, headers: { location: address(world, 'a') } });
  return world;
}

function written(world: World, { isList, feeds }: Document): string {
  if (isList)
    return opml(
      feeds
        .map(({ site, group }) => {
          const one = `<outline type="rss" text="Feed" xmlUrl="${address(world, site)}"/>`;
          return group === null ? one : `<outline text="${group}">${one}</outline>`;
        })
        .join(''),
    );
  const lines: object[] = [{ courant: 'account', version: 1 }];
  for (const { site, group } of feeds)
    lines.push({
      feed: { url: address(world, site), title: `Feed ${site}`, groups: group === null ? [] : [group] },
    });
  for (const { site, items } of feeds)
    for (const { n, tag, content, ...own } of items)
      lines.push({
        item: {
          feed: address(world, site),
          guid: `post-${n}`,
          url: `https://site.example/${n}`,
          title: `Post ${n}`,
          published: new Date(Date.UTC(2026, 0, 1, n)).toISOString(),
          ...own,
          ...(tag !== null && { tags: [tag] }),
          ...(content && { content: `<p>Text ${n}</p>` }),
        },
      });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** An export brings the account about elsewhere, twice like once. */
async function assertGoesElsewhere({ house, client, run }: World): Promise<void> {
  const file = await client.transfer.exportAccount({ content: true });
  if (file.trim().split('\n').length === 1) return;
  const heir = await house.signIn(`heir ${run}`);
  for (let time = 0; time < 2; time++) {
    await bring(house, heir.client, file);
    const there = new Set(await named(heir.client));
    const missing = (await named(client)).filter((line) => !there.has(line));
    assert.deepEqual(missing, [], 'the account of the heir');
  }
  await removeAccount(house.house.library, heir.userId);
}

/** Of what only a status is known: that it is there. */
async function named(client: Client): Promise<string[]> {
  return (await accountOf(client)).flatMap((line) => {
    const { item: own, ...other } = line as { item?: Record<string, unknown> };
    if (!own) return [JSON.stringify(other)];
    const name = `${own.feed} ${own.guid}`;
    return own.identity ? [name, JSON.stringify([name, own.title, own.read, own.starred, own.tags])] : [name];
  });
}

/** Once nobody follows anything, nothing is left of it; and nothing at all of an account that is gone. */
async function assertNothingStays({ house, client, userId }: World): Promise<void> {
  for (const { id } of await client.feeds.list()) await client.feeds.delete(id);
  const own = ['users', 'change_counters', 'apps', 'grants', 'access_tokens', 'groups', 'retention_policies'];
  await days(house, 40, 2);
  const ofImports = ['imports', 'import_groups', 'import_feeds', 'import_items'];
  await assertOnly(house, ['changes', ...ofImports, ...own]);
  await days(house, 60, 30);
  await assertOnly(house, ['changes', ...own]);
  await removeAccount(house.house.library, userId);
  await days(house, 4, 2);
  await assertOnly(house, []);
}

async function days(house: TestHouse, count: number, each: number): Promise<void> {
  for (let day = 0; day < count; day += each) {
    await house.crawl(each * DAY);
    for (const sweep of sweeps(house)) await sweep();
  }
}

/** Nothing has rows but some tables, and those in which the instance describes itself. */
async function assertOnly({ house }: TestHouse, may: readonly string[]): Promise<void> {
  const filled = await house.library.store.read(async (tx) => {
    // Of the search in SQLite: one row for each post that it knows.
    const tables = await tx.all<{ name: string }>(
      tx.dialect.name === 'sqlite'
        ? sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
            AND (name NOT LIKE 'post_words%' OR name LIKE '%docsize')`
        : sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
    );
    const found: string[] = [];
    for (const { name } of tables)
      if (await tx.get({ text: `SELECT 1 AS one FROM ${name} LIMIT 1`, values: [] })) found.push(name);
    return found;
  });
  const ofInstance = ['schema_versions', 'facts', 'counters'];
  assert.deepEqual(
    filled.filter((name) => ![...ofInstance, ...may].includes(name)),
    [],
  );
}
