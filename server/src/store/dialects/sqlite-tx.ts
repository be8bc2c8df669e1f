// A transaction of SQLite, as the rest of the code sees it.
import type { DatabaseSync } from 'node:sqlite';
import { LastWork } from '../last-work.ts';
import type { Sql } from '../sql.ts';
import type { LastWorker, ReadTx, StoreHooks, WriteTx } from '../store.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Statement } from './sqlite-statement.ts';

export interface Connection {
  database: DatabaseSync;
  prepare(text: string): Statement;
}

export interface TxHooks extends StoreHooks {
  isWaitedFor?: () => boolean;
  /** Called after the commit with the work that is to be done in transactions of its own. */
  leave?: (work: readonly ((tx: WriteTx) => Promise<unknown>)[]) => void;
}

export class SqliteTx implements WriteTx, ReadTx {
  readonly dialect = sqliteDialect;
  readonly now: number;
  /** Work that is done just before the commit, by whoever commits. */
  readonly lastWork = new LastWork();
  #connection: Connection | undefined;
  readonly #hooks: TxHooks;
  readonly #changed = new Set<number>();
  #onCommit: (() => void)[] = [];
  readonly #afterwards: ((tx: WriteTx) => Promise<unknown>)[] = [];

  constructor(connection: Connection, now: number, hooks: TxHooks = {}) {
    this.#connection = connection;
    this.now = now;
    this.#hooks = hooks;
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    return this.#prepare(statement).all(statement.values);
  }

  async get<Row>(statement: Sql): Promise<Row | undefined> {
    return this.#prepare(statement).get(statement.values);
  }

  /** In the transaction itself: the only writer holds up nobody else. */
  getApart<Row>(statement: Sql): Promise<Row | undefined> {
    return this.get(statement);
  }

  async run(statement: Sql): Promise<number> {
    return this.#prepare(statement).run(statement.values);
  }

  /** The only writer has waited before it began. */
  arrival(): number {
    return this.now;
  }

  isWaitedFor(): boolean {
    return this.#hooks.isWaitedFor?.() ?? true;
  }

  onCommit(fn: () => void): void {
    if (!this.#connection) throw usedAfterItsEnd();
    this.#onCommit.push(fn);
  }

  beforeCommit<T>(worker: LastWorker<T>, some: readonly T[]): void {
    if (!this.#connection) throw usedAfterItsEnd();
    this.lastWork.leave(worker, some);
  }

  afterwards(fn: (tx: WriteTx) => Promise<unknown>): void {
    if (!this.#connection) throw usedAfterItsEnd();
    this.#afterwards.push(fn);
  }

  tellChanged(userId: number): void {
    this.#changed.add(userId);
  }

  end(): void {
    this.#connection = undefined;
  }

  committed(): void {
    this.#hooks.leave?.(this.#afterwards);
    for (const fn of this.#onCommit) fn();
    if (this.#changed.size > 0) this.#hooks.changed?.([...this.#changed]);
  }

  #prepare(statement: Sql): Statement {
    if (!this.#connection) throw usedAfterItsEnd();
    return this.#connection.prepare(statement.text);
  }
}

function usedAfterItsEnd(): Error {
  return new Error('Cannot use a transaction after it has ended');
}
