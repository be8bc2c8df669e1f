// Checkpoints the write-ahead log of an SQLite file in the thread that does the chores, so that no thread that answers people has
// to.
import { realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';

/** How often the log is checked. Meanwhile, an app that marks without pause has written some megabytes. */
const LOOK_MS = 2_000;
/** The delay before the next try if this thread is writing. */
const AGAIN_MS = 50;
/**
 * Length of the log from which on it is truncated. By itself SQLite starts the log anew only if all of it has been copied
 * and nobody reads at the moment of the next write; while people read and wrote without pause, it grew with everything written,
 * to gigabytes. And when SQLite starts it anew, the file stays as long as it was, such as a backup has made it.
 */
const MOST_BYTES = 67_108_864;

interface LogTending {
  clock: Clock;
  /** Whether the thread is in a transaction: others would wait longer for its end. */
  isWriting(): boolean;
  mostBytes?: number;
}

/** Begins to look after the log of an existing file. The function that it returns ends that. */
export function tendLog(path: string, { clock, isWriting, mostBytes = MOST_BYTES }: LogTending): () => void {
  const database = new DatabaseSync(path, { timeout: 0 });
  database.exec('PRAGMA synchronous = FULL');
  // SQLite puts the log beside the file that a link leads to.
  const log = `${realpathSync(path)}-wal`;
  const isLong = (): boolean => statSync(log).size > mostBytes;
  const look = (): void => {
    const isBusy = isWriting();
    if (!isBusy) fold(database, isLong);
    cancel = clock.after(isBusy ? AGAIN_MS : LOOK_MS, look);
  };
  let cancel = clock.after(LOOK_MS, look);
  return () => {
    cancel();
    database.close();
  };
}

function fold(database: DatabaseSync, isLong: () => boolean): void {
  try {
    // Reading and writing go on meanwhile.
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    // The lock is held only for what has come since. If it is taken, or somebody still reads an old state, nothing happens.
    if (isLong()) database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } catch {
    // Those who write hear of a disk that is full or broken.
  }
}
