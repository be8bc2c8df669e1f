/** Items: what feeds bring, and whether it was read. */

import type { Item } from '@courant/protocol';
import { inBatches } from './batches.ts';
import { type ItemPage, type ItemQuery, toPage, toParameters, walk } from './pages.ts';
import type { CallOptions } from './sign-in.ts';
import type { Send } from './transport.ts';

/** The methods of `client.items`. */
export function itemMethods(call: Send) {
  const list = async (query: ItemQuery = {}, { signal }: CallOptions = {}): Promise<ItemPage> => {
    const { body, headers } = await call({ name: 'listItems', query: toParameters(query), signal });
    return toPage(body, headers.get('link'));
  };
  return {
    /** A page of all items, newest first, and the queries of the neighbouring pages. */
    list,

    /**
     * All items that match a query, each once, page by page: newest first, or with `minId` oldest first. `for await (const item
     * of client.items.all({ only: 'unread' }))`.
     */
    all: (query: ItemQuery = {}, options: CallOptions = {}) => walk((next) => list(next, options), query),

    /** One item. 404: there is none with this id. */
    async get(id: number, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'getItem', id, signal })).body;
    },

    /** Marks one item read and returns it. 404: there is none with this id. */
    async markRead(id: number, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'markItemRead', id, signal })).body;
    },

    /** Marks one item unread and returns it. 404: there is none with this id. */
    async markUnread(id: number, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'markItemUnread', id, signal })).body;
    },

    /** Marks any number of items read, 10,000 per call, and returns the ids of those that exist. Empty list: no call. */
    markManyRead: (ids: readonly number[], options: CallOptions = {}) =>
      inBatches(call, 'markItemsRead', { ids, ...options }),

    /** Marks any number of items unread, 10,000 per call, and returns the ids of those that exist. Empty list: no call. */
    markManyUnread: (ids: readonly number[], options: CallOptions = {}) =>
      inBatches(call, 'markItemsUnread', { ids, ...options }),
  };
}

/** The items of one group or feed, by page and all of them. */
export function listMethods(call: Send, name: 'listGroupItems' | 'listFeedItems') {
  const page = async (id: number, query: ItemQuery = {}, { signal }: CallOptions = {}): Promise<ItemPage> => {
    const { body, headers } = await call({ name, id, query: toParameters(query), signal });
    return toPage(body, headers.get('link'));
  };
  const all = (id: number, query: ItemQuery = {}, options: CallOptions = {}) =>
    walk((next) => page(id, next, options), query);
  return { page, all };
}
