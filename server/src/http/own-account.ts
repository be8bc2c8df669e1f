// Deletes the account of whoever asks, as an administrator would.
import { deletedUser } from '../accounts/administration.ts';
import { mayLeave, refuseLeaving } from '../accounts/leaving.ts';
import type { AccountsOptions } from '../accounts/options.ts';
import { removeAccount } from '../library/accounts.ts';
import type { Library } from '../library/library.ts';

interface Premises {
  accounts: AccountsOptions;
  library: Library;
}

/** Of the session of this secret. Throws Refusal `cannot`, `unauthenticated`. */
export async function deleteOwnAccount(
  { accounts, library }: Premises,
  own: { userId: number; secret: string },
): Promise<void> {
  const { userId } = own;
  await mayLeave(accounts, userId);
  await removeAccount(library, userId, (tx) => refuseLeaving(tx, own));
  deletedUser(accounts, { userId, byUserId: userId });
}
