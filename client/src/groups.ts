/** Groups: the feeds that a user reads together. */

import type { Feed, Group } from '@courant/protocol';
import { type GroupChanges, updateGroup } from './extensions/feeds.ts';
import { itemListOf } from './item-lists.ts';
import type { CallOptions } from './sign-in.ts';
import type { Send } from './transport.ts';
import { toList } from './values.ts';

/** The methods of `client.groups`. */
export function groupMethods(call: Send) {
  const list = itemListOf(call, 'listGroupItems');
  return {
    /** All groups. */
    async list({ signal }: CallOptions = {}): Promise<Group[]> {
      return (await call({ name: 'listGroups', signal })).body;
    },

    /** One group. 404: there is none with this id. */
    async get(id: number, { signal }: CallOptions = {}): Promise<Group> {
      return (await call({ name: 'getGroup', id, signal })).body;
    },

    /** The feeds of a group. 404: there is no such group. */
    async feeds(id: number, { signal }: CallOptions = {}): Promise<Feed[]> {
      return (await call({ name: 'listGroupFeeds', id, signal })).body;
    },

    /** A page of the items of a group's feeds, newest first. 404: there is no such group. */
    items: list.page,

    /** All items of a group's feeds; see `items.all`. */
    allItems: list.all,

    /** Creates a group; `title` is 1 to 200 characters. 409: another group has this title. 422: there is no such feed. */
    async create(
      group: { title: string; feedIds?: readonly number[] },
      { signal }: CallOptions = {},
    ): Promise<Group> {
      const form = { title: group.title, feed_ids: toList(group.feedIds) };
      return (await call({ name: 'createGroup', form, signal })).body;
    },

    /** The extension `app.courant.feeds`: changes title, feeds or position. 404: no such group. 409: the title is taken. 422: no such feed. */
    update: (id: number, changes: GroupChanges, options: CallOptions = {}): Promise<Group> =>
      updateGroup(call, id, changes, options),

    /** Deletes a group; its feeds stay. 404: there is none with this id. */
    async delete(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'deleteGroup', id, signal });
    },
  };
}
