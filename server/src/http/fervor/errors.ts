// Refusals and faults as the contract's resource endpoints express them.
import type { Refusal } from '../../model/refusal.ts';
import { withRetry } from '../retry-after.ts';
import type { Call } from '../routing.ts';
import { statuses } from '../statuses.ts';
import { json } from './present.ts';

export function refuse(refusal: Refusal, call: Call): Response {
  const { description, reason } = refusal;
  const body = {
    error: refusal.message,
    ...(description === undefined ? {} : { error_description: description }),
    ...(reason === undefined ? {} : { 'app.courant.reason': reason }),
  };
  const response = json(body, statuses[refusal.code]);
  if (refusal.code === 'unauthenticated') response.headers.set('WWW-Authenticate', challenge(call));
  if (refusal.code === 'forbidden')
    response.headers.set('WWW-Authenticate', 'Bearer error="insufficient_scope"');
  return withRetry(response, refusal);
}

export function fail(call: Call, fault: 'broken' | 'unavailable'): Response {
  if (fault === 'broken') {
    return json(
      { error: `Something went wrong here; the operator can find it as request ${call.requestId}` },
      500,
    );
  }
  return json({ error: 'The service is not available just now; try again in a moment' }, 503);
}

/** RFC 6750 §3.1: an error is named only if a token was sent. */
function challenge(call: Call): string {
  return /^bearer( |$)/i.test(call.request.headers.get('Authorization') ?? '')
    ? 'Bearer error="invalid_token"'
    : 'Bearer';
}
