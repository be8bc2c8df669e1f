// Full-text search on PostgreSQL: a GIN index over the words of each post. PostgreSQL's own parsers have no part in it: texts are
// split into words before they come here.
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import { startLetters } from '../../model/search-words.ts';
import {
  columnsOf,
  type Reach,
  type SearchDialect,
  type SoughtText,
  type WordIndex,
  type WordsColumn,
} from '../search/search-dialect.ts';
import { joined, nothing, type Sql, sql } from '../sql.ts';

/**
 * Posts with this many neighbouring ids share one key, their slice. GIN has no order; but when a word is looked for together with
 * a slice, it skips all other posts, however many hold the word.
 */
const SLICE = 4_096;
/** From this many wanted posts per slice, a look into the index costs less than unpacking the words of each post. */
const WORTH_A_SLICE = 48;
/** With more slices than this, the index is asked for all posts: by then most of them are in the range. */
const MOST_SLICES = 40;

/**
 * The keys of a post are its words (`solar`), the beginnings of its words (`^sol`), and its slice (`#12`); those of its head are
 * words by field (`t:solar`, `a:ada`, `s:solar` for a subject) and their beginnings (`t^sol`, `a^sol`). A word contains none of
 * these signs. A `tsvector` would not do: it holds a megabyte at most, and forgets the positions of words after the 16,383rd.
 * Phrases are looked up in the words themselves. The keys are not stored in the row: they are computed whenever it is indexed,
 * and would take more room than the words and the index together (docs/notes/search.md).
 */
export const postgresSearch: SearchDialect = {
  ...wordIndex('post_words', 'posts (id) ON DELETE CASCADE', keysFunctions()),
  takeDown: [
    'DROP TABLE IF EXISTS post_words',
    ...['post_words_keys', 'post_words_heads'].map((name) => `DROP FUNCTION IF EXISTS ${name}`),
  ],
  full: wordIndex('post_words_full', 'full_texts (post_id) ON DELETE CASCADE ON UPDATE CASCADE'),
  // GIN can be read only by bitmap scans, and nothing else is read by them.
  around: {
    before: [sql`SET LOCAL enable_bitmapscan = on`],
    after: [sql`SET LOCAL enable_bitmapscan = off`],
  },
  // However far apart the posts are, the slices tell which to look at: one run is enough.
  runs: (posts) => (posts.length === 0 ? [] : [posts]),
  gathers: () => false,
};

/** An index in a table of this name, whose rows go with those that `parent` names. */
function wordIndex(name: string, parent: string, functions: readonly string[] = []): WordIndex {
  const table: Sql = { text: name, values: [] };
  return {
    schema: [
      `CREATE TABLE ${name} (
      post_id BIGINT PRIMARY KEY REFERENCES ${parent},
      title TEXT NOT NULL,                     -- words in order, with a blank before and behind each
      author TEXT NOT NULL,
      subjects TEXT NOT NULL,
      body TEXT NOT NULL
    )`,
      // Words of bodies are stored out of line, so that the rows take few pages to pass over and the words of heads are at hand.
      `ALTER TABLE ${name} SET (toast_tuple_target = 512)`,
      ...functions,
      // Recent writes are in a list that every search reads from end to end, so it is kept short.
      `CREATE INDEX ${name}_index ON ${name}
      USING gin (post_words_keys(post_id, title, author, body), post_words_heads(title, author, subjects))
      WITH (gin_pending_list_limit = 256)`,
      // Statistics would need the keys of 30,000 posts, a millisecond each, whenever a tenth of the posts are new.
      `ALTER INDEX ${name}_index ALTER COLUMN 1 SET STATISTICS 0`,
      `ALTER INDEX ${name}_index ALTER COLUMN 2 SET STATISTICS 0`,
    ],
    put: (postId, { title, author, body, subjects }) => [
      sql`
      INSERT INTO ${table} (post_id, title, author, subjects, body)
      VALUES (${postId}, ${apart(title)}, ${apart(author)}, ${apart(subjects)}, ${apart(body)})
      ON CONFLICT (post_id) DO UPDATE
      SET title = excluded.title, author = excluded.author, subjects = excluded.subjects, body = excluded.body`,
    ],
    // GIN and autovacuum do it by themselves.
    tidy: () => [],
    merged: [],
    findBetween: (sought, first, last) => {
      const count = sliceOf(last) - sliceOf(first) + 1;
      const slices = Array.from(
        { length: Math.min(count, MOST_SLICES + 1) },
        (_, index) => sliceOf(first) + index,
      );
      return inSlices(table, sought, { slices, first, last });
    },
    findAmong: (sought, posts) => {
      const slices = [...new Set(posts.map(sliceOf))];
      if (posts.length < slices.length * WORTH_A_SLICE) {
        return sql`${select(table, conditionOf(sought))} AND post_id = ANY(${`{${posts.join(',')}}`}::bigint[])`;
      }
      return inSlices(table, sought, { slices, first: posts[0] ?? 0, last: posts.at(-1) ?? 0 });
    },
  };
}

/** These functions call none of our own: while an index is rebuilt, only PostgreSQL's own functions are found by name. */
function keysFunctions(): string[] {
  return [
    // Beginnings are those of startsOf (model/search-words.ts): no script without blanks is below U+0E00. The functions have a
    // cost, because the planner does not know what making keys costs, and would rather do without the index.
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
  ];
}

/** SQL for the beginnings of each `word`, each behind the sign. */
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

function select(table: Sql, condition: Sql): Sql {
  return sql`SELECT post_id FROM ${table} WHERE ${condition}`;
}

/** `post_id + 0` keeps the planner away from the index of ids, which would bring every post of the range. */
function inSlices(
  table: Sql,
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
  return sql`${select(table, indexed)} ${within} ${exactly} ${leftOf(sought)} AND post_id + 0 BETWEEN ${first} AND ${last}`;
}

function sliceOf(postId: number): number {
  return Math.floor(postId / SLICE);
}

function sliceKey(slice: number): string {
  return `#${slice}`;
}

/**
 * What the index can tell about the terms of a clause: all posts that hold one of them, and perhaps others. The conditions are
 * joined by AND only, because the index answers all of those itself. Conditions joined by OR might be tested on each row, and
 * keys are expensive to make.
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
 * For each word of a term, the keys of which a post must have one: keys of its head, or of the whole post if there is no reach.
 * Of a long beginning, only the first letters are a key.
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

/**
 * Whether the keys alone decide. They do not tell which words form a phrase; and if one term is about heads and another is not,
 * they tell only that a word is there, not where.
 */
function isAllInKeys(terms: readonly WordsTerm[], reach: Reach): boolean {
  const isOneKey = ({ words: [word = '', ...others], open }: WordsTerm): boolean =>
    others.length === 0 && !(open && [...word].length > startLetters.most);
  return terms.every(isOneKey) && new Set(terms.map((term) => isOfHead(term, reach))).size === 1;
}

/** Everything that is wanted and nothing that is excluded, tested on the words of each post. */
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
    // An excluded word is excluded everywhere, whatever the reach.
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
  const subjects = words.map((word) => sql`strpos(subjects, ${spaced([word])}) > 0`);
  // Subjects have no order: whether they form a phrase, only the texts tell.
  const all =
    words.length > 1 ? [...subjects, stands(spaced(words), columnsOf(field, 'anywhere'))] : subjects;
  return sql`(${row} OR (${joined(all, ' AND ')}))`;
}

/** The words before the last as a phrase, and the last as a beginning. */
function openTerm(words: readonly string[], columns: readonly WordsColumn[]): Sql {
  const begun = stands(` ${words.at(-1) ?? ''}`, columns);
  return words.length === 1 ? begun : sql`(${stands(spaced(words.slice(0, -1)), columns)} AND ${begun})`;
}

function holdsAny(of: Sql, any: readonly string[]): Sql {
  return any.length === 1 ? sql`${of} @> ${list(any)}::text[]` : sql`${of} && ${list(any)}::text[]`;
}

const texts: Readonly<Record<WordsColumn, Sql>> = { title: sql`title`, author: sql`author`, body: sql`body` };

function stands(text: string, columns: readonly WordsColumn[]): Sql {
  return sql`(${joined(
    columns.map((column) => sql`strpos(${texts[column]}, ${text}) > 0`),
    ' OR ',
  )})`;
}

function spaced(words: readonly string[]): string {
  return apart(words.join(' '));
}

/** With blanks at both ends too, so that each word stands between two. */
function apart(words: string): string {
  return ` ${words} `;
}

/** An array literal of PostgreSQL: no word holds a quotation mark or a backslash. */
function list(words: Iterable<string>): string {
  return `{${Array.from(words, (word) => `"${word}"`).join(',')}}`;
}
