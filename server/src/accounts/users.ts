// Users: who may sign in, and how.
import { Refusal } from '../model/refusal.ts';
import { type ListedUser, requireUserName, type User, userNameKey } from '../model/user.ts';
import { deleteAppPasswordsOf } from '../store/accounts/app-passwords.ts';
import { revokeGrantsOf } from '../store/accounts/grants.ts';
import { deleteInvitationsOf } from '../store/accounts/invitations.ts';
import { deletePendingSignInsOf } from '../store/accounts/pending-sign-ins.ts';
import { deleteUnconfirmedTotp } from '../store/accounts/second-factors.ts';
import { deleteSessionsOf } from '../store/accounts/sessions.ts';
import * as users from '../store/accounts/users.ts';
import { changeFact, forgetFact, SET_UP } from '../store/facts.ts';
import type { WriteTx } from '../store/store.ts';
import type { AccountsOptions } from './options.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { giveBackSignInTries, takeSignInTry, type WayIn } from './sign-in-tries.ts';

export interface Credentials {
  name: string;
  password: string;
}

/** A user who has shown their password, and the hash that it matched. */
export interface Known {
  user: User;
  passwordHash: string;
}

type WithStore = Pick<AccountsOptions, 'store'>;

/** Creates an account; the first one becomes administrator. Refuses a bad name, a bad password and a name that is taken. */
export async function createUser(
  { store, audit }: Pick<AccountsOptions, 'store' | 'audit'>,
  { name, password, isAdmin = false }: Credentials & { isAdmin?: boolean },
): Promise<User> {
  requireUserName(name);
  const passwordHash = await hashPassword(password);
  const user = await store.write((tx) => insertUser(tx, { name, passwordHash, isAdmin }));
  audit?.('user created', { userId: user.id });
  return user;
}

/** The part of creating an account that happens in a transaction; whoever comes first becomes administrator. */
export async function insertUser(
  tx: WriteTx,
  { name, passwordHash, isAdmin }: { name: string; passwordHash: string; isAdmin: boolean },
): Promise<User> {
  const isFirst = await becomesFirst(tx);
  const user = await users.insertUser(tx, {
    name: name.trim(),
    nameKey: userNameKey(name),
    passwordHash,
    isAdmin: isAdmin || isFirst,
  });
  if (!user) throw new Refusal('conflict', 'Cannot create user: the name is taken', { reason: 'name-taken' });
  return user;
}

async function becomesFirst(tx: WriteTx): Promise<boolean> {
  if (await users.isAnybody(tx)) return false;
  // Of several at once, the others wait here for the first one's commit, and then are not.
  await changeFact(tx, SET_UP, (hashes = '') => hashes);
  await forgetFact(tx, SET_UP);
  return !(await users.isAnybody(tx));
}

/** All accounts, oldest first. */
export function listUsers({ store }: WithStore): Promise<ListedUser[]> {
  return store.read((tx) => users.listUsers(tx));
}

/** By name, whatever its capitals; the account may be disabled. */
export function findUser({ store }: WithStore, name: string): Promise<User | undefined> {
  return store.read((tx) => users.findUser(tx, userNameKey(name)));
}

/** Undefined when the account is gone or disabled. */
export function findUserById({ store }: WithStore, userId: number): Promise<User | undefined> {
  return store.read((tx) => users.findUserById(tx, userId));
}

/** Sets a new password and ends every session, grant, app password and invitation: whoever knew the old one is out. */
export async function replacePassword(tx: WriteTx, userId: number, passwordHash: string): Promise<void> {
  if (!(await users.updatePassword(tx, userId, passwordHash)))
    throw new Refusal('not-found', 'Cannot set password: there is no such user');
  await deleteSessionsOf(tx, userId);
  await deletePendingSignInsOf(tx, userId);
  await deleteUnconfirmedTotp(tx, userId);
  await deleteInvitationsOf(tx, userId);
  await revokeGrantsOf(tx, userId, 'password-changed');
  await deleteAppPasswordsOf(tx, userId);
}

/**
 * The user with this name and password, or undefined, after the same time whether the name or the password is wrong. Refuses with
 * `too-many` after too many tries from this address or on this account, of which those `by` another way do not count.
 */
export async function checkPassword(
  { store, rateLimits }: Pick<AccountsOptions, 'store' | 'rateLimits'>,
  { name, password, address, by = 'sign-in' }: Credentials & { address: string; by?: WayIn },
): Promise<Known | undefined> {
  if (rateLimits) await store.write((tx) => takeSignInTry(tx, by, { name, address }));
  const known = await store.read((tx) => users.passwordOf(tx, userNameKey(name)));
  const right = await isPassword(known?.passwordHash, password);
  if (!known || !right) return undefined;
  if (rateLimits) await store.write((tx) => giveBackSignInTries(tx, by, { name, address }));
  return known;
}

/**
 * Whether the account still accepts the password that was shown. If so, it does until the commit: callers check this in the transaction
 * that signs somebody in, because comparing takes long enough for the account to be disabled meanwhile.
 */
export async function isStillKnown(tx: WriteTx, { user, passwordHash }: Known): Promise<boolean> {
  return (await users.lockUser(tx, user.id))?.passwordHash === passwordHash;
}
