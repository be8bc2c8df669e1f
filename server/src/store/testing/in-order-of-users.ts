// Whether transactions on PostgreSQL lock the counters of users in one order: in two, each would sooner or later wait for the other.
import { isOnPostgres } from '../../../test/temporary-store.ts';
import type { Sql } from '../sql.ts';
import type { Store, WriteTx } from '../store.ts';

/**
 * A store whose writers fail when they lock the counter of a user after that of a later one, or tell many users of a change without having
 * locked their counters before: a statement that changes many rows locks them in any order.
 */
export function inOrderOfUsers(store: Store): Store {
  if (!isOnPostgres) return store;
  return { ...store, write: (fn, options) => store.write((tx) => fn(watched(tx)), options) };
}

function watched(tx: WriteTx): WriteTx {
  const locked = new Set<number>();
  const see = (statement: Sql, result: unknown): void => {
    for (const userId of lockedBy(statement, result)) {
      const last = Math.max(0, ...locked);
      if (userId < last && !locked.has(userId))
        throw new Error(`The counter of user ${userId} is locked after that of ${last}`);
      locked.add(userId);
    }
    const unlocked = toldBy(statement, result).find((userId) => !locked.has(userId));
    if (unlocked !== undefined) throw new Error(`User ${unlocked} is told, whose counter is not locked`);
  };
  return new Proxy(tx, {
    get(target, name: keyof WriteTx) {
      const value = target[name];
      if (typeof value !== 'function') return value;
      if (!['get', 'all', 'run'].includes(name)) return value.bind(target);
      return async (statement: Sql) => {
        const result = await Reflect.apply(value, target, [statement]);
        see(statement, result);
        return result;
      };
    },
  });
}

/** The users whose counters a statement has locked, in order; those that it locks in any order are seen when they are told. */
function lockedBy({ text, values }: Sql, result: unknown): number[] {
  const locks = /\bchange_counters\b/.test(text) && /\bFOR UPDATE\b|^\s*UPDATE\b/.test(text);
  if (!locks) return [];
  return /WHERE user_id = \?/.test(text) ? [Number(values[0])] : usersIn(result);
}

function toldBy({ text }: Sql, result: unknown): number[] {
  return /^\s*INSERT INTO changes\b/.test(text) ? usersIn(result) : [];
}

function usersIn(result: unknown): number[] {
  const rows = (Array.isArray(result) ? result : []) as { user_id?: number }[];
  return rows.flatMap(({ user_id: userId }) => userId ?? []);
}
