// Pages of a stream from the service, in the chosen order.
import type { Feed, Item, ItemPage, ItemQuery } from '@courant/client';
import { byPosition, feedsInOrder, isReady } from './copy.ts';
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
    return inTurn(async () => {
      const all = await everyFeed();
      const members =
        stream.kind === 'group' ? all.filter((feed) => feed.group_ids.includes(stream.id)) : all;
      return members.map(({ id }) => downwards((query) => service.feeds.items(id, query), only));
    });
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

/** In the order of the sidebar. The first list may be asked for before they are there. */
async function everyFeed(): Promise<Feed[]> {
  return isReady.peek() ? feedsInOrder.peek() : (await service.feeds.list()).sort(byPosition);
}

function inTurn(open: () => Promise<Pager[]>): Pager {
  let pagers: Pager[] | undefined;
  return async (limit) => {
    pagers ??= await open();
    for (let current = pagers[0]; current !== undefined; current = pagers[0]) {
      const items = await current(limit);
      if (items !== undefined && items.length > 0) return items;
      pagers.shift();
    }
    return undefined;
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
