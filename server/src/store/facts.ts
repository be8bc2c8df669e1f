// How the small facts of the whole instance are kept.
import { sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';

/** The fact that tells an instance from others, and from what it was before it was restored from a backup. */
export const HISTORY = 'instance';

/** The hashes of the codes that allow making the first account. Whoever makes one locks it. */
export const SET_UP = 'set-up-token';

export async function readFact(tx: ReadTx, name: string): Promise<string | undefined> {
  return (await tx.get<{ value: string }>(sql`SELECT value FROM facts WHERE name = ${name}`))?.value;
}

export async function writeFact(tx: WriteTx, name: string, value: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO facts (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

/** Writes a fact unless it is known, and returns the one that holds. */
export async function keepFact(tx: WriteTx, name: string, value: string): Promise<string> {
  await tx.run(sql`INSERT INTO facts (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`);
  return (await readFact(tx, name)) ?? value;
}

/**
 * Writes a fact whose value depends on the one before, if any. Of several who do so at once, each sees what the one before has
 * written.
 */
export async function changeFact(
  tx: WriteTx,
  name: string,
  change: (known: string | undefined) => string,
): Promise<void> {
  const value = change(undefined);
  const isNew = await tx.run(
    sql`INSERT INTO facts (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`,
  );
  if (isNew > 0) return;
  // The fact exists, and is locked until the end: another writer has been waited for.
  const row = await tx.get<{ value: string }>(
    sql`SELECT value FROM facts WHERE name = ${name} ${tx.dialect.forUpdate}`,
  );
  await writeFact(tx, name, change(row?.value));
}

/** Returns whether it was there: of several who forget it at once, only one is told so. */
export async function forgetFact(tx: WriteTx, name: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM facts WHERE name = ${name}`)) > 0;
}
