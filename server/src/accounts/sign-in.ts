// Signing in by password, and by the code that an account may want beside it.
import { Refusal } from '../model/refusal.ts';
import type { User } from '../model/user.ts';
import { endPendingSignIn, insertPendingSignIn, tryPendingSignIn } from '../store/pending-sign-ins.ts';
import { findUserById } from '../store/users.ts';
import { codesPerSignIn, pendingSignInTtlMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { takeCode, wantsCode } from './second-factor.ts';
import { hashOf, newSecret } from './secrets.ts';
import { type Place, startSession } from './sessions.ts';
import { type Credentials, checkPassword } from './users.ts';

type Acting = Pick<AccountsOptions, 'store' | 'rateLimits' | 'audit'>;

/** In, with the secret of a new session; or a code is wanted, which comes with this handle from the same browser. */
export type SignedIn = { kind: 'in'; user: User; secret: string } | { kind: 'code'; handle: string };

/**
 * Signs in by password. Refuses with `unauthenticated` in the same words whether the name or the password is wrong, and with
 * `too-many`. `browser` is the secret that the browser holds until then.
 */
export async function signIn(
  options: Acting,
  { browser, place, ...credentials }: Credentials & { browser: string; place: Place },
): Promise<SignedIn> {
  const { address } = place;
  const user = await checkPassword(options, { ...credentials, address });
  if (!user) {
    options.audit?.('sign-in refused', { address, how: 'password' });
    throw new Refusal('unauthenticated', 'Cannot sign in: the name and password do not match an account');
  }
  const handle = newSecret('sign-in-handle');
  const isWanted = await options.store.write(async (tx) => {
    if (!(await wantsCode(tx, user.id))) return false;
    await insertPendingSignIn(tx, {
      hash: hashOf(handle),
      browserHash: hashOf(browser),
      userId: user.id,
      expiresAt: tx.now + pendingSignInTtlMs,
    });
    return true;
  });
  return isWanted ? { kind: 'code', handle } : come(options, { user, place, how: 'password' });
}

/**
 * Brings the code that was wanted. Refuses with `unauthenticated` a wrong one, with `gone` when it took too long or too many
 * tries, and with `too-many`.
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
  const user = await options.store.write(async (tx) =>
    (await endPendingSignIn(tx, hash)) ? findUserById(tx, userId) : undefined,
  );
  if (!user)
    throw new Refusal('gone', 'Cannot sign in: it is over already; begin again', { reason: 'sign-in-over' });
  return come(options, { user, place, how: 'password and code' });
}

/** What the end of every way in has in common. */
export async function come(
  options: Acting,
  { user, place, how }: { user: User; place: Place; how: string },
): Promise<SignedIn & { kind: 'in' }> {
  const secret = await startSession(options, user, place);
  options.audit?.('signed in', { userId: user.id, address: place.address, how });
  return { kind: 'in', user, secret };
}
