// The one cookie that the pages keep: the secret of a browser.
import type { Call } from '../routing.ts';

/** `__Host-` keeps other hosts of the domain from setting it (RFC 6265bis §4.1.3.2), but wants an encrypted connection. */
function nameFor({ secure }: Pick<Call, 'secure'>): string {
  return secure ? '__Host-courant' : 'courant';
}

export function readCookie(call: Call): string | undefined {
  const name = nameFor(call);
  for (const pair of (call.request.headers.get('Cookie') ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

/**
 * The header that sets it, for as long as the browser is open when no time is given. Lax and not Strict: apps send people to us,
 * and they must be known when they come.
 */
export function cookieHeader(call: Pick<Call, 'secure'>, value: string, maxAgeMs?: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (call.secure) attributes.push('Secure');
  if (maxAgeMs !== undefined) attributes.push(`Max-Age=${Math.floor(maxAgeMs / 1000)}`);
  return [`${nameFor(call)}=${value}`, ...attributes].join('; ');
}
