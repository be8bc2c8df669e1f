// Brings the schema up to date: each migration once, in order, whichever process starts first.
import { KEPT_SUMS } from './copy/catalog.ts';
import { named } from './copy/rows.ts';
import { first } from './migrations/0001-first.ts';
import { hubs } from './migrations/0002-hubs.ts';
import { feedInterval } from './migrations/0003-feed-interval.ts';
import { marks } from './migrations/0005-marks.ts';
import { search } from './migrations/0006-search.ts';
import { transfer } from './migrations/0007-transfer.ts';
import { upkeep } from './migrations/0008-upkeep.ts';
import { restingSources } from './migrations/0009-resting-sources.ts';
import { readings } from './migrations/0010-readings.ts';
import { images } from './migrations/0011-images.ts';
import { appPasswords } from './migrations/0012-app-passwords.ts';
import { duties } from './migrations/0013-duties.ts';
import { unreadLists } from './migrations/0014-unread-lists.ts';
import { accounts } from './migrations/0015-accounts.ts';
import { rareOwners } from './migrations/0016-rare-owners.ts';
import { tagsAndIcons } from './migrations/0017-tags-and-icons.ts';
import { narrowTrees } from './migrations/0018-narrow-trees.ts';
import { playback } from './migrations/0019-playback.ts';
import { starredLists } from './migrations/0020-starred-lists.ts';
import { journalDoers } from './migrations/0021-journal-doers.ts';
import { importCodes } from './migrations/0022-import-codes.ts';
import { smallerIndex } from './migrations/0023-smaller-index.ts';
import { schedulesBySource } from './migrations/0024-schedules-by-source.ts';
import { roomyFeeds } from './migrations/0025-roomy-feeds.ts';
import { packings } from './migrations/0026-packings.ts';
import { toldTimes } from './migrations/0027-told-times.ts';
import { recentPlaces } from './migrations/0028-recent-places.ts';
import { foundAtOnce } from './migrations/0029-found-at-once.ts';
import type { Migration } from './migrations/migration.ts';
import { type Sql, sql } from './sql.ts';
import type { Dialect, ReadTx, Store, WriteTx } from './store.ts';

const migrations: readonly Migration[] = [
  first,
  hubs,
  feedInterval,
  marks,
  search,
  transfer,
  upkeep,
  restingSources,
  readings,
  images,
  appPasswords,
  duties,
  unreadLists,
  accounts,
  rareOwners,
  tagsAndIcons,
  narrowTrees,
  playback,
  starredLists,
  journalDoers,
  importCodes,
  smallerIndex,
  schedulesBySource,
  roomyFeeds,
  packings,
  toldTimes,
  recentPlaces,
  foundAtOnce,
];

/** The version of the schema that this program works with. */
export const knownSchemaVersion = migrations.length;

/** Every table that this version or an earlier one has made, except those of the full-text index. */
export function tablesOfAllVersions({ columns, search, rare, roomy }: Dialect): ReadonlySet<string> {
  const texts = migrations.flatMap(({ statements }) => statements(columns, search, { rare, roomy }));
  const made = texts.map((text) => /\b(?:CREATE TABLE|RENAME TO) (\w+)/.exec(text)?.[1]);
  return new Set(['schema_versions', ...made.filter((name) => name !== undefined)]);
}

/** Applies what is missing and returns the names of what was applied. Refuses a schema that is newer than this program. */
export function migrate(store: Store): Promise<string[]> {
  // Indexing a large table takes minutes, and a process that starts second waits just as long.
  return store.write((tx) => migrateAll(tx), { isLong: true });
}

/** The version of the schema that is there. Fails if there is none. */
export async function schemaVersion(tx: ReadTx): Promise<number> {
  const row = await tx.get<{ version: number }>(
    sql`SELECT coalesce(max(version), 0) AS version FROM schema_versions`,
  );
  return row?.version ?? 0;
}

async function migrateAll(tx: WriteTx): Promise<string[]> {
  await tx.all(tx.dialect.lockSchema);
  await tx.run(
    sql`CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`,
  );
  // A backup that is opened is an instance from now on: what it says of its contents will soon no longer hold.
  await tx.run(sql`DROP TABLE IF EXISTS ${named(KEPT_SUMS)}`);
  const version = await schemaVersion(tx);
  if (version > migrations.length) {
    throw new Error(
      `Cannot use the database: its schema is version ${version}, this program knows ${migrations.length}; start a newer Courant`,
    );
  }
  const missing = migrations.slice(version);
  for (const [index, migration] of missing.entries()) await apply(tx, migration, version + index + 1);
  return missing.map((migration) => migration.name);
}

async function apply(tx: WriteTx, migration: Migration, version: number): Promise<void> {
  const { columns, search } = tx.dialect;
  for (const text of migration.statements(columns, search, tx.dialect)) await tx.run(raw(text));
  await tx.run(
    sql`INSERT INTO schema_versions (version, name, applied_at) VALUES (${version}, ${migration.name}, ${tx.now})`,
  );
}

function raw(text: string): Sql {
  return { text, values: [] };
}
