// A feed that was moved still has items of the sources that it was read from before: what tells of them again means those items.
import type { KnownPost } from '../model/post.ts';
import { formerSources, itemsOfPosts } from '../store/imported-items.ts';
import { postsNamed } from '../store/posts.ts';
import type { ReadTx } from '../store/store.ts';

/** The posts of some identities of which the feed has items, though it is read from `sourceId` now. */
export async function heldOfFormer(
  tx: ReadTx,
  feed: { id: number; sourceId: number },
  identities: readonly string[],
): Promise<KnownPost[]> {
  const named: KnownPost[] = [];
  for (const sourceId of await formerSources(tx, feed)) {
    named.push(...(await postsNamed(tx, sourceId, identities)));
  }
  const ids = named.map(({ id }) => id);
  const held = new Set((await itemsOfPosts(tx, feed.id, ids)).map(({ postId }) => postId));
  return named.filter(({ id }) => held.has(id));
}
