// SQLite: one connection that writes and one that reads, both in one file with a write-ahead log.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { nothing, type Sql, type SqlValue, sql } from '../sql.ts';
import { type Dialect, type ReadTx, type Store, StoreUnavailable, type WriteTx } from '../store.ts';

/** How long to wait for another process or thread that holds the lock, before giving up. */
const LOCK_WAIT_MS = 10_000;
/** Pause between two tries for a lock: the event loop serves others meanwhile. */
const LOCK_RETRY_MS = 1;
/** SQLITE_BUSY: another connection holds the lock. */
const SQLITE_BUSY = 5;
/** Page cache of each connection: enough for the upper levels of every tree of a large account. */
const CACHE_KIB = 16_384;
/** Memory-mapped reading spares a copy of each page; the system gives the memory back under pressure. */
const MMAP_BYTES = 268_435_456;

const dialect: Dialect = {
  name: 'sqlite',
  numbers: (list) => sql`SELECT value FROM json_each(${JSON.stringify(list)})`,
  // One writer at a time: whoever writes holds everything.
  skipLocked: nothing,
  forUpdate: nothing,
  lockSchema: sql`SELECT 1`,
  columns: { id: 'INTEGER PRIMARY KEY AUTOINCREMENT', bytes: 'BLOB', clustered: 'WITHOUT ROWID' },
};

/** Opens (and makes, where missing) the database file. `path` may be `:memory:` for tests of the store alone. */
export async function openSqlite(path: string, clock: Clock): Promise<Store> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const writer = await connect(path);
  // A database in memory belongs to its one connection.
  const reader = path === ':memory:' ? writer : await connect(path);
  const writing = queue();
  const reading = reader === writer ? writing : queue();
  return {
    read: (fn) => reading(() => transact(reader, clock, 'BEGIN', fn)),
    write: (fn) =>
      writing(async () => {
        await whenUnlocked('write to the database', () => writer.database.exec('BEGIN IMMEDIATE'));
        return transact(writer, clock, undefined, fn);
      }),
    async close() {
      await Promise.all([reading(async () => {}), writing(async () => {})]);
      writer.database.close();
      if (reader !== writer) reader.database.close();
    },
  };
}

interface Connection {
  database: DatabaseSync;
  prepare(text: string): StatementSync;
}

async function connect(path: string): Promise<Connection> {
  const database = new DatabaseSync(path, { timeout: 0 });
  // Whoever makes the file, or repairs it after a crash, has it alone.
  await whenUnlocked('open the database', () => database.exec('PRAGMA journal_mode = WAL'));
  database.exec(`
    -- FULL: what was acknowledged survives a power cut too. Ids must not be given twice, so nothing less will do.
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA mmap_size = ${MMAP_BYTES};
    PRAGMA temp_store = MEMORY;
  `);
  const statements = new Map<string, StatementSync>();
  return {
    database,
    prepare(text) {
      const known = statements.get(text);
      if (known) return known;
      const statement = database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
}

/** Runs one job after another: a connection holds one transaction at a time. */
function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const next = last.then(job);
    last = next.catch(() => {});
    return next;
  };
}

/** Tries until no other connection is in the way. SQLite's own busy handler would sleep in the event loop. */
async function whenUnlocked(action: string, attempt: () => void): Promise<void> {
  for (let tries = LOCK_WAIT_MS / LOCK_RETRY_MS; tries > 0; tries--) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await setTimeout(LOCK_RETRY_MS);
    }
  }
  throw new StoreUnavailable(`Cannot ${action}: another process has held its lock for ${LOCK_WAIT_MS} ms`);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}

async function transact<T>(
  connection: Connection,
  clock: Clock,
  begin: 'BEGIN' | undefined,
  fn: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  const tx = new SqliteTx(connection, clock.now());
  if (begin) connection.database.exec(begin);
  let result: T;
  try {
    result = await fn(tx);
    connection.database.exec('COMMIT');
  } catch (error) {
    // A failed statement may have rolled back by itself (disk full); a second ROLLBACK would hide the reason.
    if (connection.database.isTransaction) connection.database.exec('ROLLBACK');
    throw error;
  } finally {
    tx.end();
  }
  tx.committed();
  return result;
}

class SqliteTx implements WriteTx, ReadTx {
  readonly dialect = dialect;
  readonly now: number;
  #connection: Connection | undefined;
  #onCommit: (() => void)[] = [];

  constructor(connection: Connection, now: number) {
    this.#connection = connection;
    this.now = now;
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    return this.#prepare(statement).all(...(statement.values as SqlValue[])) as Row[];
  }

  async get<Row>(statement: Sql): Promise<Row | undefined> {
    return this.#prepare(statement).get(...(statement.values as SqlValue[])) as Row | undefined;
  }

  async run(statement: Sql): Promise<number> {
    return Number(this.#prepare(statement).run(...(statement.values as SqlValue[])).changes);
  }

  onCommit(fn: () => void): void {
    if (!this.#connection) throw usedAfterItsEnd();
    this.#onCommit.push(fn);
  }

  end(): void {
    this.#connection = undefined;
  }

  committed(): void {
    for (const fn of this.#onCommit) fn();
  }

  #prepare(statement: Sql): StatementSync {
    if (!this.#connection) throw usedAfterItsEnd();
    return this.#connection.prepare(statement.text);
  }
}

function usedAfterItsEnd(): Error {
  return new Error('Cannot use a transaction after it has ended');
}
