// One-time codes of authenticator apps: RFC 6238 with the parameters that all of them support (SHA-1, six digits, thirty seconds).
import { createHmac, randomBytes } from 'node:crypto';
import { sameText } from './secrets.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 4226 §4: as long as the hash. */
const SECRET_BYTES = 20;
/** RFC 6238 §5.2: one step either way, for inexact clocks and slow typing. */
const DRIFT_STEPS = [-1, 0, 1];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret in base32 (RFC 4648 §6), as apps expect it. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** The code of a time step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  // RFC 4226 §5.3: the last four bits say where the number begins; its sign bit is dropped.
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step around now that a code belongs to, or undefined. Takes the same time either way. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / STEP_MS);
  const right = DRIFT_STEPS.map((drift) => current + drift).filter((step) =>
    sameText(totpCode(secret, Math.max(0, step)), code),
  );
  return right[0];
}

/** The URI that an authenticator app reads, as a link or as a QR code. */
export function totpUri({ secret, name, issuer }: { secret: string; name: string; issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(name)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)] ?? '').join('');
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
