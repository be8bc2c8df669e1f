// The values of a JSON document: one, or one a line, or one after the other.

/** What a document holds. */
export interface JsonValues {
  /** The one value; undefined where there are several. */
  whole?: unknown;
  /** One after the other. One that cannot be read is undefined. */
  each(): Generator<unknown>;
}

/** Undefined for what is no JSON. */
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
    // Written one after the other by a program that puts nothing between them.
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

/** A line that cannot be read costs nothing but itself: a file that was cut short is read up to there. */
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

/** The objects that stand outside of any other. */
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
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
