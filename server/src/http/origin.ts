// Whether a request was made by a page of ours.
import type { AccountsOptions } from '../accounts/options.ts';
import type { Call } from './routing.ts';

/**
 * Browsers say where a request comes from: in Sec-Fetch-Site over an encrypted connection, in Origin everywhere, but for a GET
 * that stays on its origin. Typing an address is our own as well (`none`): no other page had a hand in it.
 */
export function originOf(
  { publicUrl }: Pick<AccountsOptions, 'publicUrl'>,
  { request, url }: Call,
): 'own' | 'other' | 'unknown' {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin' || site === 'none' ? 'own' : 'other';
  const origin = request.headers.get('Origin');
  if (origin === null) return 'unknown';
  const isOwn = origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === url.host);
  return isOwn ? 'own' : 'other';
}
