// A person who has an account here.
import { Refusal } from './refusal.ts';
import { isUnseen } from './title.ts';

export interface User {
  id: number;
  name: string;
  isAdmin: boolean;
  createdAt: number;
}

/** A user as the operator sees them. */
export interface ListedUser extends User {
  isDisabled: boolean;
}

/** An account as administrators see it. */
export interface Account extends User {
  /** Undefined: it is not. */
  disabledAt: number | undefined;
  /** When it was last seen in a browser that is still signed in, or by an app. */
  seenAt: number | undefined;
  feedCount: number;
  usesCodes: boolean;
  passkeyCount: number;
}

/** Long enough for any name, short enough for any page. */
export const MAX_USER_NAME_LENGTH = 64;

/**
 * What of a typed name is compared. Whoever signs in may send megabytes, and NFKC sorts the marks of a letter in the square of their number:
 * minutes, in which nobody else is answered. A name of the greatest length has never more than this, even if it is typed as letters with marks.
 */
const MAX_TYPED_CHARS = 16 * MAX_USER_NAME_LENGTH;

/** The form in which two names are the same: look-alike code points folded (NFKC), case ignored. */
export function userNameKey(name: string): string {
  return name.trim().slice(0, MAX_TYPED_CHARS).normalize('NFKC').toLowerCase();
}

/** Refuses with `invalid` a name that will not do. */
export function requireUserName(name: string): void {
  const trimmed = name.trim();
  if (isUnseen(trimmed))
    throw new Refusal('invalid', 'Cannot create user: the name is empty', { reason: 'name-empty' });
  if ([...trimmed].length > MAX_USER_NAME_LENGTH)
    throw new Refusal(
      'invalid',
      `Cannot create user: the name is longer than ${MAX_USER_NAME_LENGTH} characters`,
      { reason: 'name-too-long' },
    );
  // Colons part name and password in HTTP Basic and in Fever's key; control characters have no place in a name.
  if (/[\p{C}:]/u.test(trimmed))
    throw new Refusal('invalid', 'Cannot create user: the name holds a colon or an invisible character', {
      reason: 'name-not-allowed',
    });
}
