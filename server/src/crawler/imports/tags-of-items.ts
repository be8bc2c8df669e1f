// Tells the tags of items from the groups of their feed, for documents that write both as labels of the items.
import type { TransferItem } from '../../model/transfer.ts';
import { findFeed } from '../../store/feeds/feeds.ts';
import { findGroups } from '../../store/feeds/groups.ts';
import type { ReadTx } from '../../store/store.ts';
import type { ImportedPost } from './imported-post.ts';

/** Leaves out the tags that name a group of the feed. Others stay, even if a group elsewhere has their title. */
export async function withoutGroupsAsTags(
  tx: ReadTx,
  feed: { id: number; userId: number },
  imported: readonly ImportedPost[],
): Promise<readonly ImportedPost[]> {
  if (!imported.some(({ item }) => item.hasGroupsAsTags)) return imported;
  const groupIds = (await findFeed(tx, feed.userId, feed.id))?.groupIds ?? [];
  const titles = new Set((await findGroups(tx, feed.userId, groupIds)).map(({ title }) => title));
  return imported.map((each) => ({ ...each, item: ownTagsOnly(each.item, titles) }));
}

function ownTagsOnly(item: TransferItem, titles: ReadonlySet<string>): TransferItem {
  const { hasGroupsAsTags, tags, ...rest } = item;
  const own = hasGroupsAsTags ? tags?.filter((tag) => !titles.has(tag)) : tags;
  return own && own.length > 0 ? { ...rest, tags: own } : rest;
}
