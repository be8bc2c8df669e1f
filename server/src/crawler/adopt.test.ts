import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesAfter } from '../store/changes.ts';
import { NEVER_SHOWN } from '../store/sources/posts.ts';
import { sql } from '../store/sql.ts';
import { bench, rss } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;

test('what came with another source has its own words at once, though it was edited there just now', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'one' } });
  const { userId, sourceId } = await b.subscribe(FEED, 'ines');
  await b.store.write((tx) =>
    tx.run(sql`
      INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash, left_at, edited_at)
      VALUES (${sourceId}, 'g:guid-2', 'https://example.com/2', 'Forged 2', 1, 1, 'forged', ${NEVER_SHOWN}, ${b.clock.now() + 48 * HOUR - 60_000})`),
  );
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'more' } });
  const crawler = b.open();
  await b.clock.advance(48 * HOUR);
  await b.wait(crawler.runDue());
  await b.wait(crawler.close());
  const titles = (await b.items(userId)).map(({ title }) => title);
  assert.deepEqual(titles.toSorted(), ['Post 1', 'Post 2']);
});

test('a title that a person has given stays after an outage, though the feed has the same of its own', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'one' } }, { status: 500 }, rss([2, 1]));
  const { feedId, userId } = await b.subscribe(FEED);
  await b.store.write((tx) => tx.run(sql`UPDATE feeds SET custom_title = 'The feed' WHERE id = ${feedId}`));
  for (let days = 0; days < 2; days++) await b.later(24 * HOUR);
  assert.equal((await b.items(userId)).length, 2);
  const feed = await b.store.read((tx) =>
    tx.get<{ custom_title: string | null }>(sql`SELECT custom_title FROM feeds WHERE id = ${feedId}`),
  );
  assert.equal(feed?.custom_title, 'The feed');
});

test('whoever has a post whose article goes with the source that it came with is told, though nothing else is new', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([2, 1]), headers: { etag: 'one' } },
    { body: `${rss([2, 1])}\n`, headers: { etag: 'two' } },
  );
  const { userId } = await b.subscribe(FEED);
  const [item] = await b.items(userId);
  assert.ok(item);
  await b.store.write(async (tx) => {
    await tx.run(sql`UPDATE posts SET left_at = ${NEVER_SHOWN} WHERE id = ${item.postId}`);
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, fetched_at, content)
      VALUES (${item.postId}, 'https://example.com/behind', 1, 1, 'The article')`);
  });
  b.changed.length = 0;
  await b.later(48 * HOUR);
  assert.deepEqual(b.changed, [[userId]]);
  const last = (await b.store.read((tx) => changesAfter(tx, userId, 0, 100))).at(-1);
  assert.deepEqual([last?.kind, last?.ids], ['items.edited', [item.id]]);
});
