// Refusals and faults as people see them: a page that says what happened and what they can do.
import type { Refusal, RefusalCode } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { present } from './frame.ts';
import type { Front } from './house.ts';
import { html } from './html.ts';
import type { Key } from './texts/catalogue.ts';
import type { Voice } from './texts/voice.ts';

const titles = {
  invalid: 'wrong.didNotWork',
  unauthenticated: 'wrong.signInFirst',
  forbidden: 'wrong.notAllowed',
  'not-found': 'wrong.nothingHere',
  'wrong-method': 'wrong.didNotWork',
  conflict: 'wrong.didNotWork',
  gone: 'wrong.over',
  'too-large': 'wrong.tooLong',
  'wrong-media-type': 'wrong.didNotWork',
  cannot: 'wrong.didNotWork',
  'too-many': 'wrong.tooManyTries',
} as const satisfies Record<RefusalCode, Key>;

export function refuse(house: Front & Voice, refusal: Refusal): Response {
  const { say, sayWhy } = house;
  const title = say(titles[refusal.code]);
  const body = html`<h1>${title}</h1>
<p class="sub" role="alert">${sayWhy(refusal)}</p>
<a class="button" href="${house.first}">${say('frame.toFirstPage')}</a>`;
  return present(house, { title, body, refusal });
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
