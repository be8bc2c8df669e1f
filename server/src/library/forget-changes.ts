// Forgets changes that are older than any app may be away: to be called now and then.
import { forgetChanges, usersWithOldChanges } from '../store/changes.ts';
import type { Library } from './library.ts';
import { changesKeptMs, forgottenAtOnce } from './limits.ts';

export async function forgetOldChanges({ store }: Pick<Library, 'store'>): Promise<void> {
  for (let after = 0; ; ) {
    const users = await store.read((tx) =>
      usersWithOldChanges(tx, tx.now - changesKeptMs, { after, limit: forgottenAtOnce.users }),
    );
    for (const { userId, isWaiting } of users) if (isWaiting) await forgetOf({ store }, userId);
    const last = users.at(-1);
    if (!last) return;
    after = last.userId;
  }
}

async function forgetOf({ store }: Pick<Library, 'store'>, userId: number): Promise<void> {
  const portion = forgottenAtOnce.changes;
  const forget = (): Promise<number> =>
    store.write((tx) => forgetChanges(tx, userId, { before: tx.now - changesKeptMs, portion }));
  while ((await forget()) > 0);
}
