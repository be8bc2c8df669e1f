// What a write cannot do without: one page of a file, flushed to the disk that the database is on.
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';

const PAGE = Buffer.alloc(4_096, 1);

export interface Flush {
  /** The milliseconds of one. */
  time(): number;
  close(): void;
}

/** `database`: the address of a file. */
export function openFlush(database: string): Flush {
  const file = `${database.slice('file:'.length)}.flush`;
  const handle = openSync(file, 'w');
  return {
    time() {
      const startedAt = performance.now();
      // In the same place each time, as a write-ahead log is written after its first round.
      writeSync(handle, PAGE, 0, PAGE.length, 0);
      fdatasyncSync(handle);
      return performance.now() - startedAt;
    },
    close() {
      closeSync(handle);
      rmSync(file);
    },
  };
}
