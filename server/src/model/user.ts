// A person who has an account here.

export interface User {
  id: number;
  name: string;
  isAdmin: boolean;
  createdAt: number;
}

/** An account as those see it who administer the instance. */
export interface Account extends User {
  /** Undefined: it is not. */
  disabledAt: number | undefined;
  /** When it was last seen in a browser that is still signed in. */
  seenAt: number | undefined;
  feedCount: number;
  usesCodes: boolean;
  passkeyCount: number;
}

/** Long enough for any name, short enough for any page. */
export const MAX_USER_NAME_LENGTH = 64;

/** The form in which two names are the same: look-alike code points folded (NFKC), case ignored. */
export function userNameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

/** What is wrong with a name, or undefined when it will do. */
export function userNameFault(name: string): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return 'the name is empty';
  if ([...trimmed].length > MAX_USER_NAME_LENGTH)
    return `the name is longer than ${MAX_USER_NAME_LENGTH} characters`;
  // Colons part name and password in HTTP Basic and in Fever's key; control characters have no place in a name.
  if (/[\p{C}:]/u.test(trimmed)) return 'the name holds a colon or a control character';
  return undefined;
}
