// What administrators do with other people's accounts.
import { Refusal } from '../model/refusal.ts';
import { type Account, userNameKey } from '../model/user.ts';
import { deleteAppPasswordsOf } from '../store/accounts/app-passwords.ts';
import { revokeGrantsOf } from '../store/accounts/grants.ts';
import { deleteInvitationsBy, deleteInvitationsOf } from '../store/accounts/invitations.ts';
import { deletePendingSignInsOf } from '../store/accounts/pending-sign-ins.ts';
import { deleteSessionsOf } from '../store/accounts/sessions.ts';
import * as users from '../store/accounts/users.ts';
import type { WriteTx } from '../store/store.ts';
import { maxSoughtNameCharacters } from './limits.ts';
import type { AccountsOptions } from './options.ts';

type Acting = Pick<AccountsOptions, 'store' | 'audit'>;

/** Whose account it is done to, and by whom (undefined: by the operator). */
export interface Act {
  userId: number;
  byUserId: number | undefined;
}

/** Accounts with an id above `after`, in order of id; with a name: only those whose name contains it. */
export function listAccounts(
  { store }: Pick<AccountsOptions, 'store'>,
  { after = 0, name, limit }: { after?: number | undefined; name: string; limit: number },
): Promise<Account[]> {
  const named = userNameKey(name).slice(0, maxSoughtNameCharacters);
  return store.read((tx) => users.listAccounts(tx, { after, named, limit }));
}

/**
 * Locks an account: nobody can sign in, and whoever is signed in is put out. Its contents stay, and its feeds are still crawled. Throws
 * Refusal `not-found`; `cannot` for one's own account and for the last administrator; `forbidden` when the actor is not an administrator.
 */
export async function disableUser({ store, audit }: Acting, act: Act): Promise<void> {
  const { userId } = act;
  refuseOneself(act, 'disable user');
  await store.write(async (tx) => {
    await refuseLosingAdmins(tx, act, 'disable user');
    if (!(await users.setDisabled(tx, userId, true))) throw unknown('disable user');
    await deleteSessionsOf(tx, userId);
    await deletePendingSignInsOf(tx, userId);
    await deleteInvitationsOf(tx, userId);
    await revokeGrantsOf(tx, userId, 'user-disabled');
    await deleteAppPasswordsOf(tx, userId);
  });
  audit?.('user disabled', act);
}

/** Lets its owner sign in again, with the same password as before. Throws Refusal `not-found`; `forbidden` as above. */
export async function enableUser({ store, audit }: Acting, act: Act): Promise<void> {
  await store.write(async (tx) => {
    refuseOthers(act, await users.lockAdmins(tx), 'enable user');
    if (!(await users.setDisabled(tx, act.userId, false))) throw unknown('enable user');
  });
  audit?.('user enabled', act);
}

/** Makes somebody an administrator; whoever is one stays one. Throws Refusal `not-found`; `forbidden` as above. */
export async function promoteUser({ store, audit }: Acting, act: Act): Promise<void> {
  await store.write(async (tx) => {
    refuseOthers(act, await users.lockAdmins(tx), 'promote user');
    if (!(await users.setAdmin(tx, act.userId, true))) throw unknown('promote user');
  });
  audit?.('user promoted', act);
}

/**
 * Makes an administrator an ordinary user, and ends the links that they have made; whoever is none stays so. One's own account, too, while
 * there is another administrator. Throws Refusal `not-found`; `cannot` for the last administrator; `forbidden` as above.
 */
export async function demoteUser({ store, audit }: Acting, act: Act): Promise<void> {
  const { userId } = act;
  await store.write(async (tx) => {
    await refuseLosingAdmins(tx, act, 'demote user');
    if (!(await users.setAdmin(tx, userId, false))) throw unknown('demote user');
    await deleteInvitationsBy(tx, userId);
  });
  audit?.('user demoted', act);
}

/** Refuses with `cannot` or `forbidden`, as `disableUser` does, before the long work of deleting begins. */
export async function mayDelete({ store }: Acting, act: Act): Promise<void> {
  await store.write((tx) => refuseDeletion(tx, act));
}

/** The same check inside the transaction that deletes the account: other administrators may have gone since `mayDelete`. */
export async function refuseDeletion(tx: WriteTx, act: Act): Promise<void> {
  refuseOneself(act, 'delete user');
  await refuseLosingAdmins(tx, act, 'delete user');
}

/**
 * What neither an operator nor its owner may delete: the last administrator of others. With the only account, the set-up begins
 * again.
 */
export async function refuseLeavingOthers(
  tx: WriteTx,
  userId: number,
  action = 'delete user',
): Promise<void> {
  const two = await users.listAccounts(tx, { after: 0, named: '', limit: 2 });
  if (two.length > 1) await refuseLosingAdmins(tx, { userId, byUserId: undefined }, action);
}

/** Tells the audit log that an account was deleted (`library/accounts.ts` does it). */
export function deletedUser({ audit }: Acting, act: Act): void {
  audit?.('user deleted', act);
}

async function refuseLosingAdmins(tx: WriteTx, act: Act, action: string): Promise<void> {
  const { userId } = act;
  let admins = await users.listAdmins(tx);
  if (!admins.includes(userId)) {
    // They may just be made one: that waits for us, or is seen now.
    await users.lockAccount(tx, userId);
    admins = await users.listAdmins(tx);
  }
  // When two administrators do this to each other at once, the second waits here, and then is none. Removing anybody else needs no lock.
  if (admins.includes(userId)) admins = await users.lockAdmins(tx);
  refuseOthers(act, admins, action);
  if (admins.length === 1 && admins.includes(userId))
    throw new Refusal(
      'cannot',
      `Cannot ${action}: nobody else can administer this instance; make somebody an administrator first`,
      { reason: 'last-administrator' },
    );
}

function refuseOneself({ userId, byUserId }: Act, action: string): void {
  if (userId === byUserId)
    throw new Refusal('cannot', `Cannot ${action}: it is you`, { reason: 'it-is-you' });
}

/** Whoever asks may have been an administrator only when the request came. */
function refuseOthers({ byUserId }: Act, admins: readonly number[], action: string): void {
  if (byUserId !== undefined && !admins.includes(byUserId)) throw notAnAdmin(action);
}

export function notAnAdmin(action: string): Refusal {
  return new Refusal('forbidden', `Cannot ${action}: only those may who administer this instance`);
}

function unknown(action: string): Refusal {
  return new Refusal('not-found', `Cannot ${action}: there is no such user`);
}
