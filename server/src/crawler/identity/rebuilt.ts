// Recognises known posts in whose links nothing has changed but the time of the build, which all links that are made with it have in common.
import type { KnownPost } from '../../model/post.ts';
import { identityLimits } from '../limits.ts';
import type { Matches, Pool } from './by-name.ts';
import { type Candidate, comparablePlace, isWordless, showsMoreThanWords } from './candidate.ts';
import { repeated } from './post-names.ts';

/**
 * The last parameter that may be a time since 1970: of 2004 or later, in seconds or milliseconds. With `?` in a name, a link of nothing else
 * would take as long as the square of its length.
 */
const STAMP = /^(.*[?&][^=&?]+=)(1[1-9]\d{8})(?:\d{3})?(?=[&#]|$)/s;

/**
 * A time in a link may also be the post's own, or a number that tells the topics of a forum apart. So the document must have no other time,
 * and two posts must have had an earlier one in common. What says the same may still be the next edition of each, such as a forecast for each
 * town: so the document must also show posts that stay. `candidates`: all of a whole document.
 */
export function matchRebuilt(
  candidates: readonly Candidate[],
  matches: Matches,
  pool: Pool,
  now: number,
): void {
  const rest = candidates.filter((candidate) => !matches.has(candidate) && isToldByLink(candidate));
  if (rest.length < 2 || matches.size < identityLimits.fewestBesideBuilt) return;
  const stamps = new Set(candidates.map(({ post }) => stampOf(post.url)).filter((stamp) => stamp > 0));
  const [builtAt = 0] = stamps;
  if (stamps.size !== 1 || builtAt * 1_000 > now + identityLimits.clockAheadMs) return;
  // An edition's time is that of its day or hour: only one in sixty builds has a full minute.
  if (builtAt % 60 === 0) return;
  const lastShown = pool.free().filter(({ leftAt, isForeign }) => leftAt === undefined && !isForeign);
  const before = Map.groupBy(lastShown, withoutStamp);
  const pairs = rest.flatMap((candidate) => {
    const [known, another] = before.get(withoutStamp(candidate.post)) ?? [];
    const isLater = known && !another && stampOf(known.url) < stampOf(candidate.post.url);
    return isLater ? [{ candidate, known }] : [];
  });
  // A known post keeps the link that it came with, so those that came later have another time.
  if (repeated(pairs.map(({ known }) => `${stampOf(known.url)}`)).size === 0) return;
  for (const { candidate, known } of pairs) if (pool.take(known)) matches.set(candidate, known);
}

/** Not by a guid of its own. And a file, or a picture without words, may always be another one. */
function isToldByLink({ guid, post }: Candidate): boolean {
  const hasOwnGuid = guid !== undefined && guid !== post.url;
  return !hasOwnGuid && !post.details.enclosures && !(isWordless(post) && showsMoreThanWords(post));
}

/** In seconds; 0 if there is none. */
function stampOf(url: string): number {
  return Number(STAMP.exec(comparablePlace(url))?.[2] ?? 0);
}

/** All that has to be the same. */
function withoutStamp({ url, publishedAt, textHash }: Candidate['post'] | KnownPost): string {
  return `${comparablePlace(url).replace(STAMP, '$1')}\n${publishedAt}\n${textHash}`;
}
