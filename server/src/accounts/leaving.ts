// Deleting one's own account: who may, up to the moment in which it is done.
import type { WriteTx } from '../store/store.ts';
import { refuseLeavingOthers } from './administration.ts';
import type { AccountsOptions } from './options.ts';
import { requireSession } from './sessions.ts';

const action = 'delete account';

/** Refuses with `cannot` the last administrator of others, before the long work of deleting begins. */
export async function mayLeave({ store }: Pick<AccountsOptions, 'store'>, userId: number): Promise<void> {
  await store.write((tx) => refuseLeavingOthers(tx, userId, action));
}

/**
 * The same check inside the transaction that deletes the account. Whoever was signed out there meanwhile deletes nothing any more: that is
 * refused with `unauthenticated`.
 */
export async function refuseLeaving(
  tx: WriteTx,
  { userId, secret }: { userId: number; secret: string },
): Promise<void> {
  // First, because administrators are locked in the order of their ids.
  await refuseLeavingOthers(tx, userId, action);
  await requireSession(tx, secret, action);
}
