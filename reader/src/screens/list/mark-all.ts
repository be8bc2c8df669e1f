// "Mark 42 in News read": what it marks in each stream, its label, and its Undo.
import { feedIdsOf, feeds, unread, unreadOf } from '../../data/copy.ts';
import { markAllRead, setRead } from '../../data/marks.ts';
import { wordsOf } from '../../data/service.ts';
import type { Stream } from '../../data/stream.ts';
import { showToast } from '../../frame/status.ts';
import { showUndoable } from '../../frame/undo.ts';
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

export async function markAllOf(view: View | undefined): Promise<void> {
  if (view === undefined) return;
  const { stream } = view;
  const feedIds = feedIdsIn(stream);
  if (feedIds === undefined) {
    const changed = setRead([...view.rows.peek(), ...view.left()], true);
    if (changed.length === 0) return;
    showUndoable(t('toast.read', { count: changed.length }), () => void setRead(changed, false));
    return;
  }
  const query =
    stream.kind === 'feed' ? { feedId: stream.id } : stream.kind === 'group' ? { groupId: stream.id } : {};
  try {
    // What arrives between looking and pressing stays unread (`upTo`).
    const { count, undo } = await markAllRead({ query, feedIds: [...feedIds], upTo: view.newestId() });
    // When nothing was marked, an earlier Undo stays available.
    if (count > 0) showUndoable(t('toast.read', { count }), undo);
  } catch (error) {
    showToast(t('error.refused', { reason: wordsOf(error) }));
  }
}

function feedIdsIn(stream: Stream): Iterable<number> | undefined {
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
