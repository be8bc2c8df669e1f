// Sources that nobody follows: noted, kept for a while, and then removed with everything that they published.

import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { hurryHubs } from './hubs.ts';
import { deletePosts } from './posts.ts';
import { lockSchedule } from './schedules.ts';

/** Notes which sources nobody follows now, each with the time at which that was first seen. */
export async function noteUnfollowed(tx: WriteTx): Promise<void> {
  await tx.run(sql`
    DELETE FROM unfollowed_sources
    WHERE EXISTS (SELECT 1 FROM feeds WHERE feeds.source_id = unfollowed_sources.source_id)`);
  // A time to come is from a clock that was ahead.
  await tx.run(sql`UPDATE unfollowed_sources SET since = ${tx.now} WHERE since > ${tx.now}`);
  await tx.run(sql`
    INSERT INTO unfollowed_sources (source_id, since)
    SELECT source_id, ${tx.now} FROM schedules WHERE next_visit_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM feeds WHERE feeds.source_id = schedules.source_id)
    ON CONFLICT (source_id) DO NOTHING`);
}

/**
 * For a feed that is removed and may be brought back: its source is kept for the full time from now on, however long ago it was
 * noted that nobody follows it, and so are the sources of its items' posts, which are others if the feed was moved. To be called
 * before the items go.
 */
export async function noteAnew(
  tx: WriteTx,
  { sourceId, postIds }: { sourceId: number; postIds: readonly number[] },
): Promise<void> {
  await tx.run(sql`
    DELETE FROM unfollowed_sources WHERE source_id = ${sourceId}
      OR source_id IN (SELECT source_id FROM posts WHERE id IN (${tx.dialect.numbers(postIds)}))`);
}

/**
 * A source that nobody has followed since before a time, with its plan locked; undefined if there is none, or if its time has
 * started anew meanwhile.
 */
export async function takeUnfollowed(tx: WriteTx, before: number): Promise<number | undefined> {
  const row = await tx.get<{ source_id: number }>(sql`
    SELECT source_id FROM unfollowed_sources WHERE since < ${before} ORDER BY since LIMIT 1`);
  if (!row) return undefined;
  // Following it takes the same lock first, and so does removing a feed of it.
  await lockSchedule(tx, row.source_id);
  const still = await tx.get(sql`
    SELECT source_id FROM unfollowed_sources WHERE source_id = ${row.source_id} AND since < ${before}`);
  return still === undefined ? undefined : row.source_id;
}

/**
 * Removes some of the posts of a source, the oldest first, and with the last of them the source. A source that somebody follows
 * after all, or has items of, stays, and is no longer noted. Its plan must be locked.
 */
export async function removeUnfollowed(tx: WriteTx, sourceId: number, limit: number): Promise<void> {
  const followed = await tx.get(sql`SELECT id FROM feeds WHERE source_id = ${sourceId} LIMIT 1`);
  const posts = await tx.all<{ id: number }>(
    sql`SELECT id FROM posts WHERE source_id = ${sourceId} ORDER BY sort_at, id LIMIT ${limit}`,
  );
  const ids = posts.map(({ id }) => id);
  // A feed that was moved to another source has kept its items.
  const held = await tx.get(sql`SELECT id FROM items WHERE post_id IN (${tx.dialect.numbers(ids)}) LIMIT 1`);
  if (!followed && !held) {
    await deletePosts(tx, ids);
    if (ids.length === limit) return forgetDocument(tx, sourceId);
    await hurryHubs(tx, sourceId);
    await tx.run(sql`DELETE FROM sources WHERE id = ${sourceId}`);
  }
  await tx.run(sql`DELETE FROM unfollowed_sources WHERE source_id = ${sourceId}`);
}

/** As if it had never been asked: whoever follows it before the rest has gone needs all that its document shows. */
async function forgetDocument(tx: WriteTx, sourceId: number): Promise<void> {
  await tx.run(sql`
    UPDATE sources SET checked_at = NULL, validators_url = NULL, etag = NULL, last_modified = NULL, body_hash = NULL
    WHERE id = ${sourceId} AND checked_at IS NOT NULL`);
}
