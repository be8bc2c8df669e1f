// Makes two things happen at once in a certain way: no test has to hit the moment.
import { sql } from '../../store/sql.ts';
import type { Store, WriteTx } from '../../store/store.ts';

/** The same store, where something is done just before the transaction that is the nth to write. */
export function beforeWrite(
  store: Store,
  nth: number,
  deed: () => Promise<unknown>,
): { store: Store; hasCome: () => boolean } {
  let count = 0;
  const own: Store = {
    ...store,
    async write(fn, options) {
      if (++count === nth) await deed();
      return store.write(fn, options);
    },
  };
  return { store: own, hasCome: () => count >= nth };
}

/**
 * The same store, whose nth transaction that writes begins something else at its end, and is committed when that waits for it or
 * is done. `begun` is what comes of the other. For a server that locks rows: elsewhere the other waits by itself.
 */
export function untilWaitedFor<T>(
  store: Store,
  nth: number,
  other: () => Promise<T>,
): { store: Store; begun: Promise<T>; hasCome: () => boolean } {
  const { promise: begun, resolve } = Promise.withResolvers<T>();
  begun.catch(() => {});
  let count = 0;
  const begin = async (tx: WriteTx): Promise<void> => {
    let isDone = false;
    const doing = other().finally(() => {
      isDone = true;
    });
    resolve(doing);
    doing.catch(() => {});
    while (!isDone && !(await isWaitedFor(tx)));
  };
  const own: Store = {
    ...store,
    async write(fn, options) {
      const isIt = ++count === nth;
      return store.write(async (tx) => {
        const result = await fn(tx);
        if (isIt) await begin(tx);
        return result;
      }, options);
    },
  };
  return { store: own, begun, hasCome: () => count >= nth };
}

async function isWaitedFor(tx: WriteTx): Promise<boolean> {
  const row = await tx.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`);
  return Number(row?.count ?? 0) > 0;
}
