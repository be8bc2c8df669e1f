// Locks posts before anything that belongs to them.
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

/**
 * For whoever changes both a post, or its text, and its article: whoever removes a post has locked it before its article, and in the other order
 * each would wait for the other.
 */
export async function lockPosts(tx: WriteTx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.all(
    sql`SELECT id FROM posts WHERE id IN (${tx.dialect.numbers(ids)}) ORDER BY id ${tx.dialect.forNoKeyUpdate}`,
  );
}
