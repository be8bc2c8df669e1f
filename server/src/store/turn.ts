// Lets others have their turn while something long goes on.
import { setImmediate } from 'node:timers/promises';

/**
 * SQLite answers at once, so awaiting it never gives the event loop back: whoever changes very many rows awaits this between
 * portions, and requests that only read are served meanwhile. Two turns: in the first those who waited to write come to it,
 * and what is asked for before its end would join their transaction and hold up their answers.
 */
export async function othersTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
