// How the rules that sites have for robots are kept, by origin.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** The stored rules of an origin, in JSON; undefined if they are too old or were never asked for. */
export async function findRobots(tx: ReadTx, origin: string): Promise<string | undefined> {
  const row = await tx.get<{ rules: string }>(
    sql`SELECT rules FROM robots WHERE origin = ${origin} AND expires_at > ${tx.now}`,
  );
  return row?.rules;
}

export async function keepRobots(
  tx: WriteTx,
  { origin, rules, expiresAt }: { origin: string; rules: string; expiresAt: number },
): Promise<void> {
  await tx.run(sql`DELETE FROM robots WHERE expires_at <= ${tx.now}`);
  await tx.run(sql`
    INSERT INTO robots (origin, rules, expires_at) VALUES (${origin}, ${rules}, ${expiresAt})
    ON CONFLICT (origin) DO UPDATE SET rules = excluded.rules, expires_at = excluded.expires_at`);
}
