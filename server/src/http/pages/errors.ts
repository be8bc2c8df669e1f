// Refusals and faults as people see them: a page that says what happened and what they can do.
import type { Refusal, RefusalCode } from '../../model/refusal.ts';
import { withRetry } from '../retry-after.ts';
import type { Call } from '../routing.ts';
import { present } from './frame.ts';
import type { Front } from './house.ts';
import { html } from './html.ts';
import type { Key } from './texts/catalogue.ts';
import type { Voice } from './texts/voice.ts';

interface Answer {
  status: number;
  title: Key;
}

const answers = {
  invalid: { status: 400, title: 'wrong.didNotWork' },
  unauthenticated: { status: 401, title: 'wrong.signInFirst' },
  forbidden: { status: 403, title: 'wrong.notAllowed' },
  'not-found': { status: 404, title: 'wrong.nothingHere' },
  'wrong-method': { status: 405, title: 'wrong.didNotWork' },
  conflict: { status: 409, title: 'wrong.didNotWork' },
  gone: { status: 410, title: 'wrong.over' },
  'too-large': { status: 413, title: 'wrong.tooLong' },
  'wrong-media-type': { status: 415, title: 'wrong.didNotWork' },
  cannot: { status: 400, title: 'wrong.didNotWork' },
  'too-many': { status: 429, title: 'wrong.tooManyTries' },
} as const satisfies Record<RefusalCode, Answer>;

/** The status of a page whose form shows the refusal itself. */
export function statusOf(refusal: Refusal): number {
  // A 401 needs a WWW-Authenticate (RFC 9110 §15.5.2), which a form does not have.
  return refusal.code === 'unauthenticated' ? 403 : answers[refusal.code].status;
}

export function refuse(house: Front & Voice, refusal: Refusal): Response {
  const { say, sayWhy } = house;
  const title = say(answers[refusal.code].title);
  const body = html`<h1>${title}</h1>
<p class="sub" role="alert">${sayWhy(refusal)}</p>
<a class="button" href="${house.first}">${say('frame.toFirstPage')}</a>`;
  const response = present(house, { title, body, status: statusOf(refusal) });
  if (response.status === 413) response.headers.set('Connection', 'close');
  return withRetry(response, refusal);
}

export function fail(house: Front & Voice, call: Call, fault: 'broken' | 'unavailable'): Response {
  const { say } = house;
  if (fault === 'unavailable') {
    const title = say('wrong.away');
    const body = html`<h1>${title}</h1><p class="sub">${say('wrong.awayHint')}</p>`;
    return present(house, { title, body, status: 503 });
  }
  const title = say('wrong.broken');
  const body = html`<h1>${title}</h1>
<p class="sub">${say('wrong.brokenHint', { id: html`<code>${call.requestId}</code>` })}</p>
<a class="button" href="${house.first}">${say('frame.toFirstPage')}</a>`;
  return present(house, { title, body, status: 500 });
}
