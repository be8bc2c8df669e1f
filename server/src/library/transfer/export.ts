// What a person takes to another reader: the feeds as OPML, or the whole account.
import { writeOpml } from '../../formats/opml.ts';
import type { Feed } from '../../model/feed.ts';
import type { Group } from '../../model/group.ts';
import { byPosition } from '../../model/position.ts';
import { listFeeds } from '../../store/feeds/feeds.ts';
import { listGroups } from '../../store/feeds/groups.ts';
import { pageByPage } from '../../store/page-by-page.ts';
import type { Store } from '../../store/store.ts';
import { awaitedBy } from '../../store/transfer/awaited-posts.ts';
import { greatestItemId, itemsToExport, removedToExport } from '../../store/transfer/exports.ts';
import { othersTurn } from '../../store/turn.ts';
import type { Library } from '../library.ts';
import { textsAtOnce } from '../limits.ts';
import { feedLine, groupLine, headerLine, itemLine } from './account-file.ts';
import { exportPages } from './limits.ts';

/** OPML 2.0. `title` names the list. */
export async function exportOpml(
  { store }: Pick<Library, 'store'>,
  userId: number,
  title: string,
): Promise<string> {
  const { groups, feeds, at } = await standingOf(store, userId);
  return writeOpml({ title, at, groups, feeds });
}

/**
 * The whole account in pieces of some lines each. Feeds and groups are as they were at the beginning, and items that come once the
 * export is through with their feed are left out; an item's status is read when its line is written, because a transaction that waits
 * for a slow client would hold up others.
 */
export async function* exportAccount(
  { store }: Pick<Library, 'store'>,
  userId: number,
  { content }: { content: boolean },
): AsyncGenerator<string> {
  const { groups, feeds, at, upTo } = await standingOf(store, userId);
  yield headerLine(at) + groups.map(({ title }) => groupLine(title)).join('');
  for (const feed of feeds) {
    const groupIds = new Set(feed.groupIds);
    const own = groups.filter(({ id }) => groupIds.has(id)).map(({ title }) => title);
    yield feedLine(feed, own);
    yield* linesOfRemoved(store, { ...feed, userId });
    yield* linesOfItems(store, { ...feed, userId }, { after: 0, upTo, content });
    yield* linesOfAwaited(store, feed);
    // A post that came before this has taken over what was imported about it, which no longer waits: only its item tells it.
    const now = await store.read((tx) => greatestItemId(tx, userId));
    if (now > upTo) yield* linesOfItems(store, { ...feed, userId }, { after: upTo, upTo: now, content });
    // A client that reads as quickly as we write would keep everybody else waiting.
    await othersTurn();
  }
}

interface Standing {
  groups: Group[];
  feeds: Feed[];
  at: number;
  upTo: number;
}

/** In the user's order. */
function standingOf(store: Store, userId: number): Promise<Standing> {
  return store.read(async (tx) => ({
    groups: (await listGroups(tx, userId)).sort(byPosition),
    feeds: (await listFeeds(tx, userId)).sort(byPosition),
    upTo: await greatestItemId(tx, userId),
    at: tx.now,
  }));
}

/** Before the feed's items, because an import keeps the order of the file, and what a policy removes is older. */
async function* linesOfRemoved(store: Store, feed: Feed & { userId: number }): AsyncGenerator<string> {
  const read = (after: number) =>
    store.read((tx) => removedToExport(tx, feed, { after, limit: exportPages.narrow }));
  for await (const page of pageByPage(read, ({ id }) => id)) {
    yield page.map(({ item }) => itemLine({ feedUrl: feed.feedUrl, ...item })).join('');
  }
}

async function* linesOfItems(
  store: Store,
  feed: Feed & { userId: number },
  { after: start, upTo, content }: { after: number; upTo: number; content: boolean },
): AsyncGenerator<string> {
  const page = content
    ? { upTo, limit: exportPages.content, mostBytes: textsAtOnce.bytes }
    : { upTo, limit: exportPages.narrow, mostBytes: undefined };
  const read = (after: number) => store.read((tx) => itemsToExport(tx, feed, { after, ...page }));
  for await (const items of pageByPage(read, ({ id }) => id, start)) {
    yield items.map(({ item }) => itemLine({ feedUrl: feed.feedUrl, ...item })).join('');
  }
}

/** Imported items that wait for their posts are exported too: they are not shown, but must not be lost. */
async function* linesOfAwaited(store: Store, feed: Feed): AsyncGenerator<string> {
  const portion = { limit: exportPages.narrow, mostBytes: textsAtOnce.bytes, withoutItem: true };
  const read = (after: number) => store.read((tx) => awaitedBy(tx, feed.id, { after, ...portion }));
  for await (const page of pageByPage(read, ({ id }) => id)) {
    yield page.map(({ item }) => itemLine({ ...item, feedUrl: feed.feedUrl })).join('');
  }
}
