// Which stored posts an import into a feed may mean: not only those of its source, and not all of those.
import type { KnownPost } from '../../model/post.ts';
import type { TransferItem } from '../../model/transfer.ts';
import { postsNamed } from '../../store/sources/posts.ts';
import type { ReadTx } from '../../store/store.ts';
import { formerSources, itemsOfPosts } from '../../store/transfer/imported-items.ts';
import { identitiesOfItems, twinFinder } from '../identity/twins.ts';

/** A feed, and the source from which it is read now. */
interface FeedToMatch {
  id: number;
  userId: number;
  sourceId: number;
}

/** Returns a function that finds what an item means: among the posts of the feed's source that have a name of one of `items`, and the `newest`. */
export async function finderOf(
  tx: ReadTx,
  feed: FeedToMatch,
  { items, newest }: { items: readonly TransferItem[]; newest: readonly KnownPost[] },
): Promise<(item: TransferItem) => KnownPost | undefined> {
  const named = await postsNamed(tx, feed.sourceId, identitiesOfItems(items));
  const known = [...new Map([...newest, ...named].map((post) => [post.id, post])).values()];
  return twinFinder(await withoutOthers(tx, feed, known));
}

/** The posts of former sources that have a name of one of the items and of which the feed has items: an import that mentions them means those. */
export async function heldOfFormer(
  tx: ReadTx,
  feed: FeedToMatch,
  items: readonly TransferItem[],
): Promise<KnownPost[]> {
  const identities = identitiesOfItems(items);
  const named: KnownPost[] = [];
  for (const sourceId of await formerSources(tx, feed)) {
    named.push(...(await postsNamed(tx, sourceId, identities)));
  }
  const ids = named.map(({ id }) => id);
  const held = new Set((await itemsOfPosts(tx, feed, ids)).map(({ postId }) => postId));
  return named.filter(({ id }) => held.has(id));
}

/**
 * A source's posts without those foreign ones of which the feed has no item. What came when another source was merged into it belongs
 * only to those who have it.
 */
async function withoutOthers(
  tx: ReadTx,
  feed: FeedToMatch,
  known: readonly KnownPost[],
): Promise<readonly KnownPost[]> {
  const foreignIds = known.filter((post) => post.isForeign).map(({ id }) => id);
  if (foreignIds.length === 0) return known;
  const held = new Set((await itemsOfPosts(tx, feed, foreignIds)).map(({ postId }) => postId));
  return known.filter(({ id, isForeign }) => !isForeign || held.has(id));
}
