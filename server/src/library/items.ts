// What a person can do with Items: view one, or a list. Marking is in marks.ts.
import type { Item, ItemPage, ItemScope } from '../model/item.ts';
import { Refusal } from '../model/refusal.ts';
import { ownFeedIds } from '../store/feeds/feeds.ts';
import { findGroup, ownGroupIds } from '../store/feeds/groups.ts';
import {
  type ItemListing,
  listItems as listRows,
  listItemsWithJson as listRowsWithJson,
} from '../store/items/item-lists.ts';
import type { JsonTexts } from '../store/items/items.ts';
import * as items from '../store/items/items.ts';
import type { ReadTx } from '../store/store.ts';
import { noSuchFeed } from './feeds.ts';
import { noSuchGroup } from './groups.ts';
import type { Library } from './library.ts';

export type { ItemListing } from '../store/items/item-lists.ts';
export type { JsonText, JsonTexts } from '../store/items/items.ts';

/** A page of a list, or the named items of it. */
export type ItemQuery = { page: ItemPage } | { ids: readonly number[]; only: ItemPage['only'] };

/** Lists the user's items, starred ones, or those of a feed or group, newest first. Throws Refusal `not-found` for an unknown feed or group. */
export function listItems(
  { store }: Library,
  userId: number,
  scope: ItemScope,
  query: ItemQuery,
): Promise<ItemListing> {
  return store.read(async (tx) => {
    await requireScope(tx, userId, scope);
    if ('page' in query) return listRows(tx, userId, scope, query.page);
    const feedIds = await feedsIn(tx, userId, scope);
    const named = await items.findItems(tx, userId, query.ids);
    const wanted = named.filter(
      (item) =>
        hasStatus(item, query.only) &&
        (!feedIds || feedIds.includes(item.feedId)) &&
        (scope.of !== 'starred' || item.starred),
    );
    return { items: wanted, hasOlder: false, hasNewer: false };
  });
}

/** A page of a list for a caller that sends it as JSON: the texts of its items come separately, as JSON already. */
export function listItemsWithJson(
  { store }: Library,
  userId: number,
  scope: ItemScope,
  page: ItemPage,
): Promise<ItemListing & { texts: ReadonlyMap<number, JsonTexts> }> {
  return store.read(async (tx) => {
    await requireScope(tx, userId, scope);
    return listRowsWithJson(tx, userId, scope, page);
  });
}

/** Throws Refusal `not-found`. */
export async function getItem({ store }: Library, userId: number, id: number): Promise<Item> {
  const item = await store.read((tx) => items.findItem(tx, userId, id));
  return item ?? noSuchItem('get item', id);
}

async function requireScope(tx: ReadTx, userId: number, scope: ItemScope): Promise<void> {
  if (scope.of === 'feed' && (await ownFeedIds(tx, userId, [scope.feedId])).length === 0)
    noSuchFeed('list items', scope.feedId);
  if (scope.of === 'group' && (await ownGroupIds(tx, userId, [scope.groupId])).length === 0)
    noSuchGroup('list items', scope.groupId);
}

/** The feeds in a scope; undefined for all of the user's. */
async function feedsIn(tx: ReadTx, userId: number, scope: ItemScope): Promise<readonly number[] | undefined> {
  if (scope.of === 'feed') return [scope.feedId];
  return scope.of === 'group' ? (await findGroup(tx, userId, scope.groupId))?.feedIds : undefined;
}

function hasStatus(item: Item, only: ItemPage['only']): boolean {
  return only === undefined || item.read === (only === 'read');
}

export function noSuchItem(action: string, id: number): never {
  throw new Refusal('not-found', `Cannot ${action}: there is no item ${id}`);
}
