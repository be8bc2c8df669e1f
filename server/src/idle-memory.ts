// Gives memory back to the system when a thread has done its work: V8 keeps what it once needed, and comes to that too late or never.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from './clock.ts';

/** Nothing to do for so long: a program has been loaded, or a round of visits has ended. */
const IDLE_MS = 2_000;
/** It takes 60 ms of the processor, which nobody should see on a small machine that has a visit each half a minute. */
const LEAST_BETWEEN_MS = 600_000;

export interface IdleMemory {
  /** Work has begun or gone on. */
  worked(): void;
  close(): void;
}

/** Of the thread that calls it. */
export function openIdleMemory(clock: Clock, giveBack = giveMemoryBack): IdleMemory {
  let earliest = Number.NEGATIVE_INFINITY;
  let cancel = (): void => {};
  return {
    worked() {
      cancel();
      cancel = clock.after(Math.max(IDLE_MS, earliest - clock.now()), () => {
        earliest = clock.now() + LEAST_BETWEEN_MS;
        giveBack();
      });
    },
    close: () => cancel(),
  };
}

/**
 * The collection of last resort: only this one makes the young heap small again (8 MB of a thread) and gives empty pages back.
 * An ordinary one leaves as much resident as there was.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
