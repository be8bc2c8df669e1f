// Lets a thread give way to the one that answers people, when there is more to do than the machine can.
import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/** For the thread that calls it and those that it starts. With two cores a refresh of every feed would otherwise treble the wait for a list. */
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
