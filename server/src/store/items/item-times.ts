// Finds a user's items by time. Ids grow with time as far as clocks agree, except where an import has given items earlier times.
import { clockSlackMs } from '../clock-slack.ts';
import { nothing, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** A page of a list that may be bounded by times. */
export interface TimedPage {
  storedFrom?: number | undefined;
  storedUpTo?: number | undefined;
  /** Ids, exclusive. */
  above?: number | undefined;
  below?: number | undefined;
  /** An id up to which ids say nothing about times, so that everything within the other bounds has to be looked at. */
  mixedUpTo?: number;
  oldestFirst: boolean;
}

/** Items of a user that are looked at in one go where ids say nothing about times: some milliseconds. */
const LOOKED_AT_ONCE = 10_000;

/** To be called when items of a user, up to an id, are given a time that is not now. */
export async function noteToldTimes(tx: WriteTx, userId: number, upTo: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO told_times (user_id, up_to, at) VALUES (${userId}, ${upTo}, ${tx.now})
    ON CONFLICT (user_id) DO UPDATE SET
      up_to = CASE WHEN excluded.up_to > told_times.up_to THEN excluded.up_to ELSE told_times.up_to END,
      at = CASE WHEN excluded.at > told_times.at THEN excluded.at ELSE told_times.at END`);
}

/** The id after which the times of a user's items grow with their ids. */
export async function toldUpTo(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ up_to: number }>(sql`SELECT up_to FROM told_times WHERE user_id = ${userId}`);
  return row?.up_to ?? 0;
}

/** Adds the ids that bound what was stored within the times of a page, with some slack, so that little outside of it is walked over. */
export async function bounded<Page extends TimedPage>(
  tx: ReadTx,
  userId: number,
  page: Page,
): Promise<Page & TimedPage> {
  const { storedFrom, storedUpTo } = page;
  if (storedFrom === undefined && storedUpTo === undefined) return page;
  const ids = await idsOf(tx, userId);
  // Imported items have no time after their import.
  const isAllBehind = storedFrom !== undefined && storedFrom - clockSlackMs > ids.toldAt;
  const first = isAllBehind ? await firstIdSince(tx, userId, ids, storedFrom - clockSlackMs) : 0;
  // Up to now means up to the last: what has a later time came while the clock was ahead, and lies before what has come since.
  const isToTheEnd = storedUpTo === undefined || storedUpTo + clockSlackMs > tx.now;
  const end = isToTheEnd ? undefined : await firstIdSince(tx, userId, ids, storedUpTo + clockSlackMs);
  return {
    ...page,
    above: Math.max(page.above ?? 0, first === undefined ? Number.MAX_SAFE_INTEGER : first - 1),
    ...(end === undefined ? {} : { below: Math.min(page.below ?? end, end) }),
    ...(isAllBehind ? {} : { mixedUpTo: ids.toldUpTo }),
  };
}

/** Which part of a bounded page to look at first, and what is left then. A page whose ids say enough is looked at as a whole. */
export async function stretchOf<Page extends TimedPage>(
  tx: ReadTx,
  userId: number,
  page: Page,
): Promise<{ page: Page; rest: Page | undefined }> {
  const { above = 0, below, mixedUpTo = 0, oldestFirst } = page;
  if (above >= mixedUpTo) return { page, rest: undefined };
  const to = below === undefined ? nothing : sql`AND id < ${below}`;
  const end = await tx.get<{ id: number }>(sql`
    SELECT id FROM items WHERE user_id = ${userId} AND id > ${above} ${to}
    ORDER BY id ${oldestFirst ? sql`ASC` : sql`DESC`} LIMIT 1 OFFSET ${LOOKED_AT_ONCE}`);
  if (!end) return { page, rest: undefined };
  return oldestFirst
    ? { page: { ...page, below: end.id }, rest: { ...page, above: end.id - 1 } }
    : { page: { ...page, above: end.id }, rest: { ...page, below: end.id + 1 } };
}

interface KnownIds {
  last: number;
  toldUpTo: number;
  /** When an import last gave items their times. */
  toldAt: number;
}

async function idsOf(tx: ReadTx, userId: number): Promise<KnownIds> {
  const row = await tx.get<{ last: number | null; up_to: number | null; at: number | null }>(sql`
    SELECT own.last, t.up_to, t.at FROM (SELECT max(id) AS last FROM items WHERE user_id = ${userId}) AS own
      LEFT JOIN told_times t ON t.user_id = ${userId}`);
  return {
    last: row?.last ?? 0,
    toldUpTo: row?.up_to ?? 0,
    toldAt: row?.at ?? Number.NEGATIVE_INFINITY,
  };
}

/**
 * The first id since a time, among items whose times come from no import. Halves the range of ids until it is found: some forty
 * looks into an index that has ids but no times.
 */
async function firstIdSince(
  tx: ReadTx,
  userId: number,
  { last, toldUpTo: told }: KnownIds,
  time: number,
): Promise<number | undefined> {
  let found: number | undefined;
  let [low, high] = [told + 1, last];
  while (low <= high) {
    const middle = low + Math.floor((high - low) / 2);
    const item = await nextItem(tx, userId, middle);
    if (item && item.created_at < time) low = item.id + 1;
    else {
      found = item?.id ?? found;
      high = middle - 1;
    }
  }
  return found;
}

function nextItem(
  tx: ReadTx,
  userId: number,
  from: number,
): Promise<{ id: number; created_at: number } | undefined> {
  return tx.get(sql`
    SELECT id, created_at FROM items WHERE user_id = ${userId} AND id >= ${from} ORDER BY id LIMIT 1`);
}
