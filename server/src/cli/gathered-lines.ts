// Lines that are written together, once in a turn of the event loop: one call of the system instead of one for each.

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
    if (gathered === '') setImmediate(flush);
    gathered += line;
  };
}
