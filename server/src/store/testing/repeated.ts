// Transactions whose first attempt comes to nothing, as after a deadlock: whatever a callback does outside of the store must not count twice.
import type { Store } from '../store.ts';

class OnceMore extends Error {}

/** The store, on which each write is rolled back at its end, and made once more. */
export function repeated(store: Store): Store {
  return {
    ...store,
    async write(fn, options) {
      const attempt = store.write(async (tx) => {
        await fn(tx);
        throw new OnceMore();
      }, options);
      await attempt.catch((error: unknown) => {
        if (!(error instanceof OnceMore)) throw error;
      });
      return store.write(fn, options);
    },
  };
}
