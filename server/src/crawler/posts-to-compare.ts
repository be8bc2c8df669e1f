// What of the known posts a document is compared with: all that may be one of its own, and of a long archive no more than these.
import type { KnownPost } from '../model/post.ts';
import type { Source } from '../model/source.ts';
import { newestPosts, newestPostsLike, postsNamed } from '../store/posts.ts';
import type { ReadTx } from '../store/store.ts';
import type { Candidate } from './candidate.ts';
import { identityLimits } from './limits.ts';
import { sameLink, sameTitle } from './looks.ts';
import { namesOf, possibleIdentities, sharedNames } from './post-names.ts';

/**
 * Those that bear a name of the document's posts, and of the newest of the source as many as can make a difference to `comparePosts`: all,
 * unless guids tell most of the document. Then the rest can only be known by its date or by its words, and few share either. To read and
 * compare all of a thousand took as long as everything else that a visit with news does with its source.
 */
export async function postsToCompare(
  tx: ReadTx,
  { id, memory }: Pick<Source, 'id' | 'memory'>,
  candidates: readonly Candidate[],
): Promise<KnownPost[]> {
  const byLink = memory.identity === 'link';
  const named = await postsNamed(tx, id, possibleIdentities(candidates, byLink));
  const newest = await newestToCompare(tx, id, byLink ? undefined : untoldByGuids(candidates, named));
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
 * The posts that their guids do not tell for sure. Undefined where one has no guid, or where so few are told that guids may have
 * changed: then what posts show counts for more than their dates.
 */
function untoldByGuids(
  candidates: readonly Candidate[],
  named: readonly KnownPost[],
): Candidate[] | undefined {
  if (candidates.some(({ guid }) => guid === undefined)) return undefined;
  const byName = new Map(named.map((post) => [post.identity, post]));
  const shared = sharedNames(candidates, false);
  const untold = candidates.filter((candidate) => {
    const { wide } = namesOf(candidate, false);
    const post = shared.has(wide) ? undefined : byName.get(wide);
    return !(post && sameTitle(candidate, post) && sameLink(candidate, post));
  });
  return untold.length < candidates.length * identityLimits.changingGuids ? untold : undefined;
}
