// Items that arrive while a list is open. They wait behind "5 new", so that nothing moves, unless there is nothing that could.
import { batch, type Signal, signal } from '@preact/signals';
import { onNewItems } from '../../data/comings-and-goings.ts';
import type { Row } from '../../data/row.ts';
import type { Order } from '../../data/stream.ts';

interface OpenList {
  order: Order;
  shown: Signal<readonly Row[]>;
  /** The ids of the rows that are shown. */
  known: Set<number>;
  /** Whether a row has its place in the part that is still to be shown. */
  isBelow: (row: Row) => boolean;
  /** Whether it has no more rows to come, which would have their place among these. */
  isOver: () => boolean;
  belongs: (row: Row) => boolean;
  sort: (rows: readonly Row[]) => Row[];
}

interface Fresh {
  waiting: Signal<readonly Row[]>;
  show(): void;
  /** Called after each page: what was told while it was on its way may be in it. */
  settle(isFirstPage: boolean): void;
  stop(): void;
}

export function openFresh({ order, shown, known, isOver, isBelow, belongs, sort }: OpenList): Fresh {
  const waiting = signal<readonly Row[]>([]);
  const isNew = (row: Row): boolean => !known.has(row.id) && !isBelow(row);
  const show = (): void =>
    batch(() => {
      const found = waiting.peek().filter(({ id }) => !known.has(id));
      for (const { id } of found) known.add(id);
      shown.value = order === 'oldest' ? [...shown.peek(), ...found] : [...found, ...shown.peek()];
      waiting.value = [];
    });
  const settle = (isFirstPage: boolean): void => {
    if (waiting.peek().length === 0) return;
    waiting.value = waiting.peek().filter(isNew);
    if (!isFirstPage) return;
    // Nobody has seen that page yet.
    show();
    shown.value = sort(shown.peek());
  };
  const stop = onNewItems((found, isMoreToCome) => {
    const wanted = found.filter((row) => isNew(row) && belongs(row));
    if (wanted.length > 0) waiting.value = sort([...new Set([...wanted, ...waiting.peek()])]);
    // An empty list shows them at once, but all of them: a second portion could move the first.
    const isEmpty = shown.peek().length === 0 && isOver();
    if (isEmpty && !isMoreToCome && waiting.peek().length > 0) show();
  });
  return { waiting, show, settle, stop };
}
