// `node bench/fan-out/main.ts`: the cost of giving new posts to many followers, all at once and one after another.
import { join } from 'node:path';
import { readCommandLine } from '../../scripts/command-line.ts';
import { systemClock } from '../../server/src/clock.ts';
import { insertFeed } from '../../server/src/store/feeds/feeds.ts';
import { insertItems } from '../../server/src/store/items/items.ts';
import { openStore } from '../../server/src/store/open.ts';
import { copyToFollowers } from '../../server/src/store/sources/fan-out.ts';
import { lockFollowers } from '../../server/src/store/sources/sources.ts';
import type { Store } from '../../server/src/store/store.ts';
import { somePosts, someSource, someUser } from '../../server/src/store/testing/rows.ts';
import { workFolder } from '../places.ts';

const FOLLOWERS = 20_000;
const POSTS = 5;
/** The trees grow, and the cost with them. */
const ROUNDS = 3;

readCommandLine('node bench/fan-out/main.ts', {});
for (const way of ['one after another', 'all at once'] as const) {
  const store = await openStore(`file:${join(workFolder(), 'courant.db')}`, systemClock);
  const sourceId = await followedSource(store);
  for (let round = 1; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await publish(store, sourceId, way);
    const { user, system } = process.cpuUsage(before);
    const cpu = Math.round((user + system) / 1_000);
    const wall = Math.round(performance.now() - startedAt);
    process.stdout.write(`${way}, round ${round}: ${cpu} ms of processor time, ${wall} ms\n`);
  }
  await store.close();
}

function followedSource(store: Store): Promise<number> {
  return store.write(async (tx) => {
    const sourceId = await someSource(tx, 'https://site.example/');
    for (let number = 0; number < FOLLOWERS; number++) {
      await insertFeed(tx, await someUser(tx, `user ${number}`), sourceId);
    }
    return sourceId;
  });
}

function publish(store: Store, sourceId: number, way: 'one after another' | 'all at once'): Promise<void> {
  return store.write(async (tx) => {
    const followers = await lockFollowers(tx, sourceId);
    const posts = await somePosts(tx, sourceId, POSTS);
    if (way === 'one after another') {
      for (const follower of followers) await insertItems(tx, follower, posts);
    } else {
      const to = { sourceId, followers: followers.length };
      await copyToFollowers(
        tx,
        to,
        posts.map((id) => ({ id, read: false })),
      );
    }
  });
}
