// SQL as values: a tagged template keeps what is text apart from what is data, and statements compose.

export type SqlValue = string | number | bigint | null | Uint8Array;

/** One statement or a piece of one. `text` has a `?` for each of `values`, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** The text of a template without nested pieces never changes, so it is joined once. */
const plainTexts = new WeakMap<TemplateStringsArray, string>();

/** Builds a statement: nested `Sql` is woven in, everything else becomes a bound value. */
export function sql(strings: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql {
  if (!parts.some(isSql)) return { text: plainText(strings), values: parts as SqlValue[] };
  let text = strings[0] ?? '';
  const values: SqlValue[] = [];
  parts.forEach((part, index) => {
    if (isSql(part)) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[index + 1] ?? '';
  });
  return { text, values };
}

/** Nothing: for the branch of a condition that adds nothing. */
export const nothing: Sql = { text: '', values: [] };

/** Joins pieces, with ` AND `, `, ` or just a blank between them. */
export function joined(
  pieces: readonly Sql[],
  between: ' AND ' | ' OR ' | ', ' | ' + ' | ' UNION ' | ' ',
): Sql {
  return {
    text: pieces.map((piece) => piece.text).join(between),
    values: pieces.flatMap((piece) => piece.values),
  };
}

/**
 * Values for `IN`, separated by commas. The last one is repeated until their number is a power of two: each number makes another
 * text, which is kept and may be prepared.
 */
export function listed(values: readonly SqlValue[]): Sql {
  const [last] = values.slice(-1);
  if (last === undefined) return { text: '', values };
  const padded = Array.from({ length: 2 ** Math.ceil(Math.log2(values.length)) }, (_, at) => values[at]);
  const all = padded.map((value) => (value === undefined ? last : value));
  return { text: all.map(() => '?').join(', '), values: all };
}

function isSql(part: SqlValue | Sql): part is Sql {
  return typeof part === 'object' && part !== null && 'text' in part;
}

function plainText(strings: TemplateStringsArray): string {
  const known = plainTexts.get(strings);
  if (known !== undefined) return known;
  const text = strings.join('?');
  plainTexts.set(strings, text);
  return text;
}
