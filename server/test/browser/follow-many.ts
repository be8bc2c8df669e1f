// Many feeds in groups, as if they had been followed and visited.
import { systemClock } from '../../src/clock.ts';
import { addFeedsToGroup, insertGroup } from '../../src/store/feeds/groups.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import { someFeed } from '../../src/store/testing/rows.ts';
import type { Environment } from '../environment.ts';

/** Gives the one user groups with feeds that have one unread item each: `Title of https://site-1-1.example/` is the first of `Group 1`. */
export async function followMany(
  environment: Environment,
  { groups, feedsOfEach }: { groups: number; feedsOfEach: number },
): Promise<void> {
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  await store.write(async (tx) => {
    const user = (await tx.get<{ id: number }>(sql`SELECT id FROM users`))?.id ?? 0;
    for (let group = 1; group <= groups; group++) {
      const groupId = (await insertGroup(tx, user, `Group ${group}`)) ?? 0;
      for (let feed = 1; feed <= feedsOfEach; feed++) {
        const { id } = await someFeed(tx, user, { url: `https://site-${group}-${feed}.example/`, count: 1 });
        await addFeedsToGroup(tx, groupId, [id]);
      }
    }
  });
  await store.close();
}
