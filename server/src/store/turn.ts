// Lets others have their turn while something long goes on.
import { setImmediate } from 'node:timers/promises';
import type { WriteTx } from './store.ts';

/**
 * Portions of one transaction at most: its commit writes all that they have changed in one go, some ten milliseconds of it, and
 * another process has no way to say that it waits.
 */
const MOST_PORTIONS = 8;

/**
 * SQLite answers at once, so awaiting it never gives the event loop back: whoever changes very many rows awaits this between
 * portions, and requests that only read are served meanwhile. Two turns: in the first those who waited to write come to it,
 * and what is asked for before its end would join their transaction and hold up their answers.
 */
export async function othersTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Does one portion of long work after another within a transaction until there is none left or somebody waits for its end:
 * pages that several portions change are written once then. `portion` says whether there is more, and so does the answer.
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
