// Several facts in one line, whatever scripts they are written in.

/** Each keeps its own direction (Unicode, bidirectional isolates): a number would otherwise go along with the name before it. */
export function inOneLine(...facts: (string | false | undefined)[]): string {
  return facts
    .filter(Boolean)
    .map((fact) => `\u2068${fact}\u2069`)
    .join(' · ');
}
