import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { someFeed, somePosts, someSource, someUser } from '../testing/rows.ts';
import { spiedStore } from '../testing/spied-store.ts';
import { mergeSources } from './merge-sources.ts';

for (const { what, most } of [
  { what: 'a whole merge', most: 2 },
  { what: 'a portion of one', most: 1 },
]) {
  test(`${what} takes as many statements for many posts as for few`, async (t) => {
    assert.equal(await runsOf(t, { posts: 300, most }), await runsOf(t, { posts: 3, most }));
  });
}

/** How many statements it takes to merge two sources with so many posts of the same names, of which two people follow the one. */
async function runsOf(t: TestContext, { posts, most }: { posts: number; most: number }): Promise<number> {
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
  return spied.runs;
}
