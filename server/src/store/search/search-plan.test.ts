// The same items are found by either plan, whether few posts hold the words or many, and whatever order posts and items came in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { inStrings } from '../../model/post-words.ts';
import type { WordsTerm } from '../../model/search-query.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { insertItems } from '../items/items.ts';
import { wantArticle } from '../sources/articles.ts';
import { sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { somePosts, someSource, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { itemsAmong, type SearchPlan, searchOn } from './search.ts';
import { indexArticles } from './search-index.ts';
import { planSearch, timeOfPage } from './search-plan.ts';
import type { Searched } from './search-scope.ts';

const POSTS = 200;
/** The limits in small, as if there were millions of posts. */
const limits = { known: 20, sample: 10, farthest: 100, surely: 4, firstStretch: 16, longestStretch: 64 };

for (const [name, every] of [
  ['many', 3],
  ['few', 50],
] as const) {
  test(`what ${name} posts hold is found among the items of a user, newest first and upwards`, async (t) => {
    const { store } = await temporaryStore(t, fakeClock());
    const { userId, holding } = await fill(store, every);
    const searched = solarOf(userId);
    const plan = await planSearch(store, searched, { limits });
    assert.equal('spacing' in plan, name === 'many');
    if ('spacing' in plan)
      assert.ok(Math.abs(plan.spacing - every) < 1.5, `about one in ${every}, not ${plan.spacing}`);
    const downwards = [...holding].sort((a, b) => b - a);
    assert.deepEqual(await walked(store, searched, { plan, upwards: false }), downwards);
    assert.deepEqual(await walked(store, searched, { plan, upwards: true }), downwards.reverse());
    const without = await planSearch(
      store,
      { ...searched, words: searched.words.map((each) => ({ ...each, not: true })) },
      { limits },
    );
    assert.ok('spacing' in without);
  });
}

test('a sample that promises many is enough to know that there are', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, holding } = await fill(store, 3);
  const looks = async (surely: number): Promise<[number, SearchPlan]> => {
    const turns = counting(store);
    const sampled = { ...limits, known: 40, sample: 5, surely };
    const plan = await planSearch(turns.store, solarOf(userId), { limits: sampled });
    return [turns.count(), plan];
  };
  const [few, plan] = await looks(1);
  const [more] = await looks(2);
  assert.deepEqual([few, more > few], [1, true]);
  assert.ok('spacing' in plan && Math.abs(plan.spacing - 3) < 1);
  const downwards = holding.toSorted((a, b) => b - a);
  assert.deepEqual(await walked(store, solarOf(userId), { plan, upwards: false }), downwards);
});

test('others have their turn more often while long phrases and many alternatives are sought, not while many words are', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId } = await fill(store, 3);
  const looks = async (words: Searched['words']): Promise<number> => {
    const turns = counting(store);
    await planSearch(turns.store, { ...solarOf(userId), words }, { limits });
    return turns.count();
  };
  const nobodys = Array.from({ length: 8 }, (_, place) => `nobody${place}`);
  const term = (words: readonly string[]): WordsTerm => ({
    kind: 'words',
    field: undefined,
    words,
    open: false,
  });
  const phrase = [{ any: [term(nobodys)], not: false }];
  const alternatives = [{ any: nobodys.map((word) => term([word])), not: false }];
  const single = nobodys.map((word) => ({ any: [term([word])], not: false }));
  const [few, ...many] = [await looks(single), await looks(phrase), await looks(alternatives)];
  assert.ok(
    many.every((each) => each > 2 * few),
    `${many} instead of ${few}`,
  );
});

test('where the time is up, the items are walked, unless few were found or far apart', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, holding } = await fill(store, 50);
  const planned = (some: { sample: number; farthest: number }): Promise<SearchPlan> =>
    planSearch(store, solarOf(userId), { isTimeUp: () => true, limits: { ...limits, ...some } });
  const downwards = holding.toSorted((a, b) => b - a);
  assert.deepEqual(await planned({ sample: 10, farthest: 100 }), { ids: downwards });
  assert.deepEqual(await planned({ sample: 1, farthest: 1 }), { ids: downwards });
  const plan = await planned({ sample: 1, farthest: 100 });
  assert.ok('spacing' in plan);
  assert.deepEqual(await walked(store, solarOf(userId), { plan, upwards: false }), downwards);
});

test('an item is found although its article gets its words between two looks', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, holding, posts } = await fill(store, 50);
  const [newest = 0] = posts.slice(-1);
  await store.write(async (tx) => {
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, fetched_at, content) VALUES (${newest}, '', 1, 1, '<p>Behind the hedge.</p>')`);
    await tx.run(sql`UPDATE posts SET title = 'solar' WHERE id = ${newest}`);
    await wantArticle(tx, userId, newest);
  });
  const searched = { ...solarOf(userId), hasArticles: true };
  const turns = counting(store, async (looks) => {
    if (looks === 1) await store.write((tx) => indexArticles(tx, 1));
  });
  const plan = await planSearch(turns.store, searched, { limits });
  assert.ok(turns.count() > 2);
  assert.deepEqual(plan, { ids: holding.toSorted((a, b) => b - a) });
});

test('the time of a page begins with its first transaction', () => {
  const isUp = timeOfPage(20);
  assert.deepEqual(
    [1_000, 1_019, 1_020, 1_001].map((now) => isUp({ now })),
    [false, false, true, false],
  );
});

/** Counts the transactions, after each of which others have their turn. */
function counting(
  store: Store,
  after: (count: number) => Promise<void> = async () => {},
): { store: Store; count: () => number } {
  let count = 0;
  const read: Store['read'] = async (fn, options) => {
    const result = await store.read(fn, options);
    await after(++count);
    return result;
  };
  return { store: { ...store, read }, count: () => count };
}

function solarOf(userId: number): Searched {
  return {
    userId,
    words: [{ any: [{ kind: 'words', field: undefined, words: ['solar'], open: false }], not: false }],
    facts: [],
    feedIds: undefined,
    tags: [],
    hasArticles: false,
    reach: 'anywhere',
  };
}

/**
 * Makes posts of which every so-many-th, the newest and the oldest hold the word, and items in another order. Returns the items
 * that hold it.
 */
async function fill(
  store: Store,
  every: number,
): Promise<{ userId: number; holding: number[]; posts: number[] }> {
  return store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const sourceId = await someSource(tx, 'https://a.example/');
    const feed = { id: await insertFeed(tx, userId, sourceId), userId };
    const posts = await somePosts(tx, sourceId, POSTS);
    const solar = new Set(posts.filter((_, index) => index === 0 || (POSTS - 1 - index) % every === 0));
    for (const postId of posts) {
      const title = [solar.has(postId) ? 'solar' : 'wind'];
      const words = inStrings({ title, author: [], body: [], subjects: [] });
      for (const statement of tx.dialect.search.put(postId, words)) await tx.run(statement);
    }
    const shuffled = posts.map((_, index) => posts[(index * 7) % POSTS] ?? 0);
    const items = await insertItems(tx, feed, shuffled);
    return { userId, holding: items.filter((_, index) => solar.has(shuffled[index] ?? 0)), posts };
  });
}

/** Everything that a search finds, portion by portion. */
async function walked(
  store: Store,
  searched: Searched,
  { plan, upwards }: { plan: SearchPlan; upwards: boolean },
): Promise<number[]> {
  const ids: number[] = [];
  for (let at: number | undefined, portion = 0; portion < POSTS; portion++) {
    const stretch = { upwards, ...(upwards ? { above: at } : { below: at }) };
    const found = await store.read((tx) => searchOn(tx, searched, { plan, stretch, items: 32 }));
    ids.push(...found.ids);
    if (found.reached === undefined) return ids;
    at = found.reached;
  }
  return assert.fail('it has no end');
}

test('whether an item bears one of many tags is told by what it bears, and not by a look for each of them', {
  skip: isOnPostgres ? 'it counts how many there are' : false,
}, async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const tags = [{ tagIds: [1, 2, 3, 4], not: true }];
  await store.read((tx) => itemsAmong(tx, { ...solarOf(1), words: [], tags }, { plain: [1], full: [] }));
  const steps = await stepsOf(real, spied);
  assert.deepEqual(
    steps.filter((step) => step.startsWith('SEARCH g ')),
    ['SEARCH g USING COVERING INDEX item_tags_item (item_id=?)'],
  );
});
