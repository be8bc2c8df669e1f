/** How to walk through all pages of items (contract, Pagination). */

import type { Item } from '@courant/protocol';
import { ContractError } from './errors.ts';
import { maxListedIds } from './limits.ts';
import type { ItemPage, ItemQuery } from './pages.ts';

/**
 * All items that match a query, each once, page by page to the end: newest first, or with `minId` oldest first and upwards, which is
 * how to catch up. Any number of `ids` may be named.
 */
export async function* walk(
  list: (query: ItemQuery) => Promise<ItemPage>,
  query: ItemQuery,
): AsyncGenerator<Item, void, undefined> {
  if (query.ids !== undefined) {
    const ids = [...new Set(query.ids)].sort((a, b) => b - a);
    for (let from = 0; from < ids.length; from += maxListedIds) {
      yield* (await list({ ...query, ids: ids.slice(from, from + maxListedIds) })).items;
    }
    return;
  }
  const upwards = query.minId !== undefined;
  let next: ItemQuery | undefined = query;
  while (next !== undefined) {
    const page: ItemPage = await list(next);
    yield* upwards ? page.items.toReversed() : page.items;
    const follower: ItemQuery | undefined = upwards ? page.newer : page.older;
    if (follower !== undefined && !isOnward(next, follower)) {
      throw new ContractError('Cannot list items: the link of a page leads back to it');
    }
    next = follower;
  }
}

/** Stops at a service that links a page to itself, which would keep us walking for ever. */
function isOnward(from: ItemQuery, to: ItemQuery): boolean {
  if (from.minId !== undefined) return to.minId !== undefined && to.minId > from.minId;
  return to.maxId !== undefined && to.maxId < (from.maxId ?? Number.POSITIVE_INFINITY);
}
