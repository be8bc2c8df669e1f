// Sends a browser back to an app.
import { WholeResponse } from '../whole-response.ts';

/** 302, as the contract says. The address stays byte for byte as it is: parameters are added to its end. */
export function redirectTo(uri: string, parameters: Readonly<Record<string, string | undefined>>): Response {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    // Not `+` for a blank: not every client reads it as one.
    .map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return new WholeResponse(null, {
    status: 302,
    headers: {
      Location: uri + (uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?') + query,
      'Cache-Control': 'no-store',
      // RFC 9700 §4.2.4: the app's page must not hand our address and its query on.
      'Referrer-Policy': 'no-referrer',
    },
  });
}
