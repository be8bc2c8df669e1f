// A program that a person lets in: what it told us of itself, and where it may be sent back to.

export interface App {
  id: string;
  name: string;
  /** As the app gave it: nobody has checked that it is theirs. */
  website: string | undefined;
  /** Byte for byte as registered: re-serialising would break the comparison (RFC 6749 §3.1.2.3). */
  redirectUris: readonly string[];
  /** A public app has no secret, so it must use PKCE. */
  isPublic: boolean;
  /** Registered as RFC 7591 says, so it speaks standard OAuth. */
  registeredByJson: boolean;
  createdAt: number;
}

/** Where the code is shown on a page to copy instead of being sent. */
export const outOfBandUri = 'urn:ietf:wg:oauth:2.0:oob';

/** A native app opens any free port of its own machine, so the port is no part of the address (RFC 8252 §7.3). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/i;

/** Whether two redirect addresses are the same: exactly, except for the port on loopback, as long as it can be one. */
export function sameRedirectUri(one: string, other: string): boolean {
  if (one === other) return true;
  return loopback.test(one) && withoutPort(one) === withoutPort(other) && URL.canParse(other);
}

/** Whether a code sent there would travel in the clear. */
export function isPlainHttp(uri: string): boolean {
  return /^http:/i.test(uri) && !loopback.test(uri);
}

/** What a person can judge of a redirect address: its host, or the scheme of a private one. */
export function redirectTarget(uri: string): string {
  const { protocol, host } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
}

function withoutPort(uri: string): string {
  return uri.replace(loopback, '$1');
}
