// What a person can do with Items: view one, or a list. Marking is in marks.ts.
import type { Item, ItemPage, ItemScope } from '../model/item.ts';
import { Refusal } from '../model/refusal.ts';
import { ownFeedIds } from '../store/feeds/feeds.ts';
import { findGroup, ownGroupIds } from '../store/feeds/groups.ts';
import { type ListedIds, listIds } from '../store/items/item-lists.ts';
import { itemStates } from '../store/items/item-states.ts';
import * as items from '../store/items/items.ts';
import type { ReadTx } from '../store/store.ts';
import { noSuchFeed } from './feeds.ts';
import { noSuchGroup } from './groups.ts';
import { portionsFrom, readPortion } from './item-portions.ts';
import type { Library } from './library.ts';
import { textsAtOnce } from './limits.ts';

export type { ListedIds } from '../store/items/item-lists.ts';
export type { ItemsWithJson, JsonText, JsonTexts } from '../store/items/items.ts';

/** A page of a list, or the named items of it. */
export type ItemQuery = { page: ItemPage } | { ids: readonly number[]; only: ItemPage['only'] };

/** Items, newest first, a few at a time. */
interface ItemListing extends ListedIds {
  portions: AsyncGenerator<Item[]>;
}

/** Lists the user's items, starred ones, or those of a feed or group, newest first. Throws Refusal `not-found` for an unknown feed or group. */
export function listItems(
  { store }: Library,
  userId: number,
  scope: ItemScope,
  query: ItemQuery,
): Promise<ItemListing> {
  return store.read(async (tx) => {
    await requireScope(tx, userId, scope);
    const listed =
      'page' in query
        ? await listIds(tx, userId, scope, query.page)
        : await namedIn(tx, userId, scope, query);
    const first = await readPortion(tx, userId, listed.ids);
    return { ...listed, portions: portionsFrom(store, userId, first) };
  });
}

/** A page for a caller that shows a line of each: items without texts and details. Throws Refusal `not-found`. */
export function listWithoutTexts(
  { store }: Library,
  userId: number,
  scope: ItemScope,
  page: ItemPage,
): Promise<ListedIds & { items: Item[] }> {
  return store.read(async (tx) => {
    await requireScope(tx, userId, scope);
    const listed = await listIds(tx, userId, scope, page);
    return { ...listed, items: await items.findItemsInLines(tx, userId, listed.ids) };
  });
}

/**
 * A page for a caller that sends it as JSON: the texts of its items come separately, as JSON already. Undefined if they are too long to be
 * read all together. Throws Refusal `not-found`.
 */
export function listItemsWithJson(
  { store }: Library,
  userId: number,
  scope: ItemScope,
  page: ItemPage,
): Promise<(ListedIds & items.ItemsWithJson) | undefined> {
  return store.read(async (tx) => {
    await requireScope(tx, userId, scope);
    const listed = await listIds(tx, userId, scope, page);
    const found = await items.findItemsWithJson(tx, { userId, ids: listed.ids }, textsAtOnce.pageBytes);
    return found && { ...listed, ...found };
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

/** Those of the named items that are in a list. */
async function namedIn(
  tx: ReadTx,
  userId: number,
  scope: ItemScope,
  { ids, only }: { ids: readonly number[]; only: ItemPage['only'] },
): Promise<ListedIds> {
  const feedIds = await feedsIn(tx, userId, scope);
  const named = await itemStates(tx, userId, ids);
  const wanted = named
    .reverse()
    .filter(
      (item) =>
        hasStatus(item, only) &&
        (!feedIds || feedIds.includes(item.feedId)) &&
        (scope.of !== 'starred' || item.starred),
    );
  return { ids: wanted.map(({ id }) => id), hasOlder: false, hasNewer: false };
}

function hasStatus(item: Pick<Item, 'read'>, only: ItemPage['only']): boolean {
  return only === undefined || item.read === (only === 'read');
}

export function noSuchItem(action: string, id: number): never {
  throw new Refusal('not-found', `Cannot ${action}: there is no item ${id}`);
}
