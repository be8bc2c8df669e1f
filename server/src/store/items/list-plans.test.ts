// How many rows PostgreSQL reads for a list, and where it writes counts: its plan depends on how many rows there are.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import type { ItemPage, ItemScope } from '../../model/item.ts';
import { unreadOfFeeds, unreadOfGroups } from '../feeds/counts.ts';
import { feedFigures } from '../feeds/feed-figures.ts';
import { listGroups } from '../feeds/groups.ts';
import { isWithin } from '../search/search-scope.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, Store, WriteTx } from '../store.ts';
import { analyzeTables } from '../testing/analyze-tables.ts';
import { someUser } from '../testing/rows.ts';
import { listIds } from './item-lists.ts';
import { countWithin, findItems, findItemsWithJson } from './items.ts';
import { countUnread } from './marks.ts';
import { streamPart } from './streams.ts';

const counts = { skip: isOnPostgres ? false : 'SQLite counts nothing' };

/** Feeds of the reader: three of four are in one group, and the first three in another. */
const FEEDS = 400;
const LIMIT = 20;
/** Other users with as many feeds each, who came before the reader, for cases in which that matters. */
const OTHERS = 15;
/** A merge of 300 feeds reads a page of each, and a walk before it looks up 2,000 items in the group. */
const MOST_ROWS = 300 * (LIMIT + 1) + 2 * 2_000;

for (const posts of [1, 5]) {
  test(
    `a list of ${posts * FEEDS} items looks at a few pages of them, whether they were counted or not`,
    counts,
    async (t) => {
      const { store, userId } = await filled(t, posts);
      for (const counted of [false, true]) {
        if (counted) await store.write(analyzeTables);
        for (const [name, ask] of asked(userId, posts)) {
          const { rows, plan } = await mostRows(store, ask);
          assert.ok(rows <= MOST_ROWS, `${name}, counted ${counted}: ${rows} rows are looked at\n${plan}`);
        }
      }
    },
  );
}

test(
  'of 20,000 items a long page of very many feeds reads little more than itself, and what is read in a group, or has tags, is found without a look at others',
  counts,
  async (t) => {
    const { store, userId } = await filled(t, 50, 1);
    const feedIds = Array.from({ length: 300 }, (_, index) => index + 1);
    for (const oldestFirst of [true, false]) {
      const ask = (tx: ReadTx) => streamPart(tx, userId, { feedIds }, { limit: 200, oldestFirst });
      const { rows, plan } = await mostRows(store, ask);
      assert.ok(rows <= 2_000, `${rows} of 15,000 rows are looked at\n${plan}`);
    }

    const group: ItemScope = { of: 'group', groupId: 1 };
    const page: ItemPage = { limit: LIMIT, only: 'read' };
    await store.write((tx) =>
      tx.run(sql`UPDATE items SET read = CASE WHEN feed_id < 3 AND id < 1000 THEN 1 ELSE 0 END`),
    );
    for (const end of [{}, { maxId: 5_000 }, { maxId: 500 }, { minId: 500 }]) {
      const { rows, plan } = await mostRows(store, (tx) => listIds(tx, userId, group, { ...page, ...end }));
      assert.ok(rows <= 2_000, `${JSON.stringify(end)}: ${rows} rows are looked at\n${plan}`);
    }

    // Nor at what others have tagged.
    await store.write((tx) => fillTags(tx, userId));
    for (const counted of [false, true]) {
      if (counted) await store.write(analyzeTables);
      for (const tagIds of [[1], [1, 2], [2, 999]]) {
        const searched = { userId, words: [], facts: [], feedIds: undefined, tags: [{ tagIds, not: false }] };
        const ask = (tx: ReadTx) => isWithin(tx, { ...searched, hasArticles: false, reach: 'anywhere' }, 250);
        const { rows, plan } = await mostRows(store, ask);
        assert.ok(rows <= 2_000, `${tagIds}, counted ${counted}: ${rows} rows are looked at\n${plan}`);
      }
    }
  },
);

/** Two tags of the reader, and one of somebody else. */
async function fillTags(tx: WriteTx, userId: number): Promise<void> {
  const [otto] = await tx.all<{ id: number }>(sql`SELECT id FROM users WHERE id <> ${userId}`);
  for (const [id, owner] of [
    [1, userId],
    [2, userId],
    [3, otto?.id ?? 0],
  ] as const)
    await tx.run(sql`INSERT INTO tags (id, user_id, title) VALUES (${id}, ${owner}, ${`Tag ${id}`})`);
  for (const condition of [
    sql`1, id FROM items WHERE id <= 4000`,
    sql`2, id FROM items WHERE id BETWEEN 3000 AND 3100`,
  ])
    await tx.run(sql`INSERT INTO item_tags (tag_id, item_id) SELECT ${condition}`);
  await tx.run(sql`INSERT INTO item_tags (tag_id, item_id) SELECT 3, id + 4000 FROM items`);
}

test('whether a group goes on is seen in the first of its feeds that does', counts, async (t) => {
  const { store, userId } = await filled(t, 5);
  // The next items of the group are further away than a walk goes for one of them.
  await store.write((tx) => tx.run(sql`UPDATE items SET feed_id = 400 WHERE id BETWEEN 801 AND 1200`));
  for (const page of [{ maxId: 900 }, { minId: 1_000 }]) {
    const plans: string[] = [];
    const { ids, hasNewer, hasOlder } = await store.read((tx) => {
      const see = async (each: Sql): Promise<void> => void plans.push((await explained(tx, each)).plan);
      return listIds(seeing(tx, see), userId, { of: 'group', groupId: 1 }, { limit: LIMIT, ...page });
    });
    assert.deepEqual([ids.length, hasNewer, hasOlder], [LIMIT, true, true]);
    const loops = plans.flatMap((plan) =>
      [...plan.matchAll(/"Actual Loops": (\d+)/g)].map(([, n]) => Number(n)),
    );
    assert.ok(Math.max(...loops) < 10, `${Math.max(...loops)} feeds are looked into`);
  }
});

test(
  'what tags leave out is looked up item by item where the memory of a statement does not hold it',
  counts,
  async (t) => {
    const posts = 10;
    const { store, userId } = await filled(t, posts);
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO tags (id, user_id, title) VALUES (1, ${userId}, 'Done')`);
      await tx.run(sql`INSERT INTO item_tags (tag_id, item_id) SELECT 1, id FROM items WHERE id > 1000`);
      await analyzeTables(tx);
    });
    await store.read(async (tx) => {
      await tx.all(sql`SET LOCAL work_mem = '64kB'`);
      await tx.all(sql`SET LOCAL hash_mem_multiplier = 1`);
      const plans: string[] = [];
      const see = async (each: Sql): Promise<void> => void plans.push((await explained(tx, each)).plan);
      const page = { limit: LIMIT, oldestFirst: false };
      const left = await streamPart(seeing(tx, see), userId, { notTags: [1] }, page);
      assert.deepEqual([left.length, left[0]?.id], [LIMIT, 1_000]);
      // From memory, all of them would be read for each item that is passed over: 30,000 of 30,000 took longer than a statement may.
      assert.doesNotMatch(plans.join('\n'), /Materialize/);
    });
  },
);

test('plans that were made of an empty database, and are kept, are as good', counts, async (t) => {
  const posts = 5;
  const full = await filled(t, posts);
  const seen: Sql[] = [];
  for (const [, ask] of asked(full.userId, posts))
    await full.store.read((tx) => ask(seeing(tx, async (each) => void seen.push(each))));
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    // Like a new database: another test may have run ANALYZE while these tables were empty.
    const tables = await tx.all<{ name: string }>(
      sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
    );
    await tx.run({ text: `TRUNCATE ${tables.map(({ name }) => name).join()}`, values: [] });
    await tx.run(sql`SET LOCAL plan_cache_mode = force_generic_plan`);
    const names = new Map<string, string>();
    for (const statement of seen) {
      if (names.has(statement.text)) continue;
      const name = `kept_${names.size}`;
      names.set(statement.text, name);
      await tx.all({ text: `PREPARE ${name} AS ${numbered(statement.text)}`, values: [] });
      await tx.all(executed(name, statement));
    }
    await fill(tx, posts);
    for (const statement of seen) {
      const { text } = executed(names.get(statement.text) ?? '', statement);
      const { rows, plan } = await explained(tx, { text, values: [] });
      assert.ok(rows <= MOST_ROWS, `${rows} rows are looked at\n${statement.text}\n${plan}`);
      assert.doesNotMatch(plan, /Seq Scan/, statement.text);
    }
  });
});

test("counts look at the reader's own feeds, however many others have", counts, async (t) => {
  const { store, userId } = await filled(t, 1, OTHERS);
  const asked: [string, (tx: ReadTx) => Promise<unknown>][] = [
    ['groups', (tx) => listGroups(tx, userId)],
    ['unread of groups', (tx) => unreadOfGroups(tx, userId)],
    ['unread of feeds', (tx) => unreadOfFeeds(tx, userId)],
    ['figures of feeds', (tx) => feedFigures(tx, userId, undefined)],
    ['figures of a group', (tx) => feedFigures(tx, userId, 1)],
  ];
  for (const counted of [false, true]) {
    if (counted) await store.write(analyzeTables);
    for (const [name, ask] of asked) {
      const { rows, plan } = await mostRows(store, ask);
      assert.ok(rows <= 3 * FEEDS, `${name}, counted ${counted}: ${rows} rows are looked at\n${plan}`);
    }
  }
});

test('counts of nearly all feeds change where they lie, even all at once', counts, async (t) => {
  const { store } = await filled(t, 1);
  const pages = (): Promise<{ page: number }[]> =>
    store.read((tx) =>
      tx.all(sql`SELECT (CAST(CAST(ctid AS TEXT) AS point))[0] AS page FROM feeds ORDER BY id`),
    );
  const before = await pages();
  const changes = new Map(before.map((_, index) => [index + 1, 1]));
  await store.write((tx) => countUnread(tx, changes));
  const after = await pages();
  const moved = after.filter(({ page }, index) => page !== before[index]?.page).length;
  assert.ok(moved < FEEDS / 10, `${moved} of ${FEEDS} are moved to another page`);
});

/** Lists of all kinds, from the top, from the middle, and upwards. */
function asked(userId: number, posts: number): [string, (tx: ReadTx) => Promise<unknown>][] {
  const middle = (posts * FEEDS) / 2;
  const scopes: ItemScope[] = [
    { of: 'user' },
    { of: 'starred' },
    { of: 'feed', feedId: 7 },
    { of: 'group', groupId: 1 },
    { of: 'group', groupId: 2 },
  ];
  const ends: ItemPage[] = [
    { limit: LIMIT },
    { limit: LIMIT, maxId: middle },
    { limit: LIMIT, minId: middle },
  ];
  const pages = ends.flatMap((end): ItemPage[] => [
    end,
    { ...end, only: 'read' },
    { ...end, only: 'unread' },
  ]);
  const feedIds = Array.from({ length: 300 }, (_, index) => index + 1);
  const searched = {
    userId,
    words: [],
    facts: [],
    feedIds,
    tags: [],
    hasArticles: false,
    reach: 'anywhere',
  } as const;
  return [
    ...scopes.flatMap((scope) =>
      pages.map((page): [string, (tx: ReadTx) => Promise<unknown>] => [
        JSON.stringify({ scope, page }),
        async (tx) => {
          const { ids } = await listIds(tx, userId, scope, page);
          // However they were found.
          if (scope.of !== 'user') return;
          await findItemsWithJson(tx, { userId, ids }, 1_000_000);
          await countWithin(tx, { userId, ids }, 1_000_000);
          await findItems(tx, userId, ids);
        },
      ]),
    ),
    ['stream', (tx) => streamPart(tx, userId, { feedIds }, { limit: LIMIT, oldestFirst: false })],
    ['one of a stream', (tx) => streamPart(tx, userId, { feedIds }, { limit: 1, oldestFirst: true })],
    ['search', (tx) => isWithin(tx, searched, 0)],
  ];
}

/** The rows that PostgreSQL reads for the most expensive statement. */
async function mostRows(
  store: Store,
  ask: (tx: ReadTx) => Promise<unknown>,
): Promise<{ rows: number; plan: string }> {
  const found: { rows: number; plan: string }[] = [];
  await store.read((tx) => ask(seeing(tx, async (each) => void found.push(await explained(tx, each)))));
  return found.reduce((most, each) => (each.rows > most.rows ? each : most), { rows: 0, plan: '' });
}

async function explained(tx: ReadTx, { text, values }: Sql): Promise<{ rows: number; plan: string }> {
  const statement = { text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values };
  const row = await tx.get<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(statement);
  const [{ Plan: plan }] = row?.['QUERY PLAN'] ?? [{ Plan: {} }];
  return { rows: rowsOf(plan), plan: `${text}\n${JSON.stringify(plan, undefined, 1)}` };
}

/** The same transaction, except that `see` is called before each statement. */
function seeing(tx: ReadTx, see: (statement: Sql) => Promise<void>): ReadTx {
  return {
    now: tx.now,
    dialect: tx.dialect,
    async all(statement) {
      await see(statement);
      return tx.all(statement);
    },
    async get(statement) {
      await see(statement);
      return tx.get(statement);
    },
  };
}

function numbered(text: string): string {
  let count = 0;
  return text.replace(/\?/g, () => `$${++count}`);
}

/** Runs a prepared statement with the values written into the text. */
function executed(name: string, { values }: Sql): Sql {
  const given = values.map((value) => `'${value}'`).join();
  return { text: `EXECUTE ${name} ${given && `(${given})`}`, values: [] };
}

interface PlanNode {
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that tables and indexes return, and those that a filter rejects. */
function rowsOf(node: PlanNode): number {
  const { Plans: inner = [], 'Actual Loops': loops = 0, 'Actual Rows': rows = 0 } = node;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const given = inner.length === 0 ? rows : 0;
  return (given + removed) * loops + inner.reduce((sum, each) => sum + rowsOf(each), 0);
}

/** A reader of many feeds with as many posts each, one post of each feed after the other, as they arrive. */
async function filled(t: TestContext, posts: number, others = 0): Promise<{ store: Store; userId: number }> {
  const { store } = await temporaryStore(t, fakeClock());
  return { store, userId: await store.write((tx) => fill(tx, posts, others)) };
}

async function fill(tx: WriteTx, posts: number, others = 0): Promise<number> {
  const otherIds: number[] = [];
  for (let other = 0; other < others; other++) otherIds.push(await someUser(tx, `otto ${other}`));
  const userId = await someUser(tx, 'ines');
  const feeds = sql`(${tx.dialect.numbers(Array.from({ length: FEEDS }, (_, index) => index + 1))}) AS f`;
  const places = sql`(${tx.dialect.numbers(Array.from({ length: posts }, (_, index) => index))}) AS p`;
  const each = sql`p.value * ${FEEDS} + f.value`;
  for (const statement of [
    sql`INSERT INTO hosts (id, name) VALUES (1, 'bench.example')`,
    sql`INSERT INTO sources (id, url, host_id, title, site_url, created_at)
        SELECT f.value, 'https://bench.example/' || f.value, 1, 'Feed', '', ${tx.now} FROM ${feeds}`,
    sql`INSERT INTO posts (id, source_id, identity, url, title, sort_at, stored_at, text_hash)
        SELECT ${each}, f.value, CAST(p.value AS TEXT), '', 'Post', ${tx.now}, ${tx.now}, '' FROM ${places} CROSS JOIN ${feeds}`,
    sql`INSERT INTO feeds (id, user_id, source_id, created_at, position)
        SELECT -u.value * ${FEEDS} - f.value, u.value, f.value, ${tx.now}, f.value FROM ${feeds}
        CROSS JOIN (${tx.dialect.numbers(otherIds)}) AS u`,
    sql`INSERT INTO feeds (id, user_id, source_id, created_at, position)
        SELECT f.value, CAST(${userId} AS BIGINT), f.value, ${tx.now}, f.value FROM ${feeds}`,
    sql`INSERT INTO groups (id, user_id, title, created_at, position)
        VALUES (1, ${userId}, 'Wide', ${tx.now}, 1), (2, ${userId}, 'Narrow', ${tx.now}, 2)`,
    sql`INSERT INTO group_feeds (group_id, feed_id) SELECT 1, f.value FROM ${feeds} WHERE f.value <= 300`,
    sql`INSERT INTO group_feeds (group_id, feed_id) SELECT 2, f.value FROM ${feeds} WHERE f.value <= 3`,
    sql`INSERT INTO items (id, feed_id, user_id, post_id, read, starred, created_at)
        SELECT ${each}, f.value, CAST(${userId} AS BIGINT), ${each}, CASE WHEN f.value % 10 = 0 THEN 0 ELSE 1 END,
          CASE WHEN f.value % 50 = 0 THEN 1 ELSE 0 END, ${tx.now} FROM ${places} CROSS JOIN ${feeds}`,
  ]) {
    await tx.run(statement);
  }
  return userId;
}
