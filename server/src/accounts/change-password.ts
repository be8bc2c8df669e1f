// Changing one's own password, from a browser that is signed in.
import { Refusal } from '../model/refusal.ts';
import type { Session } from '../model/session.ts';
import { findSession } from '../store/accounts/sessions.ts';
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
 * Gives the account of this session a new password, ends everything that the old one let in, and returns the secret of the session that
 * replaces this one. An open browser is not enough: a passer-by must not be able to take the account over. An account that wants a code
 * beside its password wants a recent confirmation here, too. Refuses with `cannot` a wrong current password, with `forbidden` a session
 * that has to confirm first, and with `unauthenticated`, `invalid` and `too-many`.
 */
export async function changePassword(
  options: Acting,
  { secret, current, password, place }: { secret: string; current: string; password: string; place: Place },
): Promise<string> {
  const { store, audit } = options;
  const { user } = await store.read((tx) => requireMayChange(tx, options, secret));
  const asked = { name: user.name, password: current, address: place.address, by: 'confirm' } as const;
  const known = await checkPassword(options, asked);
  if (!known)
    throw new Refusal('cannot', `Cannot ${action}: the current password is wrong`, {
      reason: 'password-wrong',
    });
  const passwordHash = await hashPassword(password);
  const next = newSecret('session');
  await store.write(async (tx) => {
    // Checked again: comparing and hashing take time, and the account may have been given another password meanwhile.
    if (!(await isStillKnown(tx, known))) throw signedOut();
    const { confirmedAt } = await requireMayChange(tx, options, secret);
    await replacePassword(tx, user.id, passwordHash);
    // Knowing the password does not replace the code: a session that was not confirmed before is not confirmed now.
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
