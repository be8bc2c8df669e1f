// Sends a browser back to an app.
import { WholeResponse } from '../whole-response.ts';
import type { Encoded } from './state.ts';

/** 302, as the contract says. The address is kept byte for byte: parameters are appended. */
export function redirectTo(
  uri: string,
  parameters: Readonly<Record<string, string | Encoded | undefined>>,
): Response {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    // `%20` for a blank, not `+`, which not every client decodes.
    .map(
      ([name, value = '']) =>
        `${name}=${typeof value === 'string' ? encodeURIComponent(value) : value.encoded}`,
    )
    .join('&');
  return new WholeResponse(null, {
    status: 302,
    headers: {
      Location: uri + (uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?') + query,
      'Cache-Control': 'no-store',
      // RFC 9700 §4.2.4: the app's page must not pass on our address and its query.
      'Referrer-Policy': 'no-referrer',
    },
  });
}
