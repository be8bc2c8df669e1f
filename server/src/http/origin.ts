// Whether a request was made by a page of ours.
import type { AccountsOptions } from '../accounts/options.ts';
import type { Call } from './routing.ts';

/**
 * Browsers say where a request comes from: in Sec-Fetch-Site over an encrypted connection, in Origin everywhere, but for a GET
 * that stays on its origin. Typing an address is our own as well (`none`): no other page had a hand in it. What the request says
 * of its host counts for nothing: that is the client's word.
 */
export function originOf(
  { publicUrl }: Pick<AccountsOptions, 'publicUrl'>,
  { request }: Pick<Call, 'request'>,
): 'own' | 'other' | 'unknown' {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin' || site === 'none' ? 'own' : 'other';
  const origin = request.headers.get('Origin');
  if (origin === null) return 'unknown';
  return origin === new URL(publicUrl).origin ? 'own' : 'other';
}
