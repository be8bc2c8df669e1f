// After a clock that was ahead has been set right: what was done by its time counts as done now. Otherwise the plans made then would leave
// sources unvisited for as long as the clock was ahead.
import { clockSlackMs } from '../clock-slack.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { replanHost } from './hosts.ts';

/** A source whose last visit was noted so long after now. */
export interface VisitedAhead {
  sourceId: number;
  aheadMs: number;
}

/** Hosts that have been called in the future, are leased from there, or have announced something there. */
export async function hostsCalledInFuture(tx: ReadTx): Promise<number[]> {
  const latest = tx.now + clockSlackMs;
  const rows = await tx.all<{ id: number }>(sql`
    SELECT host_id AS id FROM schedules WHERE last_visit_at > ${latest}
    UNION SELECT host_id FROM hubs WHERE pinged_at > ${latest}
    UNION SELECT id FROM hosts WHERE quiet_until > ${latest} OR (lease IS NOT NULL AND ready_at > ${latest})`);
  return rows.map(({ id }) => id);
}

/**
 * Moves what is planned at such a host back by as much as its last call is ahead, so that every pause keeps its length. A lease from
 * there is ended: if its holder is still at work, it records nothing, and the visit is repeated. Returns the sources whose last visit is
 * moved, for what they remember.
 */
export async function setHostBack(tx: WriteTx, hostId: number): Promise<VisitedAhead[]> {
  const latest = tx.now + clockSlackMs;
  // Before the host: a visit that is being recorded has locked the plan of its source first, too.
  const ahead = await tx.all<{ source_id: number; last_visit_at: number }>(sql`
    SELECT source_id, last_visit_at FROM schedules WHERE host_id = ${hostId} AND last_visit_at > ${latest}
    ORDER BY source_id ${tx.dialect.forUpdate}`);
  const host = await tx.get<{ quiet_until: number }>(
    sql`SELECT quiet_until FROM hosts WHERE id = ${hostId} ${tx.dialect.forUpdate}`,
  );
  await tx.run(sql`
    UPDATE schedules SET next_visit_at = next_visit_at - last_visit_at + ${tx.now},
      planned_at = planned_at - last_visit_at + ${tx.now}, last_visit_at = ${tx.now}
    WHERE host_id = ${hostId} AND last_visit_at > ${latest}`);
  await tx.run(sql`
    UPDATE visits SET at = ${tx.now}
    WHERE at > ${latest} AND source_id IN (SELECT source_id FROM schedules WHERE host_id = ${hostId})`);
  // A hub that falls silent is noticed by posts that are newer than its last ping.
  await tx.run(
    sql`UPDATE hubs SET pinged_at = ${tx.now} WHERE host_id = ${hostId} AND pinged_at > ${latest}`,
  );
  if (host && host.quiet_until > latest) await setCallsBack(tx, hostId, host.quiet_until);
  await tx.run(
    sql`UPDATE hosts SET lease = NULL WHERE id = ${hostId} AND lease IS NOT NULL AND ready_at > ${latest}`,
  );
  await replanHost(tx, hostId);
  return ahead.map((row) => ({ sourceId: row.source_id, aheadMs: row.last_visit_at - tx.now }));
}

/** `calledAt`: the last call of the host. What waits for an earlier time was not planned by it. */
async function setCallsBack(tx: WriteTx, hostId: number, calledAt: number): Promise<void> {
  const aheadMs = calledAt - tx.now;
  await tx.run(sql`
    UPDATE hosts SET quiet_until = ${tx.now},
      floor_since = CASE WHEN floor_since > ${tx.now} THEN ${tx.now} ELSE floor_since END,
      backoff_until = CASE WHEN backoff_until > ${calledAt} THEN backoff_until - ${aheadMs} ELSE backoff_until END
    WHERE id = ${hostId}`);
  for (const table of [sql`hubs`, sql`full_texts`, sql`icons`]) {
    await tx.run(sql`
      UPDATE ${table} SET due_at = due_at - ${aheadMs} WHERE host_id = ${hostId} AND due_at > ${calledAt}`);
  }
  await tx.run(sql`UPDATE icons SET asked_at = ${tx.now} WHERE host_id = ${hostId} AND asked_at > ${tx.now}`);
  await tx.run(sql`
    UPDATE hubs SET leased_until = leased_until - ${aheadMs} WHERE host_id = ${hostId} AND leased_until > ${calledAt}`);
}

/** How long each is kept at the longest, in milliseconds. */
interface Keeping {
  images: number;
  imageFailures: number;
  robots: number;
}

/** Shortens what would be kept for longer than it could have been: failures, too, would last for as long as the clock was ahead. */
export async function shortenKeeping(tx: WriteTx, longest: Keeping): Promise<void> {
  const kept = [
    { table: sql`images`, which: sql`failure IS NULL`, forMs: longest.images },
    { table: sql`images`, which: sql`failure IS NOT NULL`, forMs: longest.imageFailures },
    { table: sql`robots`, which: sql`1 = 1`, forMs: longest.robots },
  ];
  for (const { table, which, forMs } of kept) {
    const last = tx.now + forMs;
    await tx.run(
      sql`UPDATE ${table} SET expires_at = ${last} WHERE ${which} AND expires_at > ${last + clockSlackMs}`,
    );
  }
  // Those unused for longest go first: what was used then would stay, and what is used now would go.
  await tx.run(sql`UPDATE images SET used_at = ${tx.now} WHERE used_at > ${tx.now + clockSlackMs}`);
}
