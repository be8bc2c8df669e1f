import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { insertFeed } from '../feeds/feeds.ts';
import type { Store } from '../store.ts';
import { someFeed, somePosts, someSource, someUser } from '../testing/rows.ts';
import { type Spied, spiedStore, stepsOf } from '../testing/spied-store.ts';
import { mergeSources } from './merge-sources.ts';

for (const { what, most } of [
  { what: 'a whole merge', most: 2 },
  { what: 'a portion of one', most: 1 },
]) {
  test(`${what} takes as many statements for many posts as for few`, async (t) => {
    assert.equal(await runsOf(t, { posts: 300, most }), await runsOf(t, { posts: 3, most }));
  });
}

test('what some followers have of the posts is found by the posts, and not among all that these people have', {
  skip: isOnPostgres ? 'it counts how many there are' : false,
}, async (t) => {
  const { store, spied } = await merged(t, { posts: 3, most: 1 });
  for (const [text] of spied.statements)
    if (!/INSERT INTO (removed_items|wanted_articles)/.test(text)) spied.statements.delete(text);
  const steps = await stepsOf(store, spied);
  assert.deepEqual(
    steps.filter((step) => /^SEARCH [rw] /.test(step)).map((step) => /\(.*\)/.exec(step)?.[0]),
    ['(user_id=? AND post_id=?)', '(user_id=? AND post_id=?)'],
  );
});

/** How many statements it takes to merge two sources with so many posts of the same names, of which two people follow the one. */
async function runsOf(t: TestContext, size: { posts: number; most: number }): Promise<number> {
  return (await merged(t, size)).spied.runs;
}

async function merged(
  t: TestContext,
  { posts, most }: { posts: number; most: number },
): Promise<{ store: Store; spied: Spied }> {
  const { store: real } = await temporaryStore(t, fakeClock());
  const url = 'https://from.example/';
  const { from, into } = await real.write(async (tx) => {
    const { sourceId } = await someFeed(tx, await someUser(tx, 'ines'), { url, count: posts });
    await insertFeed(tx, await someUser(tx, 'otto'), sourceId);
    const into = await someSource(tx, 'https://into.example/');
    await somePosts(tx, into, posts);
    return { from: sourceId, into };
  });
  const { store, spied } = spiedStore(real);
  await store.write((tx) => mergeSources(tx, { id: from, url }, into, most));
  return { store: real, spied };
}
