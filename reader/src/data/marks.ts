// What a person does to items: it shows at once, is kept, and goes to the service when possible.
import { batch } from '@preact/signals';
import { countEach, starsChanged, touchRow } from './copy.ts';
import { enqueue } from './queue.ts';
import type { Row } from './row.ts';

/** Marks items read or unread; returns those that this changed. */
export function setRead(items: readonly Row[], read: boolean): Row[] {
  const changed = items.filter((row) => row.read.peek() !== read);
  batch(() => {
    for (const row of changed) {
      row.read.value = read;
      touchRow(row.id);
    }
    countEach(changed.map(({ feedId }) => [feedId, read ? -1 : 1]));
  });
  if (changed.length > 0) {
    void enqueue(
      read ? 'read' : 'unread',
      changed.map(({ id }) => id),
    );
  }
  return changed;
}

export function setStarred(row: Row, starred: boolean): void {
  if (row.starred.peek() === starred) return;
  row.starred.value = starred;
  starsChanged.value++;
  touchRow(row.id);
  void enqueue(starred ? 'star' : 'unstar', [row.id]);
}
