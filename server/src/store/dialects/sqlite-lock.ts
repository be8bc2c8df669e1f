// Who gets the lock of an SQLite file: one writes at a time, and whoever answers people goes before whoever does chores.
import { setTimeout } from 'node:timers/promises';
import { type StoreOptions, StoreUnavailable } from '../store.ts';

/** How long to wait for another process or thread that holds the lock, before giving up. */
const LOCK_WAIT_MS = 10_000;
/** Pause between two tries for a lock: the event loop serves others meanwhile. */
const LOCK_RETRY_MS = 1;
/** Chores wait no longer than this for people: where many marks follow each other, the crawler is to come on all the same. */
const COURTESY_MS = 50;
/** SQLITE_BUSY: another connection holds the lock. */
const SQLITE_BUSY = 5;

/** Tries until no other connection is in the way. SQLite's own busy handler would sleep in the event loop. */
export async function whenUnlocked(action: string, attempt: () => void): Promise<void> {
  for (let tries = LOCK_WAIT_MS / LOCK_RETRY_MS; tries > 0; tries--) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await setTimeout(LOCK_RETRY_MS);
    }
  }
  throw new StoreUnavailable(`Cannot ${action}: another process has held its lock for ${LOCK_WAIT_MS} ms`);
}

/**
 * How this store takes the lock. A crawler that is busy lets it go for a moment only, which those who ask once a millisecond
 * meet by chance. So they say that they wait, in memory that the threads share, and the crawler asks again after them.
 */
export function writeLock({ doesChores, people }: StoreOptions): (take: () => void) => Promise<void> {
  const take = (attempt: () => void) => whenUnlocked('write to the database', attempt);
  if (!people) return take;
  if (!doesChores) return (attempt) => during(people.wait, () => take(attempt));
  return async (attempt) => {
    for (let waited = 0; people.areWaiting() && waited < COURTESY_MS; waited += LOCK_RETRY_MS)
      await setTimeout(LOCK_RETRY_MS);
    await during(people.choreWaits, () => take(attempt));
  };
}

/** Says that somebody waits as long as `task` goes on. */
async function during(wait: () => () => void, task: () => Promise<void>): Promise<void> {
  const waitNoMore = wait();
  try {
    await task();
  } finally {
    waitNoMore();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
