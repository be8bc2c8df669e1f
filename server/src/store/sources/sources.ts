// How Sources are kept: the address, what the document says about itself, and what the crawler remembers.
import {
  emptyMemory,
  type Packing,
  type Source,
  type SourceMemory,
  type Validators,
} from '../../model/source.ts';
import { nothing, sql } from '../sql.ts';
import { Crossed, type ReadTx, type WriteTx } from '../store.ts';

/** A user's feed of a source, which gets the new posts. */
export interface Follower {
  id: number;
  userId: number;
  /** How often the user wants it to be visited; undefined: as often as the source's habits make worthwhile. */
  intervalMs: number | undefined;
}

export interface LockedFollower extends Follower {
  /** When the feed was made. */
  followedAt: number;
}

/** What a document says about itself. */
export interface SourceFace {
  title: string;
  siteUrl: string;
  description: string | undefined;
  language: string | undefined;
  imageUrl: string | undefined;
}

/** What a visit may change in the row of its source. */
export interface SourceState extends SourceFace {
  checkedAt: number | undefined;
  validators: Validators | undefined;
  bodyHash: string | undefined;
  memory: SourceMemory;
}

/** The last document as it was received. */
export interface KeptBody {
  packed: Uint8Array;
  packing: Packing;
  url: string;
  contentType: string | undefined;
}

/** Fingerprints of posts as a document wrote them, each with the hash of the text that it was read as. */
export type Readings = ReadonlyMap<string, string>;

export async function findSource(tx: ReadTx, id: number): Promise<Source | undefined> {
  const row = await tx.get<SourceRow>(sql`
    SELECT id, url, host_id, title, site_url, description, language, image_url, created_at, checked_at,
      etag, last_modified, validators_url, body_hash, details FROM sources WHERE id = ${id}`);
  return row && sourceOf(row);
}

/** The source that an address leads to, whether it is the source's own or another that is known to lead there. */
export async function findSourceAt(tx: ReadTx, url: string): Promise<number | undefined> {
  const row =
    (await tx.get<{ id: number }>(sql`SELECT id FROM sources WHERE url = ${url}`)) ??
    (await tx.get<{ id: number }>(sql`SELECT source_id AS id FROM source_addresses WHERE url = ${url}`));
  return row?.id;
}

/** The same source, with all that is kept of it. */
export async function readSourceAt(tx: ReadTx, url: string): Promise<Source | undefined> {
  const id = await findSourceAt(tx, url);
  return id === undefined ? undefined : findSource(tx, id);
}

/** Adds a source and returns its id. The address must not be another source's; if it has led to one, it does not any more. */
export async function insertSource(
  tx: WriteTx,
  place: { url: string; hostId: number },
  face: SourceFace,
): Promise<number> {
  await tx.run(sql`DELETE FROM source_addresses WHERE url = ${place.url}`);
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO sources (url, host_id, title, site_url, description, language, image_url, created_at)
    VALUES (${place.url}, ${place.hostId}, ${face.title}, ${face.siteUrl}, ${face.description ?? null},
      ${face.language ?? null}, ${face.imageUrl ?? null}, ${tx.now})
    ON CONFLICT (url) DO NOTHING RETURNING id`);
  // If the server had to refuse it, it would write the address, which may hold a secret, into its log.
  if (!row) throw new Crossed('There is a source at the address already');
  return row.id;
}

export async function updateSource(tx: WriteTx, id: number, state: SourceState): Promise<void> {
  await tx.run(sql`
    UPDATE sources SET title = ${state.title}, site_url = ${state.siteUrl}, description = ${state.description ?? null},
      language = ${state.language ?? null}, image_url = ${state.imageUrl ?? null}, checked_at = ${state.checkedAt ?? null},
      etag = ${state.validators?.etag ?? null}, last_modified = ${state.validators?.lastModified ?? null},
      validators_url = ${state.validators?.url ?? null}, body_hash = ${state.bodyHash ?? null},
      details = ${JSON.stringify(state.memory)}
    WHERE id = ${id}`);
}

/** Remembers that an address leads to a source, whatever it led to before, unless there is a source of its own at it. */
export async function keepAddress(tx: WriteTx, sourceId: number, url: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO source_addresses (url, source_id)
    SELECT ${url}, ${sourceId} WHERE NOT EXISTS (SELECT 1 FROM sources WHERE url = ${url})
    ON CONFLICT (url) DO UPDATE SET source_id = excluded.source_id`);
}

/** Gives a source another address; the old one still leads to it. The new one must not be another source's. */
export async function moveSource(
  tx: WriteTx,
  id: number,
  place: { from: string; url: string; hostId: number },
): Promise<void> {
  // A row that comes and goes holds the address until the commit: an update that meets another the server could only refuse.
  const face = { title: '', siteUrl: '', description: undefined, language: undefined, imageUrl: undefined };
  const holder = await insertSource(tx, place, face);
  await tx.run(sql`DELETE FROM sources WHERE id = ${holder}`);
  await tx.run(sql`UPDATE sources SET url = ${place.url}, host_id = ${place.hostId} WHERE id = ${id}`);
  await keepAddress(tx, id, place.from);
}

/** Forgets a source whose posts and feeds were given to another; its addresses lead there. */
export async function dissolveSource(
  tx: WriteTx,
  gone: { id: number; url: string },
  into: number,
): Promise<void> {
  await tx.run(sql`UPDATE source_addresses SET source_id = ${into} WHERE source_id = ${gone.id}`);
  await tx.run(sql`DELETE FROM sources WHERE id = ${gone.id}`);
  await keepAddress(tx, into, gone.url);
}

/**
 * The feeds of a source, with the counters of all their users locked in order of user: two records that write for the
 * same users then wait for one another instead of each for the other. `most`: no more than so many, the first in that order.
 */
export async function lockFollowers(tx: WriteTx, sourceId: number, most?: number): Promise<LockedFollower[]> {
  // Not the feeds: marking an item locks a counter first and then the feed, so the two would deadlock.
  const lock = tx.dialect.forUpdateOf('c');
  const rows = await tx.all<{
    id: number;
    user_id: number;
    interval_ms: number | null;
    created_at: number;
  }>(sql`
    SELECT f.id, f.user_id, f.interval_ms, f.created_at FROM feeds f JOIN change_counters c ON c.user_id = f.user_id
    WHERE f.source_id = ${sourceId} ORDER BY f.user_id ${most === undefined ? nothing : sql`LIMIT ${most}`} ${lock}`);
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    intervalMs: row.interval_ms ?? undefined,
    followedAt: row.created_at,
  }));
}

/** Locks the counters of all who follow one of these sources, for callers that lock the followers of several afterwards. */
export async function lockUsersOf(tx: WriteTx, sourceIds: readonly number[]): Promise<void> {
  await tx.all(sql`
    SELECT user_id FROM change_counters
    WHERE user_id IN (SELECT user_id FROM feeds WHERE source_id IN (${tx.dialect.numbers(sourceIds)}))
    ORDER BY user_id ${tx.dialect.forUpdate}`);
}

/** The different intervals at which the followers of a source want it to be visited. */
export async function wishedIntervals(tx: ReadTx, sourceId: number): Promise<(number | undefined)[]> {
  const rows = await tx.all<{ interval_ms: number | null }>(
    sql`SELECT DISTINCT interval_ms FROM feeds WHERE source_id = ${sourceId}`,
  );
  return rows.map((row) => row.interval_ms ?? undefined);
}

export async function countFollowers(tx: ReadTx, sourceId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM feeds WHERE source_id = ${sourceId}`,
  );
  return row?.count ?? 0;
}

/** How many sources somebody follows. */
export async function countFollowedSources(tx: ReadTx): Promise<number> {
  const row = await tx.get<{ count: number }>(sql`SELECT count(DISTINCT source_id) AS count FROM feeds`);
  return row?.count ?? 0;
}

/** `readings`: of the posts of the document. */
export async function keepBody(
  tx: WriteTx,
  sourceId: number,
  body: KeptBody,
  readings: Readings,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO source_bodies (source_id, body, packing, url, content_type, readings)
    VALUES (${sourceId}, ${body.packed}, ${body.packing}, ${body.url}, ${body.contentType ?? null}, ${JSON.stringify([...readings])})
    ON CONFLICT (source_id) DO UPDATE SET body = excluded.body, packing = excluded.packing, url = excluded.url,
      content_type = excluded.content_type, readings = excluded.readings`);
}

export async function findBody(tx: ReadTx, sourceId: number): Promise<KeptBody | undefined> {
  const row = await tx.get<{ body: Uint8Array; packing: Packing; url: string; content_type: string | null }>(
    sql`SELECT body, packing, url, content_type FROM source_bodies WHERE source_id = ${sourceId}`,
  );
  if (!row) return undefined;
  const { body: packed, packing, url, content_type: contentType } = row;
  return { packed, packing, url, contentType: contentType ?? undefined };
}

/** Where the kept document of a source came from, after redirects of any kind. */
export async function findDocumentUrl(tx: ReadTx, sourceId: number): Promise<string | undefined> {
  const row = await tx.get<{ url: string }>(sql`SELECT url FROM source_bodies WHERE source_id = ${sourceId}`);
  return row?.url;
}

/** The readings of the kept document of a source; empty if none is kept. */
export async function findReadings(tx: ReadTx, sourceId: number): Promise<Readings> {
  const row = await tx.get<{ readings: string | null }>(
    sql`SELECT readings FROM source_bodies WHERE source_id = ${sourceId}`,
  );
  return new Map(row?.readings == null ? [] : (JSON.parse(row.readings) as [string, string][]));
}

interface SourceRow {
  id: number;
  url: string;
  host_id: number;
  title: string;
  site_url: string;
  description: string | null;
  language: string | null;
  image_url: string | null;
  created_at: number;
  checked_at: number | null;
  etag: string | null;
  last_modified: string | null;
  validators_url: string | null;
  body_hash: string | null;
  details: string;
}

function sourceOf(row: SourceRow): Source {
  return {
    id: row.id,
    url: row.url,
    hostId: row.host_id,
    title: row.title,
    siteUrl: row.site_url,
    description: row.description ?? undefined,
    language: row.language ?? undefined,
    imageUrl: row.image_url ?? undefined,
    createdAt: row.created_at,
    checkedAt: row.checked_at ?? undefined,
    validators:
      row.validators_url === null
        ? undefined
        : {
            url: row.validators_url,
            etag: row.etag ?? undefined,
            lastModified: row.last_modified ?? undefined,
          },
    bodyHash: row.body_hash ?? undefined,
    memory: memoryOf(row.details),
  };
}

/** A memory of another shape was written by another version: learning anew is cheaper than a wrong guess. */
export function memoryOf(json: string): SourceMemory {
  const value = JSON.parse(json) as Partial<SourceMemory>;
  return value.version === 1 ? (value as SourceMemory) : emptyMemory();
}
