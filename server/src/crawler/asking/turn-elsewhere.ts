// A visit that will end at another host needs a turn there, too: many blogs lead to one platform, or move there, and it would get all of
// them at once.
import type { Source } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { backoffOf, hostNamed, type Lease } from '../../store/sources/hosts.ts';
import type { Equipment } from '../equipment.ts';
import { addressToTry } from './address-to-try.ts';
import { endTurn } from './answering-host.ts';
import { type TurnTry, takeTurn } from './turns.ts';

/**
 * The turn at the host where the next visit of a source tries a new address, or to which its address led the last time; undefined: that is
 * its own. `until`: how long to wait for it. `busy` also if the source's own host has asked for a rest while one waited.
 */
export async function turnElsewhere(
  equipment: Equipment,
  source: Source,
  until: number,
): Promise<TurnTry | undefined> {
  const tried = await addressToTry(equipment, source);
  const host = tried === undefined ? source.memory.leadsTo : hostKey(tried);
  if (host === undefined || host === hostKey(source.url)) return undefined;
  const { store, clock } = equipment;
  const hostId = await store.write((tx) => hostNamed(tx, host));
  const turn = await takeTurn(equipment, hostId, until);
  // A picture may have been asked for meanwhile, or a redirect may have led there.
  const restsUntil = await store.read((tx) => backoffOf(tx, hostKey(source.url)));
  if (restsUntil <= clock.now()) return turn;
  if (turn.kind === 'turn') await giveTurnBack(equipment, turn.lease);
  return { kind: 'busy', hostId: source.hostId, freeAt: restsUntil };
}

/** Makes a visit that has its turn elsewhere, too. Without one (it leads nowhere else, or to a host that rests) it ends at the redirect. */
export async function duringTurn<T>(
  equipment: Equipment,
  turn: TurnTry | undefined,
  visit: () => Promise<T>,
): Promise<T> {
  if (turn?.kind !== 'turn') return visit();
  try {
    return await equipment.held.during(turn.lease, visit);
  } finally {
    await giveTurnBack(equipment, turn.lease, { goesOn: false });
  }
}

/** What was found must not be lost with the store: the lease ends by itself. */
export async function giveTurnBack(
  { store, limits, log }: Equipment,
  lease: Lease,
  { goesOn = true } = {},
): Promise<void> {
  try {
    const end = { answering: undefined, gapMs: limits.gapMs, goesOn };
    await store.write((tx) => endTurn(tx, lease, end));
  } catch (error) {
    log.error('a turn was not given back', { hostId: lease.hostId, error });
  }
}

/**
 * Says when a visit may come that has found a host busy: those that wait for one host come one after the other. If all of them came again
 * at the same moment, a thousand blogs of one platform would keep the rounds from everything else. By chance a little earlier or later: two at
 * hosts that lead to each other would always find each other there. `gapMs`: what lies between two calls of it.
 */
export function openQueues(
  { clock, chance }: Pick<Equipment, 'clock' | 'chance'>,
  slotMs: number,
): (sourceId: number, busy: { hostId: number; freeAt?: number }, gapMs: number) => number {
  /** By host, when each source comes again that waits for it, in the order in which they came. */
  const queues = new Map<number, Map<number, number>>();
  let before = 0;
  return (sourceId, { hostId, freeAt }, gapMs) => {
    const now = clock.now();
    // Set back: nobody is to wait for those who were to come at times of before.
    if (now < before) queues.clear();
    before = now;
    const soonest = freeAt ?? now + Math.round(slotMs * (0.5 + chance()));
    const isSpread = gapMs > slotMs;
    const stepMs = slotMs + (isSpread ? gapMs : 0);
    const queue = queues.get(hostId) ?? new Map<number, number>();
    queues.set(hostId, queue);
    // Whoever has not come back since has had their turn.
    for (const [id, at] of queue) if (at + stepMs <= now) queue.delete(id);
    // Where calls are spread, whoever comes too early keeps their place: from the end, some would not come for days. Elsewhere nobody knows how long a call
    // takes, and those behind get more time in this way.
    if (!isSpread) queue.delete(sourceId);
    const ahead = waitingBefore(queue, sourceId).filter((at) => at > now);
    const at = isSpread ? soonest + ahead.length * stepMs : Math.max(soonest, (ahead.at(-1) ?? 0) + stepMs);
    queue.set(sourceId, at);
    return at;
  };
}

/** When those come again that have waited for longer than a source. */
function waitingBefore(queue: ReadonlyMap<number, number>, sourceId: number): number[] {
  const place = [...queue.keys()].indexOf(sourceId);
  return [...queue.values()].slice(0, place === -1 ? queue.size : place);
}
