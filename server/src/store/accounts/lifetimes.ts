// How long what lets people and apps in may last from now on: longer only if a clock was ahead when it was given.
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
