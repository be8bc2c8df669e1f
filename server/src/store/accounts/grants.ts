// How grants are kept.
import type { Grant, RevocationReason } from '../../model/grant.ts';
import { type Scope, scopesOf, scopeText } from '../../model/scope.ts';
import { slicesOf } from '../../model/slices.ts';
import { listed, nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** Grants in one statement at most. */
const GRANTS_AT_ONCE = 100;

interface NewGrant {
  id: string;
  appId: string;
  userId: number;
  scope: readonly Scope[];
  redirectUri: string;
  /** Undefined: never. */
  expiresAt: number | undefined;
}

/** A grant that is valid, and when it ends (undefined: never). */
export interface LivingGrant extends Grant {
  expiresAt: number | undefined;
}

/** What is shown of a grant to the person who gave it. */
export interface ConnectedApp {
  grantId: string;
  name: string;
  website: string | undefined;
  scope: readonly Scope[];
  createdAt: number;
  lastUsedAt: number | undefined;
}

interface Row {
  id: string;
  app_id: string;
  user_id: number;
  scope: string;
  redirect_uri: string;
  speaks_standard: number;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
}

export async function insertGrant(tx: WriteTx, grant: NewGrant): Promise<void> {
  await tx.run(sql`
    INSERT INTO grants (id, app_id, user_id, scope, redirect_uri, created_at, expires_at)
    VALUES (${grant.id}, ${grant.appId}, ${grant.userId}, ${scopeText(grant.scope)}, ${grant.redirectUri},
      ${tx.now}, ${grant.expiresAt ?? null})`);
}

/** The grant, locked until the commit, unless it was revoked or has expired. */
export function lockGrant(tx: WriteTx, id: string): Promise<LivingGrant | undefined> {
  return livingGrant(tx, id, tx.dialect.forUpdate);
}

/** A grant that is valid: not revoked, not expired, not gone. */
export function findGrant(tx: ReadTx, id: string): Promise<LivingGrant | undefined> {
  return livingGrant(tx, id, nothing);
}

async function livingGrant(tx: ReadTx, id: string, lock: Sql): Promise<LivingGrant | undefined> {
  const row = await tx.get<Row>(sql`SELECT * FROM grants WHERE id = ${id} AND ${alive(tx.now)} ${lock}`);
  return row && grantOf(row);
}

/** Whether an app has spoken standard OAuth for any of its grants, ended ones included. */
export async function hasSpokenStandard(tx: ReadTx, appId: string): Promise<boolean> {
  const found = await tx.get(
    sql`SELECT id FROM grants WHERE app_id = ${appId} AND speaks_standard = 1 LIMIT 1`,
  );
  return found !== undefined;
}

/** The apps that the person's valid grants let in, newest first. */
export async function connectedApps(tx: ReadTx, userId: number): Promise<ConnectedApp[]> {
  const rows = await tx.all<Row & { name: string; website: string | null }>(sql`
    SELECT grants.*, apps.name, apps.website FROM grants JOIN apps ON apps.id = grants.app_id
    WHERE user_id = ${userId} AND last_used_at IS NOT NULL AND ${alive(tx.now)}
    ORDER BY grants.created_at DESC, grants.id`);
  return rows.map((row) => ({
    grantId: row.id,
    name: row.name,
    website: row.website ?? undefined,
    scope: scopesOf(row.scope),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }));
}

export async function markStandard(tx: WriteTx, id: string): Promise<void> {
  await tx.run(sql`UPDATE grants SET speaks_standard = 1 WHERE id = ${id}`);
}

export async function touchGrant(tx: WriteTx, id: string): Promise<void> {
  await tx.run(sql`UPDATE grants SET last_used_at = ${tx.now} WHERE id = ${id}`);
}

/** For an operator who has decided that tokens shall live for ever. */
export async function neverEndGrant(tx: WriteTx, id: string): Promise<void> {
  await tx.run(sql`UPDATE grants SET expires_at = NULL WHERE id = ${id} AND expires_at IS NOT NULL`);
}

/** Ends a grant: every token of it is worthless from now on. */
export async function revokeGrant(tx: WriteTx, id: string, reason: RevocationReason): Promise<void> {
  await revoke(tx, sql`id = ${id}`, reason);
}

/** The same for a grant of this user; false if it is not theirs, or has already ended. */
export async function revokeGrantOf(
  tx: WriteTx,
  userId: number,
  { id, reason }: { id: string; reason: RevocationReason },
): Promise<boolean> {
  return (await revoke(tx, sql`id = ${id} AND user_id = ${userId}`, reason)) === 1;
}

export async function revokeGrantsOf(tx: WriteTx, userId: number, reason: RevocationReason): Promise<void> {
  await revoke(tx, sql`user_id = ${userId}`, reason);
}

/** Deletes some of the grants that were revoked before a time, with their tokens. */
export function deleteGrantsRevokedBefore(tx: WriteTx, time: number, limit: number): Promise<number> {
  return tx.run(sql`
    DELETE FROM grants WHERE id IN (
      SELECT id FROM grants WHERE revoked_at < ${time} ORDER BY revoked_at LIMIT ${limit})`);
}

/**
 * Deletes some of the codes or tokens that ran out up to a time, the oldest first, and the grants that have no other code or token,
 * because nobody can come back by them. Returns how many codes or tokens.
 */
export async function deleteFromGrants(
  tx: WriteTx,
  table: Sql,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<number> {
  const gone = await tx.all<{ grant_id: string }>(sql`
    DELETE FROM ${table} WHERE hash IN (
      SELECT hash FROM ${table} WHERE expires_at <= ${upTo} ORDER BY expires_at LIMIT ${limit})
    RETURNING grant_id`);
  await deleteEmptyGrants(tx, gone);
  return gone.length;
}

async function deleteEmptyGrants(tx: WriteTx, gone: readonly { grant_id: string }[]): Promise<void> {
  const ids = [...new Set(gone.map((each) => each.grant_id))];
  for (const some of slicesOf(ids, GRANTS_AT_ONCE)) {
    await tx.run(sql`
      DELETE FROM grants WHERE id IN (${listed(some)})
        AND NOT EXISTS (SELECT 1 FROM codes WHERE codes.grant_id = grants.id)
        AND NOT EXISTS (SELECT 1 FROM access_tokens WHERE access_tokens.grant_id = grants.id)
        AND NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE refresh_tokens.grant_id = grants.id)`);
  }
}

function revoke(tx: WriteTx, which: Sql, reason: RevocationReason): Promise<number> {
  return tx.run(
    sql`UPDATE grants SET revoked_at = ${tx.now}, revoked_because = ${reason} WHERE ${which} AND revoked_at IS NULL`,
  );
}

function alive(now: number): Sql {
  return sql`grants.revoked_at IS NULL AND (grants.expires_at IS NULL OR grants.expires_at > ${now})`;
}

function grantOf(row: Row): LivingGrant {
  return {
    id: row.id,
    appId: row.app_id,
    userId: row.user_id,
    scope: scopesOf(row.scope),
    redirectUri: row.redirect_uri,
    speaksStandard: row.speaks_standard === 1,
    expiresAt: row.expires_at ?? undefined,
  };
}
