// How the icons of sites are kept: one for each site, with the state of the search for it.
import type { FeedPicture, Icon, IconOrigin, IconSearch, IconStep, IconType } from '../../model/icon.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** Where the next request goes. */
interface IconPlace {
  step: IconStep;
  url: string;
  hostId: number;
  hops: number;
}

export interface SiteOfSource {
  sourceId: number;
  siteUrl: string;
  /** The site whose icon the source has, if a search for it is planned. */
  wantedOf: string | undefined;
}

/** The sites of those of some sources that exist. */
export async function sitesOfSources(tx: ReadTx, sourceIds: readonly number[]): Promise<SiteOfSource[]> {
  const rows = await tx.all<{ id: number; site_url: string; site: string | null }>(sql`
    SELECT s.id, s.site_url, i.site FROM sources s LEFT JOIN icons i ON i.id = s.icon_id AND i.due_at IS NOT NULL
    WHERE s.id IN (${tx.dialect.numbers(sourceIds)}) ORDER BY s.id`);
  return rows.map((row) => ({ sourceId: row.id, siteUrl: row.site_url, wantedOf: row.site ?? undefined }));
}

/** Gives a source the icon of a site, and plans a search for `dueAt`, or for `restMs` after the last one if that is later. */
export async function wantIcon(
  tx: WriteTx,
  sourceId: number,
  wanted: { site: string; hostId: number; dueAt: number; restMs: number },
): Promise<void> {
  const { site, hostId, dueAt, restMs } = wanted;
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO icons (site, step, url, host_id, due_at) VALUES (${site}, 'begin', ${`${site}/`}, ${hostId}, ${dueAt})
    ON CONFLICT (site) DO UPDATE SET step = 'begin', url = excluded.url, host_id = excluded.host_id, hops = 0,
      due_at = CASE WHEN icons.asked_at + ${restMs} > excluded.due_at THEN icons.asked_at + ${restMs} ELSE excluded.due_at END
      WHERE icons.due_at IS NULL
    RETURNING id`);
  const id = row?.id ?? (await idOf(tx, site));
  await tx.run(sql`UPDATE sources SET icon_id = ${id} WHERE id = ${sourceId}`);
}

/** The search that has waited longest at a host, if one is due. */
export async function dueIcon(tx: ReadTx, hostId: number): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(sql`
    SELECT id FROM icons WHERE host_id = ${hostId} AND due_at IS NOT NULL AND due_at <= ${tx.now} ORDER BY due_at, id LIMIT 1`);
  return row?.id;
}

/** Hosts that a search is due at but nobody has planned: whoever should have done so was ended before. */
export async function hostsOfForgottenIcons(tx: ReadTx): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT DISTINCT h.id FROM icons i JOIN hosts h ON h.id = i.host_id
    WHERE i.due_at IS NOT NULL AND i.due_at <= ${tx.now} AND h.ready_at IS NULL ORDER BY h.id`);
  return rows.map((row) => row.id);
}

export async function findIconSearch(tx: ReadTx, id: number): Promise<IconSearch | undefined> {
  const row = await tx.get<SearchRow>(sql`
    SELECT id, site, step, url, host_id, hops, type, kept_url, etag, last_modified FROM icons WHERE id = ${id}`);
  return row && searchOf(row);
}

/** Whether somebody follows a feed of the site. */
export async function isSiteFollowed(tx: ReadTx, iconId: number): Promise<boolean> {
  const row = await tx.get(sql`
    SELECT s.id FROM sources s WHERE s.icon_id = ${iconId}
      AND EXISTS (SELECT 1 FROM feeds WHERE feeds.source_id = s.id) LIMIT 1`);
  return row !== undefined;
}

/** The pictures of those followed feeds that say they are about the whole of a site. */
export async function picturesOfFeeds(tx: ReadTx, iconId: number): Promise<FeedPicture[]> {
  const rows = await tx.all<{ url: string; image_url: string }>(sql`
    SELECT s.url, s.image_url FROM sources s JOIN icons i ON i.id = s.icon_id
    WHERE s.icon_id = ${iconId} AND s.image_url IS NOT NULL AND s.site_url IN (i.site, i.site || '/')
      AND EXISTS (SELECT 1 FROM feeds WHERE feeds.source_id = s.id)`);
  return rows.map((row) => ({ feedUrl: row.url, pictureUrl: row.image_url }));
}

/** The search goes on now, at another place. */
export async function continueIconSearch(tx: WriteTx, id: number, place: IconPlace): Promise<void> {
  await tx.run(sql`
    UPDATE icons SET step = ${place.step}, url = ${place.url}, host_id = ${place.hostId}, hops = ${place.hops}, due_at = ${tx.now}
    WHERE id = ${id}`);
}

/** The search is over; the next one begins at the site, at `dueAt`. */
export async function endIconSearch(
  tx: WriteTx,
  { id, site }: IconSearch,
  { hostId, dueAt }: { hostId: number; dueAt: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE icons SET step = 'begin', url = ${`${site}/`}, host_id = ${hostId}, hops = 0, due_at = ${dueAt}, asked_at = ${tx.now}
    WHERE id = ${id}`);
}

/** Stops searching until somebody follows the site again. */
export async function restIconSearch(tx: WriteTx, id: number): Promise<void> {
  await tx.run(sql`UPDATE icons SET due_at = NULL WHERE id = ${id}`);
}

/** Stores an icon in place of any previous one. */
export async function keepIcon(
  tx: WriteTx,
  id: number,
  { icon, origin }: { icon: Icon; origin: IconOrigin },
): Promise<void> {
  await tx.run(sql`
    UPDATE icons SET type = ${icon.type}, body = ${icon.bytes}, kept_url = ${origin.url}, etag = ${origin.etag ?? null},
      last_modified = ${origin.lastModified ?? null} WHERE id = ${id}`);
}

/** Removes the icon of a site that has none any more. */
export async function dropIcon(tx: WriteTx, id: number): Promise<void> {
  await tx.run(sql`
    UPDATE icons SET type = NULL, body = NULL, kept_url = NULL, etag = NULL, last_modified = NULL WHERE id = ${id}`);
}

/** Those of `ids` that have an icon, with its type and bytes. */
export async function readIcons(tx: ReadTx, ids: readonly number[]): Promise<(Icon & { id: number })[]> {
  const rows = await tx.all<{ id: number; type: IconType; body: Uint8Array }>(sql`
    SELECT id, type, body FROM icons WHERE type IS NOT NULL AND id IN (${tx.dialect.numbers(ids)}) ORDER BY id`);
  return rows.map(({ id, type, body }) => ({ id, type, bytes: body }));
}

/**
 * Looks at some icons after an id, forgets those of sites of which no feed is known any more, once they may be searched for again, and
 * returns the last id; undefined at the end.
 */
export async function deleteUnusedIcons(
  tx: WriteTx,
  askedBefore: number,
  { after, limit }: { after: number; limit: number },
): Promise<number | undefined> {
  const ids = await tx.all<{ id: number }>(
    sql`SELECT id FROM icons WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
  const last = ids.at(-1)?.id;
  if (last === undefined) return undefined;
  await tx.run(sql`
    DELETE FROM icons WHERE id > ${after} AND id <= ${last} AND due_at IS NULL AND (asked_at IS NULL OR asked_at < ${askedBefore})
      AND NOT EXISTS (SELECT 1 FROM sources WHERE sources.icon_id = icons.id)`);
  return last;
}

interface SearchRow {
  id: number;
  site: string;
  step: IconStep;
  url: string;
  host_id: number;
  hops: number;
  type: IconType | null;
  kept_url: string | null;
  etag: string | null;
  last_modified: string | null;
}

function searchOf(row: SearchRow): IconSearch {
  const kept =
    row.type === null || row.kept_url === null
      ? undefined
      : { url: row.kept_url, etag: row.etag ?? undefined, lastModified: row.last_modified ?? undefined };
  return {
    id: row.id,
    site: row.site,
    step: row.step,
    url: row.url,
    hostId: row.host_id,
    hops: row.hops,
    kept,
  };
}

async function idOf(tx: ReadTx, site: string): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`SELECT id FROM icons WHERE site = ${site}`);
  if (!row) throw new Error('An icon is neither new nor known');
  return row.id;
}
