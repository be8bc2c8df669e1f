// Passwords: how they are kept (argon2id) and compared.
import type { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../model/refusal.ts';
import { maxPasswordCharacters, minPasswordCharacters, passwordCost, passwordsAtOnce } from './limits.ts';

const inTurn = atMost(passwordsAtOnce);

/** Loaded, and the hash made, with the first password: a start needs neither, and the hash takes as much as a sign-in. */
let opened: Promise<Passwords> | undefined;

interface Passwords {
  hash: typeof hash;
  verify: typeof verify;
  /** For names that nobody has: comparing with it takes as long as with a real one. Nothing has this hash. */
  nobody: string;
}

/** Hashes a new password, or refuses one that will not do. */
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

/** Whether the password is right. Without a hash (no such user) it is wrong, and takes as long to be. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const tooLong = password.length > maxPasswordCharacters;
  // Waited for whoever asks: otherwise the very first answer would tell whether there is such a user.
  const { nobody, verify } = await open();
  const right = await inTurn(() => verify(passwordHash ?? nobody, tooLong ? '' : normal(password)));
  return right && !tooLong && passwordHash !== undefined;
}

/** Runs tasks as they come, only so many at once; the others wait in order. */
export function atMost(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((begin) => waiting.push(begin));
    else running++;
    try {
      return await task();
    } finally {
      // The place goes straight to whoever waits.
      const begin = waiting.shift();
      if (begin) begin();
      else running--;
    }
  };
}

function open(): Promise<Passwords> {
  opened ??= import('@node-rs/argon2').then(async ({ hash, verify }) => ({
    hash,
    verify,
    nobody: await hash('a password that is never compared', passwordCost),
  }));
  return opened;
}

/** Two keyboards may send one letter in two ways (NIST SP 800-63B §5.1.1.2). */
function normal(password: string): string {
  return password.normalize('NFKC');
}
