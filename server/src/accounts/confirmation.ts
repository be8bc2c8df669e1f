// Proving once more who you are before changing who may sign in: an open browser is not enough.
import { Refusal } from '../model/refusal.ts';
import type { Session } from '../model/session.ts';
import { confirmSession } from '../store/accounts/sessions.ts';
import { confirmationTtlMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { takeCode, wantsCode } from './second-factor.ts';
import { hashOf } from './secrets.ts';
import { checkPassword } from './users.ts';

/** What our own apps look for in a refusal, to ask the person and try again. */
const confirmationWanted = 'confirmation_required';

/** Until when this session may change how its owner signs in; undefined: not now. What is confirmed in the future was by a clock that was ahead. */
export function confirmedUntil({ confirmedAt }: Session, now: number): number | undefined {
  return Math.abs(now - confirmedAt) < confirmationTtlMs ? confirmedAt + confirmationTtlMs : undefined;
}

/** Refuses with `forbidden` a session whose owner has not confirmed recently. `action` follows "Cannot". */
export function requireConfirmed(
  { clock }: Pick<AccountsOptions, 'clock'>,
  session: Session,
  action: string,
): void {
  if (confirmedUntil(session, clock.now()) === undefined)
    throw new Refusal('forbidden', `Cannot ${action}: confirm first that it is you`, {
      reason: 'confirm-first',
      description: confirmationWanted,
    });
}

/** Confirms by password, and by a code where the account wants one. Refuses with `cannot` a wrong one, and with `too-many`. */
export async function confirmByPassword(
  options: Pick<AccountsOptions, 'store' | 'rateLimits' | 'audit'>,
  { user }: Session,
  { secret, password, code, address }: { secret: string; password: string; code: string; address: string },
): Promise<void> {
  const known = await checkPassword(options, { name: user.name, password, address, by: 'confirm' });
  const isWanted = await options.store.read((tx) => wantsCode(tx, user.id));
  const isRight = known !== undefined && (!isWanted || (await takeCode(options, user.id, code)));
  if (!isRight) {
    options.audit?.('confirmation refused', { userId: user.id, address });
    throw isWanted
      ? new Refusal('cannot', 'Cannot confirm: the password or the code is not right', {
          reason: 'password-or-code-wrong',
        })
      : new Refusal('cannot', 'Cannot confirm: the password is not right', { reason: 'password-wrong' });
  }
  await confirm(options, { secret, userId: user.id, how: 'password' });
}

/** Notes that the person has just proved who they are, by `how`. */
export async function confirm(
  { store, audit }: Pick<AccountsOptions, 'store' | 'audit'>,
  { secret, userId, how }: { secret: string; userId: number; how: string },
): Promise<void> {
  await store.write((tx) => confirmSession(tx, hashOf(secret)));
  audit?.('confirmed', { userId, how });
}
