// What a person allowed an app: the family to which its code and all its tokens belong.
import type { Scope } from './scope.ts';

export interface Grant {
  id: string;
  appId: string;
  userId: number;
  scope: readonly Scope[];
  /** The address that the code was sent to. */
  redirectUri: string;
  /** The app sent `code` or used PKCE, so it may refresh without redirect_uri (RFC 6749 §6 has none). */
  speaksStandard: boolean;
}

/** Why a grant ended. `theft`: a code or refresh token was used twice, so somebody else has it too. */
export type RevocationReason =
  | 'theft'
  | 'revoked-by-app'
  | 'removed-by-user'
  | 'password-changed'
  | 'user-disabled';
