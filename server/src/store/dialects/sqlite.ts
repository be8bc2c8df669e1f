// SQLite: one connection that writes and one that reads, both in one file with a write-ahead log.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { nothing, type Sql, type SqlValue, sql } from '../sql.ts';
import type { Dialect, ReadTx, Store, StoreHooks, StoreOptions, WriteTx } from '../store.ts';
import { sqliteCatalog } from './sqlite-catalog.ts';
import { whenUnlocked, writeLock } from './sqlite-lock.ts';
import { sqliteSearch } from './sqlite-search.ts';
import { openVersion } from './sqlite-version.ts';

/** Writes join a transaction for so long: an app that marks an item waits for the crawler's lock hardly longer. */
const GROUP_MS = 4;

interface Measures {
  /**
   * Pages of 4 kB in the log after which a commit copies them, which was seen to take 70 ms: SQLite's own measure for the
   * crawler; for whoever answers people only where no crawler has done it long before.
   */
  checkpointPages: number;
  /** Page cache of each connection: enough for the upper levels of every tree of a large account, or of one source. */
  cacheKib: number;
  /** Memory-mapped reading spares people 50 µs of a list. What is mapped counts as memory in use, and the crawler touches all. */
  mmapBytes: number;
}

const forPeople: Measures = { checkpointPages: 16_000, cacheKib: 16_384, mmapBytes: 67_108_864 };
const forChores: Measures = { checkpointPages: 1_000, cacheKib: 8_192, mmapBytes: 0 };

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  numbers: (list) => sql`SELECT value FROM json_each(${JSON.stringify(list)})`,
  joinItems: (ids) => sql`JOIN items i ON i.id IN (${ids})`,
  // One writer at a time: whoever writes holds everything.
  skipLocked: nothing,
  forUpdate: nothing,
  lockSchema: sql`SELECT 1`,
  columns: {
    id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    key: 'INTEGER PRIMARY KEY',
    bytes: 'BLOB',
    clustered: 'WITHOUT ROWID',
    // Each entry ends with the key of its row anyway.
    thenById: '',
  },
  // Nothing is counted: what index serves is decided by what a statement asks.
  rare: () => [],
  databaseBytes: sql`SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`,
  search: sqliteSearch,
  catalog: sqliteCatalog,
};

/** Opens (and makes, where missing) the database file. `path` may be `:memory:` for tests of the store alone. */
export async function openSqlite(path: string, clock: Clock, options: StoreOptions = {}): Promise<Store> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const measures = options.doesChores ? forChores : forPeople;
  const writer = await connect(path, measures);
  // A database in memory belongs to its one connection.
  const reader =
    path === ':memory:'
      ? writer
      : await connect(path, { ...measures, checkpointPages: forPeople.checkpointPages });
  const version = reader === writer ? undefined : openVersion(reader.database);
  const lock = writeLock(options);
  const writing = sharedWriting({
    connection: writer,
    clock,
    hooks: options,
    lock,
    committed: () => version?.forget(),
  });
  const reading = queue();
  return {
    read: reader === writer ? writing.write : (fn) => reading(() => transact(reader, clock, fn)),
    write: writing.write,
    ...(version && { version: version.ask }),
    async close() {
      await Promise.all([reading(async () => {}), writing.ended()]);
      writer.database.close();
      if (reader !== writer) reader.database.close();
    },
  };
}

interface Connection {
  database: DatabaseSync;
  prepare(text: string): StatementSync;
}

async function connect(path: string, measures: Measures): Promise<Connection> {
  const database = new DatabaseSync(path, { timeout: 0 });
  // Whoever makes the file, or repairs it after a crash, has it alone.
  await whenUnlocked('open the database', () => database.exec('PRAGMA journal_mode = WAL'));
  database.exec(`
    -- FULL: what was acknowledged survives a power cut too. Ids must not be given twice, so nothing less will do.
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -${measures.cacheKib};
    PRAGMA mmap_size = ${measures.mmapBytes};
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = ${measures.checkpointPages};
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

async function transact<T>(connection: Connection, clock: Clock, fn: (tx: ReadTx) => Promise<T>): Promise<T> {
  const tx = new SqliteTx(connection, clock.now());
  connection.database.exec('BEGIN');
  try {
    return await fn(tx);
  } finally {
    tx.end();
    if (connection.database.isTransaction) connection.database.exec('COMMIT');
  }
}

interface Writer {
  connection: Connection;
  clock: Clock;
  hooks: StoreHooks;
  /** Makes `take`, which takes the lock, in turn with other threads. */
  lock(take: () => void): Promise<void>;
  /** Called after each commit, before anybody is told of it. */
  committed(): void;
}

interface Job {
  fn(tx: WriteTx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Writes that wait at the same time share one transaction, and so one flush of the disk. Each is kept whole or not at
 * all, and none is answered before the commit.
 */
function sharedWriting(writer: Writer): { write: Store['write']; ended(): Promise<void> } {
  const waiting: Job[] = [];
  let ended: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Between two groups another thread may take the lock, and what has come from the web meanwhile joins the next.
      await nextTurn();
      await writeGroup(writer, waiting);
    }
    ended = undefined;
  };
  return {
    write: <T>(fn: (tx: WriteTx) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ fn, resolve: (value) => resolve(value as T), reject });
        ended ??= writeAll();
      }),
    ended: async () => ended,
  };
}

/** Never rejects: each job is told what became of it. */
async function writeGroup(writer: Writer, waiting: Job[]): Promise<void> {
  const { clock, connection, lock } = writer;
  const { database } = connection;
  const group: Job[] = [];
  const endings: (() => void)[] = [];
  try {
    await lock(() => database.exec('BEGIN IMMEDIATE'));
    const endsAt = clock.now() + GROUP_MS;
    do {
      const job = waiting.shift();
      if (!job) break;
      group.push(job);
      endings.push(await attempt(writer, job, { isFirst: group.length === 1 }));
    } while (clock.now() < endsAt);
    database.exec('COMMIT');
    writer.committed();
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    // Where the lock could not be had, the one that has waited longest is told.
    for (const { reject } of group.length > 0 ? group : waiting.splice(0, 1)) reject(error);
    return;
  }
  for (const end of endings) end();
}

/**
 * Runs one write within the transaction of its group, and gives what to do after the commit. The first needs no savepoint, which would
 * keep a copy of each page that is changed: what it throws takes back the transaction, in which nothing else is.
 */
async function attempt(
  { connection, clock, hooks }: Writer,
  job: Job,
  { isFirst }: { isFirst: boolean },
): Promise<() => void> {
  const { database } = connection;
  const tx = new SqliteTx(connection, clock.now(), hooks);
  if (!isFirst) database.exec('SAVEPOINT job');
  try {
    const value = await job.fn(tx);
    if (!isFirst) database.exec('RELEASE job');
    return () => {
      try {
        tx.committed();
        job.resolve(value);
      } catch (error) {
        job.reject(error);
      }
    };
  } catch (error) {
    // A full disk has taken back the whole transaction already, and with it what others of the group wrote.
    if (isFirst || !database.isTransaction) throw error;
    database.exec('ROLLBACK TO job; RELEASE job');
    return () => job.reject(error);
  } finally {
    tx.end();
  }
}

class SqliteTx implements WriteTx, ReadTx {
  readonly dialect = sqliteDialect;
  readonly now: number;
  #connection: Connection | undefined;
  readonly #hooks: StoreHooks;
  readonly #changed = new Set<number>();
  #onCommit: (() => void)[] = [];

  constructor(connection: Connection, now: number, hooks: StoreHooks = {}) {
    this.#connection = connection;
    this.now = now;
    this.#hooks = hooks;
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    return this.#prepare(statement).all(...(statement.values as SqlValue[])) as Row[];
  }

  async get<Row>(statement: Sql): Promise<Row | undefined> {
    return this.#prepare(statement).get(...(statement.values as SqlValue[])) as Row | undefined;
  }

  /** The one writer holds up nobody but itself. */
  getApart<Row>(statement: Sql): Promise<Row | undefined> {
    return this.get(statement);
  }

  async run(statement: Sql): Promise<number> {
    return Number(this.#prepare(statement).run(...(statement.values as SqlValue[])).changes);
  }

  onCommit(fn: () => void): void {
    if (!this.#connection) throw usedAfterItsEnd();
    this.#onCommit.push(fn);
  }

  tellChanged(userId: number): void {
    this.#changed.add(userId);
  }

  end(): void {
    this.#connection = undefined;
  }

  committed(): void {
    for (const fn of this.#onCommit) fn();
    if (this.#changed.size > 0) this.#hooks.changed?.([...this.#changed]);
  }

  #prepare(statement: Sql): StatementSync {
    if (!this.#connection) throw usedAfterItsEnd();
    return this.#connection.prepare(statement.text);
  }
}

function usedAfterItsEnd(): Error {
  return new Error('Cannot use a transaction after it has ended');
}
