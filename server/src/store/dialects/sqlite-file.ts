// What is done to a file of SQLite as a whole: copied page by page while others write it, looked through, held alone.
import { closeSync, openSync, readSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import type { Sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { prepareStatement } from './sqlite-statement.ts';

/** How long SQLite waits for a lock that is held for moments only. */
const LOCK_WAIT_MS = 10_000;
/** 16 MB: between two portions the copy can be stopped. */
const PAGES_AT_ONCE = 4_096;
/** https://www.sqlite.org/fileformat.html#magic_header_string */
const MAGIC = Buffer.from('SQLite format 3\0');
/** SQLITE_BUSY, and SQLITE_LOCKED of one process that holds a file twice. */
const BUSY = [5, 6];
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const UNREADABLE = [11, 26];

/** Reads a file of SQLite as it is at one moment, whoever writes it meanwhile. Its schema is left as it is. */
export async function readSnapshot<T>(
  path: string,
  clock: Clock,
  fn: (tx: ReadTx, copyTo: (target: string, signal?: AbortSignal) => Promise<void>) => Promise<T>,
): Promise<T> {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  try {
    // The one transaction around all of it is what lets the copy come to an end: without one, it begins again with each commit
    // of anybody else.
    database.exec('BEGIN');
    return await fn(txOf(database, clock), (target, signal) => copyPages(database, target, signal));
  } finally {
    database.close();
  }
}

/** Reads a file of SQLite that no other process can use meanwhile. Undefined: another has it open, and `fn` is not called. */
export async function readAlone<T>(
  path: string,
  clock: Clock,
  fn: (tx: ReadTx) => Promise<T>,
): Promise<T | undefined> {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    if (!isTakenAlone(database)) return undefined;
    return await fn(txOf(database, clock));
  } finally {
    database.close();
  }
}

function isTakenAlone(database: DatabaseSync): boolean {
  try {
    // The mode first: without it the lock of a file with a log is given beside others who have it open and are idle.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isOf(error, BUSY)) return false;
    throw error;
  }
}

async function copyPages(from: DatabaseSync, target: string, signal?: AbortSignal): Promise<void> {
  await backup(from, target, { rate: PAGES_AT_ONCE, progress: () => signal?.throwIfAborted() });
}

function txOf(database: DatabaseSync, clock: Clock): ReadTx {
  const prepare = ({ text }: Sql) => prepareStatement(database, text);
  return {
    now: clock.now(),
    dialect: sqliteDialect,
    all: async <Row>(statement: Sql) => prepare(statement).all<Row>(statement.values),
    get: async <Row>(statement: Sql) => prepare(statement).get<Row>(statement.values),
  };
}

/** Makes one whole file of a database that nobody uses: nothing of it is left in a log beside it. */
export function makeSingleFile(path: string): void {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

/** The first thing that SQLite finds wrong in a file, index by index and page by page; undefined: nothing. */
export function firstFault(path: string): string | undefined {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  try {
    const row = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check?: string };
    return row.integrity_check === 'ok' ? undefined : (row.integrity_check ?? 'no answer');
  } catch (error) {
    if (isOf(error, UNREADABLE)) return error.message;
    throw error;
  } finally {
    database.close();
  }
}

export type Holding = 'alone' | 'used' | 'unreadable';

/**
 * Runs `fn` while no other process can use a database, whose file is whole without anything beside it then. Says `used` where
 * another has it open, `unreadable` where it is none: `fn` is not called.
 */
export async function holdAlone(path: string, fn: () => Promise<void>): Promise<Holding> {
  if (!isDatabase(path)) return 'unreadable';
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // The mode first: without it the lock of a file with a log is given beside others who have it open and are idle.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isOf(error, BUSY)) return 'used';
    if (isOf(error, UNREADABLE)) return 'unreadable';
    throw error;
  }
  try {
    await fn();
    return 'alone';
  } finally {
    database.close();
  }
}

/** Whether a file begins as SQLite's do. To open another one as a database costs the log beside it. */
export function isDatabase(path: string): boolean {
  const beginning = Buffer.alloc(MAGIC.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, beginning);
  } finally {
    closeSync(file);
  }
  return beginning.equals(MAGIC);
}

/** A file that one process at a time can hold; however that one ends, it is free again. Undefined: another holds it. */
export function lockFile(path: string): { release(): void } | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isOf(error, BUSY)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

function isOf(error: unknown, codes: readonly number[]): error is Error {
  return error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode) & 0xff);
}
