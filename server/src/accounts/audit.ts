// Events worth a line in the log: who signed in, who was refused, and what was changed about signing in. Never a secret.

export type AuditEvent =
  | 'signed in'
  | 'sign-in refused'
  | 'code refused'
  | 'confirmed'
  | 'confirmation refused'
  | 'codes turned on'
  | 'codes turned off'
  | 'recovery codes renewed'
  | 'recovery code used'
  | 'passkey added'
  | 'passkey removed'
  | 'sessions ended'
  | 'password changed'
  | 'user created'
  | 'user disabled'
  | 'user enabled'
  | 'user promoted'
  | 'user demoted'
  | 'user deleted'
  | 'invitation made'
  | 'invitation revoked'
  | 'invitation used'
  | 'app shut out'
  | 'app password made'
  | 'app password revoked';

/** A fact that is undefined is left out. */
export type Audit = (
  event: AuditEvent,
  facts: { userId?: number | undefined; byUserId?: number | undefined; address?: string; how?: string },
) => void;
