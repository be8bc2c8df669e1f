import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';
import { somePosts, someSource } from '../testing/rows.ts';
import { indexAllAnew, indexOlderPosts, indexPosts } from './search-index.ts';

test('a post that is edited while all get their words again is found by its new text', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const clock = fakeClock();
  const { store, address } = await temporaryStore(t, clock);
  const other = await openStore(address, clock);
  t.after(() => other.close());
  const [first = 0, second = 0] = await store.write(async (tx) => {
    const posts = await somePosts(tx, await someSource(tx, 'https://a.example/'), 2);
    indexPosts(
      tx,
      posts.map((id) => ({ id, post: titled('Old') })),
    );
    await indexAllAnew(tx);
    return posts;
  });
  const held = Promise.withResolvers<number>();
  const letGo = Promise.withResolvers<void>();
  const holding = other.write(async (tx) => {
    await tx.all(sql`SELECT post_id FROM post_words WHERE post_id = ${first} FOR UPDATE`);
    held.resolve(await pidOf(tx));
    await letGo.promise;
  });
  const pid = await held.promise;
  const indexed = store.write((tx) => indexOlderPosts(tx, 10));
  await blockedBy(store, pid);
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE posts SET title = 'New' WHERE id = ${second}`);
    indexPosts(tx, [{ id: second, post: titled('New') }]);
  });
  letGo.resolve();
  await Promise.all([holding, indexed]);
  const row = await store.read((tx) =>
    tx.get<{ title: string }>(sql`SELECT title FROM post_words WHERE post_id = ${second}`),
  );
  assert.equal(row?.title, ' new ');
});

function titled(title: string) {
  return { title, author: undefined, content: undefined, summary: undefined };
}
