// The one cookie of ours: the secret of a browser.
import type { AccountsOptions } from '../accounts/options.ts';
import type { Call } from './routing.ts';

/** Which browser is asked for its cookie, and for which instance. */
export interface CookieSite {
  accounts: Pick<AccountsOptions, 'publicUrl'>;
  call: Call;
}

export function readCookie(site: CookieSite): string | undefined {
  const name = nameFor(site);
  for (const pair of (site.call.request.headers.get('Cookie') ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

/**
 * The header that sets it, for as long as the browser is open when no time is given. Lax and not Strict: apps send people to us,
 * and they must be known when they come.
 */
export function cookieHeader(site: CookieSite, value: string, maxAgeMs?: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (isEncrypted(site)) attributes.push('Secure');
  if (maxAgeMs !== undefined) attributes.push(`Max-Age=${Math.floor(maxAgeMs / 1000)}`);
  return [`${nameFor(site)}=${value}`, ...attributes].join('; ');
}

/**
 * Has the browser of somebody who signs out forget its cookie, and the copy of the account that the reader keeps for times without
 * a connection: whoever comes to this browser next must not find it.
 */
export function withoutSession(site: CookieSite, response: Response): Response {
  response.headers.append('Set-Cookie', cookieHeader(site, '', 0));
  response.headers.set('Clear-Site-Data', '"cache", "storage"');
  return response;
}

/** `__Host-` keeps other hosts of the domain from setting it (RFC 6265bis §4.1.3.2), but wants an encrypted connection. */
function nameFor(site: CookieSite): string {
  return isEncrypted(site) ? '__Host-courant' : 'courant';
}

/** A proxy that ends the encryption is not always believed, but the address that people use says what they see. */
function isEncrypted({ accounts, call }: CookieSite): boolean {
  return call.secure || accounts.publicUrl.startsWith('https:');
}
