// Makes long answers that many apps want at the same moment a few at a time, so that everybody else is answered in between.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs a task when its turn comes. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

export interface Pace {
  /** How many are made at once. More than one gains time only where the database is another process. */
  atOnce: number;
  /**
   * Turns of the event loop before each. SQLite answers without yielding, so all of these answers would be made before any other request
   * was read. Each turn reads from all open connections and accepts one new one.
   */
  turns: number;
}

/** Tasks run in the order in which they were requested. */
export function inTurns({ atOnce, turns }: Pace): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((begin) => waiting.push(begin));
    else running++;
    try {
      for (let turn = 0; turn < turns; turn++) await nextTurn();
      return await task();
    } finally {
      // The place goes straight to the next in line.
      const begin = waiting.shift();
      if (begin) begin();
      else running--;
    }
  };
}
