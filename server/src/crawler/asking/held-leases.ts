// The leases of the calls under way, which are renewed for as long as the calls take: a document may wait for minutes to be read when
// many come at once, as after a power cut, and the machine is slow. A lease that ran out meanwhile would send another visit to the
// site, and what the first one has brought would be thrown away.
import type { Clock } from '../../clock.ts';
import { holdsLease, type Lease, renewLease } from '../../store/sources/hosts.ts';
import type { Store } from '../../store/store.ts';
import type { CrawlerLimits } from '../limits.ts';

export interface HeldLeases {
  /** Makes a call under its lease. */
  during<T>(lease: Lease, call: () => Promise<T>): Promise<T>;
  /** Renews those that are half over. To be called before hosts are leased, and now and then, as other nodes lease them too. */
  renew(): Promise<void>;
}

interface HeldLeasesOptions {
  store: Store;
  clock: Clock;
  limits: Pick<CrawlerLimits, 'leaseMs'>;
}

export function openHeldLeases({ store, clock, limits }: HeldLeasesOptions): HeldLeases {
  /** When each was given or renewed. */
  const held = new Map<Lease, number>();
  return {
    async during(lease, call) {
      held.set(lease, clock.now());
      try {
        return await call();
      } finally {
        held.delete(lease);
      }
    },
    async renew() {
      const now = clock.now();
      const old = [...held].filter(([, since]) => now - since >= limits.leaseMs / 2).map(([lease]) => lease);
      if (old.length === 0) return;
      // As everybody locks hosts who locks several.
      old.sort((one, other) => one.hostId - other.hostId);
      // The calls may be waiting for their turn to write: behind them, this would come when the leases are over.
      await store.write(
        async (tx) => {
          for (const lease of old)
            if (await holdsLease(tx, lease)) await renewLease(tx, lease, limits.leaseMs);
        },
        { isUrgent: true },
      );
      for (const lease of old) if (held.has(lease)) held.set(lease, now);
    },
  };
}
