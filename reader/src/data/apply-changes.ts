// Applies what the change feed tells to the copy.
import type { Changes, Feed, Item } from '@courant/client';
import { batch } from '@preact/signals';
import { goneElsewhere, tellNewItems } from './comings-and-goings.ts';
import {
  applyCounts,
  cursor,
  feeds,
  groups,
  missing,
  removeRows,
  rows,
  setFeeds,
  setGroups,
  setMissing,
  setUnread,
  starsChanged,
  takeItems,
  toldNew,
  touch,
  touchRow,
  unread,
} from './copy.ts';
import { askedNow, isPending, noteTold, noteWhole } from './pending.ts';
import type { Row } from './row.ts';

/** Takes an answer of the change feed, in the order that its documentation gives. */
export function applyChanges(changes: Changes, takesCounts: boolean): void {
  if (changes.feeds?.removed || changes.groups?.removed || changes.items?.removed) goneElsewhere.soon();
  batch(() => {
    if (changes.feeds?.removed) removeFeeds(new Set(changes.feeds.removed));
    removeRows(changes.items?.removed ?? []);
    noteWhole(changes.items?.removed ?? []);
    applyGroups(changes.groups);
    applyFeeds(changes.feeds?.changed ?? []);
    const fresh = takeTold(changes.items?.new ?? []).filter(({ id }) => !toldNew.has(id));
    for (const { id } of fresh) toldNew.add(id);
    takeTold(changes.items?.edited ?? []);
    setMissing([...missing.ids, ...applyMarks(changes.items ?? {})]);
    if (takesCounts) applyCounts(changes.counts?.feeds ?? []);
    cursor.value = changes.cursor;
    touch('heardAt', Date.now());
    tellNewItems(fresh, changes.more);
  });
}

/** Takes items of the change feed: nothing told earlier is newer than these. */
function takeTold(items: readonly Item[]): Row[] {
  const taken = takeItems(items, askedNow());
  noteWhole(items.map(({ id }) => id));
  return taken;
}

function applyGroups(change: Changes['groups']): void {
  if (change === undefined) return;
  const next = new Map(groups.peek().map((group) => [group.id, group]));
  for (const id of change.removed ?? []) next.delete(id);
  for (const group of change.changed ?? []) next.set(group.id, group);
  setGroups([...next.values()]);
}

function applyFeeds(changed: readonly Feed[]): void {
  if (changed.length === 0) return;
  setFeeds([...new Map([...feeds.peek(), ...changed.map((feed) => [feed.id, feed] as const)]).values()]);
}

function applyMarks(items: NonNullable<Changes['items']>): number[] {
  const unknown: number[] = [];
  const apply = (what: 'read' | 'starred', ids: readonly number[] = [], value: boolean): void => {
    const mark = what === 'read' ? 'read' : 'star';
    for (const id of ids) {
      const row = rows.get(id);
      // The change feed may lag behind what was just done here: then the service is asked for the current state.
      const isInDoubt = noteTold(mark, id, value);
      if (isPending(mark, id)) continue;
      if (row === undefined || isInDoubt) {
        // Marked unread or starred elsewhere: worth having here, too.
        if (isInDoubt || value === (what === 'starred')) unknown.push(id);
      } else {
        row[what].value = value;
        touchRow(id);
      }
    }
  };
  apply('read', items.read, true);
  apply('read', items.unread, false);
  apply('starred', items.starred, true);
  apply('starred', items.unstarred, false);
  if (items.starred || items.unstarred) starsChanged.value++;
  return unknown;
}

function removeFeeds(ids: ReadonlySet<number>): void {
  noteWhole([...ids].map((id) => -id));
  setFeeds([...feeds.peek().values()].filter(({ id }) => !ids.has(id)));
  setUnread(unread.peek());
  removeRows([...rows.values()].filter(({ feedId }) => ids.has(feedId)).map(({ id }) => id));
}
