// The least that one can ask of the database.
import { sql } from './sql.ts';
import type { ReadTx } from './store.ts';

export async function ping(tx: ReadTx): Promise<void> {
  await tx.get(sql`SELECT 1`);
}
