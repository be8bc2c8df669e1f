// Full-text search on PostgreSQL: a GIN index over the words of each post. Its own parsers have nothing to decide, for words
// are made before they come here.
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import { startLetters, startsOf } from '../../model/search-words.ts';
import type { PostWords, Reach, SearchDialect, SoughtText } from '../search-dialect.ts';
import { joined, nothing, type Sql, sql } from '../sql.ts';

/**
 * Posts of so many neighbouring ids bear one key, a slice. GIN has no order; but where a word is looked for together with a
 * slice, it skips all other posts, however many hold the word.
 */
const SLICE = 4_096;
/** Posts of a slice that are wanted, from which on looking into the index costs less than unpacking the keys of each. */
const WORTH_A_SLICE = 48;
/** Of more the index is asked for all posts: by then most of them are in the range. */
const MOST_SLICES = 40;

/**
 * The keys of a post are its words (`solar`), the beginnings of its words (`^sol`), and its slice (`#12`); those of its head
 * are words by field (`t:solar`, `a:ada`, `s:solar` for a subject) and their beginnings (`t^sol`, `a^sol`). A word holds none
 * of these signs. A `tsvector` would not do: it takes a megabyte at most, and forgets the places of words after the 16,383rd.
 * Which words stand in a row is looked up in the words themselves.
 */
export const postgresSearch: SearchDialect = {
  schema: [
    `CREATE TABLE post_words (
      post_id BIGINT PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
      keys TEXT[] COLLATE "C" NOT NULL,
      heads TEXT[] COLLATE "C" NOT NULL,
      title TEXT NOT NULL,                     -- words in order, with a blank before and behind each
      author TEXT NOT NULL,
      body TEXT NOT NULL
    )`,
    // What comes of a body lies beside the rows, so that rows are few pages to pass over, and what comes of a head is at hand.
    `ALTER TABLE post_words SET (toast_tuple_target = 512)`,
    // The same keys at a price: the planner does not know that reading them means unpacking them, and would rather do without the index.
    `CREATE FUNCTION post_words_keys (keys TEXT[]) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100
      AS 'BEGIN RETURN keys; END'`,
    // What was written last is in a list that every search reads from end to end: a short one.
    `CREATE INDEX post_words_index ON post_words USING gin (post_words_keys(keys), post_words_keys(heads))
      WITH (gin_pending_list_limit = 256)`,
  ],
  put: (words) => {
    const { postId, title, author, body } = words;
    return [
      sql`
        INSERT INTO post_words (post_id, keys, heads, title, author, body)
        VALUES (${postId}, ${list(keysOf(words))}::text[], ${list(headsOf(words))}::text[],
          ${spaced(title)}, ${spaced(author)}, ${spaced(body)})
        ON CONFLICT (post_id) DO UPDATE
        SET keys = excluded.keys, heads = excluded.heads, title = excluded.title, author = excluded.author, body = excluded.body`,
    ];
  },
  // GIN and autovacuum do it by themselves.
  tidy: () => [],
  // Nothing else is read so, and GIN can be read in no other way.
  around: {
    before: [sql`SET LOCAL enable_bitmapscan = on`],
    after: [sql`SET LOCAL enable_bitmapscan = off`],
  },
  findBetween: (sought, first, last) => {
    const count = sliceOf(last) - sliceOf(first) + 1;
    const slices = Array.from(
      { length: Math.min(count, MOST_SLICES + 1) },
      (_, index) => sliceOf(first) + index,
    );
    return inSlices(sought, { slices, first, last });
  },
  findAmong: (sought, posts) => {
    const slices = [...new Set(posts.map(sliceOf))];
    if (posts.length < slices.length * WORTH_A_SLICE) {
      return sql`${select(conditionOf(sought, unpacked))} AND post_id = ANY(${`{${posts.join(',')}}`}::bigint[])`;
    }
    return inSlices(sought, { slices, first: posts[0] ?? 0, last: posts.at(-1) ?? 0 });
  },
  // However far apart posts lie, the slices tell which of them to look at.
  runs: (posts) => (posts.length === 0 ? [] : [posts]),
  gathers: () => false,
};

/** How keys are read: by the index, or unpacked for each post that something else has found. */
interface Reading {
  keys: Sql;
  heads: Sql;
}

const indexed: Reading = { keys: sql`post_words_keys(keys)`, heads: sql`post_words_keys(heads)` };
const unpacked: Reading = { keys: sql`keys`, heads: sql`heads` };

function select(condition: Sql): Sql {
  return sql`SELECT post_id FROM post_words WHERE ${condition}`;
}

/** Not by the index of ids: it would bring every post of the range. */
function inSlices(
  sought: SoughtText,
  { slices, first, last }: { slices: readonly number[]; first: number; last: number },
): Sql {
  const keys =
    slices.length > MOST_SLICES ? nothing : sql`AND ${holdsAny(indexed.keys, slices.map(sliceKey))}`;
  return sql`${select(conditionOf(sought, indexed))} ${keys} AND post_id + 0 BETWEEN ${first} AND ${last}`;
}

function keysOf({ postId, title, author, body }: PostWords): Iterable<string> {
  const words = [title, author, body];
  const starts = words.flatMap(startsOf).map((start) => `^${start}`);
  return new Set([sliceKey(sliceOf(postId)), ...words.flat(), ...starts]);
}

function headsOf({ title, author, subjects }: PostWords): Iterable<string> {
  const marked = (words: readonly string[], mark: string): string[] => words.map((word) => mark + word);
  return new Set([
    ...marked(title, 't:'),
    ...marked(startsOf(title), 't^'),
    ...marked(author, 'a:'),
    ...marked(startsOf(author), 'a^'),
    ...marked(subjects, 's:'),
  ]);
}

function sliceOf(postId: number): number {
  return Math.floor(postId / SLICE);
}

function sliceKey(slice: number): string {
  return `#${slice}`;
}

function conditionOf({ clauses, reach, beyond }: SoughtText, reading: Reading): Sql {
  const wanted = clauses.filter(({ not }) => !not);
  const all = (at: Reach, from: Reading): Sql =>
    joined(
      wanted.map((clause) => clauseOf(clause, { reach: at, reading: from })),
      ' AND ',
    );
  const left = [
    ...(beyond ? [sql`(${all(beyond, unpacked)})`] : []),
    // Whoever does not want a word does not want it anywhere.
    ...clauses
      .filter(({ not }) => not)
      .map((clause) => clauseOf(clause, { reach: 'anywhere', reading: unpacked })),
  ];
  const without = left.length === 0 ? nothing : sql`AND NOT (${joined(left, ' OR ')})`;
  return sql`${all(reach, reading)} ${without}`;
}

interface Place {
  reach: Reach;
  reading: Reading;
}

function clauseOf({ any }: Clause<WordsTerm>, place: Place): Sql {
  return sql`(${joined(
    any.map((term) => termOf(term, place)),
    ' OR ',
  )})`;
}

function termOf({ words, open, field }: WordsTerm, { reach, reading }: Place): Sql {
  const columns = columnsOf(field, reach);
  if (open) return openTerm(words, { columns, reading });
  const row = rowOf(words, { columns, reading });
  if (field !== undefined || reach !== 'subject') return row;
  // Subjects are in no order.
  const subjects = words.map((word) => `s:${word}`);
  return sql`(${row} OR ${holdsAll(reading.heads, subjects)})`;
}

type Column = 'title' | 'author' | 'body';

interface Columns {
  columns: readonly Column[];
  reading: Reading;
}

/** Words in a row in one of the columns. One word by itself is a key. */
function rowOf(words: readonly string[], at: Columns): Sql {
  const each = words.map((word) => begunOrWhole(word, ':', at));
  if (words.length === 1) return joined(each, ' AND ');
  return sql`(${joined(each, ' AND ')} AND ${stands(spaced(words), at.columns)})`;
}

/** The words before the last in a row, and the last as a beginning. Of a long one only the first letters are a key. */
function openTerm(words: readonly string[], at: Columns): Sql {
  const [row, last = ''] = [words.slice(0, -1), words.at(-1)];
  const start = [...last].slice(0, startLetters.most).join('');
  const parts = [
    ...(row.length === 0 ? [] : [rowOf(row, at)]),
    begunOrWhole(start, '^', at),
    ...(start === last ? [] : [stands(` ${last}`, at.columns)]),
  ];
  return sql`(${joined(parts, ' AND ')})`;
}

function columnsOf(field: WordsTerm['field'], reach: Reach): readonly Column[] {
  if (field !== undefined) return [field];
  return reach === 'anywhere' ? ['title', 'author', 'body'] : ['title', 'author'];
}

/** A word, or what one begins with, in one of the columns: all three are the keys of the post. */
function begunOrWhole(word: string, sign: ':' | '^', { columns, reading }: Columns): Sql {
  if (columns.includes('body')) return holdsAny(reading.keys, [sign === '^' ? `^${word}` : word]);
  const marked = columns.map((column) => `${column === 'title' ? 't' : 'a'}${sign}${word}`);
  return holdsAny(reading.heads, marked);
}

function holdsAny(keys: Sql, any: readonly string[]): Sql {
  return any.length === 1 ? holdsAll(keys, any) : sql`${keys} && ${list(any)}::text[]`;
}

function holdsAll(keys: Sql, all: readonly string[]): Sql {
  return sql`${keys} @> ${list(all)}::text[]`;
}

const texts: Readonly<Record<Column, Sql>> = { title: sql`title`, author: sql`author`, body: sql`body` };

function stands(text: string, columns: readonly Column[]): Sql {
  return sql`(${joined(
    columns.map((column) => sql`strpos(${texts[column]}, ${text}) > 0`),
    ' OR ',
  )})`;
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}

/** An array as PostgreSQL reads it: no word holds a quotation mark or a backslash. */
function list(words: Iterable<string>): string {
  return `{${Array.from(words, (word) => `"${word}"`).join(',')}}`;
}
