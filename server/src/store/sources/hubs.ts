// How Hubs are kept: what each has agreed to announce, and when it is asked again.
import type { Hub, HubMode, HubState } from '../../model/hub.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { replanHost } from './hosts.ts';

type NewHub = Pick<Hub, 'url' | 'hostId' | 'topic' | 'callback' | 'secret'> & {
  sourceId: number;
  dueAt: number;
};

export async function insertHub(tx: WriteTx, hub: NewHub): Promise<void> {
  await tx.run(sql`
    INSERT INTO hubs (source_id, url, host_id, topic, callback, secret, state, due_at)
    VALUES (${hub.sourceId}, ${hub.url}, ${hub.hostId}, ${hub.topic}, ${hub.callback}, ${hub.secret ?? null}, 'pending', ${hub.dueAt})`);
  await replanHost(tx, hub.hostId);
}

export function findHub(tx: ReadTx, id: number): Promise<Hub | undefined> {
  return oneHub(tx, sql`id = ${id}`);
}

export function findHubAt(tx: ReadTx, callback: string): Promise<Hub | undefined> {
  return oneHub(tx, sql`callback = ${callback}`);
}

/** The hub as it is now, for whoever writes all of it: until the commit nobody else changes it. */
export function holdHub(tx: WriteTx, id: number): Promise<Hub | undefined> {
  return oneHub(tx, sql`id = ${id} ${tx.dialect.forUpdate}`);
}

/** The hubs of a source, except those that have ended. */
export async function hubsOf(tx: ReadTx, sourceId: number): Promise<Hub[]> {
  const rows = await tx.all<HubRow>(
    sql`SELECT ${columns} FROM hubs WHERE source_id = ${sourceId} AND state <> 'ended' ORDER BY id`,
  );
  return rows.map(hubOf);
}

/** The hub at a host that has been due longest, if one is due. */
export async function dueHub(tx: ReadTx, hostId: number): Promise<Hub | undefined> {
  const row = await tx.get<HubRow>(sql`
    SELECT ${columns} FROM hubs WHERE host_id = ${hostId} AND due_at <= ${tx.now} ORDER BY due_at, id LIMIT 1`);
  return row && hubOf(row);
}

/** Writes everything about a hub that may change. Its host is planned anew, unless somebody holds it. */
export async function updateHub(tx: WriteTx, hub: Hub): Promise<void> {
  await tx.run(sql`
    UPDATE hubs SET state = ${hub.state}, asked = ${hub.asked ?? null}, due_at = ${hub.dueAt ?? null},
      failures = ${hub.failures}, leased_until = ${hub.leasedUntil ?? null}, pushed_at = ${hub.pushedAt ?? null},
      pinged_at = ${hub.pingedAt ?? null}, trusted_since = ${hub.trustedSince ?? null}
    WHERE id = ${hub.id}`);
  await replanHost(tx, hub.hostId);
}

/** Notes what a hub is about to be asked, and when again. Nothing else is written, as of a push (`notePush`). */
export async function noteAsked(
  tx: WriteTx,
  { id, hostId }: Hub,
  { mode, failures, dueAt }: { mode: HubMode; failures: number; dueAt: number },
): Promise<void> {
  await tx.run(
    sql`UPDATE hubs SET asked = ${mode}, failures = ${failures}, due_at = ${dueAt} WHERE id = ${id}`,
  );
  await replanHost(tx, hostId);
}

/** Notes that a hub does not take us on, and that it is not to be asked before a time. If it has verified or denied us meanwhile, that holds. */
export async function noteRefused(
  tx: WriteTx,
  { id, hostId }: Hub,
  { isStillAsked, notBefore }: { isStillAsked: boolean; notBefore: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE hubs SET asked = CASE WHEN ${isStillAsked ? 1 : 0} = 1 THEN asked END,
      due_at = CASE WHEN due_at > ${notBefore} THEN due_at ELSE ${notBefore} END
    WHERE id = ${id} AND asked = 'subscribe'`);
  await replanHost(tx, hostId);
}

/** Notes since when a hub is trusted to push; undefined: it is not. One that has denied us meanwhile is not trusted. */
export async function noteTrust(tx: WriteTx, { id }: Hub, trustedSince: number | undefined): Promise<void> {
  await tx.run(sql`
    UPDATE hubs SET trusted_since = ${trustedSince ?? null} WHERE id = ${id} AND state NOT IN ('denied', 'ended')`);
}

/**
 * Notes that a hub has pushed: news, which it is trusted for from now on, or only that there is something (`isPing`). Nothing else of the hub is
 * written: where others write meanwhile, it may have been verified or have denied us since it was read.
 */
export async function notePush(
  tx: WriteTx,
  hubId: number,
  { bringsNews = false, isPing = false }: { bringsNews?: boolean; isPing?: boolean },
): Promise<void> {
  await tx.run(sql`
    UPDATE hubs SET pushed_at = ${tx.now}, pinged_at = CASE WHEN ${isPing ? 1 : 0} = 1 THEN ${tx.now} ELSE pinged_at END,
      trusted_since = coalesce(trusted_since, CASE WHEN ${bringsNews ? 1 : 0} = 1 AND state NOT IN ('denied', 'ended') THEN CAST(${tx.now} AS BIGINT) END)
    WHERE id = ${hubId}`);
}

export async function deleteHub(tx: WriteTx, hub: Hub): Promise<void> {
  await tx.run(sql`DELETE FROM hubs WHERE id = ${hub.id}`);
  await replanHost(tx, hub.hostId);
}

/** To be called when a source may no longer be wanted: its hubs are handled now, except those already told to unsubscribe. */
export async function hurryHubs(tx: WriteTx, sourceId: number): Promise<void> {
  for (const hub of await hubsOf(tx, sourceId)) {
    if (hub.asked !== 'unsubscribe') await updateHub(tx, { ...hub, dueAt: tx.now, failures: 0 });
  }
}

/** When the nth newest post of a source was published; undefined if it has fewer. */
export async function publishedLately(
  tx: ReadTx,
  sourceId: number,
  nth: number,
): Promise<number | undefined> {
  const row = await tx.get<{ sort_at: number }>(sql`
    SELECT sort_at FROM posts WHERE source_id = ${sourceId} ORDER BY sort_at DESC, id DESC LIMIT 1 OFFSET ${nth - 1}`);
  return row?.sort_at;
}

const columns: Sql = sql`id, source_id, url, host_id, topic, callback, secret, state, asked, due_at, failures,
  leased_until, pushed_at, pinged_at, trusted_since`;

interface HubRow {
  id: number;
  source_id: number | null;
  url: string;
  host_id: number;
  topic: string;
  callback: string;
  secret: string | null;
  state: HubState;
  asked: HubMode | null;
  due_at: number | null;
  failures: number;
  leased_until: number | null;
  pushed_at: number | null;
  pinged_at: number | null;
  trusted_since: number | null;
}

async function oneHub(tx: ReadTx, where: Sql): Promise<Hub | undefined> {
  const row = await tx.get<HubRow>(sql`SELECT ${columns} FROM hubs WHERE ${where}`);
  return row && hubOf(row);
}

function hubOf(row: HubRow): Hub {
  return {
    id: row.id,
    sourceId: row.source_id ?? undefined,
    url: row.url,
    hostId: row.host_id,
    topic: row.topic,
    callback: row.callback,
    secret: row.secret ?? undefined,
    state: row.state,
    asked: row.asked ?? undefined,
    dueAt: row.due_at ?? undefined,
    failures: row.failures,
    leasedUntil: row.leased_until ?? undefined,
    pushedAt: row.pushed_at ?? undefined,
    pingedAt: row.pinged_at ?? undefined,
    trustedSince: row.trusted_since ?? undefined,
  };
}
