// Whether a document is that of the feed that is followed, or another has come to its address.
import type { Source } from '../model/source.ts';
import { hostKey } from '../net/host-key.ts';
import type { FoundFeed } from './ask.ts';
import { comparableTitle } from './candidate.ts';
import type { Comparison } from './identity.ts';
import { identityLimits } from './limits.ts';

/** Nothing of it is known, and it has another title and another site: the domain was sold, or the host mixes things up. */
export function isAnotherFeed(
  source: Source,
  { document }: Pick<FoundFeed, 'document'>,
  comparison: Comparison,
  known: number,
): boolean {
  if (known < identityLimits.fewestForProof || comparison.matched > 0 || comparison.fresh.length === 0)
    return false;
  const { siteUrl = source.siteUrl, title } = document;
  const otherSite = URL.canParse(siteUrl) && hostKey(siteUrl) !== hostKey(source.siteUrl);
  return otherSite && comparableTitle(title) !== comparableTitle(source.title);
}
