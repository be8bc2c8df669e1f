// Lets a thread give way to the one that answers people, when there is more to do than the machine can.
import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * For the thread that calls it. Readers do most of the work when everything is new. The crawler itself must not give way:
 * it holds the lock of the database at times, and whoever marks an item would wait with it for everybody.
 */
export function giveWay(): void {
  // 0 is the calling thread on Linux alone; elsewhere it is the whole process.
  if (process.platform !== 'linux') return;
  try {
    // Below the rest of the process, whatever that was given.
    setPriority(0, Math.min(PRIORITY_LOW, getPriority(0) + PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox may forbid it; then the threads share evenly.
  }
}
