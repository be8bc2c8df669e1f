/** Lists of items, by page and whole: of everything, of what is starred, of a group or of a feed. */

import type { Item } from '@courant/protocol';
import { type ItemPage, type ItemQuery, toPage, toParameters } from './pages.ts';
import type { CallOptions } from './sign-in.ts';
import type { Send } from './transport.ts';
import { walk } from './walk.ts';

/** A page of the items, and all of them. */
export function itemList(call: Send, name: 'listItems' | 'listStarredItems') {
  const page = async (query: ItemQuery = {}, { signal }: CallOptions = {}): Promise<ItemPage> => {
    const { body, headers } = await call({ name, query: toParameters(query), signal });
    return toPage(body, headers.get('link'));
  };
  const all = (query: ItemQuery = {}, options: CallOptions = {}): AsyncGenerator<Item, void, undefined> =>
    walk((next) => page(next, options), query);
  return { page, all };
}

/** The same of one group or feed. */
export function itemListOf(call: Send, name: 'listGroupItems' | 'listFeedItems') {
  const page = async (id: number, query: ItemQuery = {}, { signal }: CallOptions = {}): Promise<ItemPage> => {
    const { body, headers } = await call({ name, id, query: toParameters(query), signal });
    return toPage(body, headers.get('link'));
  };
  const all = (
    id: number,
    query: ItemQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item, void, undefined> => walk((next) => page(id, next, options), query);
  return { page, all };
}
