// Changes to a user's data that no call of the user makes: written directly, each with its entry in the change sequence.
import { appendChange } from '../../src/store/changes.ts';
import { itemStates } from '../../src/store/items/item-states.ts';
import { sql } from '../../src/store/sql.ts';
import type { Store } from '../../src/store/store.ts';

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

/** Removes a feed and restores it, with its id and those of its items that are named. */
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
