// What happens to a user's things by other ways than marking: written by hand, each with the change that goes with it.
import { appendChange } from '../../src/store/changes.ts';
import { itemStates } from '../../src/store/item-states.ts';
import { sql } from '../../src/store/sql.ts';
import type { Store } from '../../src/store/store.ts';

/** Stars items, or takes the stars away. */
export function setStars(
  store: Store,
  userId: number,
  { ids, starred }: { ids: readonly number[]; starred: boolean },
): Promise<void> {
  return store.write(async (tx) => {
    const own = (await itemStates(tx, userId, ids)).map((state) => state.id);
    await tx.run(sql`
      UPDATE items SET starred = ${Number(starred)} WHERE user_id = ${userId} AND id IN (${tx.dialect.numbers(own)})`);
    await appendChange(tx, userId, starred ? 'items.starred' : 'items.unstarred', own);
  });
}

export async function starsOf(store: Store, userId: number): Promise<Set<number>> {
  const rows = await store.read((tx) =>
    tx.all<{ id: number }>(sql`SELECT id FROM items WHERE user_id = ${userId} AND starred = 1`),
  );
  return new Set(rows.map((row) => row.id));
}

/** Removes items, read or not. */
export function takeAway(store: Store, userId: number, ids: readonly number[]): Promise<void> {
  return store.write(async (tx) => {
    const own = await itemStates(tx, userId, ids);
    for (const { id, feedId, read } of own) {
      await tx.run(sql`DELETE FROM items WHERE id = ${id}`);
      await tx.run(sql`UPDATE feeds SET unread_count = unread_count - ${read ? 0 : 1} WHERE id = ${feedId}`);
    }
    await appendChange(
      tx,
      userId,
      'items.removed',
      own.map((state) => state.id),
    );
  });
}

/** Removes a feed and brings it back, with its id and those of its items that are named. */
export function bringBack(
  store: Store,
  userId: number,
  { feedId, itemIds }: { feedId: number; itemIds: readonly number[] },
): Promise<void> {
  return store.write(async (tx) => {
    await tx.run(
      sql`DELETE FROM items WHERE feed_id = ${feedId} AND id NOT IN (${tx.dialect.numbers(itemIds)})`,
    );
    await tx.run(sql`
      UPDATE feeds SET unread_count = (SELECT count(*) FROM items WHERE feed_id = ${feedId} AND read = 0)
      WHERE id = ${feedId}`);
    await appendChange(tx, userId, 'feeds.removed', [feedId]);
    await appendChange(tx, userId, 'feeds.new', [feedId]);
    await appendChange(tx, userId, 'items.new', itemIds);
  });
}
