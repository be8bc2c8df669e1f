// Full-text search on SQLite: FTS5. Its own tokenizer has nothing to decide, for words are made before they come here.
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import type { Reach, SearchDialect, SoughtText } from '../search-dialect.ts';
import { nothing, sql } from '../sql.ts';

/** Beginnings of so many letters are kept like words. Of others all words that begin so are gathered. */
const KEPT_BEGINNING = 3;

/** Rows of the index have the ids of their posts. */
export const sqliteSearch: SearchDialect = {
  schema: [
    // Without the texts, which are in the posts already.
    `CREATE VIRTUAL TABLE post_words USING fts5 (
      title, author, body, subjects, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '${KEPT_BEGINNING}'
    )`,
    `CREATE TRIGGER post_words_go AFTER DELETE ON posts BEGIN DELETE FROM post_words WHERE rowid = old.id; END`,
  ],
  put: (words) => sql`
    INSERT OR REPLACE INTO post_words (rowid, title, author, body, subjects)
    VALUES (${words.postId}, ${words.title}, ${words.author}, ${words.body}, ${words.subjects})`,
  find: (sought, between) => sql`
    SELECT rowid AS post_id FROM post_words WHERE post_words MATCH ${expressionOf(sought)}
    ${between ? sql`AND rowid BETWEEN ${between.first} AND ${between.last}` : nothing}`,
  gathers: ({ clauses }) =>
    clauses.some(({ any }) =>
      any.some(({ words, open }) => open && [...(words.at(-1) ?? '')].length !== KEPT_BEGINNING),
    ),
};

/** An expression of FTS5 (https://sqlite.org/fts5.html#full_text_query_syntax). Words hold letters, digits and marks only. */
function expressionOf({ clauses, reach, beyond }: SoughtText): string {
  const wanted = clauses.filter(({ not }) => !not);
  const unwanted = clauses.filter(({ not }) => not);
  const all = (at: Reach): string => `(${wanted.map((clause) => clauseOf(clause, at)).join(' AND ')})`;
  const left = [
    ...(beyond ? [all(beyond)] : []),
    // Whoever does not want a word does not want it anywhere.
    ...unwanted.map((clause) => clauseOf(clause, 'anywhere')),
  ];
  return left.length === 0 ? all(reach) : `${all(reach)} NOT (${left.join(' OR ')})`;
}

function clauseOf({ any }: Clause<WordsTerm>, reach: Reach): string {
  return `(${any.map((term) => termOf(term, reach)).join(' OR ')})`;
}

function termOf({ words, open, field }: WordsTerm, reach: Reach): string {
  const row = `"${words.join(' ')}"${open ? ' *' : ''}`;
  if (field !== undefined) return `${field} : ${row}`;
  if (reach === 'anywhere') return `{title author body} : ${row}`;
  const inHead = `{title author} : ${row}`;
  if (reach === 'head') return inHead;
  const each = words.map((word, index) => `"${word}"${open && index === words.length - 1 ? ' *' : ''}`);
  return `(${inHead} OR subjects : (${each.join(' AND ')}))`;
}
