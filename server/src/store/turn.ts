// Lets others have their turn while something long goes on.
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { WriteTx } from './store.ts';

/**
 * Portions of one transaction at most: its commit writes everything that they have changed at once, which takes some ten
 * milliseconds, and another process has no way to say that it waits.
 */
const MOST_PORTIONS = 8;

/** Twice the pause between two tries of another process for the lock of a file (dialects/sqlite-lock.ts). */
const FREE_MS = 2;

/**
 * SQLite answers at once, so awaiting it never yields to the event loop: code that changes very many rows awaits this between
 * portions, and requests that only read are served meanwhile. Two turns: in the first, those who waited to write begin, and
 * writes asked for before it ends would join their transaction and delay their answers.
 */
export async function othersTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * The same between transactions that follow each other for long, also in a command beside the service: another process tries for the lock
 * again and again, and only by chance just when it is free for a moment.
 */
export async function othersWrite(): Promise<void> {
  await setTimeout(FREE_MS);
}

/**
 * Does long work portion by portion within a transaction, until there is none left or somebody waits for its end: pages that
 * several portions change are then written once. `portion` returns whether there is more, and so does this.
 */
export async function whileNobodyWaits(
  tx: Pick<WriteTx, 'isWaitedFor'>,
  portion: () => Promise<boolean>,
): Promise<boolean> {
  for (let left = MOST_PORTIONS; ; left--) {
    if (!(await portion())) return false;
    await othersTurn();
    if (left === 1 || tx.isWaitedFor()) return true;
  }
}
