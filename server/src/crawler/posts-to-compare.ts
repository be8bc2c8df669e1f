// What of the known posts a document is compared with: all that may be one of its own, and of a long archive no more than these.
import type { KnownPost } from '../model/post.ts';
import type { Source } from '../model/source.ts';
import { newestPosts, newestPostsLike, postsNamed } from '../store/posts.ts';
import type { ReadTx } from '../store/store.ts';
import { areOtherPlaces, type Candidate } from './candidate.ts';
import { identityLimits } from './limits.ts';
import { sameDate, sameLink, sameTitle } from './looks.ts';
import { namesOf, possibleIdentities, sharedNames } from './post-names.ts';

/**
 * Those that bear a name of the document's posts, and of the newest of the source as many as can make a difference to `comparePosts`: none
 * where names tell all of the document, and not all where guids tell most of it. Then the rest can only be known by its date or by its
 * words, and few share either. To read and compare a thousand takes as long as everything else that a visit with news does with its source.
 */
export async function postsToCompare(
  tx: ReadTx,
  { id, memory }: Pick<Source, 'id' | 'memory'>,
  candidates: readonly Candidate[],
): Promise<KnownPost[]> {
  const byLink = memory.identity === 'link';
  const named = await postsNamed(tx, id, possibleIdentities(candidates, byLink));
  const newest = await newestToCompare(tx, id, untoldByNames(candidates, { named, byLink }));
  // In this order, which decides where several known posts would do.
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
 * The posts that their names do not tell for sure. Undefined where one of these may be any of the known: where a post has no guid, and
 * where so few are told that guids may have changed. Then what posts show counts for more than their dates.
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

/** As the first round of `comparePosts` has it. */
function isSurely(candidate: Candidate, known: KnownPost, byLink: boolean): boolean {
  if (!sameTitle(candidate, known)) return false;
  if (candidate.guid !== undefined && !byLink) return sameLink(candidate, known);
  return sameDate(candidate, known) && !areOtherPlaces(candidate.post.url, known.url);
}
