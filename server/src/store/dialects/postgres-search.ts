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
    // With nothing of ours in them: when an index is made anew, only what is PostgreSQL's own is found by its name. Beginnings are as
    // startsOf (model/search-words.ts) has them: no script without blanks is below U+0E00. They have a price, for the planner does not
    // know what making keys costs, and would rather do without the index.
    `CREATE FUNCTION post_words_keys (post_id BIGINT, title TEXT, author TEXT, body TEXT) RETURNS TEXT[]
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
      AS $$ BEGIN RETURN (SELECT array_agg(word) || ${startsIn(`'^'`)} || ('#' || post_id / ${SLICE})
        FROM (SELECT DISTINCT unnest(string_to_array(title || author || body, ' ')) AS word) AS words
        WHERE word <> ''); END $$`,
    `CREATE FUNCTION post_words_heads (title TEXT, author TEXT, subjects TEXT) RETURNS TEXT[]
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
      AS $$ BEGIN RETURN (SELECT array_agg(field || ':' || word) || ${startsIn(`field || '^'`, ` AND field <> 's'`)}
        FROM (SELECT 't' AS field, unnest(string_to_array(title, ' ')) AS word
          UNION SELECT 'a', unnest(string_to_array(author, ' '))
          UNION SELECT 's', unnest(string_to_array(subjects, ' '))) AS words
        WHERE word <> ''); END $$`,
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
    ...['post_words_keys', 'post_words_heads'].map((name) => `DROP FUNCTION IF EXISTS ${name}`),
  ],
  put: (postId, { title, author, body, subjects }) => [
    sql`
      INSERT INTO post_words (post_id, title, author, subjects, body)
      VALUES (${postId}, ${apart(title)}, ${apart(author)}, ${apart(subjects)}, ${apart(body)})
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
      return sql`${select(conditionOf(sought))} AND post_id = ANY(${`{${posts.join(',')}}`}::bigint[])`;
    }
    return inSlices(sought, { slices, first: posts[0] ?? 0, last: posts.at(-1) ?? 0 });
  },
  // However far apart posts lie, the slices tell which of them to look at.
  runs: (posts) => (posts.length === 0 ? [] : [posts]),
  gathers: () => false,
};

/** The beginnings of each `word`, behind a sign. */
function startsIn(sign: string, only = ''): string {
  const { least, most } = startLetters;
  const lengths = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const starts = lengths.map(
    (length) => `array_agg(${sign} || left(word, ${length})) FILTER (WHERE length(word) >= ${length}${only})`,
  );
  return [...starts, `array_agg(${sign} || left(word, 1)) FILTER (WHERE ascii(word) >= 3584${only})`].join(
    ' || ',
  );
}

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
  const { clauses, reach } = sought;
  const wanted = clauses.filter(({ not }) => !not).map(({ any }) => any);
  const within = slices.length > MOST_SLICES ? nothing : sql`AND ${holdsAny(keys, slices.map(sliceKey))}`;
  const indexed = joined(
    wanted.map((terms) => keyed(terms, reach)),
    ' AND ',
  );
  const isAll = wanted.every((terms) => isAllInKeys(terms, reach));
  const exactly = isAll ? nothing : sql`AND ${wantedOf(clauses, reach)}`;
  return sql`${select(indexed)} ${within} ${exactly} ${leftOf(sought)} AND post_id + 0 BETWEEN ${first} AND ${last}`;
}

function sliceOf(postId: number): number {
  return Math.floor(postId / SLICE);
}

function sliceKey(slice: number): string {
  return `#${slice}`;
}

/**
 * What the index can tell of the terms of a clause: all posts that hold one of them, and perhaps others. Conditions that are joined
 * by AND only, for all of these are the index's: what stands in an OR, PostgreSQL may ask of each row, and keys are dear to make.
 */
function keyed(terms: readonly WordsTerm[], reach: Reach): Sql {
  const isOfHeads = terms.every((term) => isOfHead(term, reach));
  const of = isOfHeads ? heads : keys;
  const [term, ...others] = terms.map((each) => keysOf(each, isOfHeads ? reach : undefined));
  if (others.length > 0)
    return holdsAny(
      of,
      [term, ...others].flatMap((each) => each?.[0] ?? []),
    );
  return joined(
    (term ?? []).map((any) => holdsAny(of, any)),
    ' AND ',
  );
}

function isOfHead({ field }: WordsTerm, reach: Reach): boolean {
  return field !== undefined || reach !== 'anywhere';
}

/**
 * For each word of a term, the keys of which a post has one: of its head, or of all of it where there is no reach. Of a long beginning
 * only the first letters are a key.
 */
function keysOf({ words, open, field }: WordsTerm, reach: Reach | undefined): string[][] {
  return words.map((word, index) => {
    const begins = open && index === words.length - 1;
    const key = begins ? `^${[...word].slice(0, startLetters.most).join('')}` : `:${word}`;
    if (reach === undefined) return [begins ? key : word];
    const subject = reach === 'subject' && field === undefined && !open ? [`s${key}`] : [];
    return [
      ...columnsOf(field, 'head').map((column) => `${column === 'title' ? 't' : 'a'}${key}`),
      ...subject,
    ];
  });
}

/** Whether the keys tell all: not which words stand in a row, and of terms of several places only that a word is there. */
function isAllInKeys(terms: readonly WordsTerm[], reach: Reach): boolean {
  const isOneKey = ({ words: [word = '', ...others], open }: WordsTerm): boolean =>
    others.length === 0 && !(open && [...word].length > startLetters.most);
  return terms.every(isOneKey) && new Set(terms.map((term) => isOfHead(term, reach))).size === 1;
}

/** What is wanted, and nothing that is left out, by the words of each post. */
function conditionOf(sought: SoughtText): Sql {
  return sql`${wantedOf(sought.clauses, sought.reach)} ${leftOf(sought)}`;
}

function wantedOf(clauses: SoughtText['clauses'], reach: Reach): Sql {
  return joined(
    clauses.filter(({ not }) => !not).map((clause) => clauseOf(clause, reach)),
    ' AND ',
  );
}

function leftOf({ clauses, beyond }: SoughtText): Sql {
  const left = [
    ...(beyond ? [sql`(${wantedOf(clauses, beyond)})`] : []),
    // Whoever does not want a word does not want it anywhere.
    ...clauses.filter(({ not }) => not).map((clause) => clauseOf(clause, 'anywhere')),
  ];
  return left.length === 0 ? nothing : sql`AND NOT (${joined(left, ' OR ')})`;
}

function clauseOf({ any }: Clause<WordsTerm>, reach: Reach): Sql {
  return sql`(${joined(
    any.map((term) => termOf(term, reach)),
    ' OR ',
  )})`;
}

function termOf({ words, open, field }: WordsTerm, reach: Reach): Sql {
  const columns = columnsOf(field, reach);
  if (open) return openTerm(words, columns);
  const row = stands(spaced(words), columns);
  if (field !== undefined || reach !== 'subject') return row;
  // Subjects are in no order.
  const subjects = words.map((word) => sql`strpos(subjects, ${spaced([word])}) > 0`);
  return sql`(${row} OR (${joined(subjects, ' AND ')}))`;
}

/** The words before the last in a row, and the last as a beginning. */
function openTerm(words: readonly string[], columns: readonly Column[]): Sql {
  const begun = stands(` ${words.at(-1) ?? ''}`, columns);
  return words.length === 1 ? begun : sql`(${stands(spaced(words.slice(0, -1)), columns)} AND ${begun})`;
}

type Column = 'title' | 'author' | 'body';

function columnsOf(field: WordsTerm['field'], reach: Reach): readonly Column[] {
  if (field !== undefined) return [field];
  return reach === 'anywhere' ? ['title', 'author', 'body'] : ['title', 'author'];
}

function holdsAny(of: Sql, any: readonly string[]): Sql {
  return any.length === 1 ? sql`${of} @> ${list(any)}::text[]` : sql`${of} && ${list(any)}::text[]`;
}

const texts: Readonly<Record<Column, Sql>> = { title: sql`title`, author: sql`author`, body: sql`body` };

function stands(text: string, columns: readonly Column[]): Sql {
  return sql`(${joined(
    columns.map((column) => sql`strpos(${texts[column]}, ${text}) > 0`),
    ' OR ',
  )})`;
}

function spaced(words: readonly string[]): string {
  return apart(words.join(' '));
}

/** With blanks at its ends too, so that each word stands between two. */
function apart(words: string): string {
  return ` ${words} `;
}

/** An array as PostgreSQL reads it: no word holds a quotation mark or a backslash. */
function list(words: Iterable<string>): string {
  return `{${Array.from(words, (word) => `"${word}"`).join(',')}}`;
}
