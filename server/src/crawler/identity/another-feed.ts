// Decides whether a document still belongs to the followed feed, or another feed has taken over its address.
import type { Source } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import type { FoundFeed } from '../asking/finding.ts';
import { identityLimits } from '../limits.ts';
import { comparableTitle } from './candidate.ts';
import type { Comparison } from './identity.ts';

type Face = Pick<Source, 'siteUrl' | 'title'>;

/** None of its posts is known, and it has another title and another site: the domain was sold, or the host serves the wrong document. */
export function isAnotherFeed(
  source: Source,
  { document }: Pick<FoundFeed, 'document'>,
  comparison: Comparison,
  known: number,
): boolean {
  if (known < identityLimits.fewestForProof || comparison.matched > 0 || comparison.fresh.length === 0)
    return false;
  const { siteUrl = source.siteUrl, title } = document;
  return hasOtherFace(source, { siteUrl, title });
}

/** Whether both the site and the title are others. */
export function hasOtherFace(source: Face, { siteUrl, title }: Face): boolean {
  const otherSite = URL.canParse(siteUrl) && hostKey(siteUrl) !== hostKey(source.siteUrl);
  return otherSite && comparableTitle(title) !== comparableTitle(source.title);
}
