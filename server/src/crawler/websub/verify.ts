// Answers a hub that verifies a request: whether it was ours, and whether we still mean it (WebSub §5.3).
import type { Hub } from '../../model/hub.ts';
import { findHubAt, holdHub, updateHub } from '../../store/sources/hubs.ts';
import type { Equipment } from '../equipment.ts';
import { ended } from './ended.ts';
import { hubPace } from './limits.ts';
import { visitSoon } from './visit-soon.ts';

/** What a hub asks or says about a subscription. */
export interface HubCall {
  callback: string;
  /** `subscribe`, `unsubscribe`, `denied`. */
  mode: string;
  topic: string;
  leaseSeconds: number | undefined;
}

interface Moment {
  now: number;
  chance: () => number;
}

/** `away`: the crawler is not available just now. */
export type HubVerdict = 'agreed' | 'refused' | 'away';

export function verifyHub(equipment: Equipment, call: HubCall): Promise<HubVerdict> {
  return equipment.store.write(async (tx) => {
    const known = await findHubAt(tx, call.callback);
    if (!known || known.topic !== call.topic) return 'refused';
    // Visits were rare because its pushes were relied on. This takes the source's plan, which a visit takes before the hub, too.
    if (call.mode === 'denied' && known.trustedSince !== undefined)
      await visitSoon(tx, equipment, known, { signed: false });
    const hub = await holdHub(tx, known.id);
    const after = hub && hubAfter(hub, call, { now: tx.now, chance: equipment.chance });
    if (!after) return 'refused';
    await updateHub(tx, after);
    tx.onCommit(() => equipment.log.info('hub called', { source: hub.sourceId, mode: call.mode }));
    return 'agreed';
  });
}

/** Undefined: not what we asked for. A question that comes twice, because our answer was lost, is answered twice. */
function hubAfter(hub: Hub, { mode, leaseSeconds }: HubCall, at: Moment): Hub | undefined {
  switch (mode) {
    case 'subscribe': {
      const isMeant = hub.asked === 'subscribe' || (hub.state === 'active' && hub.asked === undefined);
      return isMeant ? leased(hub, leaseSeconds, at) : undefined;
    }
    case 'unsubscribe':
      if (hub.state === 'ended') return hub;
      return hub.asked === 'unsubscribe' ? ended(hub, at.now) : undefined;
    case 'denied':
      if (hub.state === 'ended' || hub.asked === 'unsubscribe') return ended(hub, at.now);
      return { ...hub, ...withoutPromise, state: 'denied', asked: undefined, dueAt: undefined };
    default:
      return undefined;
  }
}

const withoutPromise = { leasedUntil: undefined, trustedSince: undefined };

/** The hub decides how long the lease lasts; it is renewed at about half of that. */
function leased(hub: Hub, seconds: number | undefined, { now, chance }: Moment): Hub {
  const leaseMs = Math.min(hubPace.longestLeaseMs, (seconds || hubPace.leaseSeconds) * 1_000);
  const renewMs = Math.max(hubPace.shortestRenewalMs, (leaseMs / 2) * (0.9 + 0.2 * chance()));
  return {
    ...hub,
    state: 'active',
    asked: undefined,
    failures: 0,
    leasedUntil: now + leaseMs,
    dueAt: Math.round(now + renewMs),
  };
}
