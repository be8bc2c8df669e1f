// What this browser knows of the account: feeds, groups, counts and rows, in signals for the screens, and kept in the database.
import type { Feed, Group, Item } from '@courant/client';
import { batch, computed, signal } from '@preact/signals';
import { holdBody, letBodyGo } from './body.ts';
import { goneItems } from './comings-and-goings.ts';
import { type Changeset, write } from './database.ts';
import { saveAfterMs } from './limits.ts';
import { forgetOldest, isNewerWhole, newerMark } from './pending.ts';
import { type Body, bodyOf, type Row, rowOf, type SavedRow, savedOf, savedRowOf } from './row.ts';

/** Every known item, by id. A row stays the same object, because lists hold it, and each Undo. */
export const rows = new Map<number, Row>();
/** Those that are gone, in case they come back while something still holds them. */
const gone = new Map<number, WeakRef<Row>>();
export const feeds = signal<ReadonlyMap<number, Feed>>(new Map());
export const groups = signal<readonly Group[]>([]);
/** Unread items of each feed. */
export const unread = signal<ReadonlyMap<number, number>>(new Map());
export const totalUnread = computed(() => [...unread.value.values()].reduce((sum, each) => sum + each, 0));
/** Whether feeds and groups are known, from the database or from the service. */
export const isReady = signal(false);
/** Whether every unread, and every starred, item is among the rows. */
export const whole = signal({ unread: false, starred: false });
/** Where the change feed continues. */
export const cursor = { value: undefined as string | undefined };
/** The ids of the items that were told as new: the stream of events repeats what an answer to `changes` has told meanwhile. */
export const toldNew = new Set<number>();
/** The ids of items that were marked elsewhere and have to be fetched (`fill.ts`). Kept, because the page may be left before that. */
export const missing = { ids: [] as readonly number[] };
/** Whether the service has told numbers that were not taken: they are asked for. */
export const missedCounts = { value: false };
/** When it was known where the change feed begins: what was asked for before may have changed by then, and that is not told. `isOlder` is called when such an answer comes, or such a row was kept. */
export const begun = { at: 0, isOlder: (): void => {} };
/** Raised when stars were added or removed, for whatever counts them. */
export const starsChanged = signal(0);
/** Raised when the service has told items as a whole: rows are no signals, and an open article shows their tags. */
export const itemsTold = signal(0);

/** Feeds in the order that the person has given them, as they stand in each group. */
export const byHand = computed(() => [...feeds.value.values()].sort(byPosition));
export const groupsInOrder = computed(() => groups.value.toSorted(byPosition));
export const feedsInOrder = computed(() => asInSidebar(byHand.value, groups.value));

/** Feeds, which are in order, as they stand in the sidebar; one of several groups where it stands first. */
export function asInSidebar(all: readonly Feed[], within: readonly Group[]): Feed[] {
  return [...new Set([...within.toSorted(byPosition).flatMap((group) => membersOf(group, all)), ...all])];
}

/** The feeds of a group, in the same order. */
export function membersOf({ feed_ids }: Group, all: readonly Feed[] = byHand.value): Feed[] {
  const held = new Set(feed_ids);
  return all.filter(({ id }) => held.has(id));
}

export function feedIdsOf(groupId: number): ReadonlySet<number> {
  return new Set(groups.value.find(({ id }) => id === groupId)?.feed_ids ?? []);
}

export function unreadOf(feedIds: Iterable<number>): number {
  let total = 0;
  for (const id of feedIds) total += unread.value.get(id) ?? 0;
  return total;
}

/** How often the person's actions have changed counts, or the change feed has told some: an answer that was asked for before the last time is too old. */
export const counted = { value: 0 };

/** Changes counts by what the person has just done, all at once, because each time costs as much as there are feeds; the service's own numbers follow. */
export function countEach(differences: readonly (readonly [feedId: number, difference: number])[]): void {
  counted.value++;
  const next = new Map(unread.peek());
  for (const [id, difference] of differences) next.set(id, Math.max(0, (next.get(id) ?? 0) + difference));
  setUnread(next);
}

/** Without feeds that are not followed any more: an Undo, or a late answer, may be about them. */
export function setUnread(next: ReadonlyMap<number, number>): void {
  unread.value = new Map([...next].filter(([id]) => feeds.peek().has(id)));
  scheduleSave();
}

export function setFeeds(next: readonly Feed[]): void {
  feeds.value = new Map(next.map((feed) => [feed.id, feed]));
  touch('feeds', next);
}

export function setGroups(next: readonly Group[]): void {
  groups.value = next;
  touch('groups', next);
}

export function setWhole(next: Partial<typeof whole.value>): void {
  whole.value = { ...whole.peek(), ...next };
  touch('whole', whole.peek());
}

export function setMissing(ids: readonly number[]): void {
  missing.ids = ids;
  touch('missing', ids);
}

/** What is kept besides the rows. `heardAt`: when the service was last heard (milliseconds since 1970); old copies lack it. */
export interface Facts {
  feeds: readonly Feed[];
  groups: readonly Group[];
  unread: readonly [number, number][];
  whole: typeof whole.value | undefined;
  cursor: string;
  missing: readonly number[] | undefined;
  heardAt: number | undefined;
  missedCounts: boolean | undefined;
}

/** Puts what was saved in place, once. */
export function takeFacts(saved: Facts): void {
  batch(() => {
    feeds.value = new Map(saved.feeds.map((feed) => [feed.id, feed]));
    groups.value = saved.groups;
    unread.value = new Map(saved.unread);
    whole.value = saved.whole ?? whole.peek();
    cursor.value = saved.cursor;
    missing.ids = saved.missing ?? [];
    missedCounts.value = saved.missedCounts ?? false;
    isReady.value = true;
  });
}

/** Puts saved rows in place, unless they are known, or just gone: what is in memory is newer. Returns the added ones. */
export function takeSaved(saved: readonly SavedRow[]): Row[] {
  const added = saved.filter(({ id }) => !rows.has(id) && !rowsToRemove.has(id)).map(rowOf);
  for (const row of added) rows.set(row.id, row);
  return added;
}

/**
 * Takes an answer of the service that was asked for at the moment `asked` (`pending.ts`): newer facts stay. Returns the rows. What is
 * older than the copy is shown until it was asked for once more.
 */
export function takeItems(items: readonly Item[], asked: number): Row[] {
  if (asked < begun.at) {
    setMissing([...missing.ids, ...items.map(({ id }) => id)]);
    begun.isOlder();
  }
  return batch(() => {
    itemsTold.value++;
    return items.flatMap((item) => {
      const isOld = isNewerWhole(item.id, asked) || isNewerWhole(-item.feed_id, asked);
      if (!isOld) takeBody(bodyOf(item));
      return takeRow(savedRowOf(item), { asked, isOld }) ?? [];
    });
  });
}

function takeBody(body: Body): void {
  holdBody(body);
  bodiesToSave.set(body.id, body);
  scheduleSave();
}

/** Notes that a row has changed since it was saved. */
export function touchRow(id: number): void {
  rowsToSave.add(id);
  scheduleSave();
}

export function applyCounts(counts: readonly { id: number; unread: number }[]): void {
  if (counts.length === 0) return;
  setUnread(new Map([...unread.peek(), ...counts.map(({ id, unread }) => [id, unread] as const)]));
}

/** Forgets items here and in the database. */
export function removeRows(ids: readonly number[]): void {
  if (ids.length === 0) return;
  for (const id of ids) {
    toldNew.delete(id);
    const row = rows.get(id);
    if (!row) continue;
    rows.delete(id);
    gone.set(id, new WeakRef(row));
    letBodyGo(id);
    rowsToSave.delete(id);
    bodiesToSave.delete(id);
    rowsToRemove.add(id);
  }
  forgetOldest(gone);
  if (rowsToRemove.size > 0) scheduleSave();
  goneItems.tell(new Set(ids));
}

/** Forgets all rows in memory only; `forgetCopy` forgets those in the database. */
export function forgetRows(): void {
  for (const id of rows.keys()) letBodyGo(id);
  for (const forgotten of [rows, rowsToSave, rowsToRemove, bodiesToSave]) forgotten.clear();
  setMissing([]);
  setWhole({ unread: false, starred: false });
}

/** Returns nothing for an item that is gone by now. */
function takeRow(saved: SavedRow, { asked, isOld }: { asked: number; isOld: boolean }): Row | undefined {
  const { id } = saved;
  if (isOld && !rows.has(id)) return undefined;
  touchRow(id);
  const row = rows.get(id) ?? gone.get(id)?.deref() ?? rowOf(saved);
  rows.set(id, row);
  rowsToRemove.delete(id);
  const { read, starred, ...rest } = saved;
  if (!isOld) Object.assign(row, rest);
  row.read.value = newerMark('read', id, asked) ?? read;
  row.starred.value = newerMark('star', id, asked) ?? starred;
  return row;
}

const rowsToSave = new Set<number>();
const rowsToRemove = new Set<number>();
const bodiesToSave = new Map<number, Body>();
const factsToSave = new Map<string, unknown>();
let saving: ReturnType<typeof setTimeout> | undefined;

/** Notes that a fact has changed since it was saved. */
export function touch(name: string, fact: unknown): void {
  factsToSave.set(name, fact);
  scheduleSave();
}

/** Those of these rows that have changed since they were saved. The caller saves them. */
export function takeTouched(ids: readonly number[]): SavedRow[] {
  return ids.flatMap((id) => (rowsToSave.delete(id) && rows.get(id)) || []).map(savedOf);
}

function scheduleSave(): void {
  saving ??= setTimeout(() => void save(), saveAfterMs);
}

/** Whether something could not be written. Then the cursor in the database stays, and the next page load catches up from it. */
let lacksSome = false;
let writes = 0;

/**
 * Writes what has changed: rows, texts and the cursor together, so that the copy is never behind its cursor. Removals and facts
 * (the cursor is one) wait while another write is under way, because that may fail.
 */
export async function save(): Promise<void> {
  clearTimeout(saving);
  saving = undefined;
  const isSound = writes === 0 && !lacksSome;
  // Another page may have written a newer one, and its rows: these may be older, and whoever reads them catches up from here.
  if (cursor.value) {
    factsToSave.set('cursor', cursor.value);
    // Another page that is behind may have put its own there meanwhile, and the change feed does not tell them again.
    factsToSave.set('unread', [...unread.peek()]);
  }
  const changes: Changeset = {
    rows: [...rowsToSave].flatMap((id) => rows.get(id) ?? []).map(savedOf),
    bodies: [...bodiesToSave.values()],
    ...(isSound && { removed: [...rowsToRemove], facts: Object.fromEntries(factsToSave) }),
  };
  for (const waiting of [rowsToSave, bodiesToSave]) waiting.clear();
  if (isSound) for (const waiting of [rowsToRemove, factsToSave]) waiting.clear();
  writes++;
  // In a browser that keeps nothing (private window, full disk), the reader goes on from memory.
  await write(changes).catch(() => {
    lacksSome = true;
  });
  writes--;
  if (!isSound && !lacksSome) scheduleSave();
}

/** The order that the person has given them. */
export function byPosition(a: Feed | Group, b: Feed | Group): number {
  return (
    (a['app.courant.feeds']?.position ?? a.id) - (b['app.courant.feeds']?.position ?? b.id) || a.id - b.id
  );
}
