// What a person does to items: it shows at once, is kept, and goes to the service when possible.
import type { BulkQuery } from '@courant/client';
import { batch } from '@preact/signals';
import { count, countEach, rows, starsChanged, touchRow, unread } from './copy.ts';
import { checkOwner } from './owner.ts';
import { askInTurn, enqueue } from './queue.ts';
import { untilRestored } from './restore.ts';
import type { Row } from './row.ts';
import { isPassing, service } from './service.ts';

/** Marks items read or unread; returns those that this changed. */
export function setRead(items: readonly Row[], read: boolean): Row[] {
  const changed = items.filter((row) => row.read.peek() !== read);
  batch(() => {
    for (const row of changed) {
      row.read.value = read;
      count(row.feedId, read ? -1 : 1);
      touchRow(row.id);
    }
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

/** The items that a person marks all at once. */
export interface Scope {
  query: Pick<BulkQuery, 'feedId' | 'groupId'>;
  feedIds: readonly number[];
  /** The greatest id that the person can have seen. */
  upTo: number;
}

/**
 * Marks everything in a scope read, also what this browser has not loaded. Resolves to how many there were and how to undo it.
 * Without a connection it marks what is here, and sends that later.
 */
export async function markAllRead(scope: Scope): Promise<{ count: number; undo: () => Promise<void> }> {
  await untilRestored('unread');
  const members = new Set(scope.feedIds);
  const here = [...rows.values()].filter(
    (row) => members.has(row.feedId) && row.id <= scope.upTo && !row.read.peek(),
  );
  const gone = [...unread.peek()].filter(([id]) => members.has(id));
  const show = (read: boolean): void => {
    batch(() => {
      for (const row of here) {
        row.read.value = read;
        touchRow(row.id);
      }
      // Relative to the counts at that time: what else is read or arrives before an undo stays counted.
      countEach(gone.map(([id, number]) => [id, read ? -number : number]));
    });
  };
  show(true);
  const ids = here.map(({ id }) => id);
  try {
    await checkOwner();
    const { changed, entry_id: entryId } = await askInTurn({ kind: 'read', ids }, () =>
      service.bulk.markRead({ ...scope.query, upTo: scope.upTo }),
    );
    return {
      count: changed,
      undo: async () => {
        show(false);
        if (entryId === undefined) return;
        try {
          await askInTurn({ kind: 'unread', ids }, () => service.journal.undo(entryId));
        } catch (error) {
          show(true);
          throw error;
        }
      },
    };
  } catch (error) {
    // What was marked unread since then stays unread.
    const marked = here.filter((row) => row.read.peek());
    show(false);
    if (!isPassing(error)) throw error;
    setRead(marked, true);
    return { count: marked.length, undo: async () => void setRead(marked, false) };
  }
}
