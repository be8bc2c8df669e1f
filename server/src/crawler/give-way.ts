// Lets a thread give way to the one that answers people, when there is more to do than the machine can.
import { constants, getPriority, setPriority } from 'node:os';

/**
 * How many steps of priority a thread stands below the one that answers people. Readers do most of the work when everything is new, and
 * nobody waits for them. The crawler holds the lock of the database at times, and whoever marks an item waits with it: it may get a
 * third of what a thread that does not give way gets on a crowded machine, but not a tenth.
 */
export const giving = { crawler: 5, reader: 10 } as const;

/** For the thread that calls it. */
export function giveWay(steps: number): void {
  // 0 is the calling thread on Linux alone; elsewhere it is the whole process.
  if (process.platform !== 'linux') return;
  try {
    // Whatever the process was given is its main thread's; a thread begins with what the one has that starts it.
    setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(process.pid) + steps));
  } catch {
    // A sandbox may forbid it; then the threads share evenly.
  }
}
