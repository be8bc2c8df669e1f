// A mark that tells one state of a database from another, without reading all of it.
import { createHash } from 'node:crypto';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import type { LastId } from './catalog.ts';
import { named } from './rows.ts';
import type { Table } from './tables.ts';

/** Differs after every change that a user could see, every visit, and every row added or removed. */
export async function sourceMark(tx: ReadTx, tables: readonly Table[]): Promise<string> {
  const facts: unknown[] = [];
  for (const { name } of tables) {
    const row = await tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM ${named(name)}`);
    facts.push(name, row?.count);
  }
  const written = await tx.get<{ seq: number }>(
    sql`SELECT coalesce(sum(seq), 0) AS seq FROM change_counters`,
  );
  // Ids of visits, journal entries and the like only go up.
  const ids = await tx.all<LastId>(tx.dialect.catalog.lastIds);
  facts.push(written?.seq, ...ids.map(({ table, id }) => `${table} ${id}`).sort());
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}
