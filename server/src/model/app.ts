// A program that a person lets in: what it says about itself, and to which addresses a code may be sent.

export interface App {
  id: string;
  name: string;
  /** As the app gave it; nobody has checked that the website belongs to it. */
  website: string | undefined;
  /** Byte for byte as registered: re-serialising would break the comparison (RFC 6749 §3.1.2.3). */
  redirectUris: readonly string[];
  /** A public app has no secret, so it must use PKCE. */
  isPublic: boolean;
  /** Registered with JSON as in RFC 7591, so it speaks standard OAuth. */
  registeredByJson: boolean;
  createdAt: number;
}

/** With this redirect address the code is shown on a page for the person to copy, instead of being sent. */
export const outOfBandUri = 'urn:ietf:wg:oauth:2.0:oob';

/** A native app listens on any free port of its own machine, so the port is not compared (RFC 8252 §7.3). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/i;

/** Whether two redirect addresses are the same: exactly, except for the port on loopback, as long as it is a possible port. */
export function sameRedirectUri(one: string, other: string): boolean {
  if (one === other) return true;
  return withoutPort(one) === withoutPort(other) && URL.canParse(other);
}

/** Whether a code sent there would travel in the clear. */
export function isPlainHttp(uri: string): boolean {
  return /^http:/i.test(uri) && !loopback.test(uri);
}

/** The part of a redirect address that a person can judge: its host, or its scheme if that is a private one. */
export function redirectTarget(uri: string): string {
  const { protocol, host } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
}

/** Any other address stays as it is. */
function withoutPort(uri: string): string {
  return uri.replace(loopback, '$1');
}
