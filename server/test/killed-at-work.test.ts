// The process is killed while it makes one source of two, and while it removes one that nobody follows: the next process ends what was begun.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { nodeClock, systemClock } from '../src/clock.ts';
import { openStore } from '../src/store/open.ts';
import { findSource, findSourceAt, updateSource } from '../src/store/sources/sources.ts';
import { sql } from '../src/store/sql.ts';
import type { ReadTx, Store } from '../src/store/store.ts';
import { somePosts, someSource, someUser } from '../src/store/testing/rows.ts';
import { feedsWithWrongCount } from '../src/store/testing/wrong-counts.ts';
import { posts, rss } from './documents.ts';
import { temporaryInstance } from './environment.ts';
import { startSite } from './feed-origin.ts';
import { followUnvisited, heldByFeeds, makeAllDue, unvisited } from './nodes/plan.ts';
import { startCourant } from './process.ts';

const DAY = 86_400_000;
const POSTS = 3;
/** Some portions of `feedsMovedAtOnce`. */
const FOLLOWERS = 150;
/** Some portions of `postsAtOnce`. */
const POSTS_OF_NOBODY = 2_000;
const LOOK_MS = 50;
/** For what lasts only for a moment. */
const SOON_MS = 2;
const PATIENCE_MS = 300_000;
const options = { timeout: 600_000 };

test(
  'two sources become one though the process is killed between two portions of followers',
  options,
  async (t) => {
    let hasMoved = false;
    let isAsked = false;
    const [from, into] = [
      await startSite(t, (_request, response) => {
        isAsked = hasMoved;
        if (hasMoved) response.writeHead(301, { location: `${into?.url}/feed` }).end();
        else response.end(rss('One', posts(1, POSTS)));
      }),
      await startSite(t, (_request, response) => response.end(rss('One', posts(1, POSTS)))),
    ];
    const [fromUrl, intoUrl] = [`${from.url}/feed`, `${into.url}/feed`];
    const { store, untilKilled } = await instance(t);
    const followers: number[] = [];
    await store.write(async (tx) => {
      for (let place = 0; place < FOLLOWERS; place++) followers.push(await someUser(tx, `reader ${place}`));
      await followUnvisited(tx, followers, [fromUrl]);
      await followUnvisited(tx, followers.slice(0, FOLLOWERS / 2), [intoUrl]);
    });
    const begunAt = await makeAllDue(store);
    await untilKilled(async () => (await unvisited(store, begunAt)).length === 0);
    hasMoved = true;
    await store.write(async (tx) => {
      const source = await findSource(tx, (await findSourceAt(tx, fromUrl)) ?? 0);
      assert.ok(source);
      const moving = { to: intoUrl, via: 'redirect', visits: 1, since: tx.now - 2 * DAY } as const;
      await updateSource(tx, source.id, { ...source, memory: { ...source.memory, moving } });
    });
    const isThere = (tx: ReadTx): Promise<{ details: string } | undefined> =>
      tx.get(sql`SELECT details FROM sources WHERE url = ${fromUrl}`);

    await makeAllDue(store);
    await untilKilled(
      async () => isAsked && (await store.read(isThere))?.details.includes('"begun":true') !== false,
      SOON_MS,
    );
    await makeAllDue(store);
    await untilKilled(async () => (await store.read(isThere)) === undefined);
    const held = await heldByFeeds(store);
    assert.equal(held.length, FOLLOWERS);
    for (const each of held) assert.deepEqual(each, { items: POSTS, posts: POSTS });
    assert.deepEqual(await store.read((tx) => feedsWithWrongCount(tx)), []);
  },
);

test(
  'what nobody follows goes though the process is killed between two portions of its posts',
  options,
  async (t) => {
    const { store, untilKilled } = await instance(t);
    await store.write(async (tx) => {
      const id = await someSource(tx, 'https://nobody.example/feed');
      await somePosts(tx, id, POSTS_OF_NOBODY);
      await tx.run(
        sql`INSERT INTO unfollowed_sources (source_id, since) VALUES (${id}, ${tx.now - 31 * DAY})`,
      );
    });
    const count = (table: 'posts' | 'sources'): Promise<number> =>
      store.read(async (tx) => {
        const row = await tx.get<{ count: number }>({
          text: `SELECT count(*) AS count FROM ${table}`,
          values: [],
        });
        return Number(row?.count);
      });
    await untilKilled(async () => (await count('posts')) < POSTS_OF_NOBODY, SOON_MS);
    await untilKilled(async () => (await count('sources')) === 0);
    assert.equal(await count('posts'), 0);
  },
);

/** Processes on one database, one after the other. */
async function instance(t: TestContext) {
  const environment = await temporaryInstance(t, { COURANT_FETCH_ALLOW: '127.0.0.1' });
  const store = await openStore(environment.COURANT_DATABASE ?? '', nodeClock());
  t.after(() => store.close());
  return {
    store,
    async untilKilled(isSo: () => Promise<boolean>, everyMs = LOOK_MS): Promise<void> {
      await layDown(store);
      const courant = await startCourant(t, environment);
      const deadline = systemClock.now() + PATIENCE_MS;
      while (!(await isSo())) {
        assert.ok(systemClock.now() < deadline, courant.err());
        await new Promise<void>((resolve) => systemClock.after(everyMs, resolve));
      }
      await courant.kill();
    },
  };
}

/** What a dead process held is free only after some time. */
function layDown(store: Store): Promise<void> {
  return store.write(async (tx) => {
    await tx.run(sql`DELETE FROM duties`);
    await tx.run(
      sql`UPDATE hosts SET lease = NULL, quiet_until = 0, ready_at = ${tx.now} WHERE lease IS NOT NULL`,
    );
  });
}
