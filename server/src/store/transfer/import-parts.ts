// The parts of an import: its groups, its feeds and what becomes of them, and the items that wait for their feed.
import type { Said, SaidCode } from '../../model/said.ts';
import type { ImportedFeed, ImportedFeedState, TransferFeed, TransferItem } from '../../model/transfer.ts';
import { countFirst } from '../count-first.ts';
import { insertMany } from '../insert-many.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

export async function insertImportGroup(
  tx: WriteTx,
  importId: number,
  { place, title }: { place: number; title: string },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO import_groups (import_id, title, place) VALUES (${importId}, ${title}, ${place}) ON CONFLICT DO NOTHING`);
}

export async function insertImportFeeds(
  tx: WriteTx,
  importId: number,
  feeds: readonly { place: number; feed: TransferFeed }[],
): Promise<void> {
  const rows = feeds.map(({ place, feed: { url, groups, ...wishes } }) => {
    return sql`(${importId}, ${place}, ${url}, ${JSON.stringify(wishes)}, ${JSON.stringify(groups)})`;
  });
  await insertMany(tx, sql`INSERT INTO import_feeds (import_id, place, url, wishes, groups)`, rows);
}

/** For a feed that a document names again: the groups that it was not in before. False if there are too many, and the rest is left out. */
export async function addGroupsOfFeed(
  tx: WriteTx,
  importId: number,
  { place, groups, most }: { place: number; groups: readonly string[]; most: number },
): Promise<boolean> {
  if (groups.length === 0) return true;
  const row = await tx.get<{ groups: string }>(sql`
    SELECT groups FROM import_feeds WHERE import_id = ${importId} AND place = ${place}`);
  const known = row ? (JSON.parse(row.groups) as string[]) : [];
  const all = [...new Set([...known, ...groups])];
  const few = all.slice(0, most);
  if (few.length === known.length) return few.length === all.length;
  await tx.run(sql`
    UPDATE import_feeds SET groups = ${JSON.stringify(few)} WHERE import_id = ${importId} AND place = ${place}`);
  return few.length === all.length;
}

/** Stores items until their feed is followed, and counts them. */
export async function insertImportItems(
  tx: WriteTx,
  importId: number,
  items: readonly { feedPlace: number; item: TransferItem }[],
): Promise<void> {
  const rows = items.map(({ feedPlace, item }) => sql`(${importId}, ${feedPlace}, ${JSON.stringify(item)})`);
  await insertMany(tx, sql`INSERT INTO import_items (import_id, feed_place, item)`, rows);
  await tx.run(sql`UPDATE imports SET items = items + ${items.length} WHERE id = ${importId}`);
}

/** Some titles of groups that have not been created yet. */
export async function missingGroups(tx: ReadTx, importId: number, limit: number): Promise<string[]> {
  const rows = await tx.all<{ title: string }>(sql`
    SELECT title FROM import_groups WHERE import_id = ${importId} AND group_id IS NULL ORDER BY place LIMIT ${limit}`);
  return rows.map((row) => row.title);
}

/** `entryId`: the entry of the journal under which the group was made; undefined: it was there. */
export async function setImportGroup(
  tx: WriteTx,
  importId: number,
  group: { title: string; id: number; entryId: number | undefined },
): Promise<void> {
  await tx.run(sql`
    UPDATE import_groups SET group_id = ${group.id}, entry_id = ${group.entryId ?? null} WHERE import_id = ${importId} AND title = ${group.title}`);
}

/** No feed is put off for so long: the clock was ahead, and has been set right. */
const TOO_LONG_MS = 86_400_000;

/** The next feeds for which something can be done now. */
export function readyFeeds(tx: ReadTx, importId: number, limit: number): Promise<ImportedFeed[]> {
  return selectFeeds(
    tx,
    importId,
    sql`state IN ('waiting', 'filling') AND ${isDue(tx)} ORDER BY place LIMIT ${limit}`,
  );
}

function isDue({ now }: ReadTx, notBefore = sql`not_before`): Sql {
  return sql`(${notBefore} <= ${now} OR ${notBefore} > ${now + TOO_LONG_MS})`;
}

/**
 * Whether all that is left of an import has been put off. What is left is found in the index by state, which holds its places: by itself,
 * SQLite would walk over all that the import had.
 */
export function isResting(tx: ReadTx, importId: Sql): Sql {
  const isLeft = sql`l.import_id = ${importId} AND l.state IN ('waiting', 'filling')`;
  return sql`(EXISTS (SELECT 1 FROM import_feeds l WHERE ${isLeft}) AND NOT EXISTS (
    SELECT 1 FROM import_feeds l CROSS JOIN import_feeds f
    WHERE ${isLeft} AND f.import_id = l.import_id AND f.place = l.place AND ${isDue(tx, sql`f.not_before`)}))`;
}

/** When the first of the feeds that were put off is due; undefined if there are none. */
export async function nextTryAt(tx: ReadTx, importId: number): Promise<number | undefined> {
  const row = await tx.get<{ at: number | null }>(sql`
    SELECT min(not_before) AS at FROM import_feeds WHERE import_id = ${importId} AND state IN ('waiting', 'filling')`);
  return row?.at ?? undefined;
}

export async function findImportFeed(
  tx: ReadTx,
  importId: number,
  place: number,
): Promise<ImportedFeed | undefined> {
  return (await selectFeeds(tx, importId, sql`place = ${place}`))[0];
}

export function failedFeeds(tx: ReadTx, importId: number): Promise<ImportedFeed[]> {
  return selectFeeds(tx, importId, sql`state = 'failed' ORDER BY place`);
}

export async function setFeedState(
  tx: WriteTx,
  importId: number,
  { place, state, why }: { place: number; state: ImportedFeedState; why?: Said | undefined },
): Promise<void> {
  await tx.run(sql`
    UPDATE import_feeds SET state = ${state}, reason = ${why?.sentence ?? null}, code = ${why?.code ?? null}
    WHERE import_id = ${importId} AND place = ${place}`);
}

/** For a feed that could not be followed. Another node may have followed it meanwhile, if this one was not heard of for too long: then it stays so. */
export async function giveUpFeed(
  tx: WriteTx,
  importId: number,
  { place, why }: { place: number; why: Said },
): Promise<void> {
  await tx.run(sql`
    UPDATE import_feeds SET state = 'failed', reason = ${why.sentence}, code = ${why.code ?? null}
    WHERE import_id = ${importId} AND place = ${place} AND state = 'waiting'`);
}

/**
 * Notes that a feed is followed; only its items are left to do. `entryId`: the entry of the journal under which it was followed; undefined:
 * it was followed before. `why`: why nothing comes of it for now.
 */
export async function setFollowed(
  tx: WriteTx,
  importId: number,
  followed: {
    place: number;
    feedId: number;
    wasThere: boolean;
    entryId?: number | undefined;
    why?: Said | undefined;
  },
): Promise<void> {
  const { place, feedId, wasThere, entryId, why } = followed;
  // A feed that is tried again may have been followed by this very import.
  await tx.run(sql`
    UPDATE import_feeds SET state = 'filling', reason = ${why?.sentence ?? null}, code = ${why?.code ?? null}, feed_id = ${feedId},
      was_there = CASE WHEN feed_id = ${feedId} THEN was_there ELSE ${wasThere ? 1 : 0} END,
      entry_id = CASE WHEN feed_id = ${feedId} THEN entry_id ELSE ${entryId ?? null} END
    WHERE import_id = ${importId} AND place = ${place}`);
}

/**
 * For a feed that is merged into another one of the user: imports bring that one what they still have for it. One of the two may
 * have been there before, so what becomes of them stays when an import is undone.
 */
export async function giveImports(
  tx: WriteTx,
  { from, into }: { from: number; into: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE import_feeds SET feed_id = ${into}, entry_id = NULL WHERE feed_id IN (${from}, ${into})`);
}

/** Lets a feed wait. `isTry`: something was tried, which is not done without end. */
export async function putOff(
  tx: WriteTx,
  importId: number,
  { place, until, isTry }: { place: number; until: number; isTry: boolean },
): Promise<void> {
  await tx.run(sql`
    UPDATE import_feeds SET not_before = ${until}, tries = tries + ${isTry ? 1 : 0} WHERE import_id = ${importId} AND place = ${place}`);
}

/** Lets feeds that failed, or were put off, wait for another try. */
export async function retryFeeds(tx: WriteTx, importId: number): Promise<void> {
  await tx.run(sql`
    UPDATE import_feeds SET state = 'waiting', reason = NULL, code = NULL, tries = 0, not_before = 0
    WHERE import_id = ${importId} AND state IN ('failed', 'waiting')`);
}

interface ImportItemRow {
  id: number;
  item: TransferItem;
}

/** The next items of a feed: at most `limit`, and of at most `mostBytes` bytes altogether, but at least one. */
export async function nextItems(
  tx: ReadTx,
  feed: { importId: number; place: number },
  { limit, mostBytes }: { limit: number; mostBytes: number },
): Promise<ImportItemRow[]> {
  const which = sql`import_id = ${feed.importId} AND feed_place = ${feed.place}`;
  // Both databases know the bytes without reading the texts; for the characters they would read all of them.
  const sizes = await tx.all<{ id: number; bytes: number }>(sql`
    SELECT id, octet_length(item) AS bytes FROM import_items WHERE ${which} ORDER BY id LIMIT ${limit}`);
  const count = countFirst(
    sizes.map(({ bytes }) => bytes),
    mostBytes,
  );
  const rows = await tx.all<{ id: number; item: string }>(sql`
    SELECT id, item FROM import_items WHERE ${which} AND id <= ${sizes[count - 1]?.id ?? 0} ORDER BY id`);
  return rows.map(({ id, item }) => ({ id, item: JSON.parse(item) as TransferItem }));
}

/** Whether the document has items of a feed that have not been given to it yet. */
export async function hasItems(
  tx: ReadTx,
  { importId, place }: { importId: number; place: number },
): Promise<boolean> {
  const row = await tx.get(sql`
    SELECT id FROM import_items WHERE import_id = ${importId} AND feed_place = ${place} LIMIT 1`);
  return row !== undefined;
}

/** How many feeds of an import are tried later. */
export async function countPutOff(tx: ReadTx, importId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM import_feeds
    WHERE import_id = ${importId} AND state = 'waiting' AND NOT ${isDue(tx)}`);
  return row?.count ?? 0;
}

/** How many feeds of an import are followed although nothing comes of them for now. */
export async function countSilent(tx: ReadTx, importId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM import_feeds
    WHERE import_id = ${importId} AND state = 'followed' AND reason IS NOT NULL`);
  return row?.count ?? 0;
}

/** Forgets items that have come to their feed, and counts them as done. Returns how many there still were. */
export async function finishItems(tx: WriteTx, importId: number, ids: readonly number[]): Promise<number> {
  const deleted = await tx.run(sql`DELETE FROM import_items WHERE id IN (${tx.dialect.numbers(ids)})`);
  await tx.run(sql`UPDATE imports SET items_done = items_done + ${deleted} WHERE id = ${importId}`);
  return deleted;
}

interface FeedRow {
  place: number;
  url: string;
  wishes: string;
  groups: string;
  state: ImportedFeedState;
  was_there: number;
  reason: string | null;
  code: SaidCode | null;
  feed_id: number | null;
  tries: number;
}

async function selectFeeds(tx: ReadTx, importId: number, condition: Sql): Promise<ImportedFeed[]> {
  const rows = await tx.all<FeedRow>(sql`
    SELECT place, url, wishes, groups, state, was_there, reason, code, feed_id, tries FROM import_feeds
    WHERE import_id = ${importId} AND ${condition}`);
  const titles = new Set(rows.flatMap((row) => JSON.parse(row.groups) as string[]));
  const groupIds = await groupIdsOf(tx, importId, titles);
  return rows.map((row) => ({
    place: row.place,
    url: row.url,
    wishes: JSON.parse(row.wishes) as ImportedFeed['wishes'],
    groupIds: (JSON.parse(row.groups) as string[])
      .map((title) => groupIds.get(title))
      .filter((id) => id !== undefined),
    state: row.state,
    wasThere: row.was_there === 1,
    why: row.reason === null ? undefined : { sentence: row.reason, code: row.code ?? undefined },
    feedId: row.feed_id ?? undefined,
    tries: row.tries,
  }));
}

async function groupIdsOf(
  tx: ReadTx,
  importId: number,
  titles: Iterable<string>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const title of titles) {
    const row = await tx.get<{ group_id: number | null }>(
      sql`SELECT group_id FROM import_groups WHERE import_id = ${importId} AND title = ${title}`,
    );
    if (typeof row?.group_id === 'number') ids.set(title, row.group_id);
  }
  return ids;
}
