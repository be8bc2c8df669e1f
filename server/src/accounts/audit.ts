// What is worth a line in the log: who came in, who was turned away, and what was changed about it. Never a secret.

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
  | 'user deleted'
  | 'invitation made'
  | 'invitation used'
  | 'app password made'
  | 'app password revoked';

export type Audit = (
  event: AuditEvent,
  facts: { userId?: number; byUserId?: number; address?: string; how?: string },
) => void;
