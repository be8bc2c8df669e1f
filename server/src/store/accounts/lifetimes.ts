// How long what lets people and apps in may last: longer only if a clock was ahead when it was given. Then it is deleted.
import { clockSlackMs } from '../clock-slack.ts';
import { type Sql, sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

/** The longest lifetimes that are given, in milliseconds; undefined: for ever. */
interface Lifetimes {
  sessions: number;
  consents: number;
  challenges: number;
  pendingSignIns: number;
  invitations: number;
  codes: number;
  grants: number;
  refreshTokens: number;
  accessTokens: number | undefined;
}

/** Shortens what would last for longer than it could have been given for: the clock has been set back since. */
export async function shortenLives(tx: WriteTx, longest: Lifetimes): Promise<void> {
  const tables: [Sql, number | undefined][] = [
    [sql`sessions`, longest.sessions],
    [sql`consents`, longest.consents],
    [sql`challenges`, longest.challenges],
    [sql`pending_sign_ins`, longest.pendingSignIns],
    [sql`invitations`, longest.invitations],
    [sql`codes`, longest.codes],
    [sql`grants`, longest.grants],
    [sql`refresh_tokens`, longest.refreshTokens],
    [sql`access_tokens`, longest.accessTokens],
  ];
  for (const [table, ttlMs] of tables) {
    if (ttlMs === undefined) continue;
    await tx.run(sql`
      UPDATE ${table} SET expires_at = ${tx.now + ttlMs} WHERE expires_at > ${tx.now + ttlMs + clockSlackMs}`);
  }
}

const expiring = {
  sessions: { table: sql`sessions`, key: sql`id_hash` },
  consents: { table: sql`consents`, key: sql`handle_hash` },
  challenges: { table: sql`challenges`, key: sql`hash` },
  pendingSignIns: { table: sql`pending_sign_ins`, key: sql`hash` },
  invitations: { table: sql`invitations`, key: sql`id` },
  grants: { table: sql`grants`, key: sql`id` },
} as const;

/** Deletes some of those that have run out, the oldest first, and returns how many, like every sweep. With a grant its tokens go. */
export function deleteExpired(tx: WriteTx, what: keyof typeof expiring, limit: number): Promise<number> {
  const { table, key } = expiring[what];
  return tx.run(sql`
    DELETE FROM ${table} WHERE ${key} IN (
      SELECT ${key} FROM ${table} WHERE expires_at <= ${tx.now} ORDER BY expires_at LIMIT ${limit})`);
}
