// Presents the answers of the extension app.courant.sync.
import type { Changes, Snapshot, Counts as WireCounts, Item as WireItem } from '@courant/protocol';
import type { Counts, UnreadCount } from '../../model/counts.ts';
import type { Feed } from '../../model/feed.ts';
import type { Group } from '../../model/group.ts';
import type { Item, ItemState } from '../../model/item.ts';
import type { News } from '../../model/news.ts';
import { presentFeed, presentGroup } from './present.ts';
import type { ImageProxy } from './present-images.ts';
import { presentInTurns } from './present-in-turns.ts';
import { presentPositions } from './present-playback.ts';

interface PresentableChanges {
  cursor: string;
  more: boolean;
  snapshot: string | undefined;
  news: News | undefined;
}

interface Wish {
  /** The address of the service. */
  base: string;
  images: ImageProxy | undefined;
}

export async function presentChanges(
  { cursor, more, snapshot, news }: PresentableChanges,
  wish: Wish,
): Promise<Changes> {
  return {
    cursor,
    more,
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(news === undefined ? {} : await presentNews(news, wish)),
  };
}

export function presentSnapshot(
  page: {
    groups: readonly Group[];
    feeds: readonly Feed[];
    items: readonly ItemState[];
    next: string | undefined;
  },
  base: string,
): Snapshot {
  return {
    groups: page.groups.map((group) => presentGroup(group, base)),
    feeds: page.feeds.map((feed) => presentFeed(feed, base)),
    items: page.items.map(({ id, feedId, read, starred }) => ({ id, feed_id: feedId, read, starred })),
    ...(page.next === undefined ? {} : { next: page.next }),
  };
}

export function presentCounts({ total, feeds, groups }: Counts): WireCounts {
  return { total, feeds: feeds.map(presentCount), groups: groups.map(presentCount) };
}

async function presentNews(
  { groups, feeds, items, counts }: News,
  { base, images }: Wish,
): Promise<Partial<Pick<Changes, 'groups' | 'feeds' | 'items' | 'counts'>>> {
  const present = (some: readonly Item[]): Promise<WireItem[]> =>
    presentInTurns(some, { base, proxy: images }, (item) => item);
  return {
    ...part('groups', {
      changed: groups.changed.map((group) => presentGroup(group, base)),
      removed: groups.removed,
    }),
    ...part('feeds', {
      changed: feeds.changed.map((feed) => presentFeed(feed, base)),
      removed: feeds.removed,
    }),
    ...part('items', {
      ...items,
      new: await present(items.new),
      edited: await present(items.edited),
      played: items.played.map(({ id, positions }) => ({ id, positions: presentPositions(positions) })),
    }),
    ...(counts === undefined
      ? {}
      : { counts: { total: counts.total, feeds: counts.feeds.map(presentCount) } }),
  };
}

function presentCount({ id, unread }: UnreadCount): { id: number; unread: number } {
  return { id, unread };
}

/** The lists that are not empty, under `name`; an empty object if all are. */
function part<Lists extends Record<string, readonly unknown[]>>(name: string, lists: Lists): object {
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return filled.length === 0 ? {} : { [name]: Object.fromEntries(filled) };
}
