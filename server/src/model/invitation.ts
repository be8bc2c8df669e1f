// A link that can be used once: to make an account, or to set a new password for an existing one.
export interface Invitation {
  id: string;
  /** Whose password it sets; undefined: it makes an account. */
  userId: number | undefined;
  /** The user's name, where invitations are made or listed. */
  userName?: string | undefined;
  /** Whom it is for, in the words of the person who made it. */
  note: string;
  createdAt: number;
  expiresAt: number;
}
