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
  /** Whether its first page is still on its way. */
  isLoading: () => boolean;
  belongs: (row: Row) => boolean;
  sort: (rows: readonly Row[]) => Row[];
  /** The rows that are still to be shown further below. */
  left: () => readonly Row[];
}

export interface Fresh {
  waiting: Signal<readonly Row[]>;
  show(): void;
  /** Called after each page: what was told while it was on its way may be in it. */
  settle(isFirstPage: boolean): void;
  stop(): void;
}

export function openFresh({ order, shown, known, isLoading, belongs, sort, left }: OpenList): Fresh {
  const waiting = signal<readonly Row[]>([]);
  const show = (): void =>
    batch(() => {
      const found = waiting.peek().filter(({ id }) => !known.has(id));
      for (const { id } of found) known.add(id);
      shown.value = order === 'oldest' ? [...shown.peek(), ...found] : [...found, ...shown.peek()];
      waiting.value = [];
    });
  const settle = (isFirstPage: boolean): void => {
    if (waiting.peek().length === 0) return;
    const below = new Set(left());
    waiting.value = waiting.peek().filter((row) => !known.has(row.id) && !below.has(row));
    if (!isFirstPage) return;
    // Nobody has seen that page yet.
    show();
    shown.value = sort(shown.peek());
  };
  const stop = onNewItems((found, isMoreToCome) => {
    const wanted = found.filter((row) => !known.has(row.id) && belongs(row));
    if (wanted.length > 0) waiting.value = sort([...new Set([...wanted, ...waiting.peek()])]);
    // An empty list shows them at once, but all of them: a second portion could move the first.
    const isEmpty = shown.peek().length === 0 && !isLoading();
    if (isEmpty && !isMoreToCome && waiting.peek().length > 0) show();
  });
  return { waiting, show, settle, stop };
}
