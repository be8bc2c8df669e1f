// How many visits the rounds may begin: as many as there is room for while nobody is being answered, otherwise a few at a time.
import type { Clock } from '../clock.ts';
import type { CrawlerLimits } from './limits.ts';

interface Courtesy {
  /** How many visits may begin now. */
  room(): number;
  began(visits: number): void;
  /** Milliseconds until more may begin; 0: now. */
  waitMs(): number;
}

interface CourtesyOptions {
  clock: Clock;
  limits: Pick<CrawlerLimits, 'besidePeople'>;
  arePeopleHere: () => boolean;
}

/**
 * A token bucket of visits, refilled at a rate per second. A visit costs the machine's time, not the network's: so the limit
 * is on how many begin, not on how many are under way, and slow sites delay nobody. It is drawn from only when full: hosts that
 * are leased together share a transaction, and the commit is most of what a lease costs.
 */
export function openCourtesy({ clock, limits, arePeopleHere }: CourtesyOptions): Courtesy {
  const { perSecond, atOnce } = limits.besidePeople;
  let held = atOnce;
  let filledAt = clock.now();
  const fill = (): void => {
    const now = clock.now();
    // A clock that was set back adds nothing.
    held = Math.min(atOnce, held + (Math.max(0, now - filledAt) / 1_000) * perSecond);
    filledAt = now;
  };
  return {
    room() {
      if (!arePeopleHere()) return Number.POSITIVE_INFINITY;
      fill();
      return held < atOnce ? 0 : atOnce;
    },
    began(visits) {
      fill();
      held = Math.max(0, held - visits);
    },
    waitMs() {
      if (!arePeopleHere()) return 0;
      fill();
      return held < atOnce ? Math.ceil(((atOnce - held) / perSecond) * 1_000) : 0;
    },
  };
}
