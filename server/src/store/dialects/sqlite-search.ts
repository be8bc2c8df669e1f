// Full-text search on SQLite: FTS5. Its own tokenizer has nothing to decide, for words are made before they come here.
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import { startLetters, startsOf } from '../../model/search-words.ts';
import type { Reach, SearchDialect, SoughtText } from '../search-dialect.ts';
import { type Sql, sql } from '../sql.ts';

/** A look into the index costs as much as passing over so many posts that hold the words. */
const MATCHES_FOR_A_LOOK = 250;
/**
 * Pages merged for each post that comes. Each transaction leaves a piece of index, and pieces become larger ones, three or four times
 * over until all are merged: of words, a post brings a page.
 */
const MERGED_PAGES = { post_words: 6, post_words_heads: 2 } as const;

/**
 * Rows of the index have the ids of their posts. Beginnings are kept as words of columns of their own: the prefix index of
 * FTS5 is larger by far, for it keeps where in a post each of them stands (docs/notes/search.md).
 */
export const sqliteSearch: SearchDialect = {
  schema: [
    // Without the texts, which are in the posts already. Words of the first column take the least room, so the most stand there.
    `CREATE VIRTUAL TABLE post_words USING fts5 (
      body_starts, body, title, author, subjects, title_starts, author_starts,
      content = '', contentless_delete = 1, tokenize = 'ascii'
    )`,
    // Once more without the bodies: whoever looks for two frequent words in titles has few posts to find, and much to pass over.
    `CREATE VIRTUAL TABLE post_words_heads USING fts5 (
      title, author, subjects, title_starts, author_starts,
      content = '', contentless_delete = 1, tokenize = 'ascii'
    )`,
    // By itself it would merge much at once and now and then: marks waited for 50 ms behind such a visit.
    ...Object.keys(MERGED_PAGES).map(
      (table) => `INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`,
    ),
    `CREATE TRIGGER post_words_go AFTER DELETE ON posts BEGIN
      DELETE FROM post_words WHERE rowid = old.id;
      DELETE FROM post_words_heads WHERE rowid = old.id;
    END`,
  ],
  put: ({ postId, title, author, body, subjects }) => {
    const [titles, authors, about] = [title, author, subjects].map((words) => words.join(' '));
    const starts = [title, author, body].map((words) => startsOf(words).join(' '));
    const [titleStarts = '', authorStarts = '', bodyStarts = ''] = starts;
    const head = sql`${postId}, ${titles ?? ''}, ${authors ?? ''}, ${about ?? ''}, ${titleStarts}, ${authorStarts}`;
    return [
      sql`INSERT OR REPLACE INTO post_words_heads (rowid, title, author, subjects, title_starts, author_starts) VALUES (${head})`,
      sql`
        INSERT OR REPLACE INTO post_words (rowid, title, author, subjects, title_starts, author_starts, body, body_starts)
        VALUES (${head}, ${body.join(' ')}, ${bodyStarts})`,
    ];
  },
  tidy: (posts) => [
    sql`INSERT INTO post_words (post_words, rank) VALUES ('merge', ${posts * MERGED_PAGES.post_words})`,
    sql`INSERT INTO post_words_heads (post_words_heads, rank) VALUES ('merge', ${posts * MERGED_PAGES.post_words_heads})`,
  ],
  around: { before: [], after: [] },
  findBetween: find,
  findAmong: (sought, posts) => find(sought, posts[0] ?? 0, posts.at(-1) ?? 0),
  runs,
  gathers: ({ clauses }) =>
    clauses.some(({ any }) => any.some(({ words, open }) => open && !isStart(words.at(-1) ?? ''))),
};

/** The driver binds numbers as floating point, and FTS5 goes straight to a row only where it is given an integer. */
function find(sought: SoughtText, first: number, last: number): Sql {
  const range = sql`rowid BETWEEN CAST(${first} AS INTEGER) AND CAST(${last} AS INTEGER)`;
  const words = expressionOf(sought);
  return isOfHeads(sought)
    ? sql`SELECT rowid AS post_id FROM post_words_heads WHERE post_words_heads MATCH ${words} AND ${range}`
    : sql`SELECT rowid AS post_id FROM post_words WHERE post_words MATCH ${words} AND ${range}`;
}

/** Whether no body has to be looked at. */
function isOfHeads({ clauses, reach }: SoughtText): boolean {
  return clauses.every(
    ({ any, not }) => any.every(({ field }) => field !== undefined) || (!not && reach !== 'anywhere'),
  );
}

/** Where posts lie close together, one look passes over what is between them sooner than two looks begin. */
function runs(posts: readonly number[], spacing: number): number[][] {
  const widestGap = spacing * MATCHES_FOR_A_LOOK;
  const all: number[][] = [];
  for (const [index, post] of posts.entries()) {
    const run = all.at(-1);
    if (run && post - (posts[index - 1] ?? post) <= widestGap) run.push(post);
    else all.push([post]);
  }
  return all;
}

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
  const columns = columnsOf(field, reach);
  if (open) return openTerm(words, columns);
  const row = `{${columns.join(' ')}} : "${words.join(' ')}"`;
  if (field !== undefined || reach !== 'subject') return row;
  // Subjects are in no order.
  return `(${row} OR subjects : (${words.map((word) => `"${word}"`).join(' AND ')}))`;
}

/** The words before the last in a row, and the last as a beginning. Subjects have no beginnings. */
function openTerm(words: readonly string[], columns: readonly string[]): string {
  const [row, last = ''] = [words.slice(0, -1).join(' '), words.at(-1)];
  const start = isStart(last)
    ? `{${columns.map((column) => `${column}_starts`).join(' ')}} : "${last}"`
    : `{${columns.join(' ')}} : "${last}" *`;
  return row === '' ? start : `({${columns.join(' ')}} : "${row}" AND ${start})`;
}

function columnsOf(field: WordsTerm['field'], reach: Reach): readonly string[] {
  if (field !== undefined) return [field];
  return reach === 'anywhere' ? ['title', 'author', 'body'] : ['title', 'author'];
}

/** Whether a beginning is kept. Of longer ones all words that begin so are gathered. */
function isStart(beginning: string): boolean {
  return [...beginning].length <= startLetters.most;
}
