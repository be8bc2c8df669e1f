// Whatever is searched for, by either plan, in either order and direction, all pages together give what reading every item would
// find, each item once; also while items come, go and are marked from page to page.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { fakeClock } from '../../test/fake-clock.ts';
import { propertyRuns } from '../../test/property-runs.ts';
import { isOnPostgres, temporaryStore } from '../../test/temporary-store.ts';
import { insertFeed } from '../store/feeds/feeds.ts';
import { addFeedsToGroup, insertGroup } from '../store/feeds/groups.ts';
import { insertItems } from '../store/items/items.ts';
import { putTag, restoreBearers, tagTitled } from '../store/items/tags.ts';
import { indexArticle, indexPosts } from '../store/search/search-index.ts';
import { wantArticle } from '../store/sources/articles.ts';
import { sql } from '../store/sql.ts';
import type { Store, WriteTx } from '../store/store.ts';
import { somePosts, someSource, someUser } from '../store/testing/rows.ts';
import { searchBest, searchNewest } from './search.ts';
import { DAY_MS, HOSTS, type Kept, post, query, TAGS, TODAY, type Written } from './testing/search-model.ts';

const LIMIT = 7;
/** Enough posts that a frequent word is worth a walk once the time of a page is over. */
const POSTS_OF_EACH = 80;

/** A run asks PostgreSQL for a thousand pages: these find each plan of it, in each order and direction. */
const RUNS = isOnPostgres ? { still: 30, moving: 30 } : { still: 80, moving: 60 };

const AWAY = Array.from({ length: 100 }, (_, place) => 1_000_000 + place);

// To fill a store takes PostgreSQL ten thousand statements.
test('a search by either plan', async (t) => {
  const filling = await filled(t);
  await t.test('all pages together give what reading every item would find', () => findAll(filling));
  await t.test(
    'nothing comes twice and nothing that stays is left out while items come, go and are marked',
    () => findMeanwhile(filling),
  );
});

async function findAll({ store, userId, items, pace }: Filling): Promise<void> {
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(0, 1_000), async ({ typed, holds }, stepMs) => {
      pace.stepMs = stepMs;
      const found = [...items].filter(([, item]) => holds(item)).map(([id]) => id);
      const newestFirst = found.sort((a, b) => b - a);
      assert.deepEqual(await collect(newest(store, userId, typed)), newestFirst, typed);
      assert.deepEqual(await collect(upwards(store, userId, typed)), newestFirst.toReversed(), typed);
      assert.deepEqual(
        (await collect(best(store, userId, typed))).sort((a, b) => b - a),
        newestFirst,
        typed,
      );
    }),
    propertyRuns(11, RUNS.still),
  );
}

async function findMeanwhile(filling: Filling): Promise<void> {
  const { store, userId, items, pace } = filling;
  const deed = fc.record({
    kind: fc.constantFrom('come', 'go', 'read', 'star', 'tag', 'want', 'words', 'edit', 'article goes'),
    which: fc.nat(),
    written: post,
  });
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.array(deed, { maxLength: 12 }),
      fc.boolean(),
      async ({ typed, holds }, deeds, isBest) => {
        pace.stepMs = 0;
        const book = bookOf(() => [...items].filter(([, item]) => holds(item)).map(([id]) => id));
        let done = 0;
        const found: number[] = [];
        const pages = (isBest ? best : newest)(store, userId, typed);
        for await (const ids of pages) {
          found.push(...ids);
          const some = deeds.slice(done, done + 3);
          done += some.length;
          const possible = some.filter(({ kind }) => !isBest || !movesDown.has(kind));
          const risen = await doAll(store, filling, possible);
          book.note(isBest ? risen : []);
        }
        assert.equal(new Set(found).size, found.length, typed);
        assert.deepEqual(book.amiss(found), { never: [], missing: [] }, typed);
      },
    ),
    { ...propertyRuns(13, RUNS.moving), endOnFailure: true },
  );
}

/** What may give an item a better rank: then it is on none of the pages, if these have come to where it was not yet. */
const movesUp = new Set(['want', 'words']);
/** What may give it a worse one: then it may come twice. */
const movesDown = new Set(['edit', 'article goes']);

/** Which items match all the time, and which at any time. */
function bookOf(matching: () => number[]) {
  const always = new Set(matching());
  const ever = new Set(always);
  return {
    /** Notes what matches now. `excused`: what need not be found. */
    note(excused: readonly number[]): void {
      const now = new Set(matching());
      for (const id of now) ever.add(id);
      for (const id of always) if (!now.has(id) || excused.includes(id)) always.delete(id);
    },
    amiss: (found: readonly number[]) => ({
      never: found.filter((id) => !ever.has(id)),
      missing: [...always].filter((id) => !found.includes(id)),
    }),
  };
}

async function collect(pages: AsyncIterable<number[]>): Promise<number[]> {
  return (await Array.fromAsync(pages)).flat();
}

async function* newest(store: Store, userId: number, text: string): AsyncGenerator<number[]> {
  for (let maxId: number | undefined; ; ) {
    const page = await searchNewest(
      { store },
      userId,
      { text, limit: LIMIT },
      maxId === undefined ? {} : { maxId },
    );
    yield page.ids;
    maxId = page.edge ?? page.ids.at(-1);
    if (!page.hasOlder) return;
  }
}

async function* upwards(store: Store, userId: number, text: string): AsyncGenerator<number[]> {
  for (let minId = 0; ; ) {
    const page = await searchNewest({ store }, userId, { text, limit: LIMIT }, { minId });
    yield page.ids.toReversed();
    minId = page.edge ?? page.ids[0] ?? minId;
    if (!page.hasNewer) return;
  }
}

async function* best(store: Store, userId: number, text: string): AsyncGenerator<number[]> {
  let next: string | undefined;
  do {
    const page = await searchBest({ store }, userId, { text, limit: LIMIT }, next);
    yield page.ids;
    next = page.next;
  } while (next !== undefined);
}

interface Filled {
  userId: number;
  otherId: number;
  items: Map<number, Kept>;
  feeds: Map<Kept['feed'], { id: number; sourceId: number }>;
}

/** `pace.stepMs`: what each look at the clock takes. */
type Filling = Filled & { store: Store; pace: { stepMs: number } };

/** A user with four feeds, two of them in a group. */
async function filled(t: TestContext): Promise<Filling> {
  const pace = { stepMs: 0 };
  const clock = fakeClock(TODAY);
  let passed = 0;
  const now = (): number => {
    passed += pace.stepMs;
    return TODAY + passed;
  };
  const { store } = await temporaryStore(t, { ...clock, now });
  const items: Filled['items'] = new Map();
  const feeds: Filled['feeds'] = new Map();
  const [userId, otherId] = await store.write(async (tx) => {
    const [id, other] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    for (const host of HOSTS) {
      const sourceId = await someSource(tx, `https://${host}.example/`);
      feeds.set(host, { id: await insertFeed(tx, id, sourceId), sourceId });
    }
    // What others call so is nothing of hers.
    for (const owner of [id, other]) {
      for (const title of TAGS) {
        // Items that are away with their feed keep their tags: more of them than a walk looks at in one go.
        await restoreBearers(tx, await tagTitled(tx, owner, title), AWAY);
      }
    }
    const few = await insertGroup(tx, id, 'A few');
    const members = (['a', 'c'] as const).flatMap((host) => feeds.get(host)?.id ?? []);
    await addFeedsToGroup(tx, few ?? 0, members);
    const written = fc.sample(post, { seed: 5, numRuns: POSTS_OF_EACH * HOSTS.length });
    for (const [place, each] of written.entries()) {
      const postId = await add(
        tx,
        { userId: id, otherId: other, items, feeds },
        { ...each, feed: HOSTS[(place * 7) % 4] ?? 'a' },
      );
      // What others have of the same is nothing of hers.
      if (place === 0) await insertItems(tx, { id: await insertFeed(tx, other, 1), userId: other }, [postId]);
    }
    return [id, other];
  });
  return { store, userId, otherId, items, feeds, pace };
}

async function add(tx: WriteTx, { userId, otherId, items, feeds }: Filled, item: Kept): Promise<number> {
  const { id: feedId = 0, sourceId = 0 } = feeds.get(item.feed) ?? {};
  const [postId = 0] = await somePosts(tx, sourceId, 1);
  const published = item.at === undefined ? null : TODAY + item.at * DAY_MS;
  await tx.run(sql`UPDATE posts SET published_at = ${published} WHERE id = ${postId}`);
  await tx.run(sql`INSERT INTO post_contents (post_id, details, sanitiser) VALUES (${postId}, '{}', 1)`);
  await write(tx, postId, item);
  if (item.article !== undefined) {
    const article = [postId, item.article] as const;
    if (item.waits) tx.beforeCommit(putArticles, [article]);
    else await putArticles(tx, [article]);
  }
  // Somebody else has asked for all of them, and she asks for some that were not found.
  await wantArticle(tx, otherId, postId);
  if (item.isWanted) await wantArticle(tx, userId, postId);
  const [id = 0] = await insertItems(tx, { id: feedId, userId }, [postId]);
  await tx.run(sql`
    UPDATE items SET read = ${Number(item.read)}, starred = ${Number(item.starred)}, created_at = ${TODAY} WHERE id = ${id}`);
  for (const title of item.tags) await putTag(tx, userId, await tagTitled(tx, userId, title), [id]);
  items.set(id, { ...item });
  return postId;
}

async function write(
  tx: WriteTx,
  postId: number,
  post: Pick<Written, 'title' | 'author' | 'content' | 'summary'>,
): Promise<void> {
  const { title, author, content, summary } = post;
  await tx.run(sql`UPDATE posts SET title = ${title}, author = ${author} WHERE id = ${postId}`);
  await tx.run(
    sql`UPDATE post_contents SET content = ${content}, summary = ${summary ?? null} WHERE post_id = ${postId}`,
  );
  indexPosts(tx, [{ id: postId, post: { title, author, content, summary } }]);
}

/** With the words of their posts, if these come later in the same transaction; otherwise without. */
async function putArticles(tx: WriteTx, articles: readonly (readonly [number, string])[]): Promise<void> {
  for (const [postId, article] of articles)
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, fetched_at, content) VALUES (${postId}, '', 1, ${TODAY}, ${article})`);
}

/** Does one after the other, and returns the items that may have a better rank now. */
async function doAll(store: Store, filled: Filled, deeds: readonly Deed[]): Promise<number[]> {
  const risen: number[] = [];
  for (const deed of deeds) {
    const id = await store.write((tx) => act(tx, filled, deed));
    if (id !== undefined && movesUp.has(deed.kind)) risen.push(id);
  }
  return risen;
}

interface Deed {
  kind: string;
  which: number;
  written: Written;
}

/** Returns the item that it was done to. */
async function act(tx: WriteTx, filled: Filled, { kind, which, written }: Deed): Promise<number | undefined> {
  const { items } = filled;
  if (kind === 'come') {
    await add(tx, filled, { ...written, feed: HOSTS[which % HOSTS.length] ?? 'a' });
    return undefined;
  }
  const [id, item] = [...items][which % items.size] ?? [];
  if (id === undefined || !item) return undefined;
  if (kind === 'go') {
    items.delete(id);
    await tx.run(sql`DELETE FROM items WHERE id = ${id}`);
  } else if (kind === 'read' || kind === 'star') {
    if (kind === 'read') item.read = !item.read;
    else item.starred = !item.starred;
    await tx.run(
      sql`UPDATE items SET read = ${Number(item.read)}, starred = ${Number(item.starred)} WHERE id = ${id}`,
    );
  } else if (kind === 'tag') {
    item.tags = TAGS.filter((title) => item.tags.includes(title) || title === 'To read');
    await putTag(tx, filled.userId, await tagTitled(tx, filled.userId, 'To read'), [id]);
  } else {
    const post = await tx.get<{ id: number }>(sql`SELECT post_id AS id FROM items WHERE id = ${id}`);
    await change(tx, filled, { kind, item, postId: post?.id ?? 0, written });
  }
  return id;
}

/** Does something to a post or to its article. */
async function change(
  tx: WriteTx,
  { userId }: Filled,
  { kind, item, postId, written }: { kind: string; item: Kept; postId: number; written: Written },
): Promise<void> {
  if (kind === 'want') {
    item.isWanted = true;
    await wantArticle(tx, userId, postId);
  } else if (kind === 'edit') {
    const { title, author, content, summary } = written;
    Object.assign(item, { title, author, content, summary, waits: false });
    await write(tx, postId, item);
  } else if (kind === 'article goes') {
    item.article = undefined;
    await tx.run(sql`DELETE FROM full_texts WHERE post_id = ${postId}`);
  } else if (item.article === undefined && written.article !== undefined) {
    Object.assign(item, { article: written.article, waits: true });
    await putArticles(tx, [[postId, written.article]]);
  } else {
    item.waits = false;
    indexArticle(tx, postId);
  }
}
