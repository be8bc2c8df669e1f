// The menu of an item: which item it is for, and where it opens.
import { signal } from '@preact/signals';
import type { Row } from '../data/row.ts';

export interface OpenMenu {
  row: Row;
  x: number;
  y: number;
  /** Its place is taken by the dialog for the tags of the item. */
  isTagging?: true;
}

export const openMenu = signal<OpenMenu | undefined>(undefined);

/** Opens it at the pointer, or else at the beginning of the item's row. */
export function menuFor(row: Row, at?: { x: number; y: number }): void {
  const box: Partial<DOMRect> = document.getElementById(`row-${row.id}`)?.getBoundingClientRect() ?? {};
  const { left = 0, right = innerWidth, top = 80 } = box;
  const start = document.documentElement.dir === 'rtl' ? right - 28 : left + 28;
  const { x, y } = at ?? { x: start, y: top + 28 };
  openMenu.value = { row, x, y };
}
