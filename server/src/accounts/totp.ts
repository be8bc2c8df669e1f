// One-time codes of authenticator apps: RFC 6238 with what all of them speak (SHA-1, six digits, thirty seconds).
import { createHmac, randomBytes } from 'node:crypto';
import { sameText } from './secrets.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 4226 §4: as long as the hash. */
const SECRET_BYTES = 20;
/** RFC 6238 §5.2: one step either way, for clocks and slow fingers. */
const DRIFT_STEPS = [-1, 0, 1];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In base32 (RFC 4648 §6), as apps want it. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** The code of a step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  // RFC 4226 §5.3: the last four bits say where the number begins, whose sign is left out.
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step that a code belongs to around now; undefined when it belongs to none. Takes as long either way. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / STEP_MS);
  const right = DRIFT_STEPS.map((drift) => current + drift).filter((step) =>
    sameText(totpCode(secret, Math.max(0, step)), code),
  );
  return right[0];
}

/** What an authenticator app reads, as a link or in a picture of squares. */
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
