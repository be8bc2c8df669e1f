// Which stored posts an import into a feed may mean: not only those of its source, and not all of those.
import type { KnownPost } from '../../model/post.ts';
import { postsNamed } from '../../store/sources/posts.ts';
import type { ReadTx } from '../../store/store.ts';
import { formerSources, itemsOfPosts } from '../../store/transfer/imported-items.ts';

/**
 * The posts of former sources that have one of the identities and of which the feed, which is now read from `sourceId`, has items: an
 * import that mentions them means those items.
 */
export async function heldOfFormer(
  tx: ReadTx,
  feed: { id: number; userId: number; sourceId: number },
  identities: readonly string[],
): Promise<KnownPost[]> {
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
export async function withoutOthers(
  tx: ReadTx,
  feed: { id: number; userId: number },
  known: readonly KnownPost[],
): Promise<readonly KnownPost[]> {
  const foreignIds = known.filter((post) => post.isForeign).map(({ id }) => id);
  if (foreignIds.length === 0) return known;
  const held = new Set((await itemsOfPosts(tx, feed, foreignIds)).map(({ postId }) => postId));
  return known.filter(({ id, isForeign }) => !isForeign || held.has(id));
}
