// Full-text search on SQLite: FTS5. Its own tokenizer has nothing to decide: texts are split into words before they come here.
import type { SearchDialect, SoughtText } from '../search/search-dialect.ts';
import { joined, nothing, type Sql, sql } from '../sql.ts';
import { foundBy, isStart, type WordsLookup, type WordsTable } from './sqlite-match.ts';

/** A look into the index costs as much as passing over this many posts that hold the words. */
const MATCHES_FOR_A_LOOK = 250;
/**
 * Pages merged for each new post. Each transaction leaves a piece of index, and pieces are merged into larger ones, three or four
 * times over until all are one. The words of a post fill half a page.
 */
const MERGED_PAGES: Readonly<Record<WordsTable, number>> = {
  post_words: 3,
  post_words_heads: 2,
  post_words_starts: 2,
};
/** Pages per portion when everything is merged: some milliseconds of work. One transaction does several portions while nobody waits. */
const PAGES_AT_ONCE = 32;
/** Posts that share a milestone. */
const MILE = 1_024;
const OPTIONS = `content = '', contentless_delete = 1, tokenize = 'ascii'`;

/** Rows of the index have the ids of their posts. */
export const sqliteSearch: SearchDialect = {
  schema: [
    // Without the texts, which the posts already have. Words of the first column take the least room, so it is the one with the
    // most words.
    `CREATE VIRTUAL TABLE post_words USING fts5 (body, title, author, subjects, ${OPTIONS})`,
    // Once more without the bodies: a search for two frequent words in titles finds few posts, and would pass over many.
    `CREATE VIRTUAL TABLE post_words_heads USING fts5 (title, author, subjects, title_starts, author_starts, ${OPTIONS})`,
    // For beginnings, only which posts have them is kept: their positions took more room than all words (docs/notes/search.md).
    `CREATE VIRTUAL TABLE post_words_starts USING fts5 (starts, detail = none, ${OPTIONS})`,
    // By itself FTS5 would now and then merge much at once: marks waited for 50 ms behind such a visit.
    ...Object.keys(MERGED_PAGES).map(
      (table) => `INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`,
    ),
    `CREATE TRIGGER post_words_go AFTER DELETE ON posts BEGIN
      DELETE FROM post_words WHERE rowid = old.id;
      DELETE FROM post_words_heads WHERE rowid = old.id;
      DELETE FROM post_words_starts WHERE rowid = old.id;
    END`,
  ],
  takeDown: [
    'DROP TRIGGER IF EXISTS post_words_go',
    ...Object.keys(MERGED_PAGES).map((table) => `DROP TABLE IF EXISTS ${table}`),
  ],
  put: (postId, { title, author, body, subjects, titleStarts, authorStarts, starts }) => [
    sql`
      INSERT OR REPLACE INTO post_words_heads (rowid, title, author, subjects, title_starts, author_starts)
      VALUES (${postId}, ${title}, ${author}, ${withMilestone(postId, subjects)}, ${titleStarts}, ${authorStarts})`,
    sql`
      INSERT OR REPLACE INTO post_words (rowid, title, author, subjects, body)
      VALUES (${postId}, ${title}, ${author}, ${withMilestone(postId, subjects)}, ${body})`,
    sql`INSERT OR REPLACE INTO post_words_starts (rowid, starts) VALUES (${postId}, ${starts})`,
  ],
  tidy: (posts) => [
    sql`INSERT INTO post_words (post_words, rank) VALUES ('merge', ${posts * MERGED_PAGES.post_words})`,
    sql`INSERT INTO post_words_heads (post_words_heads, rank) VALUES ('merge', ${posts * MERGED_PAGES.post_words_heads})`,
    sql`INSERT INTO post_words_starts (post_words_starts, rank) VALUES ('merge', ${posts * MERGED_PAGES.post_words_starts})`,
  ],
  merged: Object.keys(MERGED_PAGES).map((name) => ({
    name,
    begin: merging(name, -PAGES_AT_ONCE),
    goOn: merging(name, PAGES_AT_ONCE),
    changes: sql`SELECT total_changes() AS count`,
  })),
  around: { before: [], after: [] },
  findBetween: find,
  findAmong: (sought, posts) => find(sought, posts[0] ?? 0, posts.at(-1) ?? 0),
  runs,
  gathers: ({ clauses }) =>
    clauses.some(({ any }) => any.some(({ words, open }) => open && !isStart(words.at(-1) ?? ''))),
};

/** Negative: begins to merge all pieces, however large. Positive: continues with that many pages of what was begun. */
function merging(table: string, pages: number): Sql {
  return { text: `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${pages})`, values: [] };
}

function find(sought: SoughtText, first: number, last: number): Sql {
  const { wanted, left } = foundBy(sought);
  const range = { first, last };
  if (!left) return select(wanted, range);
  return sql`SELECT post_id FROM (${select(wanted, range)}) AS found WHERE +post_id NOT IN (${select(left, range)})`;
}

interface Range {
  first: number;
  last: number;
}

/** Where several tables are searched, all but the first are searched once for the whole range, not once per post: hence the plus. */
function select(found: WordsLookup, range: Range): Sql {
  if ('table' in found) return looks[found.table](found.words, range);
  if ('any' in found) {
    return joined(
      found.any.map((each) => select(each, range)),
      ' UNION ',
    );
  }
  const [first, ...others] = found.all.map((each) => select(each, range));
  const conditions = others.map((other) => sql`+post_id IN (${other})`);
  return sql`SELECT post_id FROM (${first ?? nothing}) AS found WHERE ${joined(conditions, ' AND ')}`;
}

const looks: Readonly<Record<WordsTable, (words: string, range: Range) => Sql>> = {
  post_words: (words, range) =>
    sql`SELECT rowid AS post_id FROM post_words WHERE post_words MATCH ${ended(words, range)} AND ${within(range)}`,
  post_words_heads: (words, range) =>
    sql`SELECT rowid AS post_id FROM post_words_heads WHERE post_words_heads MATCH ${ended(words, range)} AND ${within(range)}`,
  post_words_starts: (words, range) =>
    sql`SELECT rowid AS post_id FROM post_words_starts WHERE post_words_starts MATCH ${words} AND ${within(range)}`,
};

/**
 * FTS5 notices the end of a range only at a post that matches. Where many posts have all words of a phrase, but not in a row, it would look at all up to the
 * end of the index, for each stretch again. So the next milestone matches as well; it lies behind the range, and is not found.
 */
function ended(words: string, { last }: Range): string {
  return `(${words}) OR subjects : ${milestone(last + MILE)}`;
}

function withMilestone(postId: number, subjects: string): string {
  return `${subjects} ${milestone(postId)}`;
}

/** A word that nobody can type: its first character is of private use. */
function milestone(postId: number): string {
  return `\ue000${Math.floor(postId / MILE)}`;
}

/** The driver binds numbers as floating point, and FTS5 seeks a row directly only if it is given an integer. */
function within({ first, last }: Range): Sql {
  return sql`rowid BETWEEN CAST(${first} AS INTEGER) AND CAST(${last} AS INTEGER)`;
}

/** Where posts lie close together, passing over those between them takes less time than another look into the index. */
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
