// Lines that are written together: one call of the system for those of some milliseconds instead of one for each.

/** Nobody who watches a log sees it; a busy service has dozens of lines in it. */
const GATHERED_MS = 10;

/** At the end of the process what is left is written too. */
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
