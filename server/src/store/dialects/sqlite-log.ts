// Folds the write-ahead log of an SQLite file away, in the thread that does the chores: nobody who answers people has to.
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';

/** How often it is looked after: an app that marks without pause has written some megabytes meanwhile. */
const LOOK_MS = 2_000;
/** Where its own thread writes just then. */
const AGAIN_MS = 50;
/**
 * Pages in the log from which on it is made short, 64 MB. By itself it begins anew only where all of it was copied and nobody reads at the
 * moment of the next write; while people read and write without pause it grew by all that was written, to gigabytes.
 */
const MOST_PAGES = 16_000;

export interface LogTending {
  clock: Clock;
  /** Whether the thread is in the midst of a transaction: others would wait the longer for its end. */
  isWriting(): boolean;
  mostPages?: number;
}

/** Begins to look after the log of a file that is there. The answer ends it. */
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
    // Whoever reads and writes goes on meanwhile.
    const { log } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { log: number };
    // The lock is held for what has come since; where it is taken, or somebody reads what is old by now, nothing happens.
    if (log > mostPages) database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } catch {
    // A disk that is full or broken is told to those who write.
  }
}
