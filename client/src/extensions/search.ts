/** The extension `app.courant.search`: full text over all items. */

import type { Item } from '@courant/protocol';
import { parseLinkHeader } from '@courant/protocol/pagination';
import { type ItemPage, type ItemQuery, toPage, toParameters } from '../pages.ts';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';
import { walk } from '../walk.ts';

/** Method and path of each endpoint. */
export const searchRoutes = {
  searchItems: 'GET /api/app.courant.search/v1/items',
} as const;

/** As in any list, except for `ids`. */
export type NewestQuery = Omit<ItemQuery, 'ids'>;

export type BestQuery = {
  /** Items on a page, 1 to 200; default 20. */
  limit?: number | undefined;
  /** Only items with this status. */
  only?: 'read' | 'unread' | undefined;
  /** The `next` of the previous page. */
  page?: string | undefined;
};

export type BestPage = {
  /** The best match first. */
  items: Item[];
  /** The `page` of the results that follow; absent if there are none. */
  next?: string;
};

/** The methods of `client.search`. `words` are as a person types them: `"a phrase" -without feed:title is:unread`. */
export function searchMethods(call: Send) {
  const newest = async (
    words: string,
    query: NewestQuery = {},
    { signal }: CallOptions = {},
  ): Promise<ItemPage> => {
    const parameters = { ...toParameters(query), q: words };
    const { body, headers } = await call({ name: 'searchItems', query: parameters, signal });
    return toPage(body, headers.get('link'));
  };
  const best = async (
    words: string,
    query: BestQuery = {},
    { signal }: CallOptions = {},
  ): Promise<BestPage> => {
    const parameters = { q: words, order: 'rank', ...query };
    const { body, headers } = await call({ name: 'searchItems', query: parameters, signal });
    const link = parseLinkHeader(headers.get('link')).get('next');
    const next = new URLSearchParams(link?.split('#')[0]?.split('?')[1]).get('page');
    return { items: body, ...(next === null ? {} : { next }) };
  };
  return {
    /**
     * A page of the results, newest first. It may be short, or empty, and still have an `older` page. 400: `words` cannot be
     * read as a query; `error` says why.
     */
    newest,

    /** All results, page by page, newest first; with `minId` oldest first. */
    allNewest: (
      words: string,
      query: NewestQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Item, void, undefined> => walk((next) => newest(words, next, options), query),

    /** A page of the results, best first: items with the words in the title or the author, then items about them. Short, empty, and 400: as with `newest`. */
    best,

    /** All results, page by page, best first. */
    async *allBest(
      words: string,
      query: BestQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Item, void, undefined> {
      for (let page = query.page, isOver = false; !isOver; ) {
        const found: BestPage = await best(words, page === undefined ? query : { ...query, page }, options);
        yield* found.items;
        page = found.next;
        isOver = page === undefined;
      }
    },
  };
}
