/** The extension `app.courant.items`: the words that a user puts on items. */

import type { Item, Tag } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const tagsRoutes = {
  listTags: 'GET /api/app.courant.items/v1/tags',
  tagItem: 'POST /api/app.courant.items/v1/items/:id/tag',
  untagItem: 'POST /api/app.courant.items/v1/items/:id/untag',
} as const;

/** The methods of `client.tags`. */
export function tagsMethods(call: Send) {
  return {
    /** The tags that some item has, in order of title. */
    async list({ signal }: CallOptions = {}): Promise<Tag[]> {
      return (await call({ name: 'listTags', signal })).body;
    },

    /**
     * Puts a tag on one item and returns the item, whose tags are in `item['app.courant.items']?.tags`. `title`: 1 to 200 characters.
     * 404: there is no such item. 422: it would have more than a hundred.
     */
    async add(itemId: number, title: string, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'tagItem', id: itemId, form: { title }, signal })).body;
    },

    /** Takes a tag off one item and returns the item. 404: there is no such item. */
    async remove(itemId: number, title: string, { signal }: CallOptions = {}): Promise<Item> {
      return (await call({ name: 'untagItem', id: itemId, form: { title }, signal })).body;
    },
  };
}
