// The language that an item is written in.
import { feeds } from './copy.ts';
import type { Row } from './row.ts';

/** The publisher's, for screen readers and hyphenation. Empty when unknown; without it the page's language would apply. */
export function languageOf({ feedId }: Row): string {
  return feeds.value.get(feedId)?.['app.courant.feeds']?.language ?? '';
}
