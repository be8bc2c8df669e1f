// What the rest of the house sees of the database: transactions by callback, and who may write.
import type { Doer } from '../model/doer.ts';
import type { People } from '../people.ts';
import type { Catalog } from './copy/catalog.ts';
import type { SearchDialect } from './search-dialect.ts';
import type { Sql } from './sql.ts';

/** A consistent view of the store, alive only inside the callback that it was given to. */
export interface ReadTx {
  /** Milliseconds since the epoch, taken once: everything in one transaction happens at one time. */
  readonly now: number;
  readonly dialect: Dialect;
  all<Row>(statement: Sql): Promise<Row[]>;
  get<Row>(statement: Sql): Promise<Row | undefined>;
}

/** A transaction that may also write; it is kept whole or not at all. */
export interface WriteTx extends ReadTx {
  /** Who writes on behalf of a person, where that is known (`doer.ts`). */
  doer?: Doer;
  /** Runs a statement and says how many rows it changed. */
  run(statement: Sql): Promise<number>;
  /**
   * Runs a statement that nobody should have to wait for until the end of this transaction: where several write at a time, it
   * is committed at once and stays whatever becomes of the rest. It must lock no row that a transaction holds for longer.
   */
  getApart<Row>(statement: Sql): Promise<Row | undefined>;
  /** Whether somebody waits for the end of this transaction, or may: long work ends it then and goes on in another. */
  isWaitedFor(): boolean;
  /** Called after the commit, never after a rollback. */
  onCommit(fn: () => void): void;
  /**
   * Leaves work to the end of this transaction, just before the commit and part of it; nobody sees before that what it will have done.
   * Where several write in one transaction, a worker is given at once what all of them have left for it, in order.
   */
  beforeCommit<T>(worker: LastWorker<T>, some: readonly T[]): void;
  /**
   * Leaves work that nobody waits for, and that may be lost, to a transaction of its own after the commit: whoever waits for the lock of
   * a file comes in between. Where rows are locked and not a file, it is done at the end of this transaction.
   */
  afterwards(fn: (tx: WriteTx) => Promise<unknown>): void;
  /** Says that a change of this user was written: told after the commit, once for each user. */
  tellChanged(userId: number): void;
}

/** Does all that was left for it. */
export type LastWorker<T> = (tx: WriteTx, all: readonly T[]) => Promise<unknown>;

/** What whoever opens a store wants to hear of. */
export interface StoreHooks {
  /** After each commit that has written changes: whose. Must not throw. */
  changed?: (userIds: readonly number[]) => void;
}

/** How a store is opened. */
export interface StoreOptions extends StoreHooks {
  /** For whoever answers nobody: it does the chores of the database, so that others never have to stop for them. */
  doesChores?: boolean;
  /** Looks after the log of a file now and then, beside those who answer people. */
  tendsLog?: boolean;
  /** Whom chores let go before them at the lock of a file. */
  people?: People;
}

export interface ReadOptions {
  /** Of one statement alone, which needs no transaction to see one moment: a server is then told of none, and a second one is refused there. */
  isSingle?: boolean;
}

export interface WriteOptions {
  /** It may take its time, however long: nobody waits for it, or whoever does knows. Others are ended when they take too long. */
  isLong?: boolean;
}

/**
 * The store. The callbacks await store functions only: a transaction that waits for anything else holds others up.
 * Throws StoreUnavailable when the database cannot be reached; any other throw inside a callback rolls back and is passed on.
 */
export interface Store {
  read<T>(fn: (tx: ReadTx) => Promise<T>, options?: ReadOptions): Promise<T>;
  write<T>(fn: (tx: WriteTx) => Promise<T>, options?: WriteOptions): Promise<T>;
  close(): Promise<void>;
  /**
   * A number that is another one after each commit, whoever has made it; where that can be told for less than a read costs, and
   * just now.
   */
  version?(): number | undefined;
  /** How its connections are used, where there are several. */
  pool?(): Pool;
}

export interface Pool {
  busy: number;
  idle: number;
  /** Transactions that wait for a connection. */
  waiting: number;
}

/** What differs between the databases, and nothing else. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** A sub-select of the numbers of a list, for `IN` and joins; its one column is called `value`. */
  numbers(list: readonly number[]): Sql;
  /**
   * Selects the ids (`id`) of items that a sub-select gives for each row of a table, whose columns it may name: a walk of an index
   * for each, however the planner counts them. What it is followed by may narrow the rows of the table, and order and limit the ids.
   */
  idsOfEach(table: Sql, ids: Sql): Sql;
  /** A text as JSON writes it, with its quotes: as bytes in UTF-8 or as text, whichever takes less; null where there is none. */
  jsonText(text: Sql): Sql;
  /** Whether EXCEPT reads both its sides to their ends, even if little is wanted of them. */
  readonly scansExcept?: boolean;
  /** Ends a `SELECT` whose rows are to be locked until the commit, leaving out rows that others hold. */
  readonly skipLocked: Sql;
  /** Ends a `SELECT` whose rows are to be locked until the commit. */
  readonly forUpdate: Sql;
  /** The same of one table alone, by the name that the `SELECT` gives it, where it joins others. */
  forUpdateOf(table: string): Sql;
  /** The same, but that rows which name these may still be written: for rows that most of what is written names. */
  readonly forNoKeyUpdate: Sql;
  /** Run first in a migration: whoever else migrates waits until its commit. */
  readonly lockSchema: Sql;
  /**
   * Words of the schema: a key that is never given twice, a key that the program gives, a column of bytes, a table kept in the
   * order of its key; and what ends the columns of an index in which equal ones stand in order of id.
   */
  readonly columns: Readonly<Record<'id' | 'key' | 'bytes' | 'clustered' | 'thenById', string>>;
  /** Statements that keep a planner which counts from believing that one value of a column makes up much of the table. */
  rare(table: string, column: string): readonly string[];
  /** Statements that leave room beside the rows of a small table, of which very many may change at once. */
  roomy(table: string): readonly string[];
  /** Asks how large the database is (`bytes`). */
  readonly databaseBytes: Sql;
  readonly search: SearchDialect;
  readonly catalog: Catalog;
}

/** The database does not answer, or is not ours to use just now; trying again later may help. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
