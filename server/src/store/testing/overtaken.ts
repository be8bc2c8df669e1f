// Two actions at the same time, without depending on chance: one overtakes the other at the worst moment.
import { isOnPostgres } from '../../../test/temporary-store.ts';
import type { Sql } from '../sql.ts';
import type { Store, WriteTx } from '../store.ts';

/**
 * A store on which somebody else acts after the first writer has read, and before it locks or writes anything, or `what` is named. On SQLite,
 * where the file is locked as a whole, the other one comes first.
 */
export function overtaken(store: Store, act: () => Promise<unknown>, what = /^/): Store {
  let waiting: typeof act | undefined = act;
  const overtake = async (): Promise<void> => {
    const once = waiting;
    waiting = undefined;
    await once?.();
  };
  const watch = (tx: WriteTx): WriteTx =>
    new Proxy(tx, {
      get(target, name: keyof WriteTx) {
        const value = target[name];
        if (typeof value !== 'function') return value;
        if (!['get', 'getApart', 'all', 'run'].includes(name)) return value.bind(target);
        return async (statement: Sql) => {
          const { text } = statement;
          if (/FOR UPDATE|^\s*(INSERT|UPDATE|DELETE)/.test(text) && what.test(text)) await overtake();
          return Reflect.apply(value, target, [statement]);
        };
      },
    });
  return {
    ...store,
    async write(fn, options) {
      if (!isOnPostgres) await overtake();
      return store.write((tx) => fn(watch(tx)), options);
    },
  };
}

/** The same, but only from the second transaction of the first writer on: once it has begun what takes several. */
export function overtakenOnceBegun(store: Store, act: () => Promise<unknown>): Store {
  const later = overtaken(store, act);
  let isBegun = false;
  return {
    ...store,
    write(fn, options) {
      const own = isBegun ? later : store;
      isBegun = true;
      return own.write(fn, options);
    },
  };
}
