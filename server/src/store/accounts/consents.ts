// How open consent pages are kept: what a browser was asked to allow, until it answers.
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

interface Consent {
  /** The session that was shown the page. */
  sessionHash: string;
  appId: string;
  /** JSON of what was asked for. */
  request: string;
  expiresAt: number;
}

export async function insertConsent(tx: WriteTx, handleHash: string, consent: Consent): Promise<void> {
  await tx.run(sql`
    INSERT INTO consents (handle_hash, session_hash, app_id, request, expires_at)
    VALUES (${handleHash}, ${consent.sessionHash}, ${consent.appId}, ${consent.request}, ${consent.expiresAt})`);
}

/** The request of a consent that is answered: only for the session that was asked, only in time, and not again after `againMs`. */
export async function takeConsent(
  tx: WriteTx,
  { sessionHash, handleHash, againMs }: { sessionHash: string; handleHash: string; againMs: number },
): Promise<string | undefined> {
  const end = tx.now + againMs;
  const row = await tx.get<{ request: string }>(sql`
    UPDATE consents SET expires_at = CASE WHEN expires_at < ${end} THEN expires_at ELSE ${end} END
    WHERE handle_hash = ${handleHash} AND session_hash = ${sessionHash} AND expires_at > ${tx.now}
    RETURNING request`);
  return row?.request;
}
