// The only file that reads the time: everything else is handed a Clock, so that tests own it.

/** A clock: milliseconds since the Unix epoch, and timers that a test can move by hand. */
export interface Clock {
  now(): number;
  /** Calls `fn` once after `delayMs`; the answer takes the call back. */
  after(delayMs: number, fn: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, fn) {
    const timer = setTimeout(fn, delayMs);
    return () => clearTimeout(timer);
  },
};

/** ISO 8601 in UTC with milliseconds, as the contract writes every date. */
export function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
