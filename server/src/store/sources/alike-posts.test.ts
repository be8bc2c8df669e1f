import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { insertItems } from '../items/items.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { someSource, someUser } from '../testing/rows.ts';
import { alikePosts } from './alike-posts.ts';
import { mergeSources } from './merge-sources.ts';
import { NEVER_SHOWN } from './posts.ts';

interface Post {
  name: string;
  url?: string;
  title?: string;
  words?: string;
  author?: string;
  publishedAt?: number | null;
  sortAt?: number;
  leftAt?: number;
  content?: string;
  details?: string;
}

const cases: [what: string, from: Post[], into: Post[], pairs: number][] = [
  ['the same under other names', [{ name: 'a' }], [{ name: 'b' }], 1],
  ['of one name, which says it', [{ name: 'a' }], [{ name: 'a' }], 0],
  ['at other links', [{ name: 'a' }], [{ name: 'b', url: 'https://example.org/2' }], 0],
  ['with other titles', [{ name: 'a' }], [{ name: 'b', title: 'Another' }], 0],
  ['in other words', [{ name: 'a' }], [{ name: 'b', words: 'others' }], 0],
  ['of other days', [{ name: 'a' }], [{ name: 'b', publishedAt: 2 }], 0],
  ['by other authors', [{ name: 'a', author: 'Ada' }], [{ name: 'b' }], 0],
  [
    'with other pictures',
    [{ name: 'a', content: '<img src="1">' }],
    [{ name: 'b', content: '<img src="2">' }],
    0,
  ],
  ['with other files', [{ name: 'a', details: '{"enclosures":[]}' }], [{ name: 'b' }], 0],
  ['without a date', [{ name: 'a', publishedAt: null }], [{ name: 'b', publishedAt: null, sortAt: 2 }], 1],
  [
    'without a date, of which one is shown no more',
    [{ name: 'a', publishedAt: null, leftAt: 5 }],
    [{ name: 'b', publishedAt: null }],
    0,
  ],
  [
    'without a date, of which two are shown',
    [
      { name: 'a', publishedAt: null },
      { name: 'c', publishedAt: null },
    ],
    [{ name: 'b', publishedAt: null }],
    0,
  ],
  ['of which there are two here', [{ name: 'a' }, { name: 'b' }], [{ name: 'c' }], 0],
  ['of which there are two there', [{ name: 'a' }], [{ name: 'b' }, { name: 'c' }], 0],
  [
    'of which one has a twin by name there',
    [{ name: 'a' }, { name: 'of that day', words: 'others' }],
    [{ name: 'b' }, { name: 'a', words: 'new' }],
    0,
  ],
  ['of which one has a twin by name here', [{ name: 'a' }, { name: 'b', words: 'new' }], [{ name: 'b' }], 0],
  [
    'of which one has a twin by name without a date',
    [{ name: 'a' }, { name: 'of that day', words: 'others' }],
    [{ name: 'b' }, { name: 'a', publishedAt: null }],
    0,
  ],
  ['that came with yet another source', [{ name: 'a' }], [{ name: 'b', leftAt: NEVER_SHOWN }], 0],
];

for (const [what, from, into, count] of cases) {
  test(`posts ${what} are ${count === 0 ? 'not taken for alike' : 'alike'}`, async (t) => {
    const { store } = await temporaryStore(t, fakeClock());
    const found = await store.write(async (tx) => {
      const sources = [
        await someSource(tx, 'https://a.example/'),
        await someSource(tx, 'https://b.example/'),
      ] as const;
      await insertAll(tx, sources[0], from);
      await insertAll(tx, sources[1], into);
      return tx.all(alikePosts(sources[0], sources[1]));
    });
    assert.equal(found.length, count);
  });
}

test('all of them become one, for some followers and for the last of them', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const many = Array.from({ length: 50 }, (_, number) => ({ words: `${number}` }));
  await store.write(async (tx) => {
    const [from, into] = [
      await someSource(tx, 'https://a.example/'),
      await someSource(tx, 'https://b.example/'),
    ];
    const posts = await insertAll(
      tx,
      from,
      many.map((post, number) => ({ ...post, name: `a${number}` })),
    );
    const others = await insertAll(
      tx,
      into,
      many.map((post, number) => ({ ...post, name: `b${number}` })),
    );
    for (const name of ['ada', 'bob']) {
      const userId = await someUser(tx, name);
      await insertItems(tx, { id: await insertFeed(tx, userId, from), userId }, posts);
      await insertItems(tx, { id: await insertFeed(tx, userId, into), userId }, others);
    }
    for (const isWhole of [false, true]) {
      const merged = await mergeSources(tx, { id: from, url: 'https://a.example/' }, into, 1);
      assert.equal(merged.isWhole, isWhole);
    }
    const [row] = await tx.all<{ items: number; posts: number }>(sql`
      SELECT (SELECT count(*) FROM items) AS items, (SELECT count(*) FROM posts) AS posts`);
    assert.deepEqual({ ...row }, { items: 100, posts: 50 });
  });
});

async function insertAll(tx: WriteTx, sourceId: number, posts: readonly Post[]): Promise<number[]> {
  const ids: number[] = [];
  for (const {
    name,
    url = 'https://example.org/1',
    title = 'One',
    words = 'words',
    author = null,
    publishedAt = 1,
    sortAt = publishedAt ?? 1,
    leftAt = null,
    content = '<p>Words</p>',
    details = '{}',
  } of posts) {
    const row = await tx.get<{ id: number }>(sql`
      INSERT INTO posts (source_id, identity, url, title, author, published_at, sort_at, stored_at, text_hash, left_at)
      VALUES (${sourceId}, ${name}, ${url}, ${title}, ${author}, ${publishedAt}, ${sortAt}, ${tx.now}, ${words}, ${leftAt})
      RETURNING id`);
    await tx.run(
      sql`INSERT INTO post_contents (post_id, content, details, sanitiser) VALUES (${row?.id ?? 0}, ${content}, ${details}, 1)`,
    );
    ids.push(row?.id ?? 0);
  }
  return ids;
}
