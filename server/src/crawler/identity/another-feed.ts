// Decides whether a document still belongs to the followed feed, or another feed has taken over its address.
import type { FeedDocument } from '../../formats/feed-document.ts';
import type { KnownPost } from '../../model/post.ts';
import type { Source } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { newestOwnPosts } from '../../store/sources/posts.ts';
import type { ReadTx } from '../../store/store.ts';
import type { FoundFeed } from '../asking/finding.ts';
import { identityLimits } from '../limits.ts';
import { comparableTitle } from './candidate.ts';
import type { Comparison } from './identity.ts';

type Face = Pick<Source, 'siteUrl' | 'title'>;

/** What is left where a feed was: it says only where that is now, and nothing about the feed itself. */
export function onlyLeadsOn({ posts, newAddress }: Pick<FeedDocument, 'posts' | 'newAddress'>): boolean {
  return posts.length === 0 && newAddress !== undefined;
}

/**
 * None of its own posts is known, and it has another title and another site: the domain was sold, or the host serves the wrong document.
 * Also while it is empty: once the source had its title and site, its first posts would come to everybody. What came with a merge proves nothing,
 * nor what is of an earlier feed that another was accepted for: the followers never had it.
 */
export async function isAnotherFeed(
  tx: ReadTx,
  source: Source,
  { document }: Pick<FoundFeed, 'document'>,
  { known, comparison: { shown } }: { known: readonly KnownPost[]; comparison: Comparison },
): Promise<boolean> {
  const { siteUrl = source.siteUrl, title } = document;
  // There the same is asked.
  if (onlyLeadsOn(document)) return false;
  if (!hasOtherFace(source, { siteUrl, title })) return false;
  if (known.some(({ id, isForeign }) => !isForeign && shown.includes(id))) return false;
  const { fewestForProof } = identityLimits;
  return (await newestOwnPosts(tx, source.id, fewestForProof)).length === fewestForProof;
}

/** Whether both the site and the title are others. */
export function hasOtherFace(source: Face, { siteUrl, title }: Face): boolean {
  const otherSite = URL.canParse(siteUrl) && hostKey(siteUrl) !== hostKey(source.siteUrl);
  return otherSite && comparableTitle(title) !== comparableTitle(source.title);
}
