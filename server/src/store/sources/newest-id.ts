// How far the ids of posts go: for whatever looks at all posts, or at how many there have been.
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';

/** The greatest id of any post; 0 if there is none. */
export async function newestId(tx: ReadTx): Promise<number> {
  return (await tx.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM posts`))?.id ?? 0;
}
