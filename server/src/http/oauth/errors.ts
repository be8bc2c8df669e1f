// Refusals and faults of OAuth's endpoints: always an error code of the contract's table, always with a description.
import type { OAuthErrorCode, RegistrationError, TokenErrorCode } from '@courant/protocol';
import type { Refusal, RefusalCode } from '../../model/refusal.ts';
import { plainWords } from '../plain-words.ts';
import { withRetry } from '../retry-after.ts';
import type { Call } from '../routing.ts';
import { ownPaths } from './paths.ts';
import { secretJson } from './present.ts';

interface Answer {
  status: number;
  error: TokenErrorCode | RegistrationError['error'];
}

const request = (status: number): Answer => ({ status, error: 'invalid_request' });

/** The seed's table has no code for some of these; `invalid_request` is the one for requests that cannot otherwise be processed. */
const atToken: Readonly<Record<RefusalCode, Answer>> = {
  invalid: request(400),
  unauthenticated: { status: 401, error: 'invalid_client' },
  forbidden: request(400),
  'not-found': request(404),
  'wrong-method': request(405),
  conflict: request(400),
  gone: request(400),
  'too-large': request(413),
  'wrong-media-type': request(400),
  cannot: { status: 400, error: 'invalid_grant' },
  'too-many': request(429),
};

const metadata: Answer = { status: 400, error: 'invalid_client_metadata' };

const atRegister: Readonly<Record<RefusalCode, Answer>> = {
  ...atToken,
  invalid: metadata,
  'wrong-media-type': metadata,
  cannot: { status: 400, error: 'invalid_redirect_uri' },
};

export function refuse(refusal: Refusal, call: Call): Response {
  const table = call.url.pathname.startsWith(ownPaths.register) ? atRegister : atToken;
  const { status, error } = table[refusal.code];
  const response = errorResponse(status, error, refusal.message);
  // RFC 6749 §5.2: only for apps that tried Basic. For others, the header would make a browser open its own sign-in dialog.
  if (status === 401 && call.request.headers.has('Authorization'))
    response.headers.set('WWW-Authenticate', 'Basic realm="OAuth"');
  return withRetry(response, refusal);
}

/** The status says whose fault it is: the table has no code for ours (RFC 6749 has some for redirects only), and apps know no others. */
export function fail(call: Call, fault: 'broken' | 'unavailable'): Response {
  if (fault === 'broken')
    return errorResponse(500, 'invalid_request', `Something went wrong here, as request ${call.requestId}`);
  return errorResponse(503, 'invalid_request', 'The service is not available just now');
}

/** An error for a parameter that has its own error code. */
export function errorResponse(status: number, error: OAuthErrorCode, description: string): Response {
  return secretJson({ error, error_description: plainWords(description) }, status);
}
