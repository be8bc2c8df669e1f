// A Feed that was moved still has Items of its former Sources: an import that mentions their posts means those Items.
import type { KnownPost } from '../../model/post.ts';
import { postsNamed } from '../../store/sources/posts.ts';
import type { ReadTx } from '../../store/store.ts';
import { formerSources, itemsOfPosts } from '../../store/transfer/imported-items.ts';

/** The posts of former sources that have one of the identities and of which the feed, which is now read from `sourceId`, has items. */
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
