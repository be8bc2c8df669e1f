// What the other rooms see of the database: transactions as callbacks, and who may write.
import type { Doer } from '../model/doer.ts';
import type { People } from '../people.ts';
import type { Catalog } from './copy/catalog.ts';
import type { SearchDialect } from './search/search-dialect.ts';
import type { Sql } from './sql.ts';

/** A consistent view of the store, alive only inside the callback that it was given to. */
export interface ReadTx {
  /** Milliseconds since the epoch, taken once: everything in one transaction happens at one time. */
  readonly now: number;
  readonly dialect: Dialect;
  all<Row>(statement: Sql): Promise<Row[]>;
  get<Row>(statement: Sql): Promise<Row | undefined>;
}

/** A transaction that may also write; either all of it is kept or nothing. */
export interface WriteTx extends ReadTx {
  /** Who writes on behalf of a person, if that is known (`doer.ts`). */
  doer?: Doer;
  /** Runs a statement and returns how many rows it changed. */
  run(statement: Sql): Promise<number>;
  /**
   * Runs a statement whose locks nobody should have to wait for until the end of this transaction: where several write at a time,
   * it is committed at once and stays, whatever becomes of the rest. It must lock no row that a transaction holds for longer.
   */
  getApart<Row>(statement: Sql): Promise<Row | undefined>;
  /** The time at which items come that get their ids now: not before those that have lesser ids, whatever this transaction has waited for. */
  arrival(): number;
  /** Whether somebody waits, or may wait, for the end of this transaction: long work then ends it and goes on in another. */
  isWaitedFor(): boolean;
  /** Called after the commit, never after a rollback. */
  onCommit(fn: () => void): void;
  /**
   * Leaves work to the end of this transaction: it is done just before the commit, as a part of it, and nobody sees its results
   * before. Where several writes share a transaction, a worker is called once, with everything that all of them have left for it,
   * in order.
   */
  beforeCommit<T>(worker: LastWorker<T>, some: readonly T[]): void;
  /**
   * Leaves work that nobody waits for, and that may be lost, to a transaction of its own after the commit, so that whoever waits
   * for the lock of a file comes in between. Where rows are locked and not a file, it is done at the end of this transaction.
   */
  afterwards(fn: (tx: WriteTx) => Promise<unknown>): void;
  /** Notes that a change of this user was written: reported after the commit, once for each user. */
  tellChanged(userId: number): void;
}

/** Does everything that was left for it. */
export type LastWorker<T> = (tx: WriteTx, all: readonly T[]) => Promise<unknown>;

/** What the opener of a store wants to be told. */
export interface StoreHooks {
  /** Called after each commit that has written changes, with the users concerned. Must not throw. */
  changed?: (userIds: readonly number[]) => void;
}

/** How a store is opened. */
export interface StoreOptions extends StoreHooks {
  /** For a thread that answers nobody: it does the chores of the database, so that others never have to stop for them. */
  doesChores?: boolean;
  /** Looks after the log of a file now and then, so that those who answer people need not. */
  tendsLog?: boolean;
  /** The people whom chores let go first at the lock of a file. */
  people?: People;
}

interface ReadOptions {
  /**
   * The read is one statement, which sees one moment without a transaction: a server is not asked for one, and a second statement
   * throws.
   */
  isSingle?: boolean;
  /** It may take any time, as a copy of the whole database does: the same as for a write. */
  isLong?: boolean;
}

interface WriteOptions {
  /** It may take any time: nobody waits for it, or whoever does knows. Other transactions are ended if they take too long. */
  isLong?: boolean;
  /** Whose write it is, if it is one user's: where several write at a time, those of one keep nobody else from it. */
  userId?: number | undefined;
  /** It is short and may not be late, so it does not wait for a turn among those who write. */
  isUrgent?: boolean;
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
   * A number that differs after each commit, whoever has made it. Missing where that cannot be told for less than a read costs;
   * undefined if it cannot be told just now.
   */
  version?(): number | undefined;
  /** How its connections are used, if it has several. */
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
  /** A sub-select of the entries of a map from number to number, for joins; its columns are called `key` and `value`. */
  entries(map: ReadonlyMap<number, number>): Sql;
  /**
   * Selects the ids (`id`) of items that a sub-select gives for each row of a table, whose columns it may name: one walk of an
   * index for each row, whatever the planner estimates. What follows it may narrow the rows of the table, and order and limit the
   * ids.
   */
  idsOfEach(table: Sql, ids: Sql): Sql;
  /** A text as JSON, with its quotes: as bytes in UTF-8 or as text, whichever costs less; null if there is no text. */
  jsonText(text: Sql): Sql;
  /**
   * A column that is tested on rows which another one finds. Without statistics, SQLite would look up each value of a list there,
   * however many there are.
   */
  tested(column: Sql): Sql;
  /** Whether EXCEPT reads both sides to their ends, even if few rows are wanted. */
  readonly scansExcept?: boolean;
  /** Ends a `SELECT` whose rows are to be locked until the commit, leaving out rows that others hold. */
  readonly skipLocked: Sql;
  /** Ends a `SELECT` whose rows are to be locked until the commit. */
  readonly forUpdate: Sql;
  /** The same for one table alone, where it joins others: by the name that the `SELECT` gives it. */
  forUpdateOf(table: string): Sql;
  /** The same, except that others may still write rows which reference these: for rows that most writes reference. */
  readonly forNoKeyUpdate: Sql;
  /** Run first in a migration: anyone else who migrates waits until its commit. */
  readonly lockSchema: Sql;
  /** The encoding of the database. */
  readonly encoding: Sql;
  /**
   * Pieces of the schema: a key that is never given twice, a key that the program gives, a column of bytes, a table kept in the
   * order of its key; and what ends the columns of an index whose equal entries are to be in order of id.
   */
  readonly columns: Readonly<Record<'id' | 'key' | 'bytes' | 'clustered' | 'thenById', string>>;
  /** Statements that keep a planner with statistics from believing that one value of a column makes up much of the table. */
  rare(table: string, column: string): readonly string[];
  /** Statements that leave free space beside the rows of a small table, very many of which may change at once. */
  roomy(table: string): readonly string[];
  /** Selects the size of the database (`bytes`). */
  readonly databaseBytes: Sql;
  readonly search: SearchDialect;
  readonly catalog: Catalog;
}

/** The database does not answer, or cannot be used just now; trying again later may help. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Another transaction has just written what this one was about to, which can be only where several write at a time: it is tried again. */
export class Crossed extends Error {
  override name = 'Crossed';
  /** What a server says of a transaction that is to be tried again (SQLSTATE). */
  readonly code = '40001';
}
