// Pages of a stream from the service, in the chosen order.
import type { Item, ItemPage, ItemQuery } from '@courant/client';
import { service } from './service.ts';
import type { Filter, Order, Stream } from './stream.ts';

/** Gives the next page, undefined after the last. Rejects when it cannot be had; it can be asked for again. */
export type Pager = (limit: number) => Promise<Item[] | undefined>;

export function openPager(stream: Stream, { order, filter }: { order: Order; filter: Filter }): Pager {
  const only: ItemQuery = filter === 'unread' ? { only: 'unread' } : {};
  if (stream.kind === 'search') {
    return later(async () =>
      (await import('./search-pager.ts')).searchPager(stream.words, order, (list) => downwards(list, {})),
    );
  }
  const list = listOf(stream);
  if (order === 'oldest') return upwards(list, only);
  if (order === 'by-feed' && stream.kind !== 'feed' && stream.kind !== 'starred') {
    return later(async () =>
      (await import('./feed-by-feed.ts')).feedByFeed(stream, (id) =>
        downwards((query) => service.feeds.items(id, query), only),
      ),
    );
  }
  return downwards(list, only);
}

export type List = (query: ItemQuery) => Promise<ItemPage>;

/** One whose code is loaded when it is first asked; asked again, if that has failed. */
function later(open: () => Promise<Pager>): Pager {
  let opened: Pager | undefined;
  return async (limit) => {
    opened ??= await open();
    return opened(limit);
  };
}

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
