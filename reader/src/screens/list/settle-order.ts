// In a browser that has no copy yet, the first list comes from the service page by page, in the order in which items arrived.
import { effect } from '@preact/signals';
import { rows, whole } from '../../data/copy.ts';
import { inOrder } from '../../data/stream.ts';
import { currentId, reopen, view } from './selection.ts';
import type { View } from './view.ts';

/** Lists Unread again by date when the copy becomes whole, unless somebody has begun to read the list. Called once. */
export function settleOrder(): void {
  let isDone = false;
  effect(() => {
    if (isDone || !whole.value.unread) return;
    isDone = true;
    const first = view.peek();
    if (first?.stream.kind !== 'unread' || first.order !== 'newest' || first.filter !== 'unread') return;
    if (first.scrollTop === 0 && currentId.peek() === undefined && !isByDate(first)) reopen(first.stream);
  });
}

/** What was read since then stays where it is, and what waits behind "5 new" has no place yet. */
function isByDate({ rows: shown, fresh }: View): boolean {
  const waiting = new Set(fresh.peek());
  const unread = [...rows.values()].filter((row) => !row.read.peek() && !waiting.has(row));
  const byDate = inOrder([...new Set([...shown.peek(), ...unread])], 'newest', () => 0);
  return shown.peek().every((row, index) => row === byDate[index]);
}
