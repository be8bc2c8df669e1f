// What is refused, as a value: for whoever shows it in an answer of their own.
import { Refusal } from '../model/refusal.ts';

export async function attempt<T>(doing: () => T | Promise<T>): Promise<T | Refusal> {
  try {
    return await doing();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Removes what may not be there any more, as for a form that is sent twice (by a double click): what was wanted is done. */
export async function removeIfThere(removing: Promise<void>): Promise<void> {
  const removed = await attempt(() => removing);
  if (removed instanceof Refusal && removed.code !== 'not-found') throw removed;
}
