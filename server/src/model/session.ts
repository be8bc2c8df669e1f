// A browser in which a person has signed in.
import type { User } from './user.ts';

export interface Session {
  user: User;
  expiresAt: number;
  /** Accurate to a few minutes. */
  seenAt: number;
  /** When its owner last proved who they are, with a password or a passkey. */
  confirmedAt: number;
  /** A text that stays the same as long as nothing about its owner has changed. */
  standing: string;
}

/** Where a person signs in from, as far as that is stored. */
export interface SeenFrom {
  userAgent: string | undefined;
  /** The network of the address. */
  address: string | undefined;
}

/** A session as its owner sees it in the list. */
export interface SessionFacts extends SeenFrom {
  /** Not its secret; it can only be used to end the session. */
  id: string;
  signedInAt: number;
  seenAt: number;
  expiresAt: number;
}
