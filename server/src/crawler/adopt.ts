// Posts that are known and come into the document of a source: for the first time, because they came with another source, or again.
import type { KnownPost } from '../model/post.ts';
import type { Source } from '../model/source.ts';
import { joinWithFormer } from '../store/feeds/move-feed.ts';
import { deleteOtherArticles } from '../store/sources/articles.ts';
import { copyToWhoLacks, tellEdited } from '../store/sources/fan-out.ts';
import { NEVER_SHOWN } from '../store/sources/posts.ts';
import type { LockedFollower } from '../store/sources/sources.ts';
import { noteShown } from '../store/sources/unheld-posts.ts';
import type { WriteTx } from '../store/store.ts';
import type { Comparison } from './identity/identity.ts';
import { settleAwaited } from './imports/settle-awaited.ts';
import { firstPortion, textsWithin } from './portions.ts';

interface Adopter extends Pick<Source, 'id' | 'memory'> {
  followers: readonly LockedFollower[];
  copiesAtOnce: number;
  textAtOnce: number;
}

interface Adoptable {
  comparison: Comparison;
  known: readonly KnownPost[];
  /** Those of the edited posts that are to be stored. */
  edits: Comparison['edited'];
  /** The identities of posts that come as read. */
  archive: ReadonlySet<string>;
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
 * words of this one and no article of another page. What had left the document and is back comes to those who have followed since it left:
 * the others had it at the time.
 */
export async function adopt(
  tx: WriteTx,
  source: Adopter,
  { known, comparison, edits, archive }: Adoptable,
): Promise<Adopted> {
  const coming = comingIn(known, comparison, source.followers);
  const few = firstPortion(coming, { ...source, followers: takersOf(coming, source.followers) });
  const texts = new Map(edits.map(({ id, post }) => [id, post]));
  const posts = few.slice(
    0,
    textsWithin(
      few.map(({ id }) => texts.get(id) ?? { content: undefined, summary: undefined }),
      source.textAtOnce,
    ),
  );
  if (posts.length === 0) return { tells: false, isUnfinished: false, edits: [] };
  const ids = posts.map(({ id }) => id);
  const own = edits.filter(({ id }) => ids.includes(id));
  const gone = await dropOtherArticles(tx, posts, comparison);
  // What gets other words is told when it does.
  const silent = gone.filter((id) => own.every((edit) => edit.id !== id));
  await tellEdited(tx, silent);
  const copies = posts.map(({ id, identity }) => ({ id, read: archive.has(identity) }));
  const items = await copyToWhoLacks(tx, source.id, copies);
  await noteShown(tx, source.id, { shown: ids, isWhole: false });
  await joinWithFormer(tx, source, copies);
  await settleAwaited(tx, source.id, posts, { areNew: false });
  return { tells: items + silent.length > 0, isUnfinished: posts.length < coming.length, edits: own };
}

/** In order of their ids. Documents whose posts come and go give nobody anything, as long as nobody new follows. */
function comingIn(
  known: readonly KnownPost[],
  { shown, back }: Comparison,
  followers: readonly LockedFollower[],
): KnownPost[] {
  const ids = { shown: new Set(shown), back: new Set(back) };
  const lastAt = followers.reduce((last, { followedAt }) => Math.max(last, followedAt), 0);
  return known
    .filter(({ id, isForeign, leftAt = lastAt }) =>
      isForeign ? ids.shown.has(id) : ids.back.has(id) && lastAt > leftAt,
    )
    .sort((a, b) => a.id - b.id);
}

/** How many followers may get one of the posts. */
function takersOf(posts: readonly KnownPost[], followers: readonly LockedFollower[]): number {
  const firstLeft = posts.reduce((first, { leftAt = NEVER_SHOWN }) => Math.min(first, leftAt), Infinity);
  return followers.filter(({ followedAt }) => followedAt > firstLeft).length;
}

/** Returns the ids of the posts that have lost an article of another source's page. */
async function dropOtherArticles(
  tx: WriteTx,
  posts: readonly KnownPost[],
  { edited, alike }: Comparison,
): Promise<number[]> {
  const told = new Map([...edited, ...alike].map(({ id, post }) => [id, post.url]));
  const foreign = posts.filter(({ isForeign }) => isForeign);
  return deleteOtherArticles(tx, new Map(foreign.map(({ id }) => [id, told.get(id) ?? ''])));
}
