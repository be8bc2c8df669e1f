/** Items: what feeds bring, and whether it was read. */

import type { Item } from '@courant/protocol';
import { inBatches } from './batches.ts';
import { itemList } from './item-lists.ts';
import type { CallOptions } from './sign-in.ts';
import type { Send } from './transport.ts';

/** The methods of `client.items`. */
export function itemMethods(call: Send) {
  const list = itemList(call, 'listItems');
  return {
    /** A page of all items, newest first, and the queries of the neighbouring pages. */
    list: list.page,

    /**
     * All items that match a query, each once, page by page: newest first, or with `minId` oldest first. Takes any number of `ids`,
     * also none. `for await (const item of client.items.all({ only: 'unread' }))`.
     */
    all: list.all,

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
