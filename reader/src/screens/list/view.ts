// A list as it is on the screen: a snapshot of a stream. Rows stay until it is left, and what arrives meanwhile waits.
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { byHand, feeds, feedsInOrder, rows, takeItems, whole } from '../../data/copy.ts';
import { firstPageItems, firstSavedRows, moreSavedRows, pageItems } from '../../data/limits.ts';
import { openPager, type Pager } from '../../data/pager.ts';
import { askedNow } from '../../data/pending.ts';
import type { Row } from '../../data/row.ts';
import { isPassing, service } from '../../data/service.ts';
import { asKept, change, settings } from '../../data/settings.ts';
import { showsItems } from '../../data/shown.ts';
import {
  belongs,
  type Filter,
  inOrder,
  keyOf,
  type Order,
  type Stream,
  usualFilter,
} from '../../data/stream.ts';
import { openFresh } from './fresh.ts';
import { openSavedPages, type SavedPages } from './saved-pages.ts';

export interface View {
  stream: Stream;
  order: Order;
  filter: Filter;
  rows: ReadonlySignal<readonly Row[]>;
  /** `loading`: nothing is known yet. `more`: there is more below. `end`: there is not. `saved`: only the service may have more. */
  state: Signal<'loading' | 'more' | 'end' | 'saved' | 'failed'>;
  /** Why it has failed; its words depend on which texts have come. */
  failure: unknown;
  /** Items that arrived since, and wait behind "5 new". */
  fresh: ReadonlySignal<readonly Row[]>;
  /** The rows of the list that this browser has, but that are not shown yet. */
  left: () => readonly Row[];
  /** The greatest id that the person can have seen by now: bulk marking stops there. */
  newestId: () => Promise<number>;
  scrollTop: number;
  /** A row that a way back leads to: all rows down to it are drawn at once. */
  anchorId: number | undefined;
  loadMore(): Promise<void>;
  showFresh(): void;
  /** Removes items that are gone. */
  drop(ids: ReadonlySet<number>): void;
  close(): void;
}

/**
 * Opens a view on a stream, with the order and the filter that the person has chosen for it. The open item
 * is in the list even if it counts as read by now.
 */
export function openView(stream: Stream, openedId?: number): View {
  const key = keyOf(stream);
  const order = settings.peek().orders[key] ?? 'newest';
  const filter = settings.peek().filters[key] ?? usualFilter(stream);
  const { shown, known, sort, add } = openRows(stream, order);
  const state: View['state'] = signal('loading');
  // Of a group, what is in it at the time: the list may be opened before the groups are there.
  const judge = { stream, filter, isMember };
  const pager = openPager(stream, { order, filter });
  let horizon = Promise.resolve(0);

  const saved = openSavedPages({
    part: stream.kind === 'starred' ? 'starred' : filter === 'unread' ? 'unread' : 'all',
    isWhole: isWhole(stream, filter),
    isInOrder: order === 'newest',
    openedId,
    wants: (row) =>
      !known.has(row.id) &&
      (state.peek() === 'loading' || !fresh.waiting.peek().includes(row)) &&
      belongs(row, row.id === openedId ? { ...judge, filter: 'all' } : judge),
    sort,
  });
  const left = (): readonly Row[] =>
    isWhole(stream, filter) ? saved.left().filter(({ id }) => !known.has(id)) : [];

  const fresh = openFresh({
    order,
    shown,
    known,
    isOver: () => /end|saved/.test(state.peek()),
    isBelow: saved.holds,
    belongs: (row) => belongs(row, judge),
    sort,
  });

  const view: View = {
    stream,
    order,
    filter,
    rows: shown,
    state,
    fresh: fresh.waiting,
    failure: undefined,
    scrollTop: 0,
    anchorId: undefined,
    left,
    newestId() {
      const here = Math.max(...known, ...left().map(({ id }) => id));
      return horizon.then((id) => Math.max(id, here));
    },
    loadMore: onceAtATime(async () => {
      const whole = isWhole(stream, filter);
      const isFirst = shown.peek().length === 0;
      // Orders that do not begin with the newest: ask for the newest id, so that bulk marking covers all that was there.
      if (order !== 'newest' && !whole) horizon = horizon.then((id) => id || newestOfAll());
      await loadMore({ view, saved, isWhole: whole, add, pager });
      fresh.settle(isFirst);
    }),
    showFresh: fresh.show,
    drop(ids) {
      for (const id of ids) known.delete(id);
      dropFrom([shown, fresh.waiting], ids);
    },
    close() {
      fresh.stop();
      stopShowing();
    },
  };
  const stopShowing = showsItems(() => [...known, ...left().map(({ id }) => id)]);
  return view;
}

export function choose(stream: Stream, choice: { order?: Order; filter?: Filter }): void {
  const { orders, filters } = asKept();
  const key = keyOf(stream);
  change({
    ...(choice.order ? { orders: { ...orders, [key]: choice.order } } : {}),
    ...(choice.filter ? { filters: { ...filters, [key]: choice.filter } } : {}),
  });
}

interface Rows {
  shown: Signal<readonly Row[]>;
  /** The ids of the rows that are shown. */
  known: Set<number>;
  sort(found: readonly Row[]): Row[];
  /** Adds those that are not shown yet, below the others. */
  add(found: readonly Row[]): void;
}

function openRows(stream: Stream, order: Order): Rows {
  const shown = signal<readonly Row[]>([]);
  const known = new Set<number>();
  const sort = (found: readonly Row[]): Row[] =>
    inOrder(found, stream.kind === 'search' ? 'newest' : order, placeOfFeed(stream));
  const add = (found: readonly Row[]): void => {
    const more = sort(found.filter(({ id }) => !known.has(id)));
    for (const { id } of more) known.add(id);
    if (more.length > 0) shown.value = [...shown.peek(), ...more];
  };
  return { shown, known, sort, add };
}

function dropFrom(lists: readonly Signal<readonly Row[]>[], ids: ReadonlySet<number>): void {
  batch(() => {
    for (const list of lists) {
      const left = list.peek().filter(({ id }) => !ids.has(id));
      if (left.length < list.peek().length) list.value = left;
    }
  });
}

interface Loading {
  view: View;
  saved: SavedPages;
  isWhole: boolean;
  add: (rows: readonly Row[]) => void;
  pager: Pager;
}

async function loadMore(loading: Loading): Promise<void> {
  const { view, saved, isWhole, add, pager } = loading;
  const { state } = view;
  if (state.peek() === 'end') return;
  if (view.stream.kind === 'search' && view.stream.words.trim() === '') {
    state.value = 'end';
    return;
  }
  const before = view.rows.peek().length;
  const isFirst = before === 0;
  const savedRows = isFirst ? firstSavedRows : moreSavedRows;
  if (isWhole) {
    const { page, isEnd } = await saved.next(savedRows);
    batch(() => {
      add(page);
      state.value = isEnd ? 'end' : 'more';
    });
    return;
  }
  try {
    const asked = askedNow();
    const items = await pager(isFirst ? firstPageItems : pageItems);
    batch(() => {
      view.failure = undefined;
      add(takeItems(items ?? [], asked));
      state.value = items === undefined || items.length === 0 ? 'end' : 'more';
    });
    // All of them may be gone by now: nothing would ask for the next page.
    if (view.rows.peek().length === before) await loadMore(loading);
  } catch (error) {
    // Without a connection the list shows what is here.
    const mayPass = isPassing(error);
    const found = mayPass ? await saved.next(savedRows) : { page: [], isEnd: true };
    batch(() => {
      view.failure = error;
      add(found.page);
      const isSaved = mayPass && view.rows.peek().length > 0;
      // The query itself is wrong then, and trying again would not help.
      const isAnswer = view.stream.kind === 'search' && !mayPass;
      state.value = isAnswer ? 'end' : !isSaved ? 'failed' : found.isEnd ? 'saved' : 'more';
    });
  }
}

/** The id of the newest item at the service; without a connection, in this browser. */
async function newestOfAll(): Promise<number> {
  try {
    return (await service.items.list({ limit: 1 })).items[0]?.id ?? 0;
  } catch {
    return Math.max(0, ...rows.keys());
  }
}

/** Whether the copy in this browser holds the whole stream. */
function isWhole(stream: Stream, filter: Filter): boolean {
  if (stream.kind === 'search') return false;
  if (stream.kind === 'starred') return whole.peek().starred;
  return filter === 'unread' && whole.peek().unread;
}

export function isMember(feedId: number, groupId: number): boolean {
  return feeds.peek().get(feedId)?.group_ids.includes(groupId) ?? false;
}

function placeOfFeed({ kind }: Stream): (feedId: number) => number {
  const all = kind === 'group' ? byHand : feedsInOrder;
  const places = new Map(all.peek().map(({ id }, index) => [id, index]));
  return (id) => places.get(id) ?? places.size;
}

function onceAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
