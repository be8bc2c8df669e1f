/** Proof of possession for an authorization code (RFC 7636, S256), by WebCrypto. */

/** A random string of 43 characters: 256 bits (RFC 7636 §4.1). */
export function randomString(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The challenge that belongs to a verifier (RFC 7636 §4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
