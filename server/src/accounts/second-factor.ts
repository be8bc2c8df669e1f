// One-time codes beside the password: turning them on and off, checking one, and recovery codes.
import { Refusal } from '../model/refusal.ts';
import type { User } from '../model/user.ts';
import * as factors from '../store/accounts/second-factors.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';
import { codesPerAccount, recoveryCodes } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf, lettersOf, newTypedSecret } from './secrets.ts';
import { requireSession } from './sessions.ts';
import { takeTryOrRefuse } from './throttle.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

type WithStore = Pick<AccountsOptions, 'store'>;
type Acting = Pick<AccountsOptions, 'store' | 'audit' | 'rateLimits'>;

/** 80 bits. */
const recoveryCodeShape = { letters: 16, inAGroup: 4 };

/** Whether an account wants a code beside its password. */
export async function wantsCode(tx: ReadTx, userId: number): Promise<boolean> {
  return (await factors.findTotp(tx, userId))?.confirmedAt !== undefined;
}

/** The state of an account's codes: on since when (undefined: off), and how many recovery codes are left. */
export function codesOf(
  { store }: WithStore,
  userId: number,
): Promise<{ since: number | undefined; recoveryCodesLeft: number }> {
  return store.read(async (tx) => ({
    since: (await factors.findTotp(tx, userId))?.confirmedAt,
    recoveryCodesLeft: await factors.countRecoveryCodes(tx, userId),
  }));
}

/**
 * Makes a secret for an authenticator app. Codes are only asked for once a first code has shown that the secret arrived. Refuses with
 * `conflict` when they are on already, and, like everything here that changes codes, with `unauthenticated` when nobody is signed in in
 * that browser any more.
 */
export async function beginCodes(
  { store, publicUrl }: Pick<AccountsOptions, 'store' | 'publicUrl'>,
  user: User,
  browser: string,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  await store.write(async (tx) => {
    await requireSession(tx, browser, 'turn codes on');
    if (await wantsCode(tx, user.id))
      throw new Refusal('conflict', 'Cannot turn codes on: they are on already', { reason: 'codes-on' });
    await factors.beginTotp(tx, user.id, secret);
  });
  return { secret, uri: totpUri({ secret, name: user.name, issuer: new URL(publicUrl).host }) };
}

/** The secret that still waits for its first code. */
export async function pendingCodes(
  { store, publicUrl }: Pick<AccountsOptions, 'store' | 'publicUrl'>,
  user: User,
): Promise<{ secret: string; uri: string } | undefined> {
  const totp = await store.read((tx) => factors.findTotp(tx, user.id));
  if (!totp || totp.confirmedAt !== undefined) return undefined;
  const { secret } = totp;
  return { secret, uri: totpUri({ secret, name: user.name, issuer: new URL(publicUrl).host }) };
}

/** Turns codes on with a first code and returns the recovery codes, which are never shown again. Refuses with `cannot` and `too-many`. */
export async function confirmCodes(
  options: Acting,
  user: User,
  { browser, code }: { browser: string; code: string },
): Promise<string[]> {
  await takeCodeTry(options, user.id);
  const codes = newRecoveryCodes();
  await options.store.write(async (tx) => {
    // Codes outlive the session, so a session that was ended meanwhile must not lock the owner out.
    await requireSession(tx, browser, 'turn codes on');
    const totp = await factors.findTotp(tx, user.id);
    if (!totp || totp.confirmedAt !== undefined)
      throw new Refusal('cannot', 'Cannot turn codes on: begin with a new secret', {
        reason: 'codes-begin-again',
      });
    const step = stepOfCode(totp.secret, digitsOf(code), tx.now);
    if (step === undefined || !(await factors.useTotpStep(tx, user.id, step)))
      throw new Refusal(
        'cannot',
        'Cannot turn codes on: the code is not right; is the clock of your device?',
        { reason: 'code-wrong' },
      );
    await factors.confirmTotp(tx, user.id);
    await factors.replaceRecoveryCodes(tx, user.id, codes.map(hashOfRecoveryCode));
  });
  options.audit?.('codes turned on', { userId: user.id });
  return codes;
}

/** Turns codes off; the recovery codes are deleted with them. */
export async function removeCodes({ store, audit }: Acting, userId: number, browser: string): Promise<void> {
  await store.write(async (tx) => {
    await requireSession(tx, browser, 'turn codes off');
    await forgetCodes(tx, userId);
  });
  audit?.('codes turned off', { userId });
}

export async function forgetCodes(tx: WriteTx, userId: number): Promise<void> {
  await factors.deleteTotp(tx, userId);
  await factors.deleteRecoveryCodes(tx, userId);
}

/** Replaces all recovery codes with new ones. Refuses with `cannot` where codes are off. */
export async function renewRecoveryCodes(
  { store, audit }: Acting,
  userId: number,
  browser: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await store.write(async (tx) => {
    await requireSession(tx, browser, 'make recovery codes');
    if (!(await wantsCode(tx, userId)))
      throw new Refusal('cannot', 'Cannot make recovery codes: one-time codes are off', {
        reason: 'codes-off',
      });
    await factors.replaceRecoveryCodes(tx, userId, codes.map(hashOfRecoveryCode));
  });
  audit?.('recovery codes renewed', { userId });
  return codes;
}

/** Whether this is a valid authenticator code or recovery code of the account; each works once. Refuses with `too-many`. */
export async function takeCode(options: Acting, userId: number, code: string): Promise<boolean> {
  await takeCodeTry(options, userId);
  const used = await options.store.write(async (tx) => {
    const totp = await factors.findTotp(tx, userId);
    if (totp?.confirmedAt === undefined) return undefined;
    const step = stepOfCode(totp.secret, digitsOf(code), tx.now);
    if (step !== undefined) return (await factors.useTotpStep(tx, userId, step)) ? 'code' : undefined;
    return (await factors.useRecoveryCode(tx, userId, hashOfRecoveryCode(code))) ? 'recovery' : undefined;
  });
  if (used === 'recovery') options.audit?.('recovery code used', { userId });
  if (used === undefined) options.audit?.('code refused', { userId });
  return used !== undefined;
}

/** Counted apart from password tries: a right password gives those back, and must not buy more guesses at the code. */
async function takeCodeTry({ store, rateLimits }: Acting, userId: number): Promise<void> {
  if (!rateLimits) return;
  const key = `code:user:${userId}`;
  await store.write((tx) => takeTryOrRefuse(tx, key, { limit: codesPerAccount, action: 'take code' }));
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => newTypedSecret(recoveryCodeShape));
}

function hashOfRecoveryCode(code: string): string {
  return hashOf(lettersOf(code));
}

/** Apps show a code as two groups of three digits. */
function digitsOf(code: string): string {
  return code.replace(/\s/g, '');
}
