// Fills a store with posts that two users follow: one nearly everything, one very little.
import { insertFeed } from '../../server/src/store/feeds/feeds.ts';
import { addFeedsToGroup, insertGroup } from '../../server/src/store/feeds/groups.ts';
import { indexPosts } from '../../server/src/store/search/search-index.ts';
import { copyToFollowers } from '../../server/src/store/sources/fan-out.ts';
import { insertPost, type StoredPost } from '../../server/src/store/sources/posts.ts';
import { sql } from '../../server/src/store/sql.ts';
import type { Store, WriteTx } from '../../server/src/store/store.ts';
import { someSource, someUser } from '../../server/src/store/testing/rows.ts';
import { type Chance, chanceOf } from '../schedule/random.ts';
import { joinedPost, latinPost } from './texts.ts';

const SOURCES = 4_000;
/** The first half of the sources; and one source in 200, none of which is in a script without blanks. */
const feedsOf = { many: SOURCES / 2, few: 20 } as const;
/** One source in 20 is in a script without blanks. */
const JOINED_EVERY = 20;
/** Larger than any visit: the index ends up the same, but sooner. */
const POSTS_IN_ONE = 2_000;
/** One of 50 items is unread. */
const UNREAD_EVERY = 50;
const MINUTE_MS = 60_000;
const NEWEST_AT = Date.UTC(2026, 10, 1);

interface Seeded {
  many: number;
  few: number;
  /** Duration in ms of the last visits, which brought a few posts each. */
  visits: number[];
}

/** The last `visits` are written in the way visits are: five posts of one source in one transaction. */
export async function seed(
  store: Store,
  { posts, visits }: { posts: number; visits: number },
): Promise<Seeded> {
  const chance = chanceOf(1, 1);
  const people = await store.write(followAll);
  const followers = new Map<number, number>();
  const counted = await store.read((tx) =>
    tx.all<{ source_id: number; count: number }>(
      sql`SELECT source_id, count(*) AS count FROM feeds GROUP BY source_id`,
    ),
  );
  for (const { source_id, count } of counted) followers.set(source_id, count);
  for (let first = 1; first <= posts; first += POSTS_IN_ONE) {
    const last = Math.min(posts, first + POSTS_IN_ONE - 1);
    await store.write(async (tx) => {
      const written: StoredPost[] = [];
      for (let number = first; number <= last; number++) {
        written.push(
          ...(await writePost(tx, { source: 1 + Math.floor(chance() * SOURCES), number, posts, chance })),
        );
      }
      indexPosts(tx, written);
      await copyAll(tx, { first, last });
    });
    if (first % 50_000 === 1) process.stderr.write(`${first} posts\n`);
  }
  const took: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const source = 1 + Math.floor(chance() * SOURCES);
    const numbers = Array.from({ length: 5 }, (_, index) => posts + visit * 5 + index + 1);
    const startedAt = performance.now();
    await store.write(async (tx) => {
      const written: StoredPost[] = [];
      for (const number of numbers) written.push(...(await writePost(tx, { source, number, posts, chance })));
      indexPosts(tx, written);
      await copyToFollowers(
        tx,
        { sourceId: source, followers: followers.get(source) ?? 0 },
        written.map(({ id }) => ({ id, read: false })),
      );
    });
    took.push(performance.now() - startedAt);
  }
  return { ...people, visits: took };
}

/** The feeds of one user are all in a group; the other user has groups of 5 and 300. */
async function followAll(tx: WriteTx): Promise<{ many: number; few: number }> {
  const [many, few] = [await someUser(tx, 'many'), await someUser(tx, 'few')];
  const feeds: number[] = [];
  for (let source = 1; source <= SOURCES; source++) {
    const id = await someSource(tx, `https://${source}.example/`);
    if (source <= feedsOf.many) feeds.push(await insertFeed(tx, many, id));
    if (source % (SOURCES / feedsOf.few) === 1) await insertFeed(tx, few, id);
  }
  for (const [title, size] of [
    ['small', 5],
    ['large', 400],
  ] as const) {
    const group = (await insertGroup(tx, many, title)) ?? 0;
    await addFeedsToGroup(tx, group, feeds.slice(100, 100 + size));
  }
  return { many, few };
}

async function writePost(
  tx: WriteTx,
  { source, number, posts, chance }: { source: number; number: number; posts: number; chance: Chance },
): Promise<StoredPost[]> {
  const text = source % JOINED_EVERY === 0 ? joinedPost(chance) : latinPost(chance);
  const at = NEWEST_AT - (posts - number) * MINUTE_MS;
  const post = {
    ...text,
    identity: String(number),
    publishedAt: at,
    sortAt: at,
    summary: undefined,
    url: 'https://site.example/',
    details: {},
    textHash: '',
  };
  const id = await insertPost(tx, source, post, 1);
  return id === undefined ? [] : [{ id, post }];
}

/** Gives everybody the new posts at once: the ids of posts are their numbers. */
async function copyAll(tx: WriteTx, { first, last }: { first: number; last: number }): Promise<void> {
  await tx.run(sql`
    INSERT INTO items (id, feed_id, user_id, post_id, read, created_at)
    SELECT (SELECT value FROM counters WHERE name = 'item') + row_number() OVER (ORDER BY p.id, f.id),
      f.id, f.user_id, p.id, CASE WHEN p.id % ${UNREAD_EVERY} = 0 THEN 0 ELSE 1 END, p.sort_at
    FROM posts p JOIN feeds f ON f.source_id = p.source_id WHERE p.id BETWEEN ${first} AND ${last}`);
  await tx.run(sql`UPDATE counters SET value = (SELECT coalesce(max(id), 0) FROM items) WHERE name = 'item'`);
}
