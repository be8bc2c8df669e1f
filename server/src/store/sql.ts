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

/** Joins pieces, with ` AND `, `, ` or nothing much between them. */
export function joined(
  pieces: readonly Sql[],
  between: ' AND ' | ' OR ' | ', ' | ' UNION ' | ' UNION ALL ' | ' ',
): Sql {
  return {
    text: pieces.map((piece) => piece.text).join(between),
    values: pieces.flatMap((piece) => piece.values),
  };
}

/** Values for `IN`, with commas between. Each number of them is a text of its own. */
export function listed(values: readonly SqlValue[]): Sql {
  return { text: values.map(() => '?').join(', '), values };
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
