// Our cookies: the secret of a browser, whose account it is, and the language that a person has chosen in the reader.
import type { AccountsOptions } from '../accounts/options.ts';
import type { Call } from './routing.ts';

/** The request whose cookie is read or set, and the instance that it belongs to. */
export interface CookieSite {
  accounts: Pick<AccountsOptions, 'publicUrl'>;
  call: Call;
}

/** Written by the reader itself (`reader/src/data/settings.ts`): it is not a secret, and its value is only a preference. */
const LANGUAGE = 'language';

/**
 * Read by the reader (`reader/src/data/signed-in.ts`), which may still keep the copy of who was signed in before: it proves nothing. With the
 * port, because services on other ports of the host have their cookies in the same place.
 */
const accountName = ({ accounts }: CookieSite): string => `account${new URL(accounts.publicUrl).port}`;
/** The longest that browsers allow (RFC 6265bis §5.5): longer than any session, as the copy is. */
const ACCOUNT_TTL_S = 400 * 86_400;

export function readCookie(site: CookieSite): string | undefined {
  return cookieOf(site.call.request, nameFor(site));
}

/** The language chosen in the reader, as it was sent: it may not be a valid language. */
export function readLanguage({ request }: Call): string | undefined {
  return cookieOf(request, LANGUAGE);
}

/**
 * The header that sets the cookie, until the browser is closed if no time is given. Lax, not Strict: apps send people here from other
 * sites, and we must recognise them when they arrive.
 */
export function cookieHeader(site: CookieSite, value: string, maxAgeMs?: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (isEncrypted(site)) attributes.push('Secure');
  if (maxAgeMs !== undefined) attributes.push(`Max-Age=${Math.floor(maxAgeMs / 1000)}`);
  return [`${nameFor(site)}=${value}`, ...attributes].join('; ');
}

/** The header that leaves the id of the account that has signed in, or 0 for nobody, where scripts of our own pages can read it. */
export function accountHeader(site: CookieSite, userId: number): string {
  const secure = isEncrypted(site) ? '; Secure' : '';
  return `${accountName(site)}=${userId}; Path=/; SameSite=Lax${secure}; Max-Age=${ACCOUNT_TTL_S}`;
}

/**
 * Makes the browser of a person who signs out forget its cookies, and the copy of the account that the reader keeps for offline use: the
 * next person to use this browser must find neither that nor pages in another's language. Without encryption browsers take no notice of
 * Clear-Site-Data: that nobody is signed in keeps the reader, and its pages that are still open, from showing or keeping a copy.
 */
export function withoutSession(site: CookieSite, response: Response): Response {
  response.headers.append('Set-Cookie', cookieHeader(site, '', 0));
  response.headers.append('Set-Cookie', accountHeader(site, 0));
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

/** `__Host-` keeps other hosts of the domain from setting it (RFC 6265bis §4.1.3.2), but requires an encrypted connection. */
function nameFor(site: CookieSite): string {
  return isEncrypted(site) ? '__Host-courant' : 'courant';
}

/** A proxy that terminates TLS is not always trusted, but the public address says what browsers see. */
function isEncrypted({ accounts, call }: CookieSite): boolean {
  return call.secure || accounts.publicUrl.startsWith('https:');
}
