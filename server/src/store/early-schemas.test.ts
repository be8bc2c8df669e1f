// Development versions had a few steps in another order, or otherwise than they are now: what they made comes to today's schema.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { emptyDatabase, temporaryStore } from '../../test/temporary-store.ts';
import { knownSchemaVersion, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/in-order.ts';
import { connectStore, openStore } from './open.ts';
import { sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';
import { someUser } from './testing/rows.ts';

/** The steps that an early version took, and how the text of its statements differed from today's. */
interface Early {
  title: string;
  steps: readonly string[];
  differed?: readonly (readonly [now: string | RegExp, then: string])[];
  /** What people had by then. */
  fill?(tx: WriteTx): Promise<unknown>;
  /** The same, as it is found afterwards. */
  find?(tx: ReadTx): Promise<unknown>;
}

const upTo = (name: string) =>
  migrations.slice(0, migrations.findIndex((each) => each.name === name) + 1).map((each) => each.name);
const without = (names: readonly string[], ...missing: string[]) =>
  names.filter((name) => !missing.includes(name));

const narrowFullTexts = [
  [/url TEXT NOT NULL, +-- where it is looked[^\n]*\n/, ''],
  [/hops INTEGER NOT NULL DEFAULT 0, +-- so many[^\n]*\n\s*host_id BIGINT NOT NULL/, 'host_id BIGINT'],
] as const;
const noReadList = [[/CREATE INDEX items_user_read .*/, 'SELECT 1']] as const;

const early: readonly Early[] = [
  {
    title: 'upkeep before marks, with another name for what is left of a post',
    steps: without(upTo('upkeep'), 'marks', 'search', 'transfer'),
    differed: [...narrowFullTexts, [/looks(?= TEXT|\))/g, 'identity_hash']],
  },
  {
    title: 'upkeep before search',
    steps: without(upTo('resting sources'), 'search', 'transfer'),
    differed: narrowFullTexts,
  },
  {
    title: 'upkeep before transfer',
    steps: without(upTo('resting sources'), 'transfer'),
    differed: narrowFullTexts,
  },
  { title: 'articles without addresses', steps: upTo('resting sources'), differed: narrowFullTexts },
  {
    title: 'lists of what is unread before the passwords of apps and the duties',
    steps: without(upTo('unread lists'), 'app passwords', 'duties'),
    differed: noReadList,
  },
  {
    title: 'passwords of apps with texts as ids, after the lists of what is unread',
    steps: [...without(upTo('unread lists'), 'app passwords'), 'app passwords', 'accounts'],
    differed: [
      ...noReadList,
      [/(CREATE TABLE app_passwords \(\s*id) [\w ]+,/, '$1 TEXT PRIMARY KEY,'],
      ['app_password_id BIGINT', 'app_password_id TEXT'],
    ],
  },
  { title: 'no list of what is read', steps: upTo('rare owners'), differed: noReadList },
  {
    title: 'tags with times, and icons that hold on to hosts',
    steps: upTo('tags and icons'),
    differed: [
      [/(CREATE TABLE tags \([\s\S]*title TEXT NOT NULL,)/, '$1 created_at BIGINT NOT NULL,'],
      [
        /host_id BIGINT NOT NULL,( +-- the host of url\n\s+hops INTEGER NOT NULL DEFAULT 0, +-- redirects)/,
        'host_id BIGINT NOT NULL REFERENCES hosts (id), $1',
      ],
    ],
    fill: async (tx) => {
      const userId = await someUser(tx, 'ann');
      await tx.run(sql`INSERT INTO tags (id, user_id, title, created_at) VALUES (7, ${userId}, 'later', 0)`);
      await tx.run(sql`INSERT INTO item_tags (tag_id, item_id) VALUES (7, 70)`);
      const host = await tx.get<{ id: number }>(
        sql`INSERT INTO hosts (name) VALUES ('a.example') RETURNING id`,
      );
      await tx.run(sql`
        INSERT INTO icons (site, step, url, host_id, type)
        VALUES ('https://a.example', 'none', 'https://a.example/', ${host?.id ?? 0}, 'image/png')`);
    },
    find: async (tx) => [
      await tx.all(sql`SELECT t.id, t.title, i.item_id FROM tags t JOIN item_tags i ON i.tag_id = t.id`),
      await tx.all(sql`SELECT site, type FROM icons`),
    ],
  },
  {
    title: 'the smaller index before the codes of imports',
    steps: [...upTo('journal doers'), 'smaller index'],
  },
  {
    title: 'the smaller index twice, and no codes of imports',
    steps: [...upTo('journal doers'), 'smaller index', ...upTo('found at once').slice(21)],
  },
  {
    title: 'fewer trees for the sweeps',
    steps: upTo('found at once'),
    differed: [
      [/CREATE INDEX (imports_end|removed_items_user) .*/, 'SELECT 1'],
      [/(CREATE INDEX journal_shelves ON journal) \([^)]*\)/, '$1 (id)'],
    ],
  },
];

for (const { title, steps, differed = [], fill, find } of early) {
  test(`an early schema becomes today's: ${title}`, async (t) => {
    const address = await emptyDatabase();
    const before = await connectStore(address, fakeClock());
    await before.write((tx) => take(tx, steps, differed));
    await before.write(async (tx) => fill?.(tx));
    const had = await before.read(async (tx) => find?.(tx));
    await before.close();

    const store = await openStore(address, fakeClock());
    todays ??= todaysShape(t);
    assert.deepEqual(await store.read(shape), await todays);
    assert.equal(await store.read(schemaVersion), knownSchemaVersion);
    assert.deepEqual(await store.read(async (tx) => find?.(tx)), had);
    await store.close();

    const again = await openStore(address, fakeClock());
    assert.deepEqual(again.migrated, []);
    await again.close();
  });
}

async function take(
  tx: WriteTx,
  steps: readonly string[],
  differed: NonNullable<Early['differed']>,
): Promise<void> {
  await tx.run(
    sql`CREATE TABLE schema_versions (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`,
  );
  const left = new Set(differed);
  for (const [index, name] of steps.entries()) {
    const step = migrations.find((each) => each.name === name);
    assert.ok(step, name);
    for (const now of step.statements(tx.dialect.columns, tx.dialect.search, tx.dialect)) {
      let text = now;
      for (const change of differed) {
        const changed = text.replace(...change);
        if (changed !== text) left.delete(change);
        text = changed;
      }
      await tx.run({ text, values: [] });
    }
    await tx.run(
      sql`INSERT INTO schema_versions (version, name, applied_at) VALUES (${index + 1}, ${name}, 0)`,
    );
  }
  assert.equal(left.size, 0, 'a change that no statement has');
}

let todays: Promise<unknown> | undefined;

async function todaysShape(t: TestContext): Promise<unknown> {
  const { store } = await temporaryStore(t, fakeClock());
  return store.read(shape);
}

/** Every column, reference and index, whatever the order of columns. */
async function shape(tx: ReadTx): Promise<unknown> {
  const indexes =
    tx.dialect.name === 'sqlite'
      ? sql`SELECT name, sql AS text FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`
      : sql`SELECT indexname AS name, replace(indexdef, quote_ident(current_schema()) || '.', '') AS text FROM pg_indexes
          WHERE schemaname = current_schema() ORDER BY indexname`;
  const columns = await tx.all<{ table: string; name: string; type: string }>(tx.dialect.catalog.columns);
  const references = await tx.all<{ table: string; parent: string }>(tx.dialect.catalog.references);
  return {
    columns: columns.map(({ table, name, type }) => `${table}.${name} ${type}`).sort(),
    references: references.map(({ table, parent }) => `${table} ${parent}`).sort(),
    indexes: await tx.all(indexes),
  };
}
