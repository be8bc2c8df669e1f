// Marks everything in a stream read, also what this browser has not loaded; loaded after the first list.
import type { BulkQuery } from '@courant/client';
import { batch } from '@preact/signals';
import { countEach, missing, rows, setMissing, touchRow, unread } from './copy.ts';
import { setRead } from './marks.ts';
import { checkOwner } from './owner.ts';
import { askInTurn } from './queue.ts';
import { untilRestored } from './restore.ts';
import { isPassing, service } from './service.ts';
import { catchUp } from './sync.ts';

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
  const show = (read: boolean, which = here): void => {
    batch(() => {
      for (const row of which) {
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
    const { changed, entry_id: entryId } = await askInTurn(
      { kind: 'read', ids },
      () => service.bulk.markRead({ ...scope.query, upTo: scope.upTo }),
      checkOwner(),
    );
    return {
      count: changed,
      undo: async () => {
        // Others may be unread again by now: by an earlier try whose answer was lost, or because of what was done elsewhere.
        const stillRead = here.filter((row) => row.read.peek());
        show(false);
        if (entryId === undefined) return;
        try {
          await askInTurn({ kind: 'unread', ids }, () => service.journal.undo(entryId));
        } catch (error) {
          show(true, stillRead);
          // Whether it was undone is not known, and what was told of it meanwhile was not believed.
          setMissing([...missing.ids, ...ids]);
          void catchUp();
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
