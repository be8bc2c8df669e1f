// How authorization codes are kept: by their hash, and for a while after their use.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { deleteFromGrants } from './grants.ts';

export interface Code {
  grantId: string;
  appId: string;
  redirectUri: string;
  /** PKCE, S256. */
  challenge: string | undefined;
  expiresAt: number;
}

interface Row {
  grant_id: string;
  app_id: string;
  redirect_uri: string;
  challenge: string | null;
  expires_at: number;
}

export async function insertCode(tx: WriteTx, hash: string, code: Code): Promise<void> {
  await tx.run(sql`
    INSERT INTO codes (hash, grant_id, app_id, redirect_uri, challenge, expires_at)
    VALUES (${hash}, ${code.grantId}, ${code.appId}, ${code.redirectUri}, ${code.challenge ?? null}, ${code.expiresAt})`);
}

/** Takes a code that nobody has used, in one statement: of two simultaneous requests, only one gets it. */
export async function useCode(tx: WriteTx, hash: string): Promise<Code | undefined> {
  const row = await tx.get<Row>(
    sql`UPDATE codes SET used_at = ${tx.now} WHERE hash = ${hash} AND used_at IS NULL RETURNING *`,
  );
  return row && codeOf(row);
}

/** The grant to which a code belongs, used or not. */
export async function grantOfCode(tx: ReadTx, hash: string): Promise<string | undefined> {
  return (await tx.get<Row>(sql`SELECT * FROM codes WHERE hash = ${hash}`))?.grant_id;
}

/** Also deletes the grants whose code nobody came to redeem. */
export function deleteCodesExpiredBefore(tx: WriteTx, time: number, limit: number): Promise<number> {
  return deleteFromGrants(tx, sql`codes`, { upTo: time, limit });
}

function codeOf(row: Row): Code {
  return {
    grantId: row.grant_id,
    appId: row.app_id,
    redirectUri: row.redirect_uri,
    challenge: row.challenge ?? undefined,
    expiresAt: row.expires_at,
  };
}
