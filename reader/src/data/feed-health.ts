// How a feed is doing, as the service tells it (app.courant.health).
import type { Feed } from '@courant/client';
import { saying } from '../texts/translate.ts';

export type Health = NonNullable<Feed['app.courant.health']>;

export function healthOf(feed: Feed): Health {
  return feed['app.courant.health'] ?? { state: 'new' };
}

/** Whether somebody should have a look at it. */
export function isFailing(feed: Feed): boolean {
  const { state, proposal } = healthOf(feed);
  // A feed that is gone, but kept for its items, has no proposal any more.
  return state === 'failing' || state === 'replaced' || (state === 'gone' && proposal !== undefined);
}

/** Why it is failing, in words for a person. */
export function whyNot(feed: Feed): string | undefined {
  const { sentence, code } = healthOf(feed);
  return sentence && saying(sentence, code);
}
