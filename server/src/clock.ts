// The only file that reads the time: everything else is handed a Clock, so that tests own it.

/** A clock: milliseconds since the Unix epoch, and timers that a test can move by hand. */
export interface Clock {
  now(): number;
  /** Calls `fn` once after `delayMs`; the answer takes the call back. */
  after(delayMs: number, fn: () => void): () => void;
  /**
   * Called by a database that has a clock of its own: how far that one is ahead of the machine's. Left out: the clock is nobody's
   * to set.
   */
  follow?(aheadMs: number): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, fn) {
    const timer = setTimeout(fn, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The clock of one node. Where many share a database they keep its time, or one whose clock is fast would take leases from others. */
export function nodeClock(machine: Clock = systemClock): Clock {
  let aheadMs = 0;
  return {
    now: () => machine.now() + aheadMs,
    after: machine.after,
    follow(ms) {
      aheadMs = ms;
    },
  };
}

/** ISO 8601 in UTC with milliseconds, as the contract writes every date. */
export function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
