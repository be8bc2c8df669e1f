// Refusals and faults as a person meets them: a page that says what happened and what can be done.
import type { Refusal, RefusalCode } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { present } from './frame.ts';
import type { House } from './house.ts';
import { html } from './html.ts';

interface Tongue {
  status: number;
  title: string;
}

const tongue: Readonly<Record<RefusalCode, Tongue>> = {
  invalid: { status: 400, title: 'That did not work' },
  unauthenticated: { status: 401, title: 'Please sign in' },
  forbidden: { status: 403, title: 'That is not allowed' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'wrong-method': { status: 405, title: 'That did not work' },
  conflict: { status: 409, title: 'That did not work' },
  gone: { status: 410, title: 'That is over' },
  'too-large': { status: 413, title: 'That is too long' },
  'wrong-media-type': { status: 415, title: 'That did not work' },
  cannot: { status: 400, title: 'That did not work' },
  'too-many': { status: 429, title: 'Too many tries' },
};

/** What to try again after when the store is away or the house is closing. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** The status of a refusal that a form shows by itself. */
export function statusOf(refusal: Refusal): number {
  // A 401 wants a WWW-Authenticate (RFC 9110 §15.5.2), which a form has not.
  return refusal.code === 'unauthenticated' ? 403 : tongue[refusal.code].status;
}

export function refuse(house: House, refusal: Refusal): Response {
  const { title } = tongue[refusal.code];
  const body = html`<h1>${title}</h1>
<p class="sub" role="alert">${refusal.message}.</p>
<a class="button" href="/">To the first page</a>`;
  const response = present(house, { title, body, status: statusOf(refusal) });
  if (response.status === 413) response.headers.set('Connection', 'close');
  return withRetry(response, refusal);
}

/** Says when it is worth trying again. */
export function withRetry(response: Response, { retryAfterMs }: Refusal): Response {
  if (retryAfterMs !== undefined)
    response.headers.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  return response;
}

export function fail(house: House, call: Call, fault: 'broken' | 'unavailable'): Response {
  if (fault === 'unavailable') {
    const title = 'Back in a moment';
    const body = html`<h1>${title}</h1><p class="sub">The service is not available just now. Please try again.</p>`;
    const response = present(house, { title, body, status: 503 });
    response.headers.set('Retry-After', String(UNAVAILABLE_RETRY_SECONDS));
    return response;
  }
  const title = 'Something went wrong here';
  const body = html`<h1>${title}</h1>
<p class="sub">It is not your fault. Whoever runs this server can find it as request <code>${call.requestId}</code>.</p>
<a class="button" href="/">To the first page</a>`;
  return present(house, { title, body, status: 500 });
}
