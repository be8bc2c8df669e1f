// A browser in which a person has signed in.
import type { User } from './user.ts';

export interface Session {
  user: User;
  signedInAt: number;
  expiresAt: number;
}
