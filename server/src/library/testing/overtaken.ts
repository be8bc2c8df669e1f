// Two who want the same at once, without chance: the one is overtaken by the other where that hurts most.
import { isOnPostgres } from '../../../test/temporary-store.ts';
import type { Sql } from '../../store/sql.ts';
import type { Store, WriteTx } from '../../store/store.ts';

/**
 * The store of somebody whose first writer has looked at what is there, when somebody else acts before it locks or writes anything.
 * A file is locked as a whole: there the other one comes first.
 */
export function overtaken(store: Store, act: () => Promise<unknown>): Store {
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
          if (/FOR UPDATE|^\s*(INSERT|UPDATE|DELETE)/.test(statement.text)) await overtake();
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
