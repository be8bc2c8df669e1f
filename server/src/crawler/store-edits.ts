// Rewrites known posts and notifies everybody who has them. The items keep their status: an edit makes nothing unread.
import { SANITISER_VERSION } from '../formats/versions.ts';
import { tellEdited } from '../store/sources/fan-out.ts';
import { editPosts, rewritePosts } from '../store/sources/posts.ts';
import type { WriteTx } from '../store/store.ts';
import type { Brought } from './identity/compared.ts';
import type { Comparison, Edited } from './identity/identity.ts';
import { carryPositions } from './identity/new-addresses.ts';
import { identityLimits } from './limits.ts';
import { firstTexts, type Some, textsWithin } from './portions.ts';

export async function storeEdits(
  tx: WriteTx,
  edits: Comparison['edited'],
  { found: { saidBefore }, visited: { source } }: Pick<Brought, 'found' | 'visited'>,
): Promise<number> {
  await carryPositions(tx, edits);
  const { editsDueAt = Number.POSITIVE_INFINITY, brokenOff } = source.memory;
  // An edit of its site may have waited in the kept document, or have come since with one that broke off, which is not kept.
  const isUnclear = ({ editedAt }: Edited): boolean =>
    editedAt !== undefined && (brokenOff !== undefined || editedAt + identityLimits.editGapMs >= editsDueAt);
  // People are to be told when their site has changed a post, not when Courant was updated.
  const { ours = [], theirs = [] } = Object.groupBy(edits, (edit) =>
    saidBefore?.has(edit.post.textHash) && !isUnclear(edit) ? 'ours' : 'theirs',
  );
  await editPosts(tx, theirs, SANITISER_VERSION);
  await editPosts(tx, ours, SANITISER_VERSION, { bySite: false });
  await tellEdited(
    tx,
    edits.map(({ id }) => id),
  );
  return edits.length;
}

/** As many of the edits as have not too much text, and in any case those that must not come later. */
export function firstEdits(
  edits: Comparison['edited'],
  urgent: Comparison['edited'],
  { textAtOnce }: { textAtOnce: number },
): Comparison['edited'] {
  const others = edits.filter((edit) => !urgent.includes(edit));
  const texts = [...urgent, ...others].map(({ post }) => post);
  return [...urgent, ...others].slice(0, Math.max(urgent.length, textsWithin(texts, textAtOnce)));
}

/**
 * Stores unchanged words as today's parser and sanitiser render them: mostly with other tags. `changed`: in how many posts anything is
 * different; `left`: the ids of those that are to be stored after this transaction.
 */
export async function storeAnew(
  tx: WriteTx,
  alike: Comparison['alike'],
  some: Some,
): Promise<{ changed: number; left: readonly number[] }> {
  const { first, rest } = firstTexts(alike, some);
  await carryPositions(tx, first);
  const changed = await rewritePosts(tx, first, SANITISER_VERSION);
  await tellEdited(
    tx,
    changed.map(({ id }) => id),
  );
  return { changed: changed.length, left: rest.map(({ id }) => id) };
}
