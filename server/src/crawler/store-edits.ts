// Rewrites known posts and notifies everybody who has them. The items keep their status: an edit makes nothing unread.
import { SANITISER_VERSION } from '../formats/versions.ts';
import { tellEdited } from '../store/sources/fan-out.ts';
import { editPosts, rewritePosts } from '../store/sources/posts.ts';
import type { WriteTx } from '../store/store.ts';
import type { Comparison } from './identity/identity.ts';
import { carryPositions } from './identity/new-addresses.ts';

export async function storeEdits(tx: WriteTx, edits: Comparison['edited']): Promise<number> {
  await carryPositions(tx, edits);
  await editPosts(tx, edits, SANITISER_VERSION);
  await tellEdited(
    tx,
    edits.map(({ id }) => id),
  );
  return edits.length;
}

/** Stores unchanged words as today's parser and sanitiser render them: mostly with other tags. */
export async function storeAnew(tx: WriteTx, alike: Comparison['alike']): Promise<number> {
  await carryPositions(tx, alike);
  const changed = await rewritePosts(tx, alike, SANITISER_VERSION);
  await tellEdited(
    tx,
    changed.map(({ id }) => id),
  );
  return changed.length;
}
