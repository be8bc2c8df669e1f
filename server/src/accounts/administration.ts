// What administrators do with other people's accounts.
import { Refusal } from '../model/refusal.ts';
import { type Account, userNameKey } from '../model/user.ts';
import { deleteAppPasswordsOf } from '../store/app-passwords.ts';
import { revokeGrantsOf } from '../store/grants.ts';
import { deleteInvitationsOf } from '../store/invitations.ts';
import { deletePendingSignInsOf } from '../store/pending-sign-ins.ts';
import { deleteSessionsOf } from '../store/sessions.ts';
import type { WriteTx } from '../store/store.ts';
import * as users from '../store/users.ts';
import { maxSoughtNameCharacters } from './limits.ts';
import type { AccountsOptions } from './options.ts';

type Acting = Pick<AccountsOptions, 'store' | 'audit'>;

/** Whom it is done to, and by whom; undefined: by the operator. */
export interface Act {
  userId: number;
  byUserId: number | undefined;
}

/** Accounts after an id, in order of id; with a name: those that have it in theirs. */
export function listAccounts(
  { store }: Pick<AccountsOptions, 'store'>,
  { after = 0, name, limit }: { after?: number | undefined; name: string; limit: number },
): Promise<Account[]> {
  const named = userNameKey(name).slice(0, maxSoughtNameCharacters);
  return store.read((tx) => users.listAccounts(tx, { after, named, limit }));
}

/**
 * Lets nobody in to an account, and puts out whoever is. What is in it stays, and its feeds are visited on. Throws Refusal
 * `not-found`, `cannot` for oneself and for the last administrator, and `forbidden` when the actor is none.
 */
export async function disableUser({ store, audit }: Acting, act: Act): Promise<void> {
  const { userId } = act;
  await store.write(async (tx) => {
    await refuseLosingAdmins(tx, act, 'disable user');
    if (!(await users.setDisabled(tx, userId, true))) throw unknown('disable user');
    await deleteSessionsOf(tx, userId);
    await deletePendingSignInsOf(tx, userId);
    await deleteInvitationsOf(tx, userId);
    await revokeGrantsOf(tx, userId, 'user-disabled');
    await deleteAppPasswordsOf(tx, userId);
  });
  audit?.('user disabled', factsOf(act));
}

/** Lets its owner in again, by the password of before. Throws Refusal `not-found`. */
export async function enableUser({ store, audit }: Acting, act: Act): Promise<void> {
  if (!(await store.write((tx) => users.setDisabled(tx, act.userId, false)))) throw unknown('enable user');
  audit?.('user enabled', factsOf(act));
}

/** Refuses as `disableUser` does, before the long work. */
export async function mayDelete({ store }: Acting, act: Act): Promise<void> {
  await store.write((tx) => refuseDeletion(tx, act));
}

/** The same in the transaction of the work, just before the account goes: others may have gone meanwhile. */
export function refuseDeletion(tx: WriteTx, act: Act): Promise<void> {
  return refuseLosingAdmins(tx, act, 'delete user');
}

export function deletedUser({ audit }: Acting, act: Act): void {
  audit?.('user deleted', factsOf(act));
}

async function refuseLosingAdmins(tx: WriteTx, { userId, byUserId }: Act, action: string): Promise<void> {
  if (userId === byUserId)
    throw new Refusal('cannot', `Cannot ${action}: it is you`, { reason: 'it-is-you' });
  // Of two who do this to each other at once, the second waits here, and is no administrator any more. For others nobody has to wait.
  const known = await users.listAdmins(tx);
  const admins = known.includes(userId) ? await users.lockAdmins(tx) : known;
  if (byUserId !== undefined && !admins.includes(byUserId))
    throw new Refusal('forbidden', `Cannot ${action}: only those may who administer this instance`);
  if (admins.length === 1 && admins.includes(userId))
    throw new Refusal('cannot', `Cannot ${action}: nobody else can administer this instance`, {
      reason: 'last-administrator',
    });
}

function unknown(action: string): Refusal {
  return new Refusal('not-found', `Cannot ${action}: there is no such user`);
}

function factsOf({ userId, byUserId }: Act): { userId: number; byUserId?: number } {
  return { userId, ...(byUserId === undefined ? {} : { byUserId }) };
}
