// Full-text search on PostgreSQL: the words of each post in a row, looked through one by one.
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import type { Reach, SearchDialect, SoughtText } from '../search-dialect.ts';
import { joined, nothing, type Sql, sql } from '../sql.ts';

type Column = 'title' | 'author' | 'body' | 'subjects';

const columns: Readonly<Record<Column, Sql>> = {
  title: sql`title`,
  author: sql`author`,
  body: sql`body`,
  subjects: sql`subjects`,
};

export const postgresSearch: SearchDialect = {
  schema: [
    // Words with a space before and behind each.
    `CREATE TABLE post_words (
      post_id BIGINT PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
      title TEXT NOT NULL,
      author TEXT NOT NULL,
      body TEXT NOT NULL,
      subjects TEXT NOT NULL
    )`,
  ],
  put: ({ postId, title, author, body, subjects }) => sql`
    INSERT INTO post_words (post_id, title, author, body, subjects)
    VALUES (${postId}, ${spaced(title)}, ${spaced(author)}, ${spaced(body)}, ${spaced(subjects)})
    ON CONFLICT (post_id) DO UPDATE SET title = excluded.title, author = excluded.author, body = excluded.body,
      subjects = excluded.subjects`,
  find: (sought, between) =>
    sql`SELECT post_id FROM post_words WHERE ${expressionOf(sought)} ${within(between)}`,
  gathers: () => false,
};

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}

function within(between: { first: number; last: number } | undefined): Sql {
  return between ? sql`AND post_id BETWEEN ${between.first} AND ${between.last}` : nothing;
}

function expressionOf({ clauses, reach, beyond }: SoughtText): Sql {
  const wanted = clauses.filter(({ not }) => !not);
  const all = (at: Reach): Sql =>
    joined(
      wanted.map((clause) => clauseOf(clause, at)),
      ' AND ',
    );
  // Whoever does not want a word does not want it anywhere.
  const unwanted = clauses.filter(({ not }) => not).map((clause) => sql`NOT ${clauseOf(clause, 'anywhere')}`);
  const left = beyond ? [sql`NOT (${all(beyond)})`] : [];
  return joined([all(reach), ...left, ...unwanted], ' AND ');
}

function clauseOf({ any }: Clause<WordsTerm>, reach: Reach): Sql {
  return sql`(${joined(
    any.map((term) => termOf(term, reach)),
    ' OR ',
  )})`;
}

function termOf({ words, open, field }: WordsTerm, reach: Reach): Sql {
  const at = columnsOf(field, reach);
  if (open) return openTerm(words, at);
  const row = holding(at, spaced(words));
  if (field !== undefined || reach !== 'subject') return row;
  // Subjects are in no order.
  const subjects = words.map((word) => holding(['subjects'], spaced([word])));
  return sql`(${row} OR (${joined(subjects, ' AND ')}))`;
}

/** The words before the last in a row, and the last as a beginning. Subjects have no beginnings. */
function openTerm(words: readonly string[], at: readonly Column[]): Sql {
  const start = holding(at, ` ${words.at(-1) ?? ''}`);
  const row = words.slice(0, -1);
  return row.length === 0 ? start : sql`(${holding(at, spaced(row))} AND ${start})`;
}

function holding(at: readonly Column[], text: string): Sql {
  return sql`(${joined(
    at.map((column) => sql`strpos(${columns[column]}, ${text}) > 0`),
    ' OR ',
  )})`;
}

function columnsOf(field: WordsTerm['field'], reach: Reach): readonly Column[] {
  if (field !== undefined) return [field];
  return reach === 'anywhere' ? ['title', 'author', 'body'] : ['title', 'author'];
}
