// Pages of a stream from the service, in the chosen order.
import type { Item, ItemPage, ItemQuery } from '@courant/client';
import { wholeClient } from './later-client.ts';
import { service } from './service.ts';
import type { Filter, Order, Stream } from './stream.ts';

/** Gives the next page, undefined after the last. Rejects when it cannot be had; it can be asked for again. */
export type Pager = (limit: number) => Promise<Item[] | undefined>;

export function openPager(stream: Stream, { order, filter }: { order: Order; filter: Filter }): Pager {
  const only: ItemQuery = filter === 'unread' ? { only: 'unread' } : {};
  if (stream.kind === 'search') return searchPager(stream.words, order);
  const list = listOf(stream);
  if (order === 'oldest') return upwards(list, only);
  if (order === 'by-feed' && stream.kind !== 'feed' && stream.kind !== 'starred') {
    let inTurn: Pager | undefined;
    return async (limit) => {
      inTurn ??= (await import('./feed-by-feed.ts')).feedByFeed(stream, (id) =>
        downwards((query) => service.feeds.items(id, query), only),
      );
      return inTurn(limit);
    };
  }
  return downwards(list, only);
}

type List = (query: ItemQuery) => Promise<ItemPage>;

function listOf(stream: Stream): List {
  switch (stream.kind) {
    case 'feed':
      return (query) => service.feeds.items(stream.id, query);
    case 'group':
      return (query) => service.groups.items(stream.id, query);
    case 'starred':
      return (query) => service.stars.list(query);
    default:
      return (query) => service.items.list(query);
  }
}

function downwards(list: List, only: ItemQuery): Pager {
  let next: ItemQuery | undefined = only;
  return async (limit) => {
    if (next === undefined) return undefined;
    const page = await list({ ...next, limit });
    next = page.older;
    return page.items;
  };
}

function upwards(list: List, only: ItemQuery): Pager {
  let next: ItemQuery | undefined = { ...only, minId: 0 };
  return async (limit) => {
    if (next === undefined) return undefined;
    const page = await list({ ...next, limit });
    next = page.newer;
    return page.items.toReversed();
  };
}

/** A page of a search may be empty although there is a next one (app.courant.search). */
function searchPager(words: string, order: Order): Pager {
  if (order === 'newest') {
    const pages = downwards(async (query) => {
      await wholeClient();
      return service.search.newest(words, query);
    }, {});
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
