// Our cookies: the secret of a browser, and the language that somebody has chosen in the reader.
import type { AccountsOptions } from '../accounts/options.ts';
import type { Call } from './routing.ts';

/** Which browser is asked for its cookie, and for which instance. */
export interface CookieSite {
  accounts: Pick<AccountsOptions, 'publicUrl'>;
  call: Call;
}

/** Written by the reader itself (`reader/src/data/settings.ts`): it is no secret, and whatever stands in it is a wish. */
const LANGUAGE = 'language';

export function readCookie(site: CookieSite): string | undefined {
  return cookieOf(site.call.request, nameFor(site));
}

/** What a person has chosen in the reader, as it came: perhaps no language at all. */
export function readLanguage({ request }: Call): string | undefined {
  return cookieOf(request, LANGUAGE);
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
 * Has the browser of somebody who signs out forget its cookies, and the copy of the account that the reader keeps for times without
 * a connection: whoever comes to this browser next must not find it, nor pages in a language of another's choice.
 */
export function withoutSession(site: CookieSite, response: Response): Response {
  response.headers.append('Set-Cookie', cookieHeader(site, '', 0));
  response.headers.append('Set-Cookie', `${LANGUAGE}=; Path=/; SameSite=Lax; Max-Age=0`);
  response.headers.set('Clear-Site-Data', '"cache", "storage"');
  return response;
}

function cookieOf(request: Call['request'], name: string): string | undefined {
  for (const pair of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

/** `__Host-` keeps other hosts of the domain from setting it (RFC 6265bis §4.1.3.2), but wants an encrypted connection. */
function nameFor(site: CookieSite): string {
  return isEncrypted(site) ? '__Host-courant' : 'courant';
}

/** A proxy that ends the encryption is not always believed, but the address that people use says what they see. */
function isEncrypted({ accounts, call }: CookieSite): boolean {
  return call.secure || accounts.publicUrl.startsWith('https:');
}
