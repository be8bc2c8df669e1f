// Remembers for a moment what addresses have come to: whoever asks again and again gets the same answer without another request.
import type { Clock } from '../../clock.ts';
import type { SiteReason } from '../../model/refusal-reason.ts';
import { maxAddressChars, recentRefusals } from '../limits.ts';
import { waitSentence } from '../schedule/wait-sentence.ts';
import { type Followed, type Refused, refused } from './followed.ts';

type Recent = <Found extends Followed>(
  typed: string,
  search: () => Promise<Found>,
) => Promise<Found | Refused>;

/**
 * Which addresses gave no feed: for a moment, or for as long as the site says. `isKnown`: whether a source can be followed at the address
 * without a request, because others have found it since.
 */
export function openRecentRefusals(clock: Clock, isKnown: (typed: string) => Promise<boolean>): Recent {
  const recent = remember<Refused>(clock);
  return async (typed, search) => {
    const known = recent.known(typed);
    if (known && !(await isKnown(typed))) return stillRefused(known);
    const found = await search();
    if (found.kind === 'refused' && !withoutRequest.has(found.reason))
      recent.keep(typed, found, found.restMs);
    return found;
  };
}

/** After the first moment nobody knows whether the site would still say so: only that it wants to be left alone. */
function stillRefused({ answer, leftMs, keptMs }: Kept<Refused>): Refused {
  const isRecent = keptMs - leftMs < recentRefusals.keptMs;
  return isRecent ? answer : refused('site-wants-rest', waitSentence(leftMs), leftMs);
}

/** What was found at addresses that are asked each time, because only they can say what else they announce, or whether they lead elsewhere now. */
export function openRecentFindings<Found extends Followed>(
  clock: Clock,
): (typed: string, search: () => Promise<Found>) => Promise<Found> {
  const recent = remember<Found>(clock);
  return async (typed, search) => {
    const known = recent.known(typed);
    if (known) return known.answer;
    const found = await search();
    if (found.kind === 'source' && found.askedAgain) recent.keep(typed, found);
    return found;
  };
}

interface Kept<Answer> {
  answer: Answer;
  /** How long it was to be remembered, and how much of that is left. */
  keptMs: number;
  leftMs: number;
}

export interface Memory<Answer> {
  known(typed: string): Kept<Answer> | undefined;
  keep(typed: string, answer: Answer, forMs?: number): void;
}

/**
 * In memory and by node: it spares sites a person's impatience, and nothing depends on it. An address may be typed with a fragment of two
 * megabytes, which is not asked for: nobody does that out of impatience, and it is not remembered.
 */
export function remember<Answer>(clock: Clock, most: number = recentRefusals.most): Memory<Answer> {
  const recent = new Map<string, { answer: Answer; until: number; keptMs: number }>();
  // As it is typed: only who leaves out the scheme lets us try http.
  const known = (address: string): Kept<Answer> | undefined => {
    const entry = recent.get(address);
    const leftMs = entry ? entry.until - clock.now() : 0;
    // A time further ahead is from a clock that was ahead.
    if (entry && leftMs > 0 && leftMs <= entry.keptMs) return { ...entry, leftMs };
    recent.delete(address);
    return undefined;
  };
  return {
    known: (typed) => known(typed.trim()),
    keep(typed, answer, forMs = 0) {
      const address = typed.trim();
      if (address.length > maxAddressChars) return;
      // A page may announce so much that a thousand answers would fill the memory: what is over goes at once.
      for (const each of [...recent.keys()]) known(each);
      const keptMs = Math.max(recentRefusals.keptMs, forMs);
      recent.set(address, { answer, until: clock.now() + keptMs, keptMs });
      const [oldest] = recent.keys();
      if (recent.size > most && oldest !== undefined) recent.delete(oldest);
    },
  };
}

/** Mostly the site was not asked, or not to the end. */
const withoutRequest: ReadonlySet<SiteReason> = new Set([
  'bad-address',
  'site-wants-rest',
  'site-slow',
  'interrupted',
]);
