// Sends many requests, a few at a time.
import { isPassing } from './service.ts';

/**
 * Goes on after a refusal, but not when the service cannot be reached. Rejects with what went wrong first, when nothing is under way any
 * more.
 */
export async function sendEach<T>(
  all: readonly T[],
  atOnce: number,
  send: (each: T) => Promise<unknown>,
): Promise<void> {
  const left = all.values();
  const failures: unknown[] = [];
  const sendInTurn = async (): Promise<void> => {
    for (const each of left) {
      try {
        await send(each);
      } catch (error) {
        failures.push(error);
      }
      if (failures.some(isPassing)) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendInTurn));
  if (failures.length > 0) throw failures[0];
}
