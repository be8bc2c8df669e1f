// How SQLite answers a statement, for tests of the index that it takes: without statistics, only the form of the statement decides.
import { type Sql, sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

/** The steps, such as `SEARCH items USING INDEX items_post (post_id=?)`. */
export async function stepsOf(tx: WriteTx, statement: Sql): Promise<string[]> {
  const steps = await tx.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${statement}`);
  return steps.map(({ detail }) => detail);
}
