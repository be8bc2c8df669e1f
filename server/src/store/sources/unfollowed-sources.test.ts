import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { noteAnew, removeUnfollowed } from './unfollowed-sources.ts';

test('a source that somebody follows after all, or has items of, stays with its posts', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const empty = await someFeed(tx, userId, { url: 'https://a.example/', count: 0 });
    const moved = await someFeed(tx, userId, { url: 'https://b.example/', count: 2 });
    const gone = await someFeed(tx, userId, { url: 'https://c.example/', count: 2 });
    const into = await someFeed(tx, userId, { url: 'https://d.example/', count: 0 });
    await tx.run(sql`DELETE FROM items WHERE feed_id = ${gone.id}`);
    await tx.run(sql`DELETE FROM feeds WHERE id IN (${into.id}, ${gone.id})`);
    await tx.run(sql`UPDATE feeds SET source_id = ${into.sourceId} WHERE id = ${moved.id}`);
    for (const { sourceId } of [empty, moved, gone]) await removeUnfollowed(tx, sourceId, 10);
    const sources = await tx.all<{ id: number }>(sql`SELECT id FROM sources ORDER BY id`);
    assert.deepEqual(
      sources.map(({ id }) => id),
      [empty.sourceId, moved.sourceId, into.sourceId],
    );
    const posts = await tx.all<{ source_id: number }>(sql`SELECT source_id FROM posts`);
    assert.deepEqual(
      posts.map((post) => post.source_id),
      [moved.sourceId, moved.sourceId],
    );
  });
});

test('for a feed that may be brought back, its source is kept anew, and so are those that its posts came from', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const feeds = [];
    for (const name of ['a', 'b', 'c'])
      feeds.push(await someFeed(tx, userId, { url: `https://${name}.example/`, count: 1 }));
    const [own, earlier, other] = feeds.map(({ sourceId }) => sourceId);
    for (const sourceId of [own, earlier, other])
      await tx.run(sql`INSERT INTO unfollowed_sources (source_id, since) VALUES (${sourceId ?? 0}, 1)`);
    const posts = await tx.all<{ id: number }>(sql`SELECT id FROM posts WHERE source_id = ${earlier ?? 0}`);
    await noteAnew(tx, { sourceId: own ?? 0, postIds: posts.map(({ id }) => id) });
    const noted = await tx.all<{ source_id: number }>(sql`SELECT source_id FROM unfollowed_sources`);
    assert.deepEqual(
      noted.map((row) => row.source_id),
      [other],
    );
  });
});
