// Ends a hub's subscription, but remembers the hub for a while, so that late pushes are told that it is over.
import type { Hub } from '../../model/hub.ts';
import { hubPace } from './limits.ts';

export function ended(hub: Hub, now: number): Hub {
  const dueAt = Math.max(now, hub.leasedUntil ?? 0) + hubPace.rememberedMs;
  return { ...hub, state: 'ended', asked: undefined, failures: 0, trustedSince: undefined, dueAt };
}
