// What a person can do with Items: list them and mark them.
import type { Item, ItemPage, ItemScope } from '../model/item.ts';
import { Refusal } from '../model/refusal.ts';
import { appendChange } from '../store/changes.ts';
import { findFeed } from '../store/feeds.ts';
import { findGroup } from '../store/groups.ts';
import { type ItemListing, listItems as listRows } from '../store/item-lists.ts';
import * as items from '../store/items.ts';
import type { ReadTx } from '../store/store.ts';
import type { Library } from './library.ts';

/** A page of a list, or named items of it. */
export type ItemQuery = { page: ItemPage } | { ids: readonly number[]; only: ItemPage['only'] };

/** Lists items of the user, of a feed or of a group, newest first. Throws Refusal `not-found` for an unknown feed or group. */
export function listItems(
  { store }: Library,
  userId: number,
  scope: ItemScope,
  query: ItemQuery,
): Promise<ItemListing> {
  return store.read(async (tx) => {
    const feedIds = await feedsIn(tx, userId, scope);
    if ('page' in query) return listRows(tx, userId, scope, query.page);
    const named = await items.findItems(tx, userId, query.ids);
    const wanted = named.filter(
      (item) => hasStatus(item, query.only) && (!feedIds || feedIds.includes(item.feedId)),
    );
    return { items: wanted, hasOlder: false, hasNewer: false };
  });
}

/** Throws Refusal `not-found`. */
export async function getItem({ store }: Library, userId: number, id: number): Promise<Item> {
  const item = await store.read((tx) => items.findItem(tx, userId, id));
  return item ?? noSuchItem('get item', id);
}

/** Gives one item a status, which it may have already, and gives the item back. Throws Refusal `not-found`. */
export async function markItem(library: Library, userId: number, id: number, read: boolean): Promise<Item> {
  await markItems(library, userId, [id], read);
  const item = await library.store.read((tx) => items.findItem(tx, userId, id));
  return item ?? noSuchItem(read ? 'mark item read' : 'mark item unread', id);
}

/** Gives items a status in one transaction. Returns those of `ids` that exist for the user, once each, in the order given. */
export function markItems(
  { store }: Library,
  userId: number,
  ids: readonly number[],
  read: boolean,
): Promise<number[]> {
  return store.write(async (tx) => {
    const { known, toChange } = await items.placesToMark(tx, userId, ids, read);
    await items.setRead(tx, toChange, read);
    await appendChange(
      tx,
      userId,
      read ? 'items.read' : 'items.unread',
      toChange.map((place) => place.id),
    );
    return [...new Set(ids)].filter((id) => known.has(id));
  });
}

/** The feeds that a scope holds; undefined for all of the user's. */
async function feedsIn(tx: ReadTx, userId: number, scope: ItemScope): Promise<readonly number[] | undefined> {
  switch (scope.of) {
    case 'user':
      return undefined;
    case 'feed':
      if (!(await findFeed(tx, userId, scope.feedId))) {
        throw new Refusal('not-found', `Cannot list items: there is no feed ${scope.feedId}`);
      }
      return [scope.feedId];
    case 'group': {
      const group = await findGroup(tx, userId, scope.groupId);
      if (!group) throw new Refusal('not-found', `Cannot list items: there is no group ${scope.groupId}`);
      return group.feedIds;
    }
  }
}

function hasStatus(item: Item, only: ItemPage['only']): boolean {
  return only === undefined || item.read === (only === 'read');
}

function noSuchItem(action: string, id: number): never {
  throw new Refusal('not-found', `Cannot ${action}: there is no item ${id}`);
}
