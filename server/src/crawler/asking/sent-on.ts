// Follows a document that says nothing but where the feed is now (RSS Advisory Board, "Redirecting a feed"): it is a permanent redirect, written in XML.
import { withCredentialsOf } from '../../net/redirects.ts';
import { maxAddressChars } from '../limits.ts';
import type { Finding, FoundFeed } from './finding.ts';
import type { Way } from './on-the-way.ts';

/** Asks once more where the finding leads to, if it is only a redirect. One that leads to another such document is taken for a circle. */
export async function followSentOn(
  asked: string,
  here: Finding,
  { way, askAt }: { way: Way; askAt: (url: string) => Promise<Finding> },
): Promise<Finding> {
  const { found } = here;
  if (found.kind !== 'feed') return here;
  const to = sentTo(found);
  if (to === undefined) return here;
  await way.heed({ url: found.url, hints: here.facts.hints }, to);
  if (!(await way.mayFollow(to, { url: found.url, headers: new Map() })))
    return failed({ ...here, facts: way.noted(here.facts) }, 'resting');
  if (!way.hasTime()) return failed(here, 'deadline');
  const there = await askAt(to);
  if (there.found.kind === 'feed' && sentTo(there.found) !== undefined)
    return failed(there, 'too-many-redirects');
  // What comes after a temporary redirect is temporary itself.
  const isForGood = found.url === (here.permanentUrl ?? new URL(asked).href);
  return { ...there, permanentUrl: isForGood ? (there.permanentUrl ?? to) : here.permanentUrl };
}

function sentTo({ document, url }: FoundFeed): string | undefined {
  const { newAddress, posts, title } = document;
  if (newAddress === undefined || posts.length > 0 || title !== '') return undefined;
  const to = withCredentialsOf(new URL(url), new URL(newAddress));
  to.hash = '';
  return to.href === url || to.href.length > maxAddressChars ? undefined : to.href;
}

function failed(finding: Finding, reason: 'resting' | 'deadline' | 'too-many-redirects'): Finding {
  return { ...finding, found: { kind: 'failed', outcome: { kind: 'unreachable', reason } } };
}
