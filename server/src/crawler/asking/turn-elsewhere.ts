// A visit that a redirect will lead to another host needs a turn there, too: many blogs lead to one platform, which would get all of them at once.

import type { Source } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { hostNamed, type Lease, releaseHost } from '../../store/sources/hosts.ts';
import type { Equipment } from '../equipment.ts';
import { takeTurn } from './turns.ts';

interface Wait {
  /** Somebody waits for the visit, until then, and should not have waited in vain. */
  byHand: boolean;
  until?: number | undefined;
}

/** Makes the call of a visit. Undefined: the host to which its address has led before is being called just now, and nobody was asked. */
export async function inTurnElsewhere<T>(
  equipment: Equipment,
  { url, memory: { leadsTo } }: Source,
  wait: Wait,
  call: () => Promise<T>,
): Promise<T | undefined> {
  if (leadsTo === undefined || leadsTo === hostKey(url)) return call();
  const turn = await turnAt(equipment, leadsTo, wait);
  if (turn === 'busy') return wait.byHand ? call() : undefined;
  // Where the other host wants a rest, the call ends at the redirect.
  if (turn === 'resting') return call();
  try {
    return await equipment.held.during(turn, call);
  } finally {
    await giveBack(equipment, turn);
  }
}

async function turnAt(
  equipment: Equipment,
  host: string,
  { byHand, until }: Wait,
): Promise<Lease | 'busy' | 'resting'> {
  const { store, clock, limits } = equipment;
  const hostId = await store.write((tx) => hostNamed(tx, host));
  const turn = await takeTurn(equipment, hostId, byHand ? until : clock.now() + limits.turnElsewhereMs);
  return turn.kind === 'turn' ? turn.lease : turn.kind;
}

/** What the visit has found must not be lost with the store: the lease ends by itself. */
async function giveBack({ store, limits, log }: Equipment, lease: Lease): Promise<void> {
  try {
    await store.write((tx) => releaseHost(tx, lease, { gapMs: limits.gapMs }));
  } catch (error) {
    log.error('a turn was not given back', { hostId: lease.hostId, error });
  }
}
