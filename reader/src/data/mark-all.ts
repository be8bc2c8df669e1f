// Marks everything in a stream read, also what this browser has not loaded; loaded after the first list.
import type { BulkQuery } from '@courant/client';
import { batch, effect } from '@preact/signals';
import { countEach, missing, rows, setMissing, touchRow, unread } from './copy.ts';
import { catchUp } from './in-step.ts';
import { setRead } from './marks.ts';
import { checkOwner } from './owner.ts';
import { askInTurn } from './queue.ts';
import { untilRestored } from './restore.ts';
import type { Row } from './row.ts';
import { isPassing, service } from './service.ts';

/** The items that a person marks all at once. */
interface Scope {
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
  const { here, total, show } = unreadHere(scope);
  show(true);
  const ids = here.map(({ id }) => id);
  let after: number | undefined;
  try {
    const { changed, entry_id: entryId } = await askInTurn(
      { kind: 'read', ids },
      async () => {
        // Should the answer be lost, the entry is found by this.
        if (total > here.length) after = (await service.journal.list({ limit: 1 }))[0]?.id ?? 0;
        return service.bulk.markRead({ ...scope.query, upTo: scope.upTo });
      },
      checkOwner(),
    );
    // Another page of this browser may have been first to send what is here: then the entry is without it, or there is none.
    const isElsewhere = changed < total;
    const count = isElsewhere ? Math.min(total, changed + here.length) : changed;
    return { count, undo: undoOf({ entryId, isElsewhere, here, show }) };
  } catch (error) {
    // What was marked unread since then stays unread.
    const marked = here.filter((row) => row.read.peek());
    show(false, marked);
    if (!isPassing(error)) throw error;
    setRead(marked, true);
    const more = marked.length;
    return {
      count: more,
      undo: async () => {
        // Once, should the rest have to be tried again.
        setRead(marked.splice(0), false);
        if (after !== undefined) await undoUnheard({ after, more });
      },
    };
  }
}

interface UnreadHere {
  /** The unread items of the scope that this browser has. */
  here: readonly Row[];
  /** How many there are, those included that it has not. */
  total: number;
  /** Shows all of them as read, or as unread again, with their counts; of those that are here, only some. */
  show(read: boolean, which?: readonly Row[]): void;
}

function unreadHere(scope: Scope): UnreadHere {
  const members = new Set(scope.feedIds);
  const known = [...rows.values()].filter((row) => members.has(row.feedId) && !row.read.peek());
  const here = known.filter(({ id }) => id <= scope.upTo);
  const newer = Map.groupBy(
    known.filter(({ id }) => id > scope.upTo),
    ({ feedId }) => feedId,
  );
  // What is newer stays counted.
  const gone = [...unread.peek()]
    .filter(([id]) => members.has(id))
    .map(([id, number]) => [id, Math.max(0, number - (newer.get(id)?.length ?? 0))] as const);
  const show: UnreadHere['show'] = (read, which = here) => {
    const numbers = new Map(gone);
    // What has been marked again since is counted already.
    const shown = new Set(which);
    for (const { feedId } of here.filter((row) => !shown.has(row)))
      numbers.set(feedId, (numbers.get(feedId) ?? 0) - 1);
    batch(() => {
      for (const row of which) {
        row.read.value = read;
        touchRow(row.id);
      }
      // Relative to the counts at that time: what else is read or arrives before an undo stays counted.
      countEach([...numbers].map(([id, number]) => [id, read ? -number : number]));
    });
  };
  return { here, total: gone.reduce((sum, [, number]) => sum + number, 0), show };
}

/**
 * Undoes a mark of which it is not known whether the service has done it: of more items than were here, by this reader, and the first after
 * an entry. What is marked here is sent by itself, before.
 */
function undoUnheard({ after, more }: { after: number; more: number }): Promise<void> {
  return askInTurn({ kind: 'unread', ids: [] }, async () => {
    const entry = (await service.journal.list({ limit: 200 })).findLast(
      ({ id, action, by, count }) =>
        id > after && action === 'items.read' && by?.kind === 'reader' && count > more,
    );
    if (entry) await service.journal.undo(entry.id);
  });
}

interface Marked extends Pick<UnreadHere, 'here' | 'show'> {
  entryId: number | undefined;
  /** Whether more were marked than the entry has. */
  isElsewhere: boolean;
}

/** Takes it back, except for what has been marked again since: the service leaves that alone, too. */
function undoOf({ entryId, isElsewhere, here, show }: Marked): () => Promise<void> {
  const again = new Set<Row>();
  const watch = (): (() => void) =>
    effect(() => {
      for (const row of here) if (!row.read.value) again.add(row);
    });
  let stopWatching = watch();
  return async () => {
    stopWatching();
    const marked = here.filter((row) => !again.has(row));
    show(false, marked);
    const ids = marked.map(({ id }) => id);
    try {
      await askInTurn({ kind: 'unread', ids }, async () => {
        if (isElsewhere) await service.items.markManyUnread(ids);
        if (entryId !== undefined) await service.journal.undo(entryId);
      });
    } catch (error) {
      show(true, marked);
      stopWatching = watch();
      // Whether it was undone is not known, and what was told of it meanwhile was not believed.
      setMissing([...missing.ids, ...ids]);
      void catchUp();
      throw error;
    }
  };
}
