// Counts tries at a name and a password: those from an address, and, where a password could be guessed, those on an account from anywhere.
import { userNameKey } from '../model/user.ts';
import type { WriteTx } from '../store/store.ts';
import { signInsPerAccount, signInsPerAddress } from './limits.ts';
import { hashOf } from './secrets.ts';
import { addressKey, giveBackTries, giveBackTry, takeTryOrRefuse } from './throttle.ts';

/**
 * The ways in are counted apart: an app with an old password must not lock its owner out of the pages, and whoever guesses at the sign-in
 * page must not keep somebody who is signed in from confirming.
 */
export type WayIn = 'sign-in' | 'app-sign-in' | 'confirm';

/**
 * Nobody can guess the password of an app, from however many addresses. If tries at an account were counted there, whoever knows its name
 * could keep all its apps out, and so could one app that was revoked and goes on trying.
 */
const guessable: Readonly<Record<WayIn, boolean>> = { 'sign-in': true, 'app-sign-in': false, confirm: true };

/** Whose tries are counted: those at this name, and those from this address. */
interface Tried {
  name: string;
  address: string;
}

/** Takes a try before the password is compared, so that many requests at once are not all let through. Throws Refusal `too-many`. */
export async function takeSignInTry(tx: WriteTx, by: WayIn, { name, address }: Tried): Promise<void> {
  const action = by === 'confirm' ? 'confirm' : 'sign in';
  await takeTryOrRefuse(tx, addressBucket(by, address), { limit: signInsPerAddress, action });
  if (guessable[by]) await takeTryOrRefuse(tx, accountBucket(by, name), { limit: signInsPerAccount, action });
}

/**
 * After a right password: all tries at the account. To the address only this one: a whole company may come from it in one morning, but
 * whoever guesses there gets no more tries by signing in to an account of their own.
 */
export async function giveBackSignInTries(tx: WriteTx, by: WayIn, { name, address }: Tried): Promise<void> {
  await giveBackTry(tx, addressBucket(by, address), signInsPerAddress);
  if (guessable[by]) await giveBackTries(tx, accountBucket(by, name));
}

function addressBucket(by: WayIn, address: string): string {
  return `${by}:address:${addressKey(address)}`;
}

function accountBucket(by: WayIn, name: string): string {
  return `${by}:account:${hashOf(userNameKey(name))}`;
}
