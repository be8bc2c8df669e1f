// A browser in which a person has signed in.
import type { User } from './user.ts';

export interface Session {
  user: User;
  signedInAt: number;
  expiresAt: number;
  /** Exact to some minutes. */
  seenAt: number;
  /** When its owner has last shown who they are, by a password or a passkey. */
  confirmedAt: number;
  /** A text that is the same as long as nothing of its owner's has changed. */
  standing: string;
}

/** Where a person signs in, as far as it is kept. */
export interface SeenFrom {
  userAgent: string | undefined;
  /** The net of the address. */
  address: string | undefined;
}

/** A session as its owner sees it among the others. */
export interface SessionFacts extends SeenFrom {
  /** Not its secret, and of no use but to end it. */
  id: string;
  signedInAt: number;
  seenAt: number;
  expiresAt: number;
}
