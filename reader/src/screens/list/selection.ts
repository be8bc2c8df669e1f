// Which stream is open, which item in it, and moving from one to the next.
import { computed, effect, signal, untracked } from '@preact/signals';
import { begunAnew } from '../../data/begun-anew.ts';
import { fetchItem } from '../../data/body.ts';
import { goneItems } from '../../data/comings-and-goings.ts';
import { rows, takeItems } from '../../data/copy.ts';
import { setRead } from '../../data/marks.ts';
import { restoreRow } from '../../data/restore.ts';
import type { Row } from '../../data/row.ts';
import { settings } from '../../data/settings.ts';
import { showsItems } from '../../data/shown.ts';
import { keyOf, type Stream } from '../../data/stream.ts';
import { arrival, go, route } from '../../frame/router.ts';
import { pathOf } from '../../frame/routes.ts';
import { openView, type View } from './view.ts';

/** How many earlier lists are kept as they were, with their place, for the way back. */
const keptViews = 6;
const kept = new Map<string, View>();

export const view = signal<View | undefined>(undefined);
/** The open item, according to the address. */
export const openId = computed(() => (route.value.kind === 'stream' ? route.value.itemId : undefined));
/** The current item, from which keys move on: the open one, or one that was only selected. */
export const currentId = signal<number | undefined>(undefined);
/** Items that the person wants to stay unread, until they are opened again. */
export const keptUnread = new Set<number>();

export function currentRow(): Row | undefined {
  const id = currentId.peek();
  return id === undefined ? undefined : rows.get(id);
}

/** Follows the address. Called once. */
export function startSelection(): void {
  effect(() => {
    const now = route.value;
    const { orders, filters } = settings.value;
    if (now.kind !== 'stream') {
      isElsewhere = true;
      return;
    }
    untracked(() => showStream(now.stream, `${orders[keyOf(now.stream)]}${filters[keyOf(now.stream)]}`));
  });
  effect(() => {
    const id = openId.value;
    if (id === undefined) return;
    currentId.value = id;
    untracked(() => opened(id));
  });
  // An article that was opened by its address may be in no list.
  showsItems(() => [currentId.peek() ?? 0]);
  goneItems.tell = (ids) => {
    // The current item stays, so that keys move on from there.
    const leaving = new Set([...ids].filter((id) => id !== currentId.peek()));
    for (const each of kept.values()) each.drop(leaving);
  };
  effect(() => {
    if (begunAnew.value > 0) untracked(openAllAnew);
  });
}

/** Reopens the list as the service has it. */
export function reopen(stream: Stream): void {
  const key = keyOf(stream);
  kept.get(key)?.close();
  kept.delete(key);
  show(stream);
}

export function openItem(id: number): void {
  const stream = view.peek()?.stream;
  if (stream) go(pathOf(stream, id), { replace: openId.peek() !== undefined });
}

export function closeItem(): void {
  const stream = view.peek()?.stream;
  if (stream && openId.peek() !== undefined) go(pathOf(stream), { replace: true });
}

/** The row `step` places further, or the first in sight if none is current; undefined beyond the ends. Loads more when the end is near. */
export function rowAt(step: number): Row | undefined {
  const current = view.peek();
  if (current === undefined) return undefined;
  const list = current.rows.peek();
  const index = list.findIndex(({ id }) => id === currentId.peek());
  if (index + step > list.length - 10) void current.loadMore();
  // Not the view's `scrollTop`: a key may be pressed before the page has told that it was scrolled.
  const top = document.querySelector('.list-scroll')?.scrollTop ?? 0;
  const isInSight = ({ id }: Row): boolean => (document.getElementById(`row-${id}`)?.offsetTop ?? -1) >= top;
  return index === -1 ? (list.find(isInSight) ?? list[0]) : list[index + step];
}

let lastKey = '';
let lastChoice = '';
/** Whether a screen that is no list was in between. */
let isElsewhere = false;

function showStream(stream: Stream, choice: string): void {
  const key = keyOf(stream);
  const now = view.peek();
  const isReturn = isElsewhere;
  isElsewhere = false;
  if (key === lastKey && choice === lastChoice && now && !(isReturn && isOutdated(now))) return;
  const isOtherChoice = key === lastKey && choice !== lastChoice;
  lastKey = key;
  lastChoice = choice;
  const before = kept.get(key);
  if (before && arrival.peek() === 'back' && !isOtherChoice && !isOutdated(before)) {
    view.value = before;
    return;
  }
  before?.close();
  kept.delete(key);
  show(stream);
}

/** Whether items have come to a list that nobody sees and nobody has begun to read: they need not wait there. */
function isOutdated({ fresh, scrollTop }: View): boolean {
  return fresh.peek().length > 0 && scrollTop === 0 && currentId.peek() === undefined;
}

function show(stream: Stream): void {
  const next = openView(stream, openId.peek());
  kept.set(keyOf(stream), next);
  for (const [key, old] of kept) {
    if (kept.size <= keptViews) break;
    old.close();
    kept.delete(key);
  }
  currentId.value = openId.peek();
  view.value = next;
  void next.loadMore();
}

/** Reopens lists as the service has them, because old rows may be gone; the article stays as it is. */
function openAllAnew(): void {
  for (const old of kept.values()) old.close();
  kept.clear();
  const { kind } = route.peek();
  const stream = view.peek()?.stream;
  if (kind === 'stream' && stream) show(stream);
  else view.value = undefined;
  const id = openId.peek();
  if (id !== undefined) bringOpened(id).catch(() => {});
}

let reading: ReturnType<typeof setTimeout> | undefined;

/** Marks an opened item read, at once, after a while or not at all, as the person has chosen. */
function opened(id: number): void {
  clearTimeout(reading);
  if (history.state?.kept === id) keptUnread.add(id);
  else keptUnread.delete(id);
  const { markReadAfter } = settings.peek();
  const mark = (): void => {
    const row = rows.get(id);
    if (row && openId.peek() === id && !keptUnread.has(id)) setRead([row], true);
  };
  const begin = (): void => {
    if (markReadAfter > 0) reading = setTimeout(mark, markReadAfter * 1000);
    else if (markReadAfter === 0) mark();
  };
  if (rows.has(id)) begin();
  // The article itself shows what is wrong.
  else bringOpened(id).catch(() => {});
}

/** Brings an item into memory that was opened by its address. Rejects when it cannot be reached. */
export async function bringOpened(id: number): Promise<void> {
  if (!rows.has(id) && !(await restoreRow(id))) {
    const { item, asked } = await fetchItem(id);
    takeItems([item], asked);
  }
  arrivedLate.value++;
  if (rows.has(id) && openId.peek() === id) opened(id);
}

/** Raised when an item that was opened by its address has arrived. */
export const arrivedLate = signal(0);
