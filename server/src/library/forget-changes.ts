// Forgets changes that are older than any app may be away: to be called now and then.
import { forgetChanges, usersWithOldChanges } from '../store/changes.ts';
import { pageByPage } from '../store/page-by-page.ts';
import type { WriteTx } from '../store/store.ts';
import type { Library } from './library.ts';
import { changesKeptMs, forgottenAtOnce } from './limits.ts';

/** Forgets the changes of all users that are older than a cursor lasts, in portions between which others write. */
export async function forgetOldChanges({ store }: Pick<Library, 'store'>): Promise<void> {
  const usersAfter = (after: number) =>
    store.read((tx) =>
      usersWithOldChanges(tx, tx.now - changesKeptMs, { after, limit: forgottenAtOnce.users }),
    );
  for await (const users of pageByPage(usersAfter, ({ userId }) => userId)) {
    let waiting = users.filter(({ isWaiting }) => isWaiting).map(({ userId }) => userId);
    while (waiting.length > 0) {
      const some = waiting;
      waiting = await store.write((tx) => forgetSome(tx, some));
    }
  }
}

/** One portion of the work. Returns those of the users who may have more to forget. */
async function forgetSome(tx: WriteTx, userIds: readonly number[]): Promise<number[]> {
  const { changes: portion, usersTogether } = forgottenAtOnce;
  const before = tx.now - changesKeptMs;
  let forgotten = 0;
  for (const [place, userId] of userIds.slice(0, usersTogether).entries()) {
    const count = await forgetChanges(tx, userId, { before, portion });
    forgotten += count;
    // The last of a portion is kept, as it might be the user's last change of all.
    const isDone = count < portion - 1;
    if (forgotten >= portion || !isDone) return userIds.slice(isDone ? place + 1 : place);
  }
  return userIds.slice(usersTogether);
}
