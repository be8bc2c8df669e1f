// How open consent pages are kept: what a browser was asked to allow, until it answers, once.
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

/** Removes a consent and returns its request: only for the session that was asked, only once, and only in time. */
export async function takeConsent(
  tx: WriteTx,
  sessionHash: string,
  handleHash: string,
): Promise<string | undefined> {
  const row = await tx.get<{ request: string }>(sql`
    DELETE FROM consents
    WHERE handle_hash = ${handleHash} AND session_hash = ${sessionHash} AND expires_at > ${tx.now}
    RETURNING request`);
  return row?.request;
}

export function deleteExpiredConsents(tx: WriteTx, limit: number): Promise<number> {
  return tx.run(sql`
    DELETE FROM consents WHERE handle_hash IN (
      SELECT handle_hash FROM consents WHERE expires_at <= ${tx.now} ORDER BY expires_at LIMIT ${limit})`);
}
