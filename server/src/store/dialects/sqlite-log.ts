// Checkpoints the write-ahead log of an SQLite file in the thread that does the chores, so that no thread that answers people has
// to.
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';

/** How often the log is checked. Meanwhile, an app that marks without pause has written some megabytes. */
const LOOK_MS = 2_000;
/** The delay before the next try if this thread is writing. */
const AGAIN_MS = 50;
/**
 * Pages in the log from which on it is truncated: 64 MB. By itself SQLite starts the log anew only if all of it has been copied
 * and nobody reads at the moment of the next write; while people read and wrote without pause, it grew with everything written,
 * to gigabytes.
 */
const MOST_PAGES = 16_000;

interface LogTending {
  clock: Clock;
  /** Whether the thread is in a transaction: others would wait longer for its end. */
  isWriting(): boolean;
  mostPages?: number;
}

/** Begins to look after the log of an existing file. The function that it returns ends that. */
export function tendLog(path: string, { clock, isWriting, mostPages = MOST_PAGES }: LogTending): () => void {
  const database = new DatabaseSync(path, { timeout: 0 });
  database.exec('PRAGMA synchronous = FULL');
  const look = (): void => {
    const isBusy = isWriting();
    if (!isBusy) fold(database, mostPages);
    cancel = clock.after(isBusy ? AGAIN_MS : LOOK_MS, look);
  };
  let cancel = clock.after(LOOK_MS, look);
  return () => {
    cancel();
    database.close();
  };
}

function fold(database: DatabaseSync, mostPages: number): void {
  try {
    // Reading and writing go on meanwhile.
    const { log } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { log: number };
    // The lock is held only for what has come since. If it is taken, or somebody still reads an old state, nothing happens.
    if (log > mostPages) database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } catch {
    // Those who write hear of a disk that is full or broken.
  }
}
