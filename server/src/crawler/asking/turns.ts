// Waits for a turn at a host on behalf of somebody who wants an answer now: the gap between calls and the limit of one connection hold
// for people too.
import { type Lease, tryLease } from '../../store/sources/hosts.ts';
import type { Equipment } from '../equipment.ts';
import { pause } from '../pause.ts';

/**
 * `busy`: there is no turn in time; `freeAt`: the pause between two calls ends then. `resting`: the host wants no visit now, which others may
 * have been told while one waited.
 */
export type TurnTry =
  | { kind: 'turn'; lease: Lease }
  | { kind: 'busy'; hostId: number; freeAt?: number }
  | { kind: 'resting'; forMs: number };

/** For how long whoever has waited in vain is to stay away, as far as that is known. */
export function restOf(turn: TurnTry, now: number): number | undefined {
  if (turn.kind === 'resting') return turn.forMs;
  return turn.kind === 'busy' && turn.freeAt !== undefined ? turn.freeAt - now : undefined;
}

/** A turn at a host. `until`: when the person who waits will have given up. */
export async function takeTurn(
  equipment: Equipment,
  hostId: number,
  until = Number.POSITIVE_INFINITY,
): Promise<TurnTry> {
  const { store, clock, limits, closing, held } = equipment;
  const lease: Lease = { hostId, token: equipment.nextToken() };
  const deadline = Math.min(clock.now() + limits.turnMs, until);
  // A computer that has just woken up may still be making a call whose lease is over by its clock.
  await held.renew();
  while (!closing.aborted) {
    const attempt = await store.write((tx) => tryLease(tx, lease, limits.leaseMs));
    if (attempt.kind === 'leased') return { kind: 'turn', lease };
    const now = clock.now();
    if (attempt.kind === 'resting') return { kind: 'resting', forMs: attempt.until - now };
    const waitMs = attempt.freeAt === undefined ? limits.turnPollMs : Math.max(1, attempt.freeAt - now);
    if (now + waitMs > deadline)
      return { kind: 'busy', hostId, ...(attempt.freeAt !== undefined && { freeAt: attempt.freeAt }) };
    await pause(clock, waitMs, closing);
  }
  return { kind: 'busy', hostId };
}
