// How Hosts are kept: the lease that allows one visit to a host at a time, and the pauses that the host asked for.
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** The right to call a host, until it runs out or is given back. The token distinguishes it from every lease before and after. */
export interface Lease {
  hostId: number;
  token: string;
}

export interface Host {
  id: number;
  name: string;
  /** Not to be called before (Retry-After). */
  backoffUntil: number;
  /** Least time between two visits of one source, as last raised, and when that was. */
  floorMs: number;
  floorSince: number;
}

/** The lease of a host that is due. */
export interface DueLease extends Lease {
  /** Whoever held it before has not given it back: the thread or process has died, or could not write. */
  isLeft: boolean;
}

type LeaseTry =
  | { kind: 'leased'; lease: Lease }
  | { kind: 'busy'; freeAt: number | undefined }
  /** The host has asked for a rest, perhaps while somebody waited for it. */
  | { kind: 'resting'; until: number };

/** What becomes of a host at the end of a visit. */
interface Release {
  /** How long nobody may call it. */
  gapMs: number;
  backoffUntil?: number | undefined;
  /** 429: the least time between two visits of one source from now on. */
  floorMs?: number | undefined;
}

/** People who wait for a feed go first: a planned visit comes this long after the host is free. */
const YIELD_MS = 100;
/**
 * After a call of which nobody knows how it ended, or whether it has: most are over by then, and few sites ask for longer pauses in their
 * robots.txt. A person waits for so long.
 */
const LONG_ENOUGH_MS = 10_000;

/** Stands in place of the lease of whoever was killed. */
const LEFT = 'left';

/** The id of the host with that name, which is created if there is none. Somebody is about to call it, so it does not count as idle. */
export async function hostNamed(tx: WriteTx, name: string): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO hosts (name, quiet_until) VALUES (${name}, ${tx.now})
    ON CONFLICT (name) DO UPDATE SET quiet_until =
      CASE WHEN hosts.quiet_until > excluded.quiet_until THEN hosts.quiet_until ELSE excluded.quiet_until END
    RETURNING id`);
  if (!row) throw new Error(`Host ${name} has no row`);
  return row.id;
}

export function findHost(tx: ReadTx, id: number): Promise<Host | undefined> {
  return oneHost(tx, sql`id = ${id}`);
}

export function findHostNamed(tx: ReadTx, name: string): Promise<Host | undefined> {
  return oneHost(tx, sql`name = ${name}`);
}

/** Until when the host with that name is not to be called; 0 if it has not asked for that. */
export async function backoffOf(tx: ReadTx, name: string): Promise<number> {
  return (await findHostNamed(tx, name))?.backoffUntil ?? 0;
}

/** Leases hosts that have something due, the longest waiting first. Hosts that another node is just leasing are left out. */
export async function leaseDueHosts(
  tx: WriteTx,
  options: { limit: number; leaseMs: number; nextToken: () => string },
): Promise<DueLease[]> {
  const rows = await tx.all<{ id: number; backoff_until: number; lease: string | null }>(sql`
    SELECT id, backoff_until, lease FROM hosts WHERE ready_at <= ${tx.now} ORDER BY ready_at LIMIT ${options.limit} ${tx.dialect.skipLocked}`);
  const leases: DueLease[] = [];
  for (const row of rows) {
    // It asked for a rest while it was leased, and the holder has died: nobody has planned it since.
    if (row.backoff_until > tx.now) {
      await tx.run(sql`UPDATE hosts SET lease = NULL, ready_at = backoff_until WHERE id = ${row.id}`);
      continue;
    }
    const lease = { hostId: row.id, token: options.nextToken(), isLeft: row.lease !== null };
    await giveLease(tx, lease, tx.now + options.leaseMs);
    leases.push(lease);
  }
  return leases;
}

/** Leases one host, due or not, for somebody who waits. Returns when to try again if it is not free. */
export async function tryLease(tx: WriteTx, lease: Lease, leaseMs: number): Promise<LeaseTry> {
  const row = await tx.get<{
    ready_at: number | null;
    lease: string | null;
    quiet_until: number;
    backoff_until: number;
  }>(sql`
    SELECT ready_at, lease, quiet_until, backoff_until FROM hosts WHERE id = ${lease.hostId} ${tx.dialect.forUpdate}`);
  if (!row) throw new Error(`Host ${lease.hostId} has no row`);
  if (row.lease !== null && row.lease !== LEFT && row.ready_at !== null && row.ready_at > tx.now)
    return { kind: 'busy', freeAt: undefined };
  if (row.backoff_until > tx.now) return { kind: 'resting', until: row.backoff_until };
  if (row.quiet_until > tx.now) return { kind: 'busy', freeAt: row.quiet_until };
  await giveLease(tx, lease, tx.now + leaseMs);
  return { kind: 'leased', lease };
}

/** The fence: whether the lease is still the host's. Its row stays locked until the commit. */
export async function holdsLease(tx: WriteTx, lease: Lease): Promise<boolean> {
  const row = await tx.get<{ lease: string | null }>(
    sql`SELECT lease FROM hosts WHERE id = ${lease.hostId} ${tx.dialect.forUpdate}`,
  );
  return row?.lease === lease.token;
}

/** For a holder of the lease who needs it for longer. */
export async function renewLease(tx: WriteTx, lease: Lease, leaseMs: number): Promise<void> {
  await giveLease(tx, lease, tx.now + leaseMs);
}

/** Gives a lease back. False if it was lost meanwhile: it is left to its new holder. */
export async function releaseHost(tx: WriteTx, lease: Lease, release: Release): Promise<boolean> {
  if (!(await holdsLease(tx, lease))) return false;
  const host = await findHost(tx, lease.hostId);
  const backoffUntil = Math.max(host?.backoffUntil ?? 0, release.backoffUntil ?? 0);
  const quietUntil = tx.now + release.gapMs;
  await tx.run(sql`
    UPDATE hosts SET lease = NULL, quiet_until = ${quietUntil}, backoff_until = ${backoffUntil},
      ready_at = ${await readyAt(tx, lease.hostId, Math.max(quietUntil + YIELD_MS, backoffUntil))}
    WHERE id = ${lease.hostId}`);
  if (release.floorMs !== undefined) await raiseFloor(tx, lease.hostId, release.floorMs);
  return true;
}

/**
 * Ends the leases that whoever was killed has left behind, after a pause; that they were left is known until the hosts are leased again. A host that has
 * sent a 429 may have its calls spread over more than that: there the lease runs out.
 */
export async function endLeases(tx: WriteTx): Promise<void> {
  const quietUntil = tx.now + LONG_ENOUGH_MS;
  const from = quietUntil + YIELD_MS;
  await tx.run(sql`
    UPDATE hosts SET lease = ${LEFT}, quiet_until = ${quietUntil},
      ready_at = CASE WHEN backoff_until > ${from} THEN backoff_until ELSE ${from} END
    WHERE lease <> ${LEFT} AND ready_at > ${tx.now} AND floor_ms = 0`);
}

/** Lets a host rest that has asked for it without being leased: a redirect led there. */
export async function restHost(
  tx: WriteTx,
  hostId: number,
  { backoffUntil = 0, floorMs }: Pick<Release, 'backoffUntil' | 'floorMs'>,
): Promise<void> {
  await tx.run(sql`
    UPDATE hosts SET backoff_until = CASE WHEN backoff_until > ${backoffUntil} THEN backoff_until ELSE ${backoffUntil} END
    WHERE id = ${hostId}`);
  if (floorMs !== undefined) await raiseFloor(tx, hostId, floorMs);
  await replanHost(tx, hostId);
}

async function raiseFloor(tx: WriteTx, hostId: number, floorMs: number): Promise<void> {
  await tx.run(sql`UPDATE hosts SET floor_ms = ${floorMs}, floor_since = ${tx.now} WHERE id = ${hostId}`);
}

/** Recalculates when a host that nobody holds is to be visited, after the plan of one of its sources has changed. */
export async function replanHost(tx: WriteTx, hostId: number): Promise<void> {
  const row = await tx.get<{ lease: string | null; quiet_until: number; backoff_until: number }>(sql`
    SELECT lease, quiet_until, backoff_until FROM hosts WHERE id = ${hostId} ${tx.dialect.forUpdate}`);
  // The holder plans it when giving the lease back, or the end of the lease makes it due.
  if (!row || row.lease !== null) return;
  const earliest = Math.max(row.quiet_until + YIELD_MS, row.backoff_until);
  await tx.run(sql`UPDATE hosts SET ready_at = ${await readyAt(tx, hostId, earliest)} WHERE id = ${hostId}`);
}

/**
 * Forgets some hosts that nothing of ours depends on and that have no pause or raised floor left to respect. A host that somebody
 * is calling has its `ready_at` at the end of the lease, so it is not among them. Returns how many were forgotten.
 */
export function deleteIdleHosts(
  tx: WriteTx,
  { calledBefore, raisedBefore, limit }: { calledBefore: number; raisedBefore: number; limit: number },
): Promise<number> {
  return tx.run(sql`
    DELETE FROM hosts WHERE id IN (
      SELECT id FROM hosts h WHERE ready_at IS NULL
        AND quiet_until < ${calledBefore} AND backoff_until < ${calledBefore} AND floor_since < ${raisedBefore}
        AND NOT EXISTS (SELECT 1 FROM sources WHERE sources.host_id = h.id)
        AND NOT EXISTS (SELECT 1 FROM hubs WHERE hubs.host_id = h.id)
        AND NOT EXISTS (SELECT 1 FROM full_texts WHERE full_texts.host_id = h.id AND due_at IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM icons WHERE icons.host_id = h.id AND due_at IS NOT NULL)
      LIMIT ${limit})`);
}

/** When the next host is due (or a lease ends); undefined if none is. */
export async function nextReadyAt(tx: ReadTx): Promise<number | undefined> {
  const row = await tx.get<{ at: number | null }>(
    sql`SELECT min(ready_at) AS at FROM hosts WHERE ready_at IS NOT NULL`,
  );
  return row?.at ?? undefined;
}

function oneHost(tx: ReadTx, where: Sql): Promise<Host | undefined> {
  return tx.get(sql`
    SELECT id, name, backoff_until AS "backoffUntil", floor_ms AS "floorMs", floor_since AS "floorSince" FROM hosts WHERE ${where}`);
}

async function giveLease(tx: WriteTx, lease: Lease, until: number): Promise<void> {
  await tx.run(sql`UPDATE hosts SET lease = ${lease.token}, ready_at = ${until} WHERE id = ${lease.hostId}`);
}

async function readyAt(tx: ReadTx, hostId: number, earliest: number): Promise<number | null> {
  // What may be due: visits to its sources, requests to it as a hub, articles of posts and icons of sites.
  const row = await tx.get<{ at: number | null }>(sql`
    SELECT min(at) AS at FROM (
      SELECT min(next_visit_at) AS at FROM schedules WHERE host_id = ${hostId}
      UNION ALL SELECT min(due_at) FROM hubs WHERE host_id = ${hostId}
      UNION ALL SELECT min(due_at) FROM full_texts WHERE host_id = ${hostId} AND due_at IS NOT NULL
      UNION ALL SELECT min(due_at) FROM icons WHERE host_id = ${hostId} AND due_at IS NOT NULL) due`);
  return row?.at == null ? null : Math.max(row.at, earliest);
}
