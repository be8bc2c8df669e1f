// Pages of a list out of the copy in this browser.
import { rows } from '../../data/copy.ts';
import { type Part, untilRestored } from '../../data/restore.ts';
import type { Row } from '../../data/row.ts';

interface SavedList {
  part: Part;
  /** Whether the copy holds the whole list from the beginning. */
  isWhole: boolean;
  /** Whether the database gives the rows in the order of the list, so that its first ones are known early. */
  isInOrder: boolean;
  /** The open item: its row may be in memory before those above it. */
  openedId: number | undefined;
  /** Whether a row is still to be shown. */
  wants: (row: Row) => boolean;
  sort: (rows: readonly Row[]) => Row[];
}

export interface SavedPages {
  next(limit: number): Promise<{ page: Row[]; isEnd: boolean }>;
  /** What is still to be shown. */
  left(): readonly Row[];
  /** Whether a row has its place among these already. */
  holds(row: Row): boolean;
}

export function openSavedPages({ part, isWhole, isInOrder, openedId, wants, sort }: SavedList): SavedPages {
  /** Taken when all rows are in memory, so that the list does not change while somebody looks at it. */
  let snapshot: Row[] | undefined;
  const wanted = (): Row[] => [...rows.values()].filter(wants);
  const take = (): Row[] => {
    snapshot = (snapshot ?? sort(wanted())).filter(({ id }) => rows.has(id));
    return snapshot;
  };
  if (isWhole) void untilRestored(part).then(take);
  return {
    async next(limit) {
      const isAll = await untilRestored(part, () => isInOrder && wanted().length >= limit);
      const page = (isAll ? take() : sort(wanted())).slice(0, limit);
      if (!isAll) {
        if (page.at(-1)?.id === openedId) page.pop();
        return { page, isEnd: false };
      }
      snapshot = take().slice(limit);
      return { page, isEnd: snapshot.length === 0 };
    },
    left: () => (snapshot ? take() : sort(wanted())),
    holds: (row) => snapshot?.includes(row) ?? false,
  };
}
