// Changing one's own password, in a browser that is signed in.
import { Refusal } from '../model/refusal.ts';
import type { Session } from '../model/session.ts';
import { findSession } from '../store/sessions.ts';
import type { ReadTx } from '../store/store.ts';
import { requireConfirmed } from './confirmation.ts';
import type { AccountsOptions } from './options.ts';
import { hashPassword } from './passwords.ts';
import { wantsCode } from './second-factor.ts';
import { hashOf, newSecret } from './secrets.ts';
import { beginSession, type Place } from './sessions.ts';
import { checkPassword, isStillKnown, replacePassword } from './users.ts';

type Acting = Pick<AccountsOptions, 'store' | 'clock' | 'rateLimits' | 'audit'>;

const action = 'change password';

/**
 * Gives the account of this session another password, ends what the old one has let in, and gives the secret of the session
 * that takes the place of this one. An open browser is not enough: whoever passes by must not take the account over. Where a code
 * is wanted beside the password, it is wanted here, too. Refuses with `cannot` a present password that is not right, with `forbidden`
 * a session that has to confirm first, and with `unauthenticated`, `invalid` and `too-many`.
 */
export async function changePassword(
  options: Acting,
  { secret, current, password, place }: { secret: string; current: string; password: string; place: Place },
): Promise<string> {
  const { store, audit } = options;
  const { user } = await store.read((tx) => requireMayChange(tx, options, secret));
  const known = await checkPassword(options, { name: user.name, password: current, address: place.address });
  if (!known)
    throw new Refusal('cannot', `Cannot ${action}: the present one is not right`, {
      reason: 'password-wrong',
    });
  const passwordHash = await hashPassword(password);
  const next = newSecret('session');
  await store.write(async (tx) => {
    // Once more: both passwords took their time, and another may have come to the account first.
    if (!(await isStillKnown(tx, known))) throw signedOut();
    const { confirmedAt } = await requireMayChange(tx, options, secret);
    await replacePassword(tx, user.id, passwordHash);
    // Knowing the password is no code: whoever had not confirmed has not now.
    await beginSession(tx, next, { userId: user.id, place, confirmedAt });
  });
  audit?.('password changed', { userId: user.id });
  return next;
}

async function requireMayChange(
  tx: ReadTx,
  options: Pick<AccountsOptions, 'clock'>,
  secret: string,
): Promise<Session> {
  const session = await findSession(tx, hashOf(secret));
  if (!session) throw signedOut();
  if (await wantsCode(tx, session.user.id)) requireConfirmed(options, session, action);
  return session;
}

function signedOut(): Refusal {
  return new Refusal('unauthenticated', `Cannot ${action}: nobody is signed in here any more`);
}
