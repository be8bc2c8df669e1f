// Full-text search on SQLite: FTS5. Its own tokenizer has nothing to decide: texts are split into words before they come here.
import type { SearchDialect, SoughtText, WordIndex } from '../search/search-dialect.ts';
import { joined, nothing, type Sql, sql } from '../sql.ts';
import { foundBy, isStart, type WordsLookup, type WordsTable } from './sqlite-match.ts';

/** A look into the index costs as much as passing over this many posts that hold the words. */
const MATCHES_FOR_A_LOOK = 250;
/**
 * Pages merged for each new post. Each transaction leaves a piece of index, and pieces are merged into larger ones, three or four
 * times over until all are one. The words of a post fill half a page.
 */
const MERGED_PAGES: Readonly<Record<WordsTable, number>> = { words: 3, heads: 2, starts: 2 };
const kinds: readonly WordsTable[] = ['words', 'heads', 'starts'];
/** Pages per portion when everything is merged: some milliseconds of work. One transaction does several portions while nobody waits. */
const PAGES_AT_ONCE = 32;
/** Posts that share a milestone. */
const MILE = 1_024;
const OPTIONS = `content = '', contentless_delete = 1, tokenize = 'ascii'`;

type Tables = Readonly<Record<WordsTable, string>>;

const ofPosts = { words: 'post_words', heads: 'post_words_heads', starts: 'post_words_starts' };
const ofFullTexts = {
  words: 'post_words_full',
  heads: 'post_words_full_heads',
  starts: 'post_words_full_starts',
};

export const sqliteSearch: SearchDialect = {
  ...wordIndex(ofPosts, [
    `CREATE TRIGGER post_words_go AFTER DELETE ON posts BEGIN
      ${deletions(ofPosts, 'old.id')}
    END`,
  ]),
  takeDown: [
    'DROP TRIGGER IF EXISTS post_words_go',
    ...kinds.map((kind) => `DROP TABLE IF EXISTS ${ofPosts[kind]}`),
  ],
  full: wordIndex(ofFullTexts, [
    `CREATE TRIGGER post_words_full_go AFTER DELETE ON full_texts BEGIN
      ${deletions(ofFullTexts, 'old.post_id')}
    END`,
    // An article that is handed to another post gets its words there anew.
    `CREATE TRIGGER post_words_full_move AFTER UPDATE OF post_id ON full_texts BEGIN
      ${deletions(ofFullTexts, 'old.post_id')}
    END`,
  ]),
  around: { before: [], after: [] },
  runs,
  gathers: ({ clauses }) =>
    clauses.some(({ any }) => any.some(({ words, open }) => open && !isStart(words.at(-1) ?? ''))),
};

/** Rows have the ids of their posts. */
function wordIndex(tables: Tables, going: readonly string[]): WordIndex {
  return {
    schema: [...schemaOf(tables), ...going],
    put: (postId, { title, author, body, subjects, titleStarts, authorStarts, starts }) => [
      sql`
        INSERT OR REPLACE INTO ${named(tables.heads)} (rowid, title, author, subjects, title_starts, author_starts)
        VALUES (${postId}, ${title}, ${author}, ${withMilestone(postId, subjects)}, ${titleStarts}, ${authorStarts})`,
      sql`
        INSERT OR REPLACE INTO ${named(tables.words)} (rowid, title, author, subjects, body)
        VALUES (${postId}, ${title}, ${author}, ${withMilestone(postId, subjects)}, ${body})`,
      sql`INSERT OR REPLACE INTO ${named(tables.starts)} (rowid, starts) VALUES (${postId}, ${starts})`,
    ],
    tidy: (posts) =>
      kinds.map((kind) => {
        const table = named(tables[kind]);
        return sql`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${posts * MERGED_PAGES[kind]})`;
      }),
    merged: kinds.map((kind) => ({
      name: tables[kind],
      begin: merging(tables[kind], -PAGES_AT_ONCE),
      goOn: merging(tables[kind], PAGES_AT_ONCE),
      changes: sql`SELECT total_changes() AS count`,
    })),
    findBetween: (sought, first, last) => find(tables, sought, { first, last }),
    findAmong: (sought, posts) => find(tables, sought, { first: posts[0] ?? 0, last: posts.at(-1) ?? 0 }),
  };
}

function schemaOf({ words, heads, starts }: Tables): string[] {
  return [
    // Without the texts, which the posts already have. Words of the first column take the least room, so it is the one with the
    // most words.
    `CREATE VIRTUAL TABLE ${words} USING fts5 (body, title, author, subjects, ${OPTIONS})`,
    // Once more without the bodies: a search for two frequent words in titles finds few posts, and would pass over many.
    `CREATE VIRTUAL TABLE ${heads} USING fts5 (title, author, subjects, title_starts, author_starts, ${OPTIONS})`,
    // For beginnings, only which posts have them is kept: their positions took more room than all words (docs/notes/search.md).
    `CREATE VIRTUAL TABLE ${starts} USING fts5 (starts, detail = none, ${OPTIONS})`,
    // By itself FTS5 would now and then merge much at once: marks waited for 50 ms behind such a visit.
    ...[words, heads, starts].map((table) => `INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`),
  ];
}

function deletions(tables: Tables, id: string): string {
  return kinds.map((kind) => `DELETE FROM ${tables[kind]} WHERE rowid = ${id};`).join('\n      ');
}

function named(table: string): Sql {
  return { text: table, values: [] };
}

/** Negative: begins to merge all pieces, however large. Positive: continues with that many pages of what was begun. */
function merging(table: string, pages: number): Sql {
  return named(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${pages})`);
}

interface Range {
  first: number;
  last: number;
}

function find(tables: Tables, sought: SoughtText, range: Range): Sql {
  const { wanted, left } = foundBy(sought);
  const found = select(tables, wanted, range);
  if (!left) return found;
  return sql`SELECT post_id FROM (${found}) AS found WHERE +post_id NOT IN (${select(tables, left, range)})`;
}

/** Where several tables are searched, all but the first are searched once for the whole range, not once per post: hence the plus. */
function select(tables: Tables, found: WordsLookup, range: Range): Sql {
  if ('table' in found) return look(tables, found, range);
  if ('any' in found) {
    return joined(
      found.any.map((each) => select(tables, each, range)),
      ' UNION ',
    );
  }
  const [first, ...others] = found.all.map((each) => select(tables, each, range));
  const conditions = others.map((other) => sql`+post_id IN (${other})`);
  return sql`SELECT post_id FROM (${first ?? nothing}) AS found WHERE ${joined(conditions, ' AND ')}`;
}

function look(
  tables: Tables,
  { table, words }: Extract<WordsLookup, { table: WordsTable }>,
  range: Range,
): Sql {
  const of = named(tables[table]);
  const match = table === 'starts' ? words : ended(words, range);
  return sql`SELECT rowid AS post_id FROM ${of} WHERE ${of} MATCH ${match} AND ${within(range)}`;
}

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
