// SQLite: one connection that writes and one that reads, both in one file with a write-ahead log.
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import { makeFile, makeFolder } from '../private-files.ts';
import type { ReadTx, Store, StoreOptions } from '../store.ts';
import { whenUnlocked, writeLock } from './sqlite-lock.ts';
import { tendLog } from './sqlite-log.ts';
import { requireNoLinkToNothing } from './sqlite-mistakes.ts';
import { openStatements } from './sqlite-statement.ts';
import { type Connection, SqliteTx } from './sqlite-tx.ts';
import { openVersion } from './sqlite-version.ts';
import { sharedWriting } from './sqlite-writing.ts';

interface Measures {
  /**
   * Pages of 4 kB in the log after which a commit checkpoints it. That was seen to take 70 ms, and a second after a post that
   * very many follow. The crawler has SQLite's own default. A process that answers people beside a crawler comes to it only if
   * the crawler died long before.
   */
  checkpointPages: number;
  /** Page cache of the reader: enough for the upper levels of every tree of a large account, or of one source. */
  cacheKib: number;
  /**
   * Page cache of the writer: as much as a transaction changes. Ten thousand marks by one of a hundred people change 26 MB of
   * pages; pages that found no room were written and read again before the commit, which took a third of the processor's time.
   * Memory is taken only when it is needed.
   */
  writerCacheKib: number;
  /**
   * Memory-mapped reading: each page beyond the map is read by a system call and copied, which makes a list up to a sixth slower
   * in a large file than in a small one. Mapped pages count as memory in use once they are touched, and the crawler touches all.
   */
  mmapBytes: number;
}

/** SQLite maps no more than 2 GB of a file (https://sqlite.org/mmap.html). A 32-bit process has no room for that. */
const MOST_MAPPED_BYTES = ['arm', 'ia32'].includes(process.arch) ? 67_108_864 : 2_147_418_112;

const forPeople: Measures = {
  checkpointPages: 16_000,
  cacheKib: 16_384,
  writerCacheKib: 32_768,
  mmapBytes: MOST_MAPPED_BYTES,
};
/** A gigabyte of log: the crawler's thread checkpoints it long before. */
const besideChores: Measures = { ...forPeople, checkpointPages: 250_000 };
const forChores: Measures = { checkpointPages: 1_000, cacheKib: 8_192, writerCacheKib: 8_192, mmapBytes: 0 };

/** Opens the database file, and creates it if it is missing. `path` may be `:memory:` for tests of the store alone. */
export async function openSqlite(path: string, clock: Clock, options: StoreOptions = {}): Promise<Store> {
  if (path !== ':memory:') {
    makeFolder(dirname(path));
    requireNoLinkToNothing(path, 'use the database');
    // SQLite copies the permissions of the file to the files that it creates beside it, and a file that it created itself would
    // be readable by everybody.
    makeFile(path);
  }
  const measures = measuresFor(options);
  // Pages that both connections map count twice, and the writer reads little.
  const writer = await connect(path, { ...measures, cacheKib: measures.writerCacheKib, mmapBytes: 0 });
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
    isWantedElsewhere: () => {
      const { people } = options;
      return (options.doesChores ? people?.areWaiting() : people?.areChoresWaiting()) ?? false;
    },
    givesWay: options.doesChores ?? false,
    arePeopleHere: () => options.people?.areHere() ?? false,
    committed: () => version?.forget(),
  });
  const reading = queue();
  const isWriting = (): boolean => writer.database.isTransaction;
  const stopTending = options.tendsLog ? tendLog(path, { clock, isWriting }) : undefined;
  return {
    read: (fn) => (reader === writer ? writing.write(fn) : reading(() => transact(reader, clock, fn))),
    write: writing.write,
    ...(version && { version: version.ask }),
    async close() {
      await Promise.all([reading(async () => {}), writing.ended()]);
      stopTending?.();
      writer.database.close();
      if (reader !== writer) reader.database.close();
    },
  };
}

function measuresFor({ doesChores, people }: StoreOptions): Measures {
  if (doesChores) return forChores;
  return people ? besideChores : forPeople;
}

async function connect(path: string, measures: Measures): Promise<Connection> {
  const database = new DatabaseSync(path, { timeout: 0 });
  // A connection that creates the file, or recovers it after a crash, locks out all others.
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
  return { database, prepare: openStatements(database).prepare };
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
