// Full-text search on PostgreSQL: a GIN index over the words of each post. Its own parsers have nothing to decide, for words
// are made before they come here.
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import { startLetters } from '../../model/search-words.ts';
import type { Reach, SearchDialect, SoughtText } from '../search-dialect.ts';
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
 * Which words stand in a row is looked up in the words themselves, and nothing else is kept: keys are made of these whenever a row
 * is indexed, and would take more than the words and the index together (docs/notes/search.md).
 */
export const postgresSearch: SearchDialect = {
  schema: [
    `CREATE TABLE post_words (
      post_id BIGINT PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
      title TEXT NOT NULL,                     -- words in order, with a blank before and behind each
      author TEXT NOT NULL,
      subjects TEXT NOT NULL,
      body TEXT NOT NULL
    )`,
    // What comes of a body lies beside the rows, so that rows are few pages to pass over, and what comes of a head is at hand.
    `ALTER TABLE post_words SET (toast_tuple_target = 512)`,
    // What words begin with, as startsOf (model/search-words.ts) has it. No script without blanks is below U+0E00; the first sign
    // of a word of another one is never looked for.
    `CREATE FUNCTION post_words_starts (words TEXT[], sign TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
      AS $$ BEGIN RETURN (SELECT
        array_agg(sign || left(word, ${startLetters.least})) FILTER (WHERE length(word) >= ${startLetters.least}) ||
        array_agg(sign || left(word, 4)) FILTER (WHERE length(word) >= 4) ||
        array_agg(sign || left(word, ${startLetters.most})) FILTER (WHERE length(word) >= ${startLetters.most}) ||
        array_agg(sign || left(word, 1)) FILTER (WHERE ascii(word) >= 3584)
        FROM unnest(words) AS word); END $$`,
    `CREATE FUNCTION post_words_each (text TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
      AS $$ BEGIN RETURN ARRAY(SELECT DISTINCT word FROM unnest(string_to_array(text, ' ')) AS word WHERE word <> ''); END $$`,
    // At a price: the planner does not know what making them costs, and would rather do without the index.
    `CREATE FUNCTION post_words_keys (post_id BIGINT, title TEXT, author TEXT, body TEXT) RETURNS TEXT[]
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
      AS $$ DECLARE words TEXT[] := post_words_each(title || author || body);
      BEGIN RETURN words || post_words_starts(words, '^') || ('#' || post_id / ${SLICE}); END $$`,
    `CREATE FUNCTION post_words_heads (title TEXT, author TEXT, subjects TEXT) RETURNS TEXT[]
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
      AS $$ DECLARE titles TEXT[] := post_words_each(title); authors TEXT[] := post_words_each(author);
      BEGIN RETURN ARRAY(SELECT 't:' || word FROM unnest(titles) AS word) || post_words_starts(titles, 't^')
        || ARRAY(SELECT 'a:' || word FROM unnest(authors) AS word) || post_words_starts(authors, 'a^')
        || ARRAY(SELECT 's:' || word FROM unnest(post_words_each(subjects)) AS word); END $$`,
    // What was written last is in a list that every search reads from end to end: a short one.
    `CREATE INDEX post_words_index ON post_words
      USING gin (post_words_keys(post_id, title, author, body), post_words_heads(title, author, subjects))
      WITH (gin_pending_list_limit = 256)`,
    // Statistics would be made of the keys of 30,000 posts, a millisecond each, whenever a tenth of the posts are new.
    `ALTER INDEX post_words_index ALTER COLUMN 1 SET STATISTICS 0`,
    `ALTER INDEX post_words_index ALTER COLUMN 2 SET STATISTICS 0`,
  ],
  takeDown: [
    'DROP TABLE IF EXISTS post_words',
    ...['post_words_keys', 'post_words_heads', 'post_words_starts', 'post_words_each'].map(
      (name) => `DROP FUNCTION IF EXISTS ${name}`,
    ),
  ],
  put: ({ postId, title, author, body, subjects }) => [
    sql`
      INSERT INTO post_words (post_id, title, author, subjects, body)
      VALUES (${postId}, ${spaced(title)}, ${spaced(author)}, ${spaced(subjects)}, ${spaced(body)})
      ON CONFLICT (post_id) DO UPDATE
      SET title = excluded.title, author = excluded.author, subjects = excluded.subjects, body = excluded.body`,
  ],
  // GIN and autovacuum do it by themselves.
  tidy: () => [],
  merged: [],
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
      return sql`${select(conditionOf(sought, 'words'))} AND post_id = ANY(${`{${posts.join(',')}}`}::bigint[])`;
    }
    return inSlices(sought, { slices, first: posts[0] ?? 0, last: posts.at(-1) ?? 0 });
  },
  // However far apart posts lie, the slices tell which of them to look at.
  runs: (posts) => (posts.length === 0 ? [] : [posts]),
  gathers: () => false,
};

/** Whether the index is asked, or the words of each post that something else has found. */
type Reading = 'index' | 'words';

const keys = sql`post_words_keys(post_id, title, author, body)`;
const heads = sql`post_words_heads(title, author, subjects)`;

function select(condition: Sql): Sql {
  return sql`SELECT post_id FROM post_words WHERE ${condition}`;
}

/** Not by the index of ids: it would bring every post of the range. */
function inSlices(
  sought: SoughtText,
  { slices, first, last }: { slices: readonly number[]; first: number; last: number },
): Sql {
  const within = slices.length > MOST_SLICES ? nothing : sql`AND ${holdsAny(keys, slices.map(sliceKey))}`;
  // Beside the keys and not among them: whatever is not all of the index's is asked of each row again, and keys are dear to make.
  const exactly = isAllInKeys(sought)
    ? nothing
    : sql`AND ${wantedOf(sought.clauses, { reach: sought.reach, reading: 'words' })}`;
  return sql`${select(conditionOf(sought, 'index'))} ${within} ${exactly} AND post_id + 0 BETWEEN ${first} AND ${last}`;
}

function sliceOf(postId: number): number {
  return Math.floor(postId / SLICE);
}

function sliceKey(slice: number): string {
  return `#${slice}`;
}

/** What is wanted, and nothing that is left out. */
function conditionOf(sought: SoughtText, reading: Reading): Sql {
  const { clauses, reach, beyond } = sought;
  const left = [
    ...(beyond ? [sql`(${wantedOf(clauses, { reach: beyond, reading: 'words' })})`] : []),
    // Whoever does not want a word does not want it anywhere.
    ...clauses
      .filter(({ not }) => not)
      .map((clause) => clauseOf(clause, { reach: 'anywhere', reading: 'words' })),
  ];
  const without = left.length === 0 ? nothing : sql`AND NOT (${joined(left, ' OR ')})`;
  return sql`${wantedOf(clauses, { reach, reading })} ${without}`;
}

function wantedOf(clauses: SoughtText['clauses'], place: Place): Sql {
  return joined(
    clauses.filter(({ not }) => !not).map((clause) => clauseOf(clause, place)),
    ' AND ',
  );
}

/** Whether keys tell all of what is wanted: not which words stand in a row, and of a beginning only the first letters. */
function isAllInKeys({ clauses }: SoughtText): boolean {
  const isKey = ({ words: [word = '', ...others], open }: WordsTerm): boolean =>
    others.length === 0 && !(open && [...word].length > startLetters.most);
  return clauses.every(({ any, not }) => not || any.every(isKey));
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
  return sql`(${row} OR ${areSubjects(words, reading)})`;
}

type Column = 'title' | 'author' | 'body';

interface Columns {
  columns: readonly Column[];
  reading: Reading;
}

/** Words in a row in one of the columns; of the index, all that is known is which words there are. */
function rowOf(words: readonly string[], at: Columns): Sql {
  if (at.reading === 'words') return stands(spaced(words), at.columns);
  return joined(
    words.map((word) => keyOf(word, ':', at)),
    ' AND ',
  );
}

/** The words before the last in a row, and the last as a beginning. Of a long one only the first letters are a key. */
function openTerm(words: readonly string[], at: Columns): Sql {
  const [row, last = ''] = [words.slice(0, -1), words.at(-1)];
  const start = [...last].slice(0, startLetters.most).join('');
  const begun = at.reading === 'index' ? keyOf(start, '^', at) : stands(` ${last}`, at.columns);
  return row.length === 0 ? begun : sql`(${rowOf(row, at)} AND ${begun})`;
}

function areSubjects(words: readonly string[], reading: Reading): Sql {
  if (reading === 'index')
    return holdsAll(
      heads,
      words.map((word) => `s:${word}`),
    );
  return sql`(${joined(
    words.map((word) => sql`strpos(subjects, ${spaced([word])}) > 0`),
    ' AND ',
  )})`;
}

function columnsOf(field: WordsTerm['field'], reach: Reach): readonly Column[] {
  if (field !== undefined) return [field];
  return reach === 'anywhere' ? ['title', 'author', 'body'] : ['title', 'author'];
}

/** A word, or what one begins with, in one of the columns: all three are the keys of the post. */
function keyOf(word: string, sign: ':' | '^', { columns }: Columns): Sql {
  if (columns.includes('body')) return holdsAny(keys, [sign === '^' ? `^${word}` : word]);
  const marked = columns.map((column) => `${column === 'title' ? 't' : 'a'}${sign}${word}`);
  return holdsAny(heads, marked);
}

function holdsAny(of: Sql, any: readonly string[]): Sql {
  return any.length === 1 ? holdsAll(of, any) : sql`${of} && ${list(any)}::text[]`;
}

function holdsAll(of: Sql, all: readonly string[]): Sql {
  return sql`${of} @> ${list(all)}::text[]`;
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
