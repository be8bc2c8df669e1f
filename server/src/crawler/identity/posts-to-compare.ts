// Chooses the known posts that a document is compared with: all that may match one of its posts, and no more of a long archive.
import type { KnownPost } from '../../model/post.ts';
import type { Source } from '../../model/source.ts';
import { newestPosts, newestPostsLike, postsNamed } from '../../store/sources/posts.ts';
import type { ReadTx } from '../../store/store.ts';
import { identityLimits } from '../limits.ts';
import { areOtherPlaces, type Candidate } from './candidate.ts';
import { sameDate, sameLink, sameTitle } from './looks.ts';
import { namesOf, possibleIdentities, sharedNames } from './post-names.ts';

/**
 * The posts that have a name of one of the document's posts, and those of the source's newest that can make a difference to `comparePosts`:
 * none if names identify the whole document; if guids identify most of it, only those that share a date or words with the rest, which are
 * few. Reading and comparing a thousand takes as long as everything else that a visit with news does with its source.
 */
export async function postsToCompare(
  tx: ReadTx,
  { id, memory }: Pick<Source, 'id' | 'memory'>,
  candidates: readonly Candidate[],
): Promise<KnownPost[]> {
  const byLink = memory.identity === 'link';
  const named = await postsNamed(tx, id, possibleIdentities(candidates, byLink));
  const newest = await newestToCompare(tx, id, untoldByNames(candidates, { named, byLink }));
  // The order decides which one is taken where several known posts match.
  return [...new Map([...newest, ...named].map((post) => [post.id, post])).values()];
}

async function newestToCompare(
  tx: ReadTx,
  sourceId: number,
  untold: readonly Candidate[] | undefined,
): Promise<KnownPost[]> {
  const { comparedPosts: limit } = identityLimits;
  if (untold === undefined) return newestPosts(tx, sourceId, limit);
  if (untold.length === 0) return [];
  return newestPostsLike(tx, sourceId, { limit, posts: untold.map(({ post }) => post) });
}

/**
 * The posts that their names do not identify for certain. Undefined if such a post may be any of the known ones: if a post has no guid, or
 * if so few are identified that the guids may have changed. Then posts are compared by all that they show, not only by date and words.
 */
function untoldByNames(
  candidates: readonly Candidate[],
  { named, byLink }: { named: readonly KnownPost[]; byLink: boolean },
): Candidate[] | undefined {
  const byName = new Map(named.map((post) => [post.identity, post]));
  const shared = sharedNames(candidates, byLink);
  const untold = candidates.filter((candidate) => {
    const { wide } = namesOf(candidate, byLink);
    const post = shared.has(wide) ? undefined : byName.get(wide);
    return !(post && isSurely(candidate, post, byLink));
  });
  if (untold.length === 0) return [];
  const areGuided = !byLink && candidates.every(({ guid }) => guid !== undefined);
  return areGuided && untold.length < candidates.length * identityLimits.changingGuids ? untold : undefined;
}

/** As in the first round of `comparePosts`. */
function isSurely(candidate: Candidate, known: KnownPost, byLink: boolean): boolean {
  if (!sameTitle(candidate, known)) return false;
  if (candidate.guid !== undefined && !byLink) return sameLink(candidate, known);
  return sameDate(candidate, known) && !areOtherPlaces(candidate.post.url, known.url);
}
