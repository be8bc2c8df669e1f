// How access and refresh tokens are kept: by their hashes, each belonging to a grant that can end them all.
import { type Scope, scopesOf } from '../../model/scope.ts';
import { standingOf } from '../changes.ts';
import { listed, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { deleteFromGrants } from './grants.ts';

interface AccessToken {
  grantId: string;
  appId: string;
  userId: number;
  scope: readonly Scope[];
  /** Undefined: never. */
  expiresAt: number | undefined;
  grantLastUsedAt: number | undefined;
  /** A text that stays the same as long as nothing of the user's has changed. */
  standing: string;
}

export interface RefreshToken {
  grantId: string;
  expiresAt: number;
  usedAt: number | undefined;
  /** Its successor, once used. */
  nextHash: string | undefined;
  /** Its answer was lost, and another pair was issued in its place. */
  superseded: boolean;
}

interface AccessRow {
  hash: string;
  grant_id: string;
  app_id: string;
  user_id: number;
  scope: string;
  last_used_at: number | null;
  revoked_at: number | null;
  /** Of the token, and of its grant. */
  expires_at: number | null;
  grant_expires_at: number | null;
  standing: string;
}

interface RefreshRow {
  grant_id: string;
  expires_at: number;
  used_at: number | null;
  next_hash: string | null;
  superseded: number;
}

export async function insertAccessToken(
  tx: WriteTx,
  hash: string,
  { grantId, expiresAt }: { grantId: string; expiresAt: number | undefined },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO access_tokens (hash, grant_id, expires_at) VALUES (${hash}, ${grantId}, ${expiresAt ?? null})`);
}

/** An access token that is valid now: known, not expired, and its grant alive. */
export async function findAccessToken(tx: ReadTx, hash: string): Promise<AccessToken | undefined> {
  return (await findAccessTokens(tx, [hash])).get(hash);
}

/** Those of some access tokens that are valid now, by their hashes. */
export async function findAccessTokens(
  tx: ReadTx,
  hashes: readonly string[],
): Promise<Map<string, AccessToken>> {
  const rows = await tx.all<AccessRow>(sql`
    SELECT t.hash, t.grant_id, t.expires_at, g.app_id, g.user_id, g.scope, g.last_used_at, g.revoked_at,
      g.expires_at AS grant_expires_at, ${standingOf(sql`g.user_id`)} AS standing
    FROM access_tokens t JOIN grants g ON g.id = t.grant_id WHERE t.hash IN (${listed(hashes)})`);
  // Checked here: planning a condition takes PostgreSQL longer than sending a row that does not meet it.
  const good = rows.filter((row) => row.revoked_at === null && endOf(row) > tx.now);
  return new Map(good.map((row) => [row.hash, accessTokenOf(row)]));
}

function endOf({ expires_at, grant_expires_at }: AccessRow): number {
  return Math.min(expires_at ?? Number.POSITIVE_INFINITY, grant_expires_at ?? Number.POSITIVE_INFINITY);
}

function accessTokenOf(row: AccessRow): AccessToken {
  return {
    grantId: row.grant_id,
    appId: row.app_id,
    userId: row.user_id,
    scope: scopesOf(row.scope),
    expiresAt: endOf(row) === Number.POSITIVE_INFINITY ? undefined : endOf(row),
    grantLastUsedAt: row.last_used_at ?? undefined,
    standing: row.standing,
  };
}

export async function insertRefreshToken(
  tx: WriteTx,
  hash: string,
  { grantId, familyHash, expiresAt }: { grantId: string; familyHash: string; expiresAt: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO refresh_tokens (hash, grant_id, family_hash, expires_at)
    VALUES (${hash}, ${grantId}, ${familyHash}, ${expiresAt})`);
}

/** The grant of a family of refresh tokens, as long as one of them is kept. */
export async function grantOfFamily(tx: ReadTx, familyHash: string): Promise<string | undefined> {
  const row = await tx.get<{ grant_id: string }>(
    sql`SELECT grant_id FROM refresh_tokens WHERE family_hash = ${familyHash} LIMIT 1`,
  );
  return row?.grant_id;
}

/** Deletes all of a family but for these: whoever brings another one is known by the family. */
export async function keepOnly(tx: WriteTx, familyHash: string, hashes: readonly string[]): Promise<void> {
  await tx.run(sql`
    DELETE FROM refresh_tokens WHERE family_hash = ${familyHash} AND hash NOT IN (${listed(hashes)})`);
}

/** The refresh token, whatever state it is in. */
export async function findRefreshToken(tx: ReadTx, hash: string): Promise<RefreshToken | undefined> {
  const row = await tx.get<RefreshRow>(sql`SELECT * FROM refresh_tokens WHERE hash = ${hash}`);
  if (!row) return undefined;
  return {
    grantId: row.grant_id,
    expiresAt: row.expires_at,
    usedAt: row.used_at ?? undefined,
    nextHash: row.next_hash ?? undefined,
    superseded: row.superseded === 1,
  };
}

/** The time of its first use stays, because the grace period counts from there. */
export async function markRefreshTokenUsed(
  tx: WriteTx,
  hash: string,
  nextHash: string | undefined,
): Promise<void> {
  await tx.run(sql`
    UPDATE refresh_tokens SET used_at = coalesce(used_at, ${tx.now}), next_hash = ${nextHash ?? null}
    WHERE hash = ${hash}`);
}

export async function supersedeRefreshToken(tx: WriteTx, hash: string): Promise<void> {
  await tx.run(sql`UPDATE refresh_tokens SET superseded = 1 WHERE hash = ${hash}`);
}

/** Those of earlier versions stay until they expire even if they were used, so that a second use is recognised. */
export function deleteExpiredRefreshTokens(tx: WriteTx, limit: number): Promise<number> {
  return deleteFromGrants(tx, sql`refresh_tokens`, { upTo: tx.now, limit });
}

export function deleteExpiredAccessTokens(tx: WriteTx, limit: number): Promise<number> {
  return deleteFromGrants(tx, sql`access_tokens`, { upTo: tx.now, limit });
}
