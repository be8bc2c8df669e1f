// A link that makes one account, or gives one account a new password, once.
export interface Invitation {
  id: string;
  /** Whose password it sets; undefined: it makes an account. */
  userId: number | undefined;
  /** How that user is called now, where invitations are listed. */
  userName?: string | undefined;
  /** For whom, as whoever made it has written. */
  note: string;
  createdAt: number;
  expiresAt: number;
}
