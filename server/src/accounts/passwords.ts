// Passwords: how they are hashed (argon2id) and compared.
import type { hash, verify } from '@node-rs/argon2';
import { atMost } from '../at-most.ts';
import { Refusal } from '../model/refusal.ts';
import { maxPasswordCharacters, minPasswordCharacters, passwordCost, passwordsAtOnce } from './limits.ts';

const inTurn = atMost(passwordsAtOnce);

/** The library is loaded and `nobody` hashed with the first password, not at start: that hash takes as long as a sign-in. */
let opened: Promise<Passwords> | undefined;

interface Passwords {
  hash: typeof hash;
  verify: typeof verify;
  /** Compared with when no user has the name, so that this takes as long as a real comparison. No user has this hash. */
  nobody: string;
}

/** Hashes a new password, or refuses an unacceptable one. */
export async function hashPassword(password: string): Promise<string> {
  const characters = [...password].length;
  if (characters < minPasswordCharacters)
    throw new Refusal(
      'invalid',
      `Cannot set password: it is shorter than ${minPasswordCharacters} characters`,
      { reason: 'password-too-short' },
    );
  if (password.length > maxPasswordCharacters)
    throw new Refusal(
      'invalid',
      `Cannot set password: it is longer than ${maxPasswordCharacters} characters`,
      { reason: 'password-too-long' },
    );
  const { hash } = await open();
  return inTurn(() => hash(normal(password), passwordCost));
}

/** Whether the password is right. Without a hash (no such user) it is wrong, after the same time. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const tooLong = password.length > maxPasswordCharacters;
  // Awaited for known and unknown names alike: otherwise the timing of the very first answer would reveal whether the user exists.
  const { nobody, verify } = await open();
  const right = await inTurn(() => verify(passwordHash ?? nobody, tooLong ? '' : normal(password)));
  return right && !tooLong && passwordHash !== undefined;
}

function open(): Promise<Passwords> {
  opened ??= import('@node-rs/argon2')
    .then(async ({ hash, verify }) => ({
      hash,
      verify,
      nobody: await hash('a password that is never compared', passwordCost),
    }))
    .catch((error: unknown) => {
      // With the next password there may be a file descriptor again to load it with.
      opened = undefined;
      throw error;
    });
  return opened;
}

/** Two keyboards may encode the same letter differently (NIST SP 800-63B §5.1.1.2). */
function normal(password: string): string {
  return password.normalize('NFKC');
}
