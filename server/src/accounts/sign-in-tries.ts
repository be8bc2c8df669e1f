// Counts tries at a name and a password: those from an address, and, where a password could be guessed, those on an account from anywhere.
import { userNameKey } from '../model/user.ts';
import type { WriteTx } from '../store/store.ts';
import { signInsPerAccount, signInsPerAddress } from './limits.ts';
import { hashOf } from './secrets.ts';
import {
  addressKey,
  giveBackTries,
  giveBackTry,
  giveBackTryOf,
  takeTryOf,
  takeTryOrRefuse,
} from './throttle.ts';

/**
 * The ways in are counted apart: an app with an old password must not lock its owner out of the pages, and whoever guesses at the sign-in
 * page must not keep somebody who is signed in from confirming.
 */
export type WayIn = 'sign-in' | 'app-sign-in' | 'confirm';

/**
 * Nobody can guess the password of an app, from however many addresses. If tries at an account were counted there, whoever knows its name
 * could keep all its apps out, and so could one app that was revoked and goes on trying; and so could some such apps, in one network, if its
 * tries were.
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
  const wanted = { limit: signInsPerAddress, action };
  if (!guessable[by]) return takeTryOrRefuse(tx, ofAddress(by) + addressKey(address), wanted);
  await takeTryOf(tx, ofAddress(by), address, wanted);
  await takeTryOrRefuse(tx, accountBucket(by, name), { limit: signInsPerAccount, action });
}

/**
 * After a right password: all tries at the account. To the address only this one: a whole company may come from it in one morning, but
 * whoever guesses there gets no more tries by signing in to an account of their own.
 */
export async function giveBackSignInTries(tx: WriteTx, by: WayIn, { name, address }: Tried): Promise<void> {
  if (!guessable[by]) return giveBackTry(tx, ofAddress(by) + addressKey(address), signInsPerAddress);
  await giveBackTryOf(tx, ofAddress(by), address, signInsPerAddress);
  await giveBackTries(tx, accountBucket(by, name));
}

function ofAddress(by: WayIn): string {
  return `${by}:address:`;
}

function accountBucket(by: WayIn, name: string): string {
  return `${by}:account:${hashOf(userNameKey(name))}`;
}
