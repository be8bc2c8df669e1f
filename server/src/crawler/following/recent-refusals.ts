// Remembers for a moment which addresses gave no feed: whoever asks again and again gets the same answer without another request.
import type { Clock } from '../../clock.ts';
import type { SiteReason } from '../../model/refusal-reason.ts';
import { maxAddressChars, recentRefusals } from '../limits.ts';
import type { Followed, Refused } from './followed.ts';

export type Recent = <Found extends Followed>(
  typed: string,
  search: () => Promise<Found>,
) => Promise<Found | Refused>;

/**
 * In memory and by node: it spares sites a person's impatience, and nothing depends on it. An address may be typed with a fragment of two
 * megabytes, which is not asked for: nobody does that out of impatience, and it is not remembered.
 */
export function openRecentRefusals(clock: Clock): Recent {
  const recent = new Map<string, { refused: Refused; until: number }>();
  return async (typed, search) => {
    // As it is typed: only who leaves out the scheme lets us try http.
    const address = typed.trim();
    const known = recent.get(address);
    // A time further ahead is from a clock that was ahead.
    if (known && known.until > clock.now() && known.until <= clock.now() + recentRefusals.keptMs) {
      return known.refused;
    }
    recent.delete(address);
    const found = await search();
    const isShort = address.length <= maxAddressChars;
    if (found.kind === 'refused' && isShort && !withoutRequest.has(found.reason)) {
      recent.set(address, { refused: found, until: clock.now() + recentRefusals.keptMs });
      const [oldest] = recent.keys();
      if (recent.size > recentRefusals.most && oldest !== undefined) recent.delete(oldest);
    }
    return found;
  };
}

/** Mostly the site was not asked, or not to the end. */
const withoutRequest: ReadonlySet<SiteReason> = new Set([
  'bad-address',
  'site-wants-rest',
  'site-slow',
  'interrupted',
]);
