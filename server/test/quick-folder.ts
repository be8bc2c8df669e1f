// Where the databases of tests lie: in memory, where nobody waits for a disk to have written.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Containers may have very little of it; all tests together hold two GB at the most, half of it the log of a server. */
const ENOUGH_BYTES = 4_000_000_000;

/** A folder in memory, or the one for temporary files where there is too little of it. */
export const quickFolder = hasMemory() ? MEMORY : tmpdir();

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
