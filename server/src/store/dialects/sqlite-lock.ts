// Who gets the lock of an SQLite file: one connection writes at a time, and threads that answer people go before the one that
// does chores.
import { setTimeout } from 'node:timers/promises';
import { type StoreOptions, StoreUnavailable } from '../store.ts';
import { isSqliteError } from './sqlite-mistakes.ts';

/** How long to wait for another process or thread that holds the lock, before giving up. */
const LOCK_WAIT_MS = 10_000;
/** Pause between two tries for a lock, in which the event loop serves others. */
const LOCK_RETRY_MS = 1;
/** Chores wait at most this long for people, so that the crawler gets on even while many marks follow each other. */
const COURTESY_MS = 50;
/** SQLITE_BUSY: another connection holds the lock. */
const SQLITE_BUSY = 5;

/** Tries until no other connection is in the way. SQLite's own busy handler would block the event loop. */
export async function whenUnlocked(action: string, attempt: () => void): Promise<void> {
  for (let tries = LOCK_WAIT_MS / LOCK_RETRY_MS; tries > 0; tries--) {
    try {
      return attempt();
    } catch (error) {
      if (!isSqliteError(error, [SQLITE_BUSY])) throw error;
      await setTimeout(LOCK_RETRY_MS);
    }
  }
  throw new StoreUnavailable(`Cannot ${action}: another process has held its lock for ${LOCK_WAIT_MS} ms`);
}

/**
 * How this store takes the lock. A busy crawler releases it for a moment only, which a thread that tries once a millisecond meets
 * by chance. So threads announce that they are waiting, in memory that they share, and the crawler tries only after them.
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

/** Announces that somebody waits for as long as `task` runs. */
async function during(wait: () => () => void, task: () => Promise<void>): Promise<void> {
  const waitNoMore = wait();
  try {
    await task();
  } finally {
    waitNoMore();
  }
}
