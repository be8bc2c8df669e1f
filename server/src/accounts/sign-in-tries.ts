// Counts tries at a name and a password: those from an address, and those on an account from anywhere.
import { userNameKey } from '../model/user.ts';
import type { WriteTx } from '../store/store.ts';
import { signInsPerAccount, signInsPerAddress } from './limits.ts';
import { hashOf } from './secrets.ts';
import { addressKey, giveBackTries, takeTryOrRefuse } from './throttle.ts';

/**
 * The ways in are counted apart: an app with an old password must not lock its owner out of the pages, and whoever guesses at the sign-in
 * page must not keep somebody who is signed in from confirming.
 */
export type WayIn = 'sign-in' | 'app-sign-in' | 'confirm';

/** Takes a try before the password is compared, so that many requests at once are not all let through. Throws Refusal `too-many`. */
export async function takeSignInTry(
  tx: WriteTx,
  by: WayIn,
  { name, address }: { name: string; address: string },
): Promise<void> {
  const action = by === 'confirm' ? 'confirm' : 'sign in';
  const addressBucket = `${by}:address:${addressKey(address)}`;
  await takeTryOrRefuse(tx, addressBucket, { limit: signInsPerAddress, action });
  await takeTryOrRefuse(tx, accountBucket(by, name), { limit: signInsPerAccount, action });
}

/** After a right password: those of the address stay taken. */
export async function giveBackSignInTries(tx: WriteTx, by: WayIn, name: string): Promise<void> {
  await giveBackTries(tx, accountBucket(by, name));
}

function accountBucket(by: WayIn, name: string): string {
  return `${by}:account:${hashOf(userNameKey(name))}`;
}
