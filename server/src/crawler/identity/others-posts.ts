// Posts that came to a source when another one was merged into it belong only to those who have them: an imported item must not be matched
// to such a post on behalf of anybody else.
import type { KnownPost } from '../../model/post.ts';
import type { WriteTx } from '../../store/store.ts';
import { itemsOfPosts } from '../../store/transfer/imported-items.ts';

/** A source's posts without those foreign ones of which the feed has no item: the rest may be matched to what the feed imports. */
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
