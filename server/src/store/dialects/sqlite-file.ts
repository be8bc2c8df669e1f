// What is done to an SQLite file as a whole: copying it page by page while others write to it, checking it, holding it alone.
import { closeSync, openSync, readSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import type { Sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { isSqliteError } from './sqlite-mistakes.ts';
import { prepareStatement } from './sqlite-statement.ts';

/** How long SQLite waits for a lock that others hold for moments only. */
const LOCK_WAIT_MS = 10_000;
/** 16 MB: the copy can be stopped between two portions. */
const PAGES_AT_ONCE = 4_096;
/** https://www.sqlite.org/fileformat.html#magic_header_string */
const MAGIC = Buffer.from('SQLite format 3\0');
/** SQLITE_BUSY, and SQLITE_LOCKED where one process has a file open twice. */
const BUSY = [5, 6];
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const UNREADABLE = [11, 26];

/** Reads an SQLite file as it is at one moment, while others may write to it. Its schema is left as it is. */
export async function readSnapshot<T>(
  path: string,
  clock: Clock,
  fn: (tx: ReadTx, copyTo: (target: string, signal?: AbortSignal) => Promise<void>) => Promise<T>,
): Promise<T> {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  try {
    // One transaction around all of it lets the copy come to an end: without one, the copy starts again with each commit by
    // anybody else.
    database.exec('BEGIN');
    return await fn(txOf(database, clock), (target, signal) => copyPages(database, target, signal));
  } finally {
    database.close();
  }
}

/** Reads an SQLite file that no other process can use meanwhile. Undefined if another has it open: `fn` is not called then. */
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
    // The mode first: without it, the lock of a file with a log is granted although idle connections of others have it open.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isSqliteError(error, BUSY)) return false;
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

/** Turns a database that nobody uses into one complete file: nothing of it is left in a log beside it. */
export function makeSingleFile(path: string): void {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

/** The first thing that SQLite finds wrong in a file, index by index and page by page; undefined if there is none. */
export function firstFault(path: string): string | undefined {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  try {
    const row = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check?: string };
    return row.integrity_check === 'ok' ? undefined : (row.integrity_check ?? 'no answer');
  } catch (error) {
    if (isSqliteError(error, UNREADABLE)) return error.message;
    throw error;
  } finally {
    database.close();
  }
}

type Holding = 'alone' | 'used' | 'unreadable';

/**
 * Runs `fn` while no other process can use the database. Its file is complete then, with nothing beside it. Returns `used` if
 * another has it open, and `unreadable` if it is no database; `fn` is not called then.
 */
export async function holdAlone(path: string, fn: () => Promise<void>): Promise<Holding> {
  if (!isDatabase(path)) return 'unreadable';
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // The mode first: without it, the lock of a file with a log is granted although idle connections of others have it open.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isSqliteError(error, BUSY)) return 'used';
    if (isSqliteError(error, UNREADABLE)) return 'unreadable';
    throw error;
  }
  try {
    await fn();
    return 'alone';
  } finally {
    database.close();
  }
}

/** Whether a file begins as SQLite's do. Opening any other file as a database would destroy the log beside it. */
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

/** Locks a file that one process at a time can hold; however that process ends, the file is free again. Undefined if another holds it. */
export function lockFile(path: string): { release(): void } | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // An empty database begins its first page in a journal at once, for which a full disk has no room.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isSqliteError(error, BUSY)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
