import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import { analyzeTables } from '../testing/analyze-tables.ts';
import { somePosts, someSource } from '../testing/rows.ts';
import { spiedStore } from '../testing/spied-store.ts';
import { copyToWhoLacks } from './fan-out.ts';

const [USERS, POSTS, BACK] = [2_000, 40, 10];

test('whoever lacks a post is found without a look at what all the others have of all the others', {
  skip: isOnPostgres ? false : 'SQLite looks for each by itself',
}, async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const { sourceId, back } = await real.write(async (tx) => {
    const sourceId = await someSource(tx, 'https://one.example/');
    const back = (await somePosts(tx, sourceId, POSTS)).slice(-BACK);
    await tx.run(sql`UPDATE posts SET left_at = 1000 WHERE id IN (${tx.dialect.numbers(back)})`);
    const numbers = tx.dialect.numbers(Array.from({ length: USERS }, (_, n) => n));
    await tx.run(sql`
      INSERT INTO users (name, name_key, password_hash, is_admin, created_at) SELECT value, value, '', 0, 1 FROM (${numbers}) AS n`);
    await tx.run(
      sql`INSERT INTO change_counters (user_id, seq) SELECT id, 0 FROM users ON CONFLICT DO NOTHING`,
    );
    await tx.run(sql`
      INSERT INTO feeds (user_id, source_id, created_at, position)
      SELECT id, ${sourceId}, CASE WHEN id % 200 = 0 THEN 2000 ELSE 10 END, 1 FROM users`);
    await tx.run(sql`
      INSERT INTO items (id, feed_id, user_id, post_id, read, starred, created_at)
      SELECT -row_number() OVER (), f.id, f.user_id, p.id, 1, 0, 1 FROM feeds f CROSS JOIN posts p
      WHERE f.created_at = 10 OR p.left_at IS NULL`);
    return { sourceId, back };
  });
  await real.write(analyzeTables);
  await store.write(async (tx) => {
    const toCopy = back.map((id) => ({ id, read: false }));
    assert.equal(await copyToWhoLacks(tx, sourceId, toCopy), (USERS / 200) * BACK);
  });
  const counting = [...spied.statements.values()].find(({ text }) => text.startsWith('SELECT count(*)'));
  assert.ok(counting);
  const plan = await real.read((tx) =>
    tx.all<Record<string, string>>(sql`EXPLAIN (ANALYZE, TIMING OFF) ${counting}`),
  );
  const read = plan
    .flatMap((line) => Object.values(line))
    .filter((line) => / on items /.test(line))
    .map((line) => /actual rows=([\d.]+) loops=(\d+)/.exec(line))
    .reduce((sum, found) => sum + Number(found?.[1]) * Number(found?.[2]), 0);
  assert.ok(read <= USERS, `${read} of ${USERS * POSTS}`);
});
