// "Mark 42 in News read": what it marks in each stream, and its label.
import { feedIdsOf, feeds, unread, unreadOf } from '../../data/copy.ts';
import type { Stream } from '../../data/stream.ts';
import { t } from '../../texts/translate.ts';
import { titleOf } from './title.ts';
import type { View } from './view.ts';

/** How many items it would mark: all of a feed, a group or the account; of Starred and searches those in the list. */
export function markable({ stream, rows, left }: View): number {
  const feedIds = feedIdsIn(stream);
  if (feedIds) return unreadOf(feedIds);
  return [...rows.value, ...left()].filter((row) => !row.read.value).length;
}

/** What the button says: the number and the scope, so that nobody marks the wrong list. */
export function markAllLabel(view: View): string {
  const scope = titleOf(view.stream);
  const count = markable(view);
  return count === 0 ? t('list.markAllNone', { scope }) : t('list.markAll', { count, scope });
}

/** Undefined for streams that are no set of feeds. */
export function feedIdsIn(stream: Stream): Iterable<number> | undefined {
  switch (stream.kind) {
    case 'unread':
    case 'everything':
      return [...new Set([...feeds.value.keys(), ...unread.value.keys()])];
    case 'feed':
      return [stream.id];
    case 'group':
      return feedIdsOf(stream.id);
    default:
      return undefined;
  }
}
