// Checks that a push has the signature of its hub (WebSub §8).
import { createHmac, timingSafeEqual } from 'node:crypto';

// Google's hub sends sha1. Collisions, which can be made for it, are of no use without the secret.
const methods: ReadonlySet<string> = new Set(['sha1', 'sha256', 'sha384', 'sha512']);

/** `signature` has the form `method=hex` and covers the bytes as they came. */
export function isSigned(body: Uint8Array, signature: string | undefined, secret: string): boolean {
  const [, method = '', hex = ''] = /^\s*(\w+)=([0-9a-f]+)\s*$/i.exec(signature ?? '') ?? [];
  if (!methods.has(method.toLowerCase())) return false;
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest();
  const given = Buffer.from(hex, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
