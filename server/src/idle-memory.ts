// Gives memory back to the system when a thread has finished its work: V8 does that too late or never.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from './clock.ts';

/** How long there must be nothing to do: a program has been loaded, or a round of visits has ended. */
const IDLE_MS = 2_000;
/** It takes 60 ms of CPU time, which should not be noticeable on a small machine that makes a visit every half minute. */
const LEAST_BETWEEN_MS = 600_000;

interface IdleMemory {
  /** Work has begun or continues. */
  worked(): void;
  close(): void;
}

/** For the thread that calls it. */
export function openIdleMemory(clock: Clock, giveBack = giveMemoryBack): IdleMemory {
  let earliest = Number.NEGATIVE_INFINITY;
  let cancel = (): void => {};
  return {
    worked() {
      cancel();
      // The time may be that of a clock that was ahead.
      const waitMs = Math.min(LEAST_BETWEEN_MS, Math.max(IDLE_MS, earliest - clock.now()));
      cancel = clock.after(waitMs, () => {
        earliest = clock.now() + LEAST_BETWEEN_MS;
        giveBack();
      });
    },
    close: () => cancel(),
  };
}

/**
 * A last-resort collection: only this kind shrinks the young heap (8 MB per thread) and gives empty pages back to the system.
 * After an ordinary one, just as much memory stays resident.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
