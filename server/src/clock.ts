// The only file that reads the time: everything else is given a Clock, so that tests control it.

/** A clock: milliseconds since the Unix epoch, and timers that a test can advance by hand. */
export interface Clock {
  now(): number;
  /** Calls `fn` once after `delayMs`; call the result to cancel that. */
  after(delayMs: number, fn: () => void): () => void;
  /**
   * Called by a database that has its own clock, with how far that is ahead of the machine's. Absent: the clock cannot be
   * adjusted.
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

/** The clock of one node. Nodes that share a database keep its time, or one whose clock is fast would take leases from others. */
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

/** What a task gives; undefined if that takes longer. */
export async function inTime<T>(clock: Clock, withinMs: number, task: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const cancel = clock.after(withinMs, () => resolve(undefined));
  try {
    return await Promise.race([task, late]);
  } finally {
    cancel();
  }
}

const DAY_MS = 86_400_000;
const twoDigits = writtenUpTo(60, 2);
const threeDigits = writtenUpTo(1_000, 3);

/** Days already formatted: the times in a list fall on few days. */
const days = new Map<number, string>();
const MOST_DAYS = 1_000;

/**
 * ISO 8601 in UTC with milliseconds, as the contract writes every date. The runtime's own method takes three times as long, which
 * made up a sixth of the time for a list of 2,000 feeds with three dates each.
 */
export function toIso(timeMs: number): string {
  const time = Math.trunc(timeMs);
  const day = Math.floor(time / DAY_MS);
  const ms = time - day * DAY_MS;
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`;
  return `${days.get(day) ?? dayText(day)}${clock}.${threeDigits[ms % 1_000]}Z`;
}

function dayText(day: number): string {
  const text = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
  if (days.size >= MOST_DAYS) days.clear();
  days.set(day, text);
  return text;
}

function writtenUpTo(end: number, digits: number): string[] {
  return Array.from({ length: end }, (_, number) => String(number).padStart(digits, '0'));
}
