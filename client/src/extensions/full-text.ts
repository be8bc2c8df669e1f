/** The extension `app.courant.full-text`: the whole article where a feed gives only its beginning. */

import type { Feed, FullText } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const fullTextRoutes = {
  fetchFullText: 'POST /api/app.courant.full-text/v1/items/:id/fetch',
  setFullTextMode: 'POST /api/app.courant.full-text/v1/feeds/:id/mode',
} as const;

/** The methods of `client.fullText`. */
export function fullTextMethods(call: Send) {
  return {
    /**
     * The article behind an item: sanitised HTML. It may take as long as the site does. 404: there is no such item. 422: the
     * page cannot be fetched or read, with a sentence for a person. 429: too many for now.
     */
    async fetch(itemId: number, { signal }: CallOptions = {}): Promise<FullText> {
      return (await call({ name: 'fetchFullText', id: itemId, signal })).body;
    },

    /** Whether the articles of new posts of a feed are fetched as they arrive. 404: there is no such feed. */
    async setMode(feedId: number, mode: 'always' | 'never', { signal }: CallOptions = {}): Promise<Feed> {
      return (await call({ name: 'setFullTextMode', id: feedId, form: { mode }, signal })).body;
    },
  };
}
