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
