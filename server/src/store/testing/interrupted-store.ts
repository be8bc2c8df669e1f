// A store for tests of what happens in the middle of a transaction: to somebody else, or to the database.
import { type Store, StoreUnavailable } from '../store.ts';

/** Calls `act` before each statement of a write that has some words; `met` counts them from 1. What it throws, the statement throws. */
export function interrupted(store: Store, words: string, act: (met: number) => unknown): Store {
  let met = 0;
  return {
    ...store,
    write: (fn, options) =>
      store.write((tx) => {
        const run = tx.run.bind(tx);
        tx.run = async (statement) => {
          if (statement.text.includes(words)) await act(++met);
          return run(statement);
        };
        return fn(tx);
      }, options),
  };
}

/** The database is away when the crawler gives a turn back: each time, or only the nth time. */
export function withoutReleases(store: Store, nth?: number): Store {
  return interrupted(store, 'SET lease = NULL', (met) => {
    if (nth === undefined || met === nth) throw new StoreUnavailable('Cannot reach the database');
  });
}
