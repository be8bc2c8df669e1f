// A stream from the service in the order of its feeds, one after the other. Most people never choose that, so it is loaded when it is.
import type { Feed, Group } from '@courant/client';
import { asInSidebar, byHand, byPosition, groups, isReady } from './copy.ts';
import type { Pager } from './pager.ts';
import { service } from './service.ts';
import type { Stream } from './stream.ts';

/** As the feeds stand in the sidebar, or in their group there. */
export function feedByFeed(stream: Stream, open: (feedId: number) => Pager): Pager {
  let pagers: Pager[] | undefined;
  return async (limit) => {
    pagers ??= (await feedsOf(stream)).map(({ id }) => open(id));
    for (let current = pagers[0]; current !== undefined; current = pagers[0]) {
      const items = await current(limit);
      if (items !== undefined && items.length > 0) return items;
      pagers.shift();
    }
    return undefined;
  };
}

async function feedsOf(stream: Stream): Promise<readonly Feed[]> {
  const [all, within] = await everyFeed();
  if (stream.kind !== 'group') return asInSidebar(all, within);
  return all.filter(({ group_ids }) => group_ids.includes(stream.id));
}

/** In order, and the groups. The first list may be asked for before they are there. */
async function everyFeed(): Promise<[readonly Feed[], readonly Group[]]> {
  if (isReady.peek()) return [byHand.peek(), groups.peek()];
  const [all, within] = await Promise.all([service.feeds.list(), service.groups.list()]);
  return [all.sort(byPosition), within];
}
