// Which things a stretch of the change sequence names, as far as one answer may go.
import type { Change } from '../model/change.ts';
import { changesAfter } from '../store/changes.ts';
import type { ReadTx } from '../store/store.ts';
import type { Place } from './cursors.ts';
import { changesAtOnce } from './limits.ts';

/** Each thing once, however often it was named. */
export interface NamedThings {
  groups: Set<number>;
  feeds: Set<number>;
  removedFeeds: Set<number>;
  newItems: Set<number>;
  editedItems: Set<number>;
  /** Marked read or unread. */
  markedItems: Set<number>;
  /** Starred or unstarred. */
  starredItems: Set<number>;
  playedItems: Set<number>;
  removedItems: Set<number>;
}

export interface Stretch {
  named: NamedThings;
  /** Where it ends. */
  end: Place;
  /** Whether the sequence goes on. */
  more: boolean;
}

/** Walks the sequence from a place until `limit` things are to be given in full, or as many ids as an answer may hold. */
export async function walk(tx: ReadTx, userId: number, from: Place, limit: number): Promise<Stretch> {
  const named = namedNothing();
  const { changes: mostChanges, portion } = changesAtOnce;
  let end = from;
  for (let walked = 0; walked < mostChanges; walked += portion) {
    const changes = await changesAfter(tx, userId, end.seq, portion);
    for (const change of changes) {
      const told = take(named, change, { from: end.told, limit });
      if (told < change.ids.length) return { named, end: { ...end, told }, more: true };
      end = { seq: change.seq, at: change.at, told: 0 };
    }
    if (changes.length < portion) return { named, end, more: false };
  }
  return { named, end, more: true };
}

/** Adds the things of a change from its id at `from` on, as long as there is room. Returns how many of its ids are added by then. */
function take(
  named: NamedThings,
  { kind, ids }: Change,
  { from, limit }: { from: number; limit: number },
): number {
  for (let index = from; index < ids.length; index++) {
    if (toldWhole(named) >= limit || toldById(named) >= changesAtOnce.ids) return index;
    const id = ids[index];
    if (id !== undefined) named[placeOf[kind]].add(id);
  }
  return ids.length;
}

const placeOf: Readonly<Record<Change['kind'], keyof NamedThings>> = {
  'items.new': 'newItems',
  'items.edited': 'editedItems',
  'items.read': 'markedItems',
  'items.unread': 'markedItems',
  'items.starred': 'starredItems',
  'items.unstarred': 'starredItems',
  'items.played': 'playedItems',
  'items.removed': 'removedItems',
  'feeds.new': 'feeds',
  'feeds.changed': 'feeds',
  'feeds.removed': 'removedFeeds',
  'groups.new': 'groups',
  'groups.changed': 'groups',
  'groups.removed': 'groups',
};

function namedNothing(): NamedThings {
  return {
    groups: new Set(),
    feeds: new Set(),
    removedFeeds: new Set(),
    newItems: new Set(),
    editedItems: new Set(),
    markedItems: new Set(),
    starredItems: new Set(),
    playedItems: new Set(),
    removedItems: new Set(),
  };
}

function toldWhole({ groups, feeds, removedFeeds, newItems, editedItems }: NamedThings): number {
  return groups.size + feeds.size + removedFeeds.size + newItems.size + editedItems.size;
}

function toldById({ markedItems, starredItems, playedItems, removedItems }: NamedThings): number {
  return markedItems.size + starredItems.size + playedItems.size + removedItems.size;
}
