// The size of the index of words.
import { sql } from '../../server/src/store/sql.ts';
import type { ReadTx } from '../../server/src/store/store.ts';

/** SQLite reports the size of each of its trees (https://sqlite.org/dbstat.html), PostgreSQL that of a table with everything it owns. */
export async function indexBytes(tx: ReadTx): Promise<number> {
  const index = await tx.get<{ bytes: number | null }>(
    tx.dialect.name === 'sqlite'
      ? sql`SELECT sum(pgsize) AS bytes FROM dbstat WHERE aggregate = TRUE AND name LIKE 'post_words%'`
      : sql`SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = 'r' AND relname LIKE 'post_words%'`,
  );
  return Number(index?.bytes ?? 0);
}
