// Whatever a database makes of a search, it finds what reading every post would find.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { inStrings, type WordLists } from '../../model/post-words.ts';
import type { Clause, WordsTerm } from '../../model/search-query.ts';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import { somePosts, someSource } from '../testing/rows.ts';
import type { Reach, SoughtText } from './search-dialect.ts';

const POSTS = 400;
/** The distance between posts: wide enough that a database which keeps posts in slices of thousands has several slices. */
const APART = 50;
const ALL = 1_000_000;
/** Some begin alike, some could be read as keywords by a database, and some are in a script without blanks. */
const vocabulary = ['sol', 'solar', 'solarium', 'solaris', 'wind', 'null', 'and', 'é1', '東京', '京都', '都'];
const beginnings = ['sol', 'sola', 'solar', 'solari', 'win', '東', '京'];

const word = fc.constantFrom(...vocabulary);
const words = (maxLength: number) => fc.array(word, { maxLength });
const post = fc.record({ title: words(4), author: words(2), body: words(12), subjects: words(2) });
const term: fc.Arbitrary<WordsTerm> = fc
  .record({
    field: fc.constantFrom(undefined, undefined, 'title' as const, 'author' as const),
    row: fc.array(word, { minLength: 1, maxLength: 3 }),
    beginning: fc.option(fc.constantFrom(...beginnings), { freq: 3, nil: undefined }),
  })
  .map(({ field, row, beginning }) => ({
    kind: 'words',
    field,
    words: beginning === undefined ? row : [...row.slice(1), beginning],
    open: beginning !== undefined,
  }));
const clause: fc.Arbitrary<Clause<WordsTerm>> = fc.record({
  any: fc.array(term, { minLength: 1, maxLength: 2 }),
  not: fc.boolean(),
});
const sought: fc.Arbitrary<SoughtText> = fc
  .record({
    first: fc.array(term, { minLength: 1, maxLength: 2 }),
    others: fc.array(clause, { maxLength: 2 }),
    reaches: fc.constantFrom(
      { reach: 'anywhere' as const },
      { reach: 'head' as const },
      { reach: 'subject' as const, beyond: 'head' as const },
      { reach: 'anywhere' as const, beyond: 'subject' as const },
    ),
  })
  .map(({ first, others, reaches }) => ({ clauses: [{ any: first, not: false }, ...others], ...reaches }));

test('what is found is what holds the words, of all posts, between two, and of some', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const written = fc.sample(post, { numRuns: POSTS, seed: 3 });
  const posts: (WordLists & { postId: number })[] = [];
  await store.write(async (tx) => {
    const ids = await somePosts(tx, await someSource(tx, 'https://a.example/'), POSTS);
    // In two steps, because no two posts may share an id on the way.
    await tx.run(sql`UPDATE posts SET id = -id`);
    await tx.run(sql`UPDATE posts SET id = -id * ${APART}`);
    for (const [index, id] of ids.entries()) {
      const postId = id * APART;
      const words = { postId, ...(written[index] ?? { title: [], author: [], body: [], subjects: [] }) };
      posts.push(words);
      for (const statement of tx.dialect.search.put(postId, inStrings(words))) await tx.run(statement);
    }
  });
  const some = fc.uniqueArray(fc.nat(POSTS - 1), { minLength: 1, maxLength: POSTS });
  await fc.assert(
    fc.asyncProperty(sought, some, async (text, places) => {
      const holding = posts.filter((each) => holds(each, text)).map(({ postId }) => postId);
      const among = places.sort((a, b) => a - b).map((place) => posts[place]?.postId ?? 0);
      await store.read(async (tx) => {
        const { search } = tx.dialect;
        const [first, last] = [among[0] ?? 0, among.at(-1) ?? 0];
        const within = holding.filter((id) => id >= first && id <= last);
        assert.deepEqual(await idsOf(tx, search.findBetween(text, first, last)), within);
        assert.deepEqual(await idsOf(tx, search.findBetween(text, 0, ALL)), holding);
        const found = (
          await Promise.all(search.runs(among, 0.5).map((run) => idsOf(tx, search.findAmong(text, run))))
        ).flat();
        const wanted = new Set(among);
        assert.deepEqual(
          found.filter((id) => wanted.has(id)),
          holding.filter((id) => wanted.has(id)),
        );
        assert.ok(found.every((id) => holding.includes(id)));
      });
    }),
    { seed: 7, numRuns: 150 },
  );
});

test('words go with their post, and new words come instead of the old', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const text = (word: string, open = false): SoughtText => ({
    clauses: [{ any: [{ kind: 'words', field: undefined, words: [word], open }], not: false }],
    reach: 'anywhere',
  });
  await store.write(async (tx) => {
    const [postId = 0] = await somePosts(tx, await someSource(tx, 'https://a.example/'), 1);
    const none = { author: [], body: [], subjects: [] };
    const { search } = tx.dialect;
    for (const title of ['older', 'newer']) {
      const words = inStrings({ title: [title], ...none });
      for (const statement of search.put(postId, words)) await tx.run(statement);
    }
    for (const old of [text('older'), text('old', true)])
      assert.deepEqual(await idsOf(tx, search.findBetween(old, 0, ALL)), []);
    for (const kept of [text('newer'), text('new', true)])
      assert.deepEqual(await idsOf(tx, search.findBetween(kept, 0, ALL)), [postId]);
    await tx.run(sql`DELETE FROM posts WHERE id = ${postId}`);
    for (const gone of [text('newer'), text('new', true)])
      assert.deepEqual(await idsOf(tx, search.findBetween(gone, 0, ALL)), []);
  });
});

async function idsOf(
  tx: ReadTx,
  found: ReturnType<ReadTx['dialect']['search']['findBetween']>,
): Promise<number[]> {
  const rows = await tx.all<{ post_id: number }>(
    sql`SELECT post_id FROM (${found}) AS found ORDER BY post_id`,
  );
  return rows.map((row) => row.post_id);
}

function holds(of: WordLists, { clauses, reach, beyond }: SoughtText): boolean {
  const all = (at: Reach): boolean =>
    clauses.filter(({ not }) => !not).every(({ any }) => any.some((each) => stands(of, each, at)));
  const unwanted = clauses.filter(({ not }) => not).flatMap(({ any }) => any);
  return all(reach) && !(beyond && all(beyond)) && !unwanted.some((each) => stands(of, each, 'anywhere'));
}

function stands(of: WordLists, term: WordsTerm, reach: Reach): boolean {
  const { words, open, field } = term;
  const columns =
    field !== undefined ? [of[field]] : [of.title, of.author, ...(reach === 'anywhere' ? [of.body] : [])];
  const inRow = (row: readonly string[]): boolean =>
    columns.some((column) => column.some((_, at) => row.every((each, index) => column[at + index] === each)));
  const last = words.at(-1) ?? '';
  if (open) {
    const isBegun = columns.some((column) => column.some((each) => each.startsWith(last)));
    return isBegun && (words.length === 1 || inRow(words.slice(0, -1)));
  }
  // Subjects have no order: whether they form a phrase, the text tells.
  const isSubject =
    field === undefined && reach === 'subject' && words.every((each) => of.subjects.includes(each));
  return inRow(words) || (isSubject && (words.length === 1 || stands(of, term, 'anywhere')));
}
