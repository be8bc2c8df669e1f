// Whether a request comes from a page of ours.
import type { AccountsOptions } from '../accounts/options.ts';
import type { Call } from './routing.ts';

/**
 * Browsers say where a request comes from: in Sec-Fetch-Site over an encrypted connection, and otherwise in Origin, except for same-origin
 * GETs. A typed address (`none`) counts as our own as well: no other page had a hand in it. The request's own Host is ignored: the client
 * can claim anything there.
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
