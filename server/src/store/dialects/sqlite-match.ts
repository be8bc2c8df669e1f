// What is searched for, as expressions of FTS5 (https://sqlite.org/fts5.html#full_text_query_syntax), each for one of the tables
// of words. Words hold letters, digits and marks only, so none is read as an operator.
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import { startLetters } from '../../model/search-words.ts';
import { columnsOf, type Reach, type SoughtText } from '../search/search-dialect.ts';

/** A table of an index: with the bodies of posts, with their heads only, with the beginnings of words. */
export type WordsTable = 'words' | 'heads' | 'starts';

/** Posts that one look into a table finds, or that all, or any, of some others find. */
export type WordsLookup =
  | { table: WordsTable; words: string }
  | { all: readonly WordsLookup[] }
  | { any: readonly WordsLookup[] };

/** What finds the wanted posts, and which of those are left out: in one look wherever one table can answer everything. */
export function foundBy(sought: SoughtText): { wanted: WordsLookup; left: WordsLookup | undefined } {
  const { reach, beyond } = sought;
  const at = (clause: Clause<WordsTerm>, of: Reach): WordsLookup =>
    anyOf(clause.any.map((term) => termOf(term, { reach: of, table: tableOf(sought, of) })));
  const all = (of: Reach): WordsLookup =>
    allOf(sought.clauses.filter(({ not }) => !not).map((each) => at(each, of)));
  const wanted = all(reach);
  const left = [
    ...(beyond ? [all(beyond)] : []),
    // An excluded word is excluded everywhere, whatever the reach.
    ...sought.clauses.filter(({ not }) => not).map((each) => at(each, 'anywhere')),
  ];
  if (left.length === 0) return { wanted, left: undefined };
  const unwanted = anyOf(left);
  const isOne = 'table' in wanted && 'table' in unwanted && wanted.table === unwanted.table;
  if (!isOne) return { wanted, left: unwanted };
  return { wanted: { ...wanted, words: `${wanted.words} NOT ${unwanted.words}` }, left: undefined };
}

/** Whether the index keeps this beginning. For a longer one, FTS5 gathers all words that begin with it. */
export function isStart(beginning: string): boolean {
  return [...beginning].length <= startLetters.most;
}

/** Where whole words are looked for: in the table with the bodies only if they have to be, or if one look there answers everything. */
function tableOf({ clauses, reach }: SoughtText, at: Reach): WordsTable {
  const isOfHeads = clauses.every(
    ({ any, not }) => any.every(({ field }) => field !== undefined) || (!not && reach !== 'anywhere'),
  );
  const isOneLook = !clauses.some(({ any }) => any.some(isShort));
  return isOfHeads || (at !== 'anywhere' && !isOneLook) ? 'heads' : 'words';
}

function isShort({ open, words }: WordsTerm): boolean {
  return open && isStart(words.at(-1) ?? '');
}

interface Place {
  reach: Reach;
  table: WordsTable;
}

function termOf(term: WordsTerm, { reach, table }: Place): WordsLookup {
  const { words, open, field } = term;
  const columns = columnsOf(field, reach);
  if (open) return openTerm(term, { columns, table });
  const row = rowOf(words, columns);
  if (field !== undefined || reach !== 'subject') return { table, words: row };
  const subjects = `subjects : (${words.map((word) => `"${word}"`).join(' AND ')})`;
  if (words.length === 1) return { table, words: `(${row} OR ${subjects})` };
  // Subjects have no order: whether they form a phrase, only the texts tell.
  const inTexts = rowOf(words, columnsOf(field, 'anywhere'));
  return anyOf([
    { table, words: row },
    allOf([
      { table, words: subjects },
      { table: 'words', words: inTexts },
    ]),
  ]);
}

/** The words before the last as a phrase, and the last as a beginning. Subjects have no beginnings. */
function openTerm(
  term: WordsTerm,
  { columns, table }: { columns: readonly string[]; table: WordsTable },
): WordsLookup {
  const [row, last = ''] = [term.words.slice(0, -1), term.words.at(-1)];
  const before: WordsLookup[] = row.length === 0 ? [] : [{ table, words: rowOf(row, columns) }];
  if (!isShort(term)) return allOf([...before, { table, words: `(${rowOf([last], columns)} *)` }]);
  if (columns.includes('body')) return allOf([...before, { table: 'starts', words: `"${last}"` }]);
  const starts = columns.map((column) => `${column}_starts`);
  return allOf([...before, { table: 'heads', words: rowOf([last], starts) }]);
}

function rowOf(words: readonly string[], columns: readonly string[]): string {
  return `{${columns.join(' ')}} : "${words.join(' ')}"`;
}

function allOf(parts: readonly WordsLookup[]): WordsLookup {
  const all = joined(parts, 'AND');
  return all.length === 1 && all[0] ? all[0] : { all };
}

function anyOf(parts: readonly WordsLookup[]): WordsLookup {
  const any = joined(parts, 'OR');
  return any.length === 1 && any[0] ? any[0] : { any };
}

/** Lookups in the same table become one. */
function joined(parts: readonly WordsLookup[], operator: 'AND' | 'OR'): WordsLookup[] {
  const looks = parts.filter((part) => 'table' in part);
  const tables = Map.groupBy(looks, (look) => look.table);
  return [
    ...Array.from(tables, ([table, same]) => ({
      table,
      words: `(${same.map((look) => look.words).join(` ${operator} `)})`,
    })),
    ...parts.filter((part) => !('table' in part)),
  ];
}
