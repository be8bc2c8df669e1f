// Signing in by password, and by the code that an account may want as well.
import { Refusal } from '../model/refusal.ts';
import type { User } from '../model/user.ts';
import {
  endPendingSignIn,
  insertPendingSignIn,
  tryPendingSignIn,
} from '../store/accounts/pending-sign-ins.ts';
import { lockUser } from '../store/accounts/users.ts';
import type { WriteTx } from '../store/store.ts';
import { codesPerSignIn, pendingSignInTtlMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { takePasskey } from './passkeys.ts';
import { takeCode, wantsCode } from './second-factor.ts';
import { hashOf, newSecret } from './secrets.ts';
import { beginSession, type Place } from './sessions.ts';
import { type Credentials, checkPassword, isStillKnown, type Known } from './users.ts';

type Acting = Pick<AccountsOptions, 'store' | 'rateLimits' | 'audit'>;

/** Signed in, with the secret of a new session; or a code is wanted, to be sent with this handle from the same browser. */
export type SignedIn = { kind: 'in'; secret: string } | { kind: 'code'; handle: string };

/**
 * Signs in by password. Refuses with `unauthenticated`, in the same words whether the name or the password is wrong, and with `too-many`.
 * `browser` is the secret that the browser holds before signing in.
 */
export async function signIn(
  options: Acting,
  { browser, place, ...credentials }: Credentials & { browser: string; place: Place },
): Promise<SignedIn> {
  const { address } = place;
  const known = await checkPassword(options, { ...credentials, address });
  const [handle, secret] = [newSecret('sign-in-handle'), newSecret('session')];
  const came =
    known && (await options.store.write((tx) => comeOn(tx, known, { browser, place, handle, secret })));
  if (!came) {
    options.audit?.('sign-in refused', { address, how: 'password' });
    throw new Refusal('unauthenticated', 'Cannot sign in: the name and password do not match an account');
  }
  if (came === 'code') return { kind: 'code', handle };
  return isIn(options, { user: known.user, secret, place, how: 'password' });
}

/** Signed in, or on to the code; undefined when the account was disabled or given another password during the comparison. */
async function comeOn(
  tx: WriteTx,
  known: Known,
  { browser, place, handle, secret }: { browser: string; place: Place; handle: string; secret: string },
): Promise<'in' | 'code' | undefined> {
  const { id: userId } = known.user;
  if (!(await isStillKnown(tx, known))) return undefined;
  if (!(await wantsCode(tx, userId))) {
    await beginSession(tx, secret, { userId, place });
    return 'in';
  }
  await insertPendingSignIn(tx, {
    hash: hashOf(handle),
    browserHash: hashOf(browser),
    userId,
    expiresAt: tx.now + pendingSignInTtlMs,
  });
  return 'code';
}

/**
 * Takes the code that was wanted. Refuses with `unauthenticated` a wrong code, with `gone` when it took too long or too many tries, and
 * with `too-many`.
 */
export async function bringCode(
  options: Acting,
  { handle, browser, code, place }: { handle: string; browser: string; code: string; place: Place },
): Promise<SignedIn> {
  const hash = hashOf(handle);
  const asked = { hash, browserHash: hashOf(browser), maxTries: codesPerSignIn };
  const userId = await options.store.write((tx) => tryPendingSignIn(tx, asked));
  if (userId === undefined)
    throw new Refusal('gone', 'Cannot sign in: it took too long or too many tries; begin again', {
      reason: 'sign-in-over',
    });
  if (!(await takeCode(options, userId, code)))
    throw new Refusal('unauthenticated', 'Cannot sign in: the code is not right');
  const secret = newSecret('session');
  const user = await options.store.write(async (tx) => {
    // Locks the user before touching pending sign-ins: the same order as where an account is shut.
    const known = await lockUser(tx, userId);
    if (!known || !(await endPendingSignIn(tx, hash))) return undefined;
    await beginSession(tx, secret, { userId, place });
    return known.user;
  });
  if (!user)
    throw new Refusal('gone', 'Cannot sign in: it is over already; begin again', { reason: 'sign-in-over' });
  return isIn(options, { user, secret, place, how: 'password and code' });
}

/** Signs in by passkey, for which no code is wanted. Refuses as `takePasskey` does. */
export async function signInByPasskey(
  options: Acting & Pick<AccountsOptions, 'publicUrl'>,
  { browser, credential, place }: { browser: string; credential: unknown; place: Place },
): Promise<SignedIn> {
  const secret = newSecret('session');
  const user = await takePasskey(
    options,
    { browser, credential, address: place.address },
    (tx, { id: userId }) => beginSession(tx, secret, { userId, place }),
  );
  return isIn(options, { user, secret, place, how: 'passkey' });
}

/** The last step of every way to sign in. */
function isIn(
  { audit }: Acting,
  { user, secret, place, how }: { user: User; secret: string; place: Place; how: string },
): SignedIn {
  audit?.('signed in', { userId: user.id, address: place.address, how });
  return { kind: 'in', secret };
}
