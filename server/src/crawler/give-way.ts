// Lowers a thread's priority below that of the thread that answers people, for when the machine is overloaded.
import { constants, getPriority, setPriority } from 'node:os';

/**
 * By how many steps of `nice` a thread is below the one that answers people. Readers do most of the work when everything is new, and
 * nobody waits for them. The crawler holds the lock of the database at times, and a user who marks an item waits for it: on an overloaded
 * machine it may get a third of the time of a thread with normal priority, but not a tenth.
 */
export const giving = { crawler: 5, reader: 10 } as const;

/** For the thread that calls it. */
export function giveWay(steps: number): void {
  // 0 means the calling thread on Linux only; elsewhere it is the whole process.
  if (process.platform !== 'linux') return;
  try {
    // Relative to the main thread (the process id), whose priority the operator may have set: a new thread inherits that of its creator,
    // which may have given way already.
    setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(process.pid) + steps));
  } catch {
    // A sandbox may forbid it; then the threads share evenly.
  }
}
