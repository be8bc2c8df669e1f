import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNone } from '../../test/assert-none.ts';
import { fakeClock } from '../../test/fake-clock.ts';
import { emptyDatabase, isOnPostgres, temporaryStore } from '../../test/temporary-store.ts';
import { tablesOf } from './copy/tables.ts';
import { findItems } from './items/items.ts';
import { migrate, tablesOfAllVersions } from './migrate.ts';
import { schedulesBySource } from './migrations/0024-schedules-by-source.ts';
import { wantedArticles } from './migrations/0033-wanted-articles.ts';
import { connectStore, openStore } from './open.ts';
import { keepSchedule } from './sources/schedules.ts';
import { sql } from './sql.ts';
import type { ReadTx } from './store.ts';
import { someFeed, someSource, someUser } from './testing/rows.ts';

const applied = (tx: ReadTx) =>
  tx.all<{ version: number; name: string; applied_at: number }>(
    sql`SELECT version, name, applied_at FROM schema_versions ORDER BY version`,
  );
const tables = (tx: ReadTx) =>
  tx.all<{ name: string }>(
    tx.dialect.name === 'sqlite'
      ? sql`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`
      : sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY name`,
  );

test('a fresh store gets every migration in order, and says which and when', async () => {
  const store = await connectStore(await emptyDatabase(), fakeClock(5_000));
  const names = await migrate(store);
  assert.equal(names[0], 'first');
  assert.deepEqual(
    (await store.read(applied)).map((row) => ({ ...row })),
    names.map((name, index) => ({ version: index + 1, name, applied_at: 5_000 })),
  );
  await store.close();
});

test('a store that is up to date is left alone', async () => {
  const store = await connectStore(await emptyDatabase(), fakeClock());
  await migrate(store);
  const before = await store.read(tables);
  assert.deepEqual(await migrate(store), []);
  assert.deepEqual(await store.read(tables), before);
  await store.close();
});

test('whoever updates a schema is told of the steps before they are taken, and whoever makes one is not', async () => {
  const store = await connectStore(await emptyDatabase(), fakeClock());
  const told: (readonly string[])[] = [];
  const tell = async (steps: readonly string[]) => told.push(steps);
  await migrate(store, tell);
  await store.write((tx) => tx.run(sql`DELETE FROM schema_versions WHERE name = 'one shape'`));
  await assert.rejects(
    migrate(store, async () => Promise.reject(new Error('Stopped'))),
    /Stopped/,
  );
  assert.deepEqual(await migrate(store, tell), ['one shape']);
  assert.deepEqual(await migrate(store, tell), []);
  assert.deepEqual(told, [['one shape']]);
  await store.close();
});

test('of two that start at once one migrates, and both can work', async () => {
  const address = await emptyDatabase();
  const stores = await Promise.all([1, 2].map(() => openStore(address, fakeClock())));
  assert.deepEqual(stores.map((store) => store.migrated.length > 0).sort(), [false, true]);
  for (const store of stores) {
    assert.equal((await store.read(applied)).length, Math.max(...stores.map((each) => each.migrated.length)));
    await store.close();
  }
});

test('a schema of a newer program is refused and left as it is', async (t) => {
  const { store, address } = await temporaryStore(t, fakeClock());
  await store.write((tx) =>
    tx.run(sql`INSERT INTO schema_versions (version, name, applied_at) VALUES (999, 'later', 0)`),
  );
  await assert.rejects(
    openStore(address, fakeClock()),
    /^Error: Cannot use the database: its schema is version 999, .*start a newer Courant$/,
  );
  assert.equal((await store.read(applied)).at(-1)?.version, 999);
});

test('a schema with a step of another program is refused and left as it is', async (t) => {
  const { store, address } = await temporaryStore(t, fakeClock());
  await store.write((tx) => tx.run(sql`UPDATE schema_versions SET name = 'of a fork' WHERE version = 3`));
  const before = await store.read(applied);
  await assert.rejects(
    openStore(address, fakeClock()),
    /^Error: Cannot use the database: its schema has steps that this program does not know \(of a fork\); start a newer Courant$/,
  );
  assert.deepEqual(await store.read(applied), before);
});

test('a database in which another program has tables of our names is refused and left as it is', async () => {
  const address = await emptyDatabase();
  const store = await connectStore(address, fakeClock());
  await store.write((tx) => tx.run(sql`CREATE TABLE users (nickname TEXT PRIMARY KEY)`));
  await store.write((tx) => tx.run(sql`CREATE TABLE recipes (id BIGINT PRIMARY KEY)`));
  const before = await store.read(tables);
  await assert.rejects(openStore(address, fakeClock()), {
    message:
      'Cannot use the database: another program has tables of these names there: users; give Courant a database or a schema of its own',
  });
  assert.deepEqual(await store.read(tables), before);
  await store.close();
});

test('a database in which another program keeps its own versions under our name is refused and left as it is', async () => {
  for (const foreign of [
    'TABLE schema_versions (version VARCHAR(20) PRIMARY KEY, dirty INTEGER)',
    'TABLE schema_versions (version INTEGER PRIMARY KEY, name TEXT, applied_at BIGINT, checksum TEXT NOT NULL)',
    "VIEW schema_versions AS SELECT 1 AS version, 'first' AS name, 0 AS applied_at",
  ]) {
    const address = await emptyDatabase();
    const store = await connectStore(address, fakeClock());
    await store.write((tx) => tx.run({ text: `CREATE ${foreign}`, values: [] }));
    const before = await store.read(tables);
    await assert.rejects(openStore(address, fakeClock()), {
      message:
        'Cannot use the database: another program has tables of these names there: schema_versions; give Courant a database or a schema of its own',
    });
    assert.deepEqual(await store.read(tables), before);
    await store.close();
  }
});

test('a migration that fails half way leaves nothing behind', async () => {
  const store = await connectStore(await emptyDatabase(), fakeClock());
  // The name of a table that the schema creates late is taken.
  await store.write((tx) => tx.run(sql`CREATE VIEW changes AS SELECT 1 AS id`));
  await assert.rejects(migrate(store), /"?changes"? already exists/);
  assert.deepEqual(await store.read(tables), []);
  await store.close();
});

test('plans of visits are what they were when their table lies in another order', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000));
  const plans = (tx: ReadTx) => tx.all(sql`SELECT * FROM schedules ORDER BY source_id`);
  await store.write(async (tx) => {
    const sourceIds = [
      await someSource(tx, 'https://a.example/'),
      await someSource(tx, 'https://b.example/'),
    ];
    for (const sourceId of sourceIds.toReversed()) {
      const visits = { nextVisitAt: 3_000, plannedAt: 3_000, lastVisitAt: undefined };
      await keepSchedule(tx, { sourceId, hostId: sourceId + 10, ...visits, failures: sourceId });
    }
    const before = await plans(tx);
    for (const text of schedulesBySource.statements(tx.dialect.columns, tx.dialect.search, tx.dialect))
      await tx.run({ text, values: [] });
    assert.deepEqual(await plans(tx), before);
    await tx.run(sql`DELETE FROM sources WHERE id = ${sourceIds[0] ?? 0}`);
    assert.deepEqual(await plans(tx), before.slice(1));
  });
});

test('whoever has been shown an article goes on being shown it', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 2 });
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, fetched_at, content)
      SELECT post_id, 'https://example.org/', 1, 1, 'The article' FROM items WHERE id = ${itemIds[0] ?? 0}`);
    // Of an account whose items are still to go.
    await tx.run(sql`INSERT INTO items (id, feed_id, user_id, post_id, read, created_at)
      SELECT 900, feed_id, 900, post_id, 0, 1 FROM items WHERE id = ${itemIds[0] ?? 0}`);
    await tx.run(sql`DROP TABLE wanted_articles`);
    for (const text of wantedArticles.statements(tx.dialect.columns, tx.dialect.search, tx.dialect))
      await tx.run({ text, values: [] });
    const articles = (await findItems(tx, userId, itemIds)).map(({ fullText }) => fullText?.content);
    assert.deepEqual(articles, [undefined, 'The article']);
    const wanted = await tx.all<{ user_id: number }>(sql`SELECT user_id FROM wanted_articles`);
    assert.deepEqual(
      wanted.map((row) => row.user_id),
      [userId],
    );
  });
});

test('a list of feeds finds the plan of each in one step', { skip: isOnPostgres }, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const steps = await store.read((tx) =>
    tx.all<{ detail: string }>(sql`
      EXPLAIN QUERY PLAN SELECT c.planned_at FROM feeds f LEFT JOIN schedules c ON c.source_id = f.source_id WHERE f.user_id = 1`),
  );
  assert.match(steps.at(-1)?.detail ?? '', /INTEGER PRIMARY KEY/);
});

test('whatever belongs to a user goes with them, and is found without a look at that of others', {
  skip: isOnPostgres,
}, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const owned = await store.read((tx) =>
    tx.all<{ name: string; goes: number; isFound: number }>(sql`
      SELECT t.name,
        EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name) f
          WHERE f."from" = 'user_id' AND f."table" = 'users' AND f.on_delete = 'CASCADE') AS goes,
        EXISTS (SELECT 1 FROM pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
          WHERE c.seqno = 0 AND c.name = 'user_id') AS "isFound"
      FROM sqlite_schema t JOIN pragma_table_info(t.name) u ON u.name = 'user_id' WHERE t.type = 'table'`),
  );
  assert.ok(owned.length > 20);
  // Items go in portions, and who is gone is no user any more.
  const others = ['items', 'gone_users'];
  assertNone(
    owned
      .filter(({ name, goes, isFound }) => !isFound || (!goes && !others.includes(name)))
      .map(({ name }) => name),
    'Their user_id must be REFERENCES users (id) ON DELETE CASCADE, and be the first column of an index.',
  );
});

test('the tables of all versions are known by name, without a look at the database', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const known = tablesOfAllVersions(await store.read(async (tx) => tx.dialect));
  const there = (await store.read(tablesOf)).map(({ name }) => name);
  assert.ok(there.length > 40);
  assert.deepEqual(
    there.filter((name) => !known.has(name)),
    [],
  );
  assert.ok(known.has('items_by_id'), 'one that had another name later');
  assert.ok(![...known].some((name) => /^if$/i.test(name)));
});
