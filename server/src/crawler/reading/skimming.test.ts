import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { FeedPost } from '../../formats/feed-document.ts';
import { type Bench, bench, rss, type TestPost } from '../testing/bench.ts';
import { inlineReader } from '../testing/inline-reading.ts';
import type { Reader } from './reading.ts';

const FEED = 'https://example.com/feed';
const DAY = 86_400_000;
const MINUTE = 60_000;

test('of a document that has changed only the words of what is new or edited are read', async (t) => {
  const { b, read, words } = await reading(t, [
    rss([{ n: 2 }, { n: 1 }]),
    rss([{ n: 3 }, { n: 2, text: 'Edited' }, { n: 1 }]),
  ]);
  await b.later(DAY);
  const [first, second] = read;
  assert.deepEqual(
    [first, second].map((posts) => posts?.map(({ title, content }) => [title, content])),
    [
      [
        ['Post 2', 'Text 2'],
        ['Post 1', 'Text 1'],
      ],
      [
        ['Post 3', 'Text 3'],
        ['Post 2', 'Edited'],
        ['Post 1', undefined],
      ],
    ],
  );
  assert.deepEqual(await words(), ['Text 1', 'Edited', 'Text 3']);
});

test('what stays is known for as long as it stays', async (t) => {
  const { b, read } = await reading(
    t,
    [1, 2, 3, 4].map((count) => rss([{ n: count }, { n: 100 }])),
  );
  for (let visit = 0; visit < 3; visit++) await b.later(DAY);
  assert.equal(read.length, 4);
  assert.deepEqual(
    read.map((posts) => posts.filter(({ content }) => content !== undefined).length),
    [2, 1, 1, 1],
  );
});

test('a post without a title is named after its words, so they are read each time', async (t) => {
  const untitled = { n: 1, title: '', text: 'What happened' };
  const { b, read } = await reading(t, [rss([untitled]), rss([{ n: 2 }, untitled])]);
  await b.later(DAY);
  assert.equal(read[1]?.[1]?.content, 'What happened');
});

test('an edit that had to wait is kept once it may, though the document shows nothing new by then', async (t) => {
  const edited = (text: string) => ({ n: 1, text });
  const { b, read, words } = await reading(t, [
    rss([edited('First')]),
    rss([edited('Second')]),
    rss([edited('Third')]),
    rss([edited('Third')], { extra: '<language>en</language>' }),
  ]);
  await b.later(DAY);
  assert.deepEqual(await words(), ['Second']);
  // Within an hour of the last edit the new one has to wait, and from then on its words count as read, though they are not stored.
  const { sourceId } = b;
  await b.clock.advance(30 * MINUTE);
  await b.wait(b.crawler.refresh(sourceId));
  assert.deepEqual(await words(), ['Second']);
  assert.equal(read.length, 3);
  await b.later(DAY);
  assert.deepEqual(await words(), ['Third']);
  assert.deepEqual(
    read.slice(3).map(([post]) => post?.content),
    [undefined, 'Third'],
    'its words were wanted, so the document was read once more',
  );
  assert.equal(b.web.requests.length, 4, 'and was not asked for once more');
});

test('whoever reads everything each time comes to the same posts', async (t) => {
  const post = fc.record({
    n: fc.integer({ min: 1, max: 4 }),
    title: fc.constantFrom('Same', 'Other', 'Post'),
    text: fc.constantFrom('One', 'Two', '&lt;p&gt;Three&lt;/p&gt;'),
    guid: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    hoursAgo: fc.constantFrom(1, 2, 900),
  });
  const document = fc.array(post, { minLength: 1, maxLength: 5 });
  let skimmed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 5, maxLength: 7 }), async (documents) => {
      const skimming = await storedAfter(t, documents, async (bytes, from) => {
        const result = await inlineReader(bytes, from);
        if (result.kind === 'feed')
          skimmed += result.document.posts.filter(({ known }) => known !== undefined).length;
        return result;
      });
      const whole = await storedAfter(t, documents, (bytes, { known: _known, ...from }) =>
        inlineReader(bytes, from),
      );
      assert.deepEqual(skimming, whole);
    }),
    { numRuns: 5, seed: 3, endOnFailure: true },
  );
  assert.ok(skimmed > 10, `only ${skimmed} posts were known`);
});

async function storedAfter(
  t: TestContext,
  documents: readonly (readonly TestPost[])[],
  read: Reader,
): Promise<unknown> {
  const b = await bench(t, { read });
  b.web.serve(
    FEED,
    ...documents.map((posts, index) => ({ body: rss(posts), headers: { etag: `${index}` } })),
  );
  const { userId } = await b.subscribe(FEED);
  for (let visit = 1; visit < documents.length; visit++) await b.later(DAY);
  const posts = await b.store.read((tx) =>
    tx.all({
      text: `SELECT p.identity, p.url, p.title, p.sort_at, p.edited_at, p.text_hash, c.content, c.summary, c.first_content
        FROM posts p JOIN post_contents c ON c.post_id = p.id ORDER BY p.id`,
      values: [],
    }),
  );
  return { posts, items: await b.items(userId) };
}

interface ReadingBench extends Bench {
  sourceId: number;
}

/** A followed feed that shows another document on each visit, and the posts that were read of each. */
async function reading(
  t: TestContext,
  documents: readonly string[],
): Promise<{ b: ReadingBench; read: FeedPost[][]; words(): Promise<string[]> }> {
  const read: FeedPost[][] = [];
  const b = await bench(t, {
    read: async (bytes, from) => {
      const result = await inlineReader(bytes, from);
      if (result.kind === 'feed') read.push(result.document.posts);
      return result;
    },
  });
  b.web.serve(FEED, ...documents.map((body, index) => ({ body, headers: { etag: `${index}` } })));
  const { sourceId } = await b.subscribe(FEED);
  const words = (): Promise<string[]> =>
    b.store.read(async (tx) => {
      const rows = await tx.all<{ content: string }>({
        text: 'SELECT content FROM post_contents ORDER BY post_id',
        values: [],
      });
      return rows.map(({ content }) => content);
    });
  return { b: { ...b, sourceId }, read, words };
}
