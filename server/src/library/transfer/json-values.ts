// The values of a JSON document: one value, one per line, or several after each other.

/** The contents of a document. */
interface JsonValues {
  /** The value, if there is only one; undefined if there are several. */
  whole?: unknown;
  /** One after the other. One that cannot be read is undefined. */
  each(): Generator<unknown>;
}

/** Undefined if it is not JSON. */
export function readJson(text: string): JsonValues | undefined {
  try {
    const whole: unknown = JSON.parse(text);
    return {
      whole,
      *each() {
        yield whole;
      },
    };
  } catch {
    const firstLine = text.slice(0, lineEnd(text, 0));
    if (parse(firstLine) !== undefined) return { each: () => lines(text) };
    // Written by a program that puts nothing between the values.
    const first = objects(text).next().value;
    return first === undefined || parse(first) === undefined
      ? undefined
      : {
          *each() {
            for (const object of objects(text)) yield parse(object);
          },
        };
  }
}

/** A line that cannot be read costs only itself: a truncated file is read up to its end. */
function* lines(text: string): Generator<unknown> {
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    const line = text.slice(start, end).trim();
    if (line !== '') yield parse(line);
    start = end + 1;
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** The outermost objects; at the end of a truncated text what there is of the last one. */
function* objects(text: string): Generator<string, undefined> {
  const signs = /["\\{}]/g;
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let match = signs.exec(text); match; match = signs.exec(text)) {
    const [sign] = match;
    if (sign === '\\') signs.lastIndex++;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === '{' && depth++ === 0) start = match.index;
    else if (sign === '}' && --depth === 0) yield text.slice(start, match.index + 1);
    if (depth < 0) return undefined;
  }
  if (depth > 0) yield text.slice(start);
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
