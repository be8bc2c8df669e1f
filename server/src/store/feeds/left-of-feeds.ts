// What outlives a removed Feed so that it can come back with it: the user's wishes for it, and what it awaits after an import.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** A feed that may be away or gone for good. */
interface KnownFeed {
  id: number;
  userId: number;
  isHere: boolean;
}

interface Page {
  after: number;
  limit: number;
}

interface Row {
  feed_id: number;
  user_id: number;
  here: number | null;
}

/** Some of the feeds with wishes, after an id, in order. */
export async function feedsWithWishes(tx: ReadTx, { after, limit }: Page): Promise<KnownFeed[]> {
  const rows = await tx.all<Row>(sql`
    SELECT w.feed_id, w.user_id, f.id AS here FROM feed_wishes w LEFT JOIN feeds f ON f.id = w.feed_id
    WHERE w.feed_id > ${after} ORDER BY w.feed_id LIMIT ${limit}`);
  return rows.map(knownFeed);
}

/** The same for feeds that await posts, one by one, each found in the index: one feed may await thousands. */
export async function feedsThatAwait(tx: ReadTx, { after, limit }: Page): Promise<KnownFeed[]> {
  const found: KnownFeed[] = [];
  while (found.length < limit) {
    const row = await tx.get<Row>(sql`
      SELECT a.feed_id, a.user_id, (SELECT f.id FROM feeds f WHERE f.id = a.feed_id) AS here FROM awaited_posts a
      WHERE a.feed_id > ${found.at(-1)?.id ?? after} ORDER BY a.feed_id, a.id LIMIT 1`);
    if (!row) break;
    found.push(knownFeed(row));
  }
  return found;
}

/** Those of some feeds that are not here, and that no entry of their user's journal could bring back. */
export async function goneForGood(tx: ReadTx, feeds: readonly KnownFeed[]): Promise<KnownFeed[]> {
  const ids = tx.dialect.numbers(feeds.map(({ id }) => id));
  const here = await tx.all<{ id: number }>(sql`SELECT id FROM feeds WHERE id IN (${ids})`);
  const kept = new Set(here.map(({ id }) => id));
  // Only now: a removal that is committed meanwhile has made its entry.
  for (const userId of new Set(feeds.map((feed) => feed.userId))) {
    const rows = await tx.all<{ subject: string }>(sql`
      SELECT subject FROM journal WHERE user_id = ${userId} AND action IN ('feed.removed', 'feed.restored')`);
    for (const { subject } of rows) kept.add((JSON.parse(subject) as { id: number }).id);
  }
  return feeds.filter(({ id }) => !kept.has(id));
}

/** Forgets all the wishes for some feeds, and returns how many feeds that were. */
export function forgetWishes(tx: WriteTx, feedIds: readonly number[]): Promise<number> {
  return tx.run(sql`DELETE FROM feed_wishes WHERE feed_id IN (${tx.dialect.numbers(feedIds)})`);
}

/** Forgets some of what feeds await, and returns how much. */
export function forgetAwaited(tx: WriteTx, feedIds: readonly number[], limit: number): Promise<number> {
  return tx.run(sql`
    DELETE FROM awaited_posts WHERE id IN (
      SELECT id FROM awaited_posts WHERE feed_id IN (${tx.dialect.numbers(feedIds)}) LIMIT ${limit})`);
}

function knownFeed({ feed_id: id, user_id: userId, here }: Row): KnownFeed {
  return { id, userId, isHere: here !== null };
}
