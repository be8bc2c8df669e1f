// Joins several facts in one line, whatever scripts they are written in.

/** Each fact keeps its own direction (Unicode, bidirectional isolates): otherwise a number would follow the direction of the name before it. */
export function inOneLine(...facts: (string | false | undefined)[]): string {
  return facts
    .filter(Boolean)
    .map((fact) => `\u2068${fact}\u2069`)
    .join(' · ');
}
