// Writes the lines of a few milliseconds together, with one system call instead of one for each, and no more than somebody reads.

/** Too short to notice for somebody who watches a log; a busy service writes dozens of lines in it. */
const GATHERED_MS = 10;
/** Bytes of some ten thousand lines. A program that has stopped reading the log without ending would have all of them kept in memory. */
export const MOST_UNREAD = 4_000_000;

interface Reading {
  /** How many bytes of what was written nobody has read yet. */
  unread(): number;
  /** What to write when somebody reads again. */
  told(lostLines: number): string;
}

/** Lines that are left are written when the process ends. */
export function gatherLines(
  write: (text: string) => void,
  atExit: (fn: () => void) => void,
  reading?: Reading,
): (line: string) => void {
  let gathered = '';
  let lostLines = 0;
  const flush = (): void => {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    if (reading && reading.unread() > MOST_UNREAD) {
      lostLines += text.split('\n').length - 1;
      return;
    }
    write(lostLines > 0 && reading ? reading.told(lostLines) + text : text);
    lostLines = 0;
  };
  atExit(flush);
  return (line) => {
    if (gathered === '') setTimeout(flush, GATHERED_MS);
    gathered += line;
  };
}
