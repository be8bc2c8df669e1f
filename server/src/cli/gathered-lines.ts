// Writes the lines of a few milliseconds together, with one system call instead of one for each.

/** Too short to notice for somebody who watches a log; a busy service writes dozens of lines in it. */
const GATHERED_MS = 10;

/** Lines that are left are written when the process ends. */
export function gatherLines(
  write: (text: string) => void,
  atExit: (fn: () => void) => void,
): (line: string) => void {
  let gathered = '';
  const flush = (): void => {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    write(text);
  };
  atExit(flush);
  return (line) => {
    if (gathered === '') setTimeout(flush, GATHERED_MS);
    gathered += line;
  };
}
