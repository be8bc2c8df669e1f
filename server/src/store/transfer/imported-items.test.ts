import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { findItems, insertItems } from '../items/items.ts';
import { wantArticle } from '../sources/articles.ts';
import { sql } from '../sql.ts';
import { someFeed, somePosts, someUser } from '../testing/rows.ts';
import { ownShelf, showInstead } from './imported-items.ts';

test('whoever has asked for the article of an imported post is shown that of the real one', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, { url: 'https://a.example/', count: 0 });
    const feed = { id, userId };
    const shelf = await ownShelf(tx, id, { title: 'A', siteUrl: 'https://a.example/' });
    const imported = await somePosts(tx, shelf, 2);
    const real = await somePosts(tx, sourceId, 2);
    const items = await insertItems(tx, feed, imported);
    for (const post of real)
      await tx.run(sql`
        INSERT INTO full_texts (post_id, url, host_id, fetched_at, content)
        VALUES (${post}, 'https://example.org/', (SELECT host_id FROM sources WHERE id = ${sourceId}), 1, 'The article')`);
    await wantArticle(tx, userId, imported[0] ?? 0);
    for (const [place, kept] of items.entries())
      await showInstead(tx, feed, { kept, gone: undefined, postId: real[place] ?? 0 });
    const found = new Map(
      (await findItems(tx, userId, items)).map((item) => [item.id, item.fullText?.content]),
    );
    assert.deepEqual(
      items.map((item) => found.get(item)),
      ['The article', undefined],
    );
  });
});
