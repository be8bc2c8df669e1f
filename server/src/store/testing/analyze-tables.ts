// Lets PostgreSQL count what the tables of a test hold, as autovacuum does where it is on.
import { joined, sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

/** By their names: without them it would be all tables of the server, those of other tests among them, which then look empty to their plans. */
export async function analyzeTables(tx: WriteTx): Promise<void> {
  const tables = await tx.all<{ name: string }>(sql`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`);
  const names = tables.map(({ name }) => ({ text: name, values: [] }));
  await tx.run(sql`ANALYZE ${joined(names, ', ')}`);
}
