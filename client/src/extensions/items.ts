/** The extension `app.courant.items`: stars, what a post has beyond the standard fields, and marking in bulk. */

import type { BulkMarked, Item } from '@courant/protocol';
import { inBatches } from '../batches.ts';
import { itemList } from '../item-lists.ts';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';
import type { Values } from '../values.ts';

/** Method and path of each endpoint. */
export const itemsRoutes = {
  listStarredItems: 'GET /api/app.courant.items/v1/items/starred',
  starItem: 'POST /api/app.courant.items/v1/items/:id/star',
  unstarItem: 'POST /api/app.courant.items/v1/items/:id/unstar',
  starItems: 'POST /api/app.courant.items/v1/items/star',
  unstarItems: 'POST /api/app.courant.items/v1/items/unstar',
  markBulkRead: 'POST /api/app.courant.items/v1/items/mark-read',
  markBulkUnread: 'POST /api/app.courant.items/v1/items/mark-unread',
} as const;

/** Which items are marked: those of a feed, of a group or of all, within every bound; an upper bound is required. */
export type BulkQuery = {
  /** Only items of this feed; not together with `groupId`. */
  feedId?: number;
  /** Only items of the feeds of this group. */
  groupId?: number;
  /** The newest item that the app has seen: what arrived later stays as it is. Required unless `olderThanId` or `before` is given. */
  upTo?: number;
  /** Only items below this one in the list. */
  olderThanId?: number;
  /** Only items above this one in the list. */
  newerThanId?: number;
  /** Only items that were published before (those without a date: stored before). ISO 8601. */
  before?: string;
};

/** The methods of `client.stars`. */
export function starMethods(call: Send) {
  const list = itemList(call, 'listStarredItems');
  return {
    /** A page of the starred items, newest first. */
    list: list.page,

    /** All starred items that match a query; see `items.all`. */
    all: list.all,

    /** Stars one item and returns it. 404: there is none with this id. */
    async add(id: number, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'starItem', id, signal })).body;
    },

    /** Removes the star of one item and returns the item. 404: there is none with this id. */
    async remove(id: number, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'unstarItem', id, signal })).body;
    },

    /** Stars any number of items, 10,000 per call, and returns the ids of those that exist. Empty list: no call. */
    addMany: (ids: readonly number[], options: CallOptions = {}) =>
      inBatches(call, 'starItems', { ids, ...options }),

    /** Removes the stars of any number of items, 10,000 per call, and returns the ids of those that exist. Empty list: no call. */
    removeMany: (ids: readonly number[], options: CallOptions = {}) =>
      inBatches(call, 'unstarItems', { ids, ...options }),
  };
}

/** The methods of `client.bulk`. 400: there is no upper bound, or two scopes. */
export function bulkMethods(call: Send) {
  return {
    /** Marks everything within the bounds read. `entry_id` of the answer undoes it. 422: there is no such feed or group. */
    async markRead(query: BulkQuery, { signal }: CallOptions = {}): Promise<BulkMarked> {
      return (await call({ name: 'markBulkRead', form: toForm(query), signal })).body;
    },

    /** Marks everything within the bounds unread. `entry_id` of the answer undoes it. 422: there is no such feed or group. */
    async markUnread(query: BulkQuery, { signal }: CallOptions = {}): Promise<BulkMarked> {
      return (await call({ name: 'markBulkUnread', form: toForm(query), signal })).body;
    },
  };
}

function toForm(query: BulkQuery): Values {
  return {
    feed_id: query.feedId,
    group_id: query.groupId,
    up_to: query.upTo,
    older_than_id: query.olderThanId,
    newer_than_id: query.newerThanId,
    before: query.before,
  };
}
