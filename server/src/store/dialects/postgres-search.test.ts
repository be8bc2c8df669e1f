import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { inStrings } from '../../model/post-words.ts';
import type { SoughtText } from '../search/search-dialect.ts';
import { lookIntoIndex } from '../search/search-index.ts';
import { sql } from '../sql.ts';
import { somePosts, someSource } from '../testing/rows.ts';

test('the index can be made anew, and its table analysed, by whoever looks after the database', {
  skip: !isOnPostgres,
}, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const solar = { kind: 'words', field: undefined, words: ['sol'], open: true } as const;
  const sought: SoughtText = { clauses: [{ any: [solar], not: false }], reach: 'head' };
  await store.write(async (tx) => {
    const [postId = 0] = await somePosts(tx, await someSource(tx, 'https://a.example/'), 1);
    const words = inStrings({ title: ['solar'], author: [], body: ['wind'], subjects: [] });
    for (const statement of tx.dialect.search.put(postId, words)) await tx.run(statement);
    await tx.run(sql`REINDEX INDEX post_words_index`);
    await tx.run(sql`ANALYZE post_words`);
    const found = await lookIntoIndex(tx, tx.dialect.search.findBetween(sought, 0, 10));
    assert.deepEqual(found, [{ post_id: postId }]);
  });
});
