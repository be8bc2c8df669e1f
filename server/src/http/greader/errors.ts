// Refusals and faults as Google Reader expresses them: a line of text, and two headers that make apps sign in again.
import type { Refusal } from '../../model/refusal.ts';
import { withRetry } from '../retry-after.ts';
import type { Call } from '../routing.ts';
import { statuses } from '../statuses.ts';
import { text } from './present.ts';

export function refuse(refusal: Refusal): Response {
  const response = text(`${refusal.message}\n`, statuses[refusal.code]);
  if (refusal.code === 'unauthenticated') {
    // Capy Reader and Read You sign in again when they see one of these.
    response.headers.set('X-Reader-Google-Bad-Token', 'true');
    response.headers.set('Google-Bad-Token', 'true');
    response.headers.set('WWW-Authenticate', 'GoogleLogin realm="reader"');
  }
  return withRetry(response, refusal);
}

/** The answer to a failed sign-in. */
export function refuseSignIn(refusal: Refusal): Response {
  const isWrong = refusal.code === 'unauthenticated';
  const response = text(
    isWrong ? 'Error=BadAuthentication\n' : 'Error=CaptchaRequired\n',
    isWrong ? 401 : 429,
  );
  return withRetry(response, refusal);
}

export function fail(call: Call, fault: 'broken' | 'unavailable'): Response {
  if (fault === 'broken') {
    return text(`Something went wrong here; the operator can find it as request ${call.requestId}\n`, 500);
  }
  return text('The service is not available just now; try again in a moment\n', 503);
}
