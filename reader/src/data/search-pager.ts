// Pages of a search from the service; loaded when somebody searches.
import { wholeClient } from './later-client.ts';
import type { List, Pager } from './pager.ts';
import { service } from './service.ts';
import type { Order } from './stream.ts';

/** A page of a search may be empty although there is a next one (app.courant.search). */
export function searchPager(words: string, order: Order, downwards: (list: List) => Pager): Pager {
  if (order === 'newest') {
    const pages = downwards(async (query) => {
      await wholeClient();
      return service.search.newest(words, query);
    });
    return skippingEmpty(pages);
  }
  let page: string | undefined = '';
  return skippingEmpty(async (limit) => {
    if (page === undefined) return undefined;
    await wholeClient();
    const found = await service.search.best(words, { limit, ...(page === '' ? {} : { page }) });
    page = found.next;
    return found.items;
  });
}

function skippingEmpty(pages: Pager): Pager {
  return async (limit) => {
    let items = await pages(limit);
    while (items?.length === 0) items = await pages(limit);
    return items;
  };
}
