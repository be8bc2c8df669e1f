// A store that tells how long its transactions take, waiting included.
import type { Clock } from '../clock.ts';
import { type Store, StoreUnavailable } from './store.ts';

type TransactionKind = 'read' | 'write';

interface Measuring {
  begun(kind: TransactionKind): void;
  ended(kind: TransactionKind, result: { ms: number; isAway: boolean }): void;
}

export function measuredStore(store: Store, clock: Clock, measuring: Measuring): Store {
  const measured = async <T>(kind: TransactionKind, transact: () => Promise<T>): Promise<T> => {
    const begunAt = clock.now();
    let isAway = false;
    measuring.begun(kind);
    try {
      return await transact();
    } catch (error) {
      isAway = error instanceof StoreUnavailable;
      throw error;
    } finally {
      measuring.ended(kind, { ms: clock.now() - begunAt, isAway });
    }
  };
  return {
    ...store,
    read: (fn, options) => measured('read', () => store.read(fn, options)),
    write: (fn, options) => measured('write', () => store.write(fn, options)),
  };
}
