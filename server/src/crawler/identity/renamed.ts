// Recognises a known post by its words and its date where a newer version of Courant reads another title out of the document: where there
// are neither guids nor links, posts have their names from their titles.

import type { Matches, Pool } from './by-name.ts';
import { type Candidate, isUntitled, isWordless, saysUnder } from './candidate.ts';
import { sameLink } from './looks.ts';
import { repeated } from './post-names.ts';

/** Of several posts with one date, none is looked for: each would have to be compared with all others. */
export function matchRenamed(
  candidates: readonly Candidate[],
  matches: Matches,
  pool: Pool,
  byLink: boolean,
): void {
  const rest = candidates.filter(
    (candidate) =>
      !matches.has(candidate) &&
      (candidate.guid === undefined || byLink) &&
      candidate.post.publishedAt !== undefined &&
      !candidate.post.skimmed,
  );
  if (rest.length === 0) return;
  const several = repeated(rest.map(({ post }) => `${post.publishedAt}`));
  const byDate = Map.groupBy(pool.free(), ({ publishedAt }) => publishedAt);
  for (const candidate of rest) {
    const [known, another] = byDate.get(candidate.post.publishedAt) ?? [];
    if (known === undefined || another !== undefined) continue;
    if (several.has(`${candidate.post.publishedAt}`) || !sameLink(candidate, known)) continue;
    // Pictures without words may always be other pictures; but one without a title may have got its name from what it shows since.
    if (isWordless(candidate.post) && !isUntitled(known)) continue;
    if (saysUnder(known.title, candidate.post) === known.textHash && pool.take(known))
      matches.set(candidate, known);
  }
}
