// Makes long answers that many apps want at the same moment a few at a time, so that everybody else is answered in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { atMost } from '../at-most.ts';

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
  const inTurn = atMost(atOnce);
  return (task) =>
    inTurn(async () => {
      for (let turn = 0; turn < turns; turn++) await nextTurn();
      return task();
    });
}
