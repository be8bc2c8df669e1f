// Completes the copy of unread and starred items for reading offline, page by page, while the browser is idle.
import type { ItemPage, ItemQuery } from '@courant/client';
import { begunAnew } from './begun-anew.ts';
import {
  begun,
  cursor,
  missedCounts,
  missing,
  removeRows,
  rows,
  setMissing,
  setWhole,
  starsChanged,
  takeItems,
  totalUnread,
  unread,
  whole,
} from './copy.ts';
import { idle } from './idle.ts';
import { keptItems, keptStarred, keptUnread, pageItems } from './limits.ts';
import { askedNow, isNewerWhole } from './pending.ts';
import { waiting } from './queue.ts';
import type { Row } from './row.ts';
import { service } from './service.ts';
import { shownIds } from './shown.ts';

/** The copy that is being filled, by how many there were before (`begunAnew`). */
let filled: number | undefined;

/** Asks for nothing when the copy is whole, or the browser is set to save data. Rejects when the service cannot be reached. */
export async function fillCopy(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const copy = begunAnew.peek();
  if (filled === copy) return;
  // What was read, and what was told, is kept there as well.
  if (connection?.saveData) return prune();
  filled = copy;
  try {
    mendMarks();
    if (!whole.peek().unread && lacksUnread()) {
      const isWhole = await takeAll((query) => service.items.list({ ...query, only: 'unread' }), keptUnread);
      if (isWhole) setWhole({ unread: true });
    }
    if (filled === copy && !whole.peek().starred && lacksStarred()) {
      if (await takeAll((query) => service.stars.list(query), keptStarred)) setWhole({ starred: true });
    }
    prune();
  } finally {
    if (filled === copy) filled = undefined;
  }
}

/**
 * Two pages write into one copy. One that is left at the wrong moment may have put an old row there, and the other then a cursor that is
 * newer, so that the change feed does not tell the mark again. But the service has told how many items of each feed are unread.
 */
function mendMarks(): void {
  if (!whole.peek().unread || waiting.peek() > 0 || missedCounts.value || missing.ids.length > 0) return;
  const ofFeed = Map.groupBy(unreadRows(), ({ feedId }) => feedId);
  const differ = [...unread.peek()].filter(([id, count]) => (ofFeed.get(id)?.length ?? 0) !== count);
  if (differ.length === 0) return;
  setMissing(differ.flatMap(([id]) => ofFeed.get(id)?.map((row) => row.id) ?? []));
  if (differ.some(([id, count]) => (ofFeed.get(id)?.length ?? 0) < count)) setWhole({ unread: false });
  // It may also be the number that is wrong: it would differ at each start.
  missedCounts.value = true;
  begun.isOlder();
}

/** Of more than is kept, half will do while it is read: else all of it would be asked for at each start, and when a page has been hidden. */
function lacksUnread(): boolean {
  return totalUnread.peek() <= keptUnread || unreadRows().length < keptUnread / 2;
}

function lacksStarred(): boolean {
  return [...rows.values()].filter((row) => row.starred.peek()).length < keptStarred;
}

function unreadRows(): Row[] {
  return [...rows.values()].filter((row) => !row.read.peek());
}

let isFetching = false;

/**
 * Fetches the items that were marked elsewhere and are not here, the newest first. Rejects when the service cannot be reached: what is
 * still missing is fetched later, by the next page if need be.
 */
export async function fetchMissing(): Promise<void> {
  if (isFetching || missing.ids.length === 0) return;
  isFetching = true;
  try {
    while (missing.ids.length > 0) {
      const ids = newestMissing().slice(0, pageItems);
      const before = missing.ids.length;
      const asked = askedNow();
      const { items } = await service.items.list({ ids });
      // Of the time before the copy began anew.
      if (asked < begun.at) continue;
      takeItems(items, asked);
      const found = new Set(items.map(({ id }) => id));
      // Gone by then, unless they were told again since.
      removeRows(ids.filter((id) => !found.has(id) && !isNewerWhole(id, asked)));
      const have = new Set(ids);
      // What was added meanwhile is asked for once more: this answer may be older.
      setMissing(missing.ids.filter((id, index) => index >= before || !have.has(id)));
    }
  } finally {
    isFetching = false;
    starsChanged.value++;
  }
}

/** At most as many as are kept for reading offline: what else is unread or starred is left to the service. */
function newestMissing(): readonly number[] {
  const newest = [...new Set(missing.ids)].sort((a, b) => b - a);
  if (newest.length <= keptUnread) return newest;
  setWhole({ unread: false, starred: false });
  setMissing(newest.slice(0, keptUnread));
  return missing.ids;
}

/** Resolves to whether that was all there is. Takes nothing that was asked for before the copy began anew. */
async function takeAll(list: (query: ItemQuery) => Promise<ItemPage>, most: number): Promise<boolean> {
  const copy = filled;
  let taken = 0;
  for (let next: ItemQuery | undefined = { limit: pageItems }; next !== undefined; ) {
    if (taken >= most) return false;
    await idle();
    const asked = askedNow();
    const page: ItemPage = await list(next);
    // Of the time before the new cursor: what has changed since then will not be told.
    if (cursor.value === undefined || filled !== copy) return false;
    takeItems(page.items, asked);
    taken += page.items.length;
    next = page.older;
  }
  return true;
}

/** When there are too many items, forgets those least worth having offline; those in lists stay. */
export function prune(): void {
  const surplus = rows.size - keptItems;
  if (surplus <= 0) return;
  const shown = shownIds();
  const worth = (row: Row): number => (row.starred.peek() ? 2 : row.read.peek() ? 0 : 1);
  const candidates = [...rows.values()]
    .filter(({ id }) => !shown.has(id))
    .sort((a, b) => worth(a) - worth(b) || a.at - b.at)
    .slice(0, surplus);
  if (candidates.some((row) => !row.read.peek())) setWhole({ unread: false });
  if (candidates.some((row) => row.starred.peek())) setWhole({ starred: false });
  removeRows(candidates.map(({ id }) => id));
}

// A copy that has begun anew is filled, wherever its beginning was noticed; the one before may still be waiting for an answer.
begunAnew.subscribe((times) => {
  if (times > 0) fillCopy().catch(() => {});
});
