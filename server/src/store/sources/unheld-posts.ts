// Posts that nobody has and that their document no longer shows: found, kept for a while, and then forgotten except for a hash of
// each.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { NEVER_SHOWN } from './posts.ts';

/** Enough to tell a post from every other. */
interface UnheldPost {
  id: number;
  sourceId: number;
  url: string;
  title: string;
  publishedAt: number | undefined;
  textHash: string;
}

/** Notes which posts the document of a source shows. An incomplete document says nothing about the posts that it lacks. */
export async function noteShown(
  tx: WriteTx,
  sourceId: number,
  { shown, isWhole }: { shown: readonly number[]; isWhole: boolean },
): Promise<void> {
  const ids = tx.dialect.numbers(shown);
  await tx.run(sql`UPDATE posts SET left_at = NULL WHERE id IN (${ids}) AND left_at IS NOT NULL`);
  if (!isWhole) return;
  await tx.run(sql`
    UPDATE posts SET left_at = ${tx.now} WHERE source_id = ${sourceId} AND left_at IS NULL AND id NOT IN (${ids})`);
}

/** For what another feed published at the address of a source, in whose place it is: those who have it keep it, and nobody gets it any more. */
export async function disownPosts(tx: WriteTx, sourceId: number): Promise<void> {
  await tx.run(
    sql`UPDATE posts SET left_at = ${NEVER_SHOWN} WHERE source_id = ${sourceId} AND left_at IS DISTINCT FROM ${NEVER_SHOWN}`,
  );
}

/**
 * The newest of the posts that the document of a source shows, newest first. Those are few: in the order of the other index, SQLite would
 * walk over all that the source has ever shown to find them. Where no document was ever whole they are all, and a hundred thousand are
 * sorted in some milliseconds.
 */
export async function newestShown(
  tx: ReadTx,
  sourceId: number,
  limit: number,
): Promise<{ id: number; sortAt: number }[]> {
  const rows = await tx.all<{ id: number; sort_at: number }>(sql`
    SELECT id, sort_at FROM posts WHERE source_id = ${sourceId} AND left_at IS NULL ORDER BY +sort_at DESC, id DESC LIMIT ${limit}`);
  return rows.map((row) => ({ id: row.id, sortAt: row.sort_at }));
}

/** Looks at some posts after an id, marks those that nobody has and no document shows, and returns the last id; undefined at the end. */
export async function markUnheld(tx: WriteTx, after: number, limit: number): Promise<number | undefined> {
  const ids = await tx.all<{ id: number }>(
    sql`SELECT id FROM posts WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
  const last = ids.at(-1)?.id;
  if (last === undefined) return undefined;
  await tx.run(sql`
    INSERT INTO unheld_posts (post_id, since)
    SELECT id, ${tx.now} FROM posts WHERE id > ${after} AND id <= ${last} AND left_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM items WHERE items.post_id = posts.id)
    ON CONFLICT DO NOTHING`);
  return last;
}

/**
 * Among some marked posts after an id, unmarks those that somebody has again or that are shown again. Returns the last id;
 * undefined at the end.
 */
export async function unmarkHeld(tx: WriteTx, after: number, limit: number): Promise<number | undefined> {
  const ids = await tx.all<{ post_id: number }>(
    sql`SELECT post_id FROM unheld_posts WHERE post_id > ${after} ORDER BY post_id LIMIT ${limit}`,
  );
  const last = ids.at(-1)?.post_id;
  if (last === undefined) return undefined;
  await tx.run(sql`
    DELETE FROM unheld_posts WHERE post_id > ${after} AND post_id <= ${last} AND (
      EXISTS (SELECT 1 FROM items WHERE items.post_id = unheld_posts.post_id)
      OR EXISTS (SELECT 1 FROM posts WHERE posts.id = unheld_posts.post_id AND left_at IS NULL))`);
  return last;
}

/** For posts that somebody has now and may bring back later: their time starts anew. */
export async function unmarkUnheld(tx: WriteTx, postIds: readonly number[]): Promise<void> {
  await tx.run(sql`DELETE FROM unheld_posts WHERE post_id IN (${tx.dialect.numbers(postIds)})`);
}

/** Some of the posts that nobody has had since before a time, and that nobody has now. */
export async function unheldSince(tx: ReadTx, before: number, limit: number): Promise<UnheldPost[]> {
  const rows = await tx.all<{
    id: number;
    source_id: number;
    url: string;
    title: string;
    published_at: number | null;
    text_hash: string;
  }>(sql`
    SELECT p.id, p.source_id, p.url, p.title, p.published_at, p.text_hash
    FROM unheld_posts u JOIN posts p ON p.id = u.post_id WHERE u.since < ${before} AND p.left_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM items WHERE items.post_id = p.id) ORDER BY u.since LIMIT ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    sourceId: row.source_id,
    url: row.url,
    title: row.title,
    publishedAt: row.published_at ?? undefined,
    textHash: row.text_hash,
  }));
}

/** Remembers that there was a post, by a hash of its looks. */
export async function keepLooks(tx: WriteTx, sourceId: number, looks: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO forgotten_posts (source_id, looks) VALUES (${sourceId}, ${looks}) ON CONFLICT DO NOTHING`);
}

/** Those of some looks that a source once had a post with. Most sources have forgotten nothing, which one query tells. */
export async function forgottenLooks(
  tx: ReadTx,
  sourceId: number,
  looks: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const any = sql`SELECT looks FROM forgotten_posts WHERE source_id = ${sourceId} LIMIT 1`;
  if (looks.length === 0 || !(await tx.get(any))) return found;
  for (const each of looks) {
    const one = sql`SELECT looks FROM forgotten_posts WHERE source_id = ${sourceId} AND looks = ${each}`;
    if (await tx.get(one)) found.add(each);
  }
  return found;
}
