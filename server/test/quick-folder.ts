// The folder for the databases of tests: in memory, so that nothing waits for a disk.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Containers may have very little of it; all tests together use at most two GB, half of it a server's log. */
const ENOUGH_BYTES = 4_000_000_000;

/** A folder in memory, or the one for temporary files if there is too little memory. */
export const quickFolder = hasMemory() ? MEMORY : tmpdir();

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
