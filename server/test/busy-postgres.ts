// How many statements PostgreSQL is executing for this process: the fake clock waits until there are none.
import pg from 'pg';

let underWay = 0;
let waiting: (() => void)[] = [];

/** True while a statement, or a connection, is waited for. */
export function isPostgresBusy(): boolean {
  return underWay > 0;
}

/** Resolves when nothing is waited for any more, without taking CPU time from PostgreSQL. */
export function postgresAnswered(): Promise<void> {
  return underWay === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
}

/** Counts from now on. Only for tests on PostgreSQL: its answers take turns of the event loop, SQLite's do not. */
export function watchPostgres(): void {
  count(pg.Client.prototype, 'query');
  count(pg.Pool.prototype, 'connect');
}

function count(prototype: object, name: string): void {
  const original = Reflect.get(prototype, name) as (...given: unknown[]) => unknown;
  Object.defineProperty(prototype, name, {
    value(this: unknown, ...given: unknown[]) {
      const result = original.apply(this, given);
      if (!(result instanceof Promise)) return result;
      underWay++;
      return result.finally(answered);
    },
  });
}

function answered(): void {
  underWay--;
  if (underWay > 0) return;
  const told = waiting;
  waiting = [];
  for (const tell of told) tell();
}
