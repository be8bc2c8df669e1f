// A plain model of what a person has: items with their marks, feeds, a group, and a journal that can be undone.
import type { Mark } from '../../src/model/mark.ts';
import { opposite } from '../../src/model/mark.ts';

export interface ModelItem {
  feedId: number;
  read: boolean;
  starred: boolean;
  /** What has changed the status and the star, in order. */
  reads: Marking[];
  stars: Marking[];
}

/** One call that has marked; of many items it is an entry. */
interface Marking {
  entry?: ModelEntry;
}

interface ModelEntry {
  action: string;
  count: number;
  marked?: { mark: Mark; items: Map<number, Marking> };
  /** What was removed with a feed. */
  feed?: { id: number; url: string; grouped: boolean; items: Map<number, ModelItem> };
  /** What was in a group. */
  group?: { feedIds: number[] };
  undoes?: ModelEntry;
  undoneBy?: ModelEntry;
}

export interface Model {
  items: Map<number, ModelItem>;
  /** Address → the feed that is followed there. */
  feeds: Map<string, number>;
  /** The feeds of the one group; undefined while it is removed. */
  group: Set<number> | undefined;
  entries: ModelEntry[];
}

/** Marks items and returns those that changed. */
export function markInModel(model: Model, ids: Iterable<number>, mark: Mark): Map<number, Marking> {
  const changed = new Map<number, Marking>();
  const marking: Marking = {};
  for (const id of ids) {
    const item = model.items.get(id);
    if (!item || bears(item, mark)) continue;
    const counter = counterOf(mark);
    if (counter === 'reads') item.read = mark === 'read';
    else item.starred = mark === 'starred';
    item[counter].push(marking);
    changed.set(id, marking);
  }
  return changed;
}

export function journalMarks(
  model: Model,
  items: Map<number, Marking>,
  mark: Mark,
  undoes?: ModelEntry,
): ModelEntry {
  const entry = { action: `items.${mark}`, count: items.size, marked: { mark, items } };
  for (const marking of items.values()) marking.entry = entry;
  return add(model, entry, undoes);
}

export function removeFeedInModel(model: Model, url: string, undoes?: ModelEntry): void {
  const id = model.feeds.get(url) ?? 0;
  const items = new Map([...model.items].filter(([, item]) => item.feedId === id));
  for (const itemId of items.keys()) model.items.delete(itemId);
  model.feeds.delete(url);
  const grouped = model.group?.delete(id) ?? false;
  add(model, { action: 'feed.removed', count: items.size, feed: { id, url, grouped, items } }, undoes);
}

export function removeGroupInModel(model: Model, undoes?: ModelEntry): void {
  const feedIds = [...(model.group ?? [])];
  model.group = undefined;
  add(model, { action: 'group.removed', count: 0, group: { feedIds } }, undoes);
}

/** Undoes an entry; returns the status of the refusal if it cannot be undone. */
export function undoInModel(model: Model, entry: ModelEntry): 422 | undefined {
  if (entry.undoneBy) return 422;
  if (entry.marked) undoMarks(model, entry, entry.marked);
  else if (entry.feed) return undoFeed(model, entry, entry.feed);
  else if (entry.group) return undoGroup(model, entry, entry.group);
  return undefined;
}

function undoMarks(
  model: Model,
  entry: ModelEntry,
  { mark, items }: NonNullable<ModelEntry['marked']>,
): void {
  const counter = counterOf(mark);
  const untouched = [...items].filter(([id, marking]) => {
    const all = model.items.get(id)?.[counter] ?? [];
    return all.slice(all.indexOf(marking) + 1).every((later) => later.entry && isTakenBack(later.entry));
  });
  const changed = markInModel(
    model,
    untouched.map(([id]) => id),
    opposite[mark],
  );
  journalMarks(model, changed, opposite[mark], entry);
}

/** Whether nothing of an entry stands: of an entry, its undo, the undo of that and so on, the first one does if the last one does its work again. */
function isTakenBack(entry: ModelEntry): boolean {
  let last = entry;
  while (last.undoneBy) last = last.undoneBy;
  let count = 1;
  for (let each = last.undoes; each; each = each.undoes) count += 1;
  return count % 2 === 0 || entry.undoes !== undefined;
}

function undoFeed(model: Model, entry: ModelEntry, feed: NonNullable<ModelEntry['feed']>): 422 | undefined {
  if (entry.action === 'feed.restored') {
    if (model.feeds.get(feed.url) !== feed.id) return 422;
    removeFeedInModel(model, feed.url, entry);
    return undefined;
  }
  if (model.feeds.has(feed.url)) return 422;
  model.feeds.set(feed.url, feed.id);
  if (feed.grouped) model.group?.add(feed.id);
  if (feed.grouped) for (const { group } of standing(model, 'group.removed')) group?.feedIds.push(feed.id);
  for (const [id, item] of feed.items) model.items.set(id, item);
  add(model, { action: 'feed.restored', count: feed.items.size, feed }, entry);
  return undefined;
}

function undoGroup(
  model: Model,
  entry: ModelEntry,
  group: NonNullable<ModelEntry['group']>,
): 422 | undefined {
  if (entry.action === 'group.restored') {
    if (!model.group) return 422;
    removeGroupInModel(model, entry);
    return undefined;
  }
  const living = new Set(model.feeds.values());
  model.group = new Set(group.feedIds.filter((id) => living.has(id)));
  for (const { feed } of standing(model, 'feed.removed')) {
    if (feed && group.feedIds.includes(feed.id)) feed.grouped = true;
  }
  add(model, { action: 'group.restored', count: 0, group }, entry);
  return undefined;
}

/** What is away, and comes back together if it went apart. */
function standing({ entries }: Model, action: string): ModelEntry[] {
  return entries.filter((entry) => entry.action === action && !entry.undoneBy);
}

function add(model: Model, entry: ModelEntry, undoes: ModelEntry | undefined): ModelEntry {
  if (undoes) {
    entry.undoes = undoes;
    undoes.undoneBy = entry;
  }
  // An undo that has left everything as it was is not listed.
  if (entry.marked?.items.size !== 0) model.entries.push(entry);
  return entry;
}

function bears(item: ModelItem, mark: Mark): boolean {
  return counterOf(mark) === 'reads'
    ? item.read === (mark === 'read')
    : item.starred === (mark === 'starred');
}

function counterOf(mark: Mark): 'reads' | 'stars' {
  return mark === 'read' || mark === 'unread' ? 'reads' : 'stars';
}
