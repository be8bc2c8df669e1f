// What a document has that is to be stored: compared with the posts that its source is known to have.
import type { KnownPost } from '../../model/post.ts';
import type { Source } from '../../model/source.ts';
import type { PostToStore } from '../../store/sources/posts.ts';
import { disownPosts } from '../../store/sources/unheld-posts.ts';
import type { WriteTx } from '../../store/store.ts';
import type { FoundFeed } from '../asking/finding.ts';
import { withoutForgotten } from '../forgetting/forget-posts.ts';
import { identityLimits } from '../limits.ts';
import { readers } from '../reading/reread.ts';
import type { Visited } from '../visited.ts';
import { isAnotherFeed } from './another-feed.ts';
import type { Candidate } from './candidate.ts';
import { type Comparison, comparePosts } from './identity.ts';
import { postsToCompare } from './posts-to-compare.ts';
import { refuseSkimmed } from './with-words.ts';

/** A document, and whose it is. */
export interface Brought {
  visited: Pick<Visited, 'source' | 'acceptsAnother'>;
  found: Pick<FoundFeed, 'document' | 'pageHubs' | 'reread' | 'saidBefore'>;
  candidates: readonly Candidate[];
  /** What the source has shown itself stays as it is. */
  addsOnly?: boolean;
  /** Some of the document was stored just now. */
  goesOn?: boolean;
}

export interface Compared {
  known: readonly KnownPost[];
  comparison: Comparison;
  /** New posts, without those that were forgotten. */
  unknown: readonly PostToStore[];
  /** Known posts that get other words. */
  edits: Comparison['edited'];
  /** Known posts that get the same words, as today's parser and sanitiser render them. */
  anew: Comparison['alike'];
}

/** Undefined where the document is another feed's. */
export async function compareDocument(tx: WriteTx, brought: Brought): Promise<Compared | undefined> {
  const { visited, found, candidates, addsOnly, goesOn = false } = brought;
  const { source, acceptsAnother } = visited;
  const known = await postsToCompare(tx, source, candidates);
  const comparison = comparePosts(candidates, known, {
    ...manner(source, tx.now),
    isWhole: found.document.whole && !addsOnly,
    isLong: found.document.posts.length > identityLimits.postsAtOnce,
    goesOn,
    isReadAnew: source.memory.readBy !== readers,
  });
  if (await isAnotherFeed(tx, source, found, { known, comparison })) {
    if (!acceptsAnother) return undefined;
    // Whoever comes now, or is led here, means the other one. What is known is another then.
    await disownPosts(tx, source.id);
    const { identity: _former, ...memory } = source.memory;
    return compareDocument(tx, { ...brought, visited: { ...visited, source: { ...source, memory } } });
  }
  const unknown = await withoutForgotten(tx, source.id, comparison.fresh);
  const foreign = new Set(known.filter((post) => post.isForeign).map(({ id }) => id));
  const edits = comparison.edited.filter(({ id }) => !addsOnly || foreign.has(id));
  const anew = found.reread || (!addsOnly && isLastOfOlder(source, found)) ? comparison.alike : [];
  refuseSkimmed([...unknown, ...[...edits, ...anew].map(({ post }) => post)]);
  return { known, comparison, unknown, edits, anew };
}

/** Whether older readers have read its posts, and nothing tells that any more after this document: one that broke off is not kept. */
function isLastOfOlder({ memory }: Source, { document }: Brought['found']): boolean {
  const isKept = document.whole || document.limited === true;
  return isKept && memory.readBy !== undefined && memory.readBy !== readers;
}

function manner({ memory }: Source, now: number): Parameters<typeof comparePosts>[2] {
  return { byLink: memory.identity === 'link', byLooks: memory.identity === 'looks', now };
}
