// What came to a source with another one is only theirs who have it: no item that somebody has imported is to show it instead.
import type { KnownPost } from '../model/post.ts';
import { itemsOfPosts } from '../store/imported-items.ts';
import type { WriteTx } from '../store/store.ts';

/** Those of a source's posts that may be what a feed was given elsewhere. */
export async function withoutOthers(
  tx: WriteTx,
  feedId: number,
  known: readonly KnownPost[],
): Promise<readonly KnownPost[]> {
  const foreignIds = known.filter((post) => post.isForeign).map(({ id }) => id);
  if (foreignIds.length === 0) return known;
  const held = new Set((await itemsOfPosts(tx, feedId, foreignIds)).map(({ postId }) => postId));
  return known.filter(({ id, isForeign }) => !isForeign || held.has(id));
}
