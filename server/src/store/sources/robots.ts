// How the rules that sites have for robots are kept, by origin.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { shortName } from './short-names.ts';

/** For so long after they have expired, rules can be looked up: what has failed before is asked for ever more seldom. */
const LOOKED_BACK_MS = 86_400_000;

/** The stored rules of an origin, in JSON, also if they have expired; undefined if they are too old or were never asked for. */
export function findRobots(
  tx: ReadTx,
  origin: string,
): Promise<{ rules: string; expiresAt: number } | undefined> {
  return tx.get(sql`SELECT rules, expires_at AS "expiresAt" FROM robots WHERE origin = ${shortName(origin)}`);
}

export async function keepRobots(
  tx: WriteTx,
  { origin, rules, expiresAt }: { origin: string; rules: string; expiresAt: number },
): Promise<void> {
  await tx.run(sql`DELETE FROM robots WHERE expires_at <= ${tx.now - LOOKED_BACK_MS}`);
  await tx.run(sql`
    INSERT INTO robots (origin, rules, expires_at) VALUES (${shortName(origin)}, ${rules}, ${expiresAt})
    ON CONFLICT (origin) DO UPDATE SET rules = excluded.rules, expires_at = excluded.expires_at`);
}
