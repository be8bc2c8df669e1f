// Secrets: how they are made, recognised, stored and compared.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Each kind has a prefix, so that scanners for leaked secrets know what they have found. */
type SecretKind = keyof typeof prefixes;

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

/** 256 bits cannot be guessed, so a fast hash is enough to store it. */
export function newSecret(kind: SecretKind): string {
  return prefixes[kind] + randomBytes(32).toString('base64url');
}

/** Characters of a family in each of its refresh tokens (144 bits), and bytes of randomness that are each token's own. */
const FAMILY_CHARACTERS = 24;
const FAMILY_BYTES = 18;
const OWN_BYTES = 33;
const REFRESH_TOKEN_CHARACTERS = prefixes['refresh-token'].length + FAMILY_CHARACTERS + 44;

/**
 * A refresh token that begins a family, or the next one of `before`'s. All of a family have the same beginning, which only who holds
 * one of them knows: so one that was used long ago is recognised without being kept.
 */
export function newRefreshToken(before?: string): string {
  const family =
    (before === undefined ? undefined : familyOf(before)) ?? randomBytes(FAMILY_BYTES).toString('base64url');
  return prefixes['refresh-token'] + family + randomBytes(OWN_BYTES).toString('base64url');
}

/** The secret that a refresh token shares with its family; undefined for those of earlier versions, and for anything else. */
export function familyOf(refreshToken: string): string | undefined {
  const { length } = prefixes['refresh-token'];
  if (!isSecret('refresh-token', refreshToken) || refreshToken.length !== REFRESH_TOKEN_CHARACTERS)
    return undefined;
  return refreshToken.slice(length, length + FAMILY_CHARACTERS);
}

export function isSecret(kind: SecretKind, text: string): boolean {
  return text.startsWith(prefixes[kind]);
}

/** Letters that do not look alike. Exactly 32, so that every byte maps evenly (256 is a multiple of 32), and each has 5 bits. */
const TYPED_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A secret that people type: random letters in groups. 16 or more cannot be guessed, so a fast hash is enough to store it. */
export function newTypedSecret({ letters, inAGroup }: { letters: number; inAGroup: number }): string {
  const all = [...randomBytes(letters)]
    .map((byte) => TYPED_LETTERS[byte % TYPED_LETTERS.length] ?? '')
    .join('');
  return all.match(new RegExp(`.{1,${inAGroup}}`, 'g'))?.join('-') ?? '';
}

/** The letters of a typed secret without whatever a keyboard did to the groups: hyphens, blanks, capitals. */
export function lettersOf(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A random id that reveals nothing and never collides; it is not a secret. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** What is stored of a secret (RFC 6819 §5.1.4.1). */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** A token for `purpose` that only the holder of `secret` can compute. */
export function derivedToken(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Compares in constant time, so that nobody learns how much was right. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}
