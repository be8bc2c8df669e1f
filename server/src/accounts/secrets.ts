// Secrets: how they are made, recognised, kept and compared.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Each kind wears a prefix, so that scanners of leaked secrets know what they have found. */
export type SecretKind = keyof typeof prefixes;

const prefixes = {
  'access-token': 'cou_at_',
  'refresh-token': 'cou_rt_',
  'authorization-code': 'cou_ac_',
  'app-secret': 'cou_as_',
  'consent-handle': 'cou_ch_',
  session: 'cou_se_',
  'set-up': 'cou_su_',
  'sign-in-handle': 'cou_sh_',
  invitation: 'cou_in_',
} as const;

/** 256 bits: nobody guesses it, so a quick hash is enough to keep it. */
export function newSecret(kind: SecretKind): string {
  return prefixes[kind] + randomBytes(32).toString('base64url');
}

export function isSecret(kind: SecretKind, text: string): boolean {
  return text.startsWith(prefixes[kind]);
}

/** An id that says nothing and collides never; it is no secret. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** What is kept of a secret (RFC 6819 §5.1.4.1). */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** A token that only the holder of `secret` can know, for `purpose`. */
export function derivedToken(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Compares in a time that does not tell how much was right. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}
