// What came with another source becomes a source's own as soon as its document shows it.
import type { KnownPost } from '../model/post.ts';
import { deleteOtherArticles } from '../store/sources/articles.ts';
import { copyToWhoLacks, tellEdited } from '../store/sources/fan-out.ts';
import { noteShown } from '../store/sources/unheld-posts.ts';
import type { WriteTx } from '../store/store.ts';
import type { Comparison } from './identity/identity.ts';
import { settleAwaited } from './imports/settle-awaited.ts';
import { firstPortion, textsWithin } from './portions.ts';

interface Adoptable {
  comparison: Comparison;
  known: readonly KnownPost[];
  /** Those of the edited posts that are to be stored. */
  edits: Comparison['edited'];
}

interface Adopted {
  /** Whether anybody's items have changed. */
  tells: boolean;
  /** There are more such posts than this transaction should give out. */
  isUnfinished: boolean;
  /** Those of the edits that must not come later than this transaction: nobody is to read another source's words under this name. */
  edits: Comparison['edited'];
}

/**
 * What another source had when it was joined to this one, and this one shows now, is its own from here on: everybody gets it, with the
 * words of this one and no article of another page.
 */
export async function adopt(
  tx: WriteTx,
  source: { sourceId: number; followers: number; copiesAtOnce: number; textAtOnce: number },
  { known, comparison: { shown, edited, alike }, edits }: Adoptable,
): Promise<Adopted> {
  const foreign = new Map(known.filter((post) => post.isForeign).map((post) => [post.id, post]));
  const all = shown.filter((id) => foreign.has(id)).sort((a, b) => a - b);
  const few = firstPortion(all, source);
  const texts = new Map(edits.map(({ id, post }) => [id, post]));
  const ids = few.slice(
    0,
    textsWithin(
      few.map((id) => texts.get(id) ?? { content: undefined, summary: undefined }),
      source.textAtOnce,
    ),
  );
  if (ids.length === 0) return { tells: false, isUnfinished: false, edits: [] };
  const told = new Map([...edited, ...alike].map(({ id, post }) => [id, post.url]));
  const gone = await deleteOtherArticles(tx, new Map(ids.map((id) => [id, told.get(id) ?? ''])));
  const own = edits.filter(({ id }) => ids.includes(id));
  // What gets other words is told when it does.
  const silent = gone.filter((id) => own.every((edit) => edit.id !== id));
  await tellEdited(tx, silent);
  const items = await copyToWhoLacks(tx, source.sourceId, ids);
  const posts = ids.flatMap((id) => foreign.get(id) ?? []);
  await settleAwaited(tx, source.sourceId, posts, { areNew: false });
  await noteShown(tx, source.sourceId, { shown: ids, isWhole: false });
  return { tells: items + silent.length > 0, isUnfinished: ids.length < all.length, edits: own };
}
