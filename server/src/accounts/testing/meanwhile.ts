// Makes two things happen at once in a fixed order, so that tests do not depend on timing.
import { setTimeout } from 'node:timers/promises';
import { sql } from '../../store/sql.ts';
import type { Store, WriteTx } from '../../store/store.ts';

/** A look takes the processor from those who are waited for: there would be dozens of them one after the other. */
const LOOK_MS = 5;

/** The same store, except that `deed` runs just before its nth write transaction. */
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
 * The same store, except that its nth write transaction starts `other` before committing, and commits once `other` waits for it or is done.
 * `begun` is the result of `other`. Only for a server that locks rows: other databases have one writer at a time anyway.
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
    while (!isDone && !(await isWaitedFor(tx))) await setTimeout(LOOK_MS);
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

/** Whether somebody waits for a row that this transaction has locked. */
export async function isWaitedFor(tx: WriteTx): Promise<boolean> {
  const row = await tx.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`);
  return Number(row?.count ?? 0) > 0;
}
