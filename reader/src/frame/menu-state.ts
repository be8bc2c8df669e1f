// The menu of an item: which item it is for, and where it opens.
import { signal } from '@preact/signals';
import type { Row } from '../data/row.ts';

export interface OpenMenu {
  row: Row;
  at: { x: number; y: number } | undefined;
  /** Its place is taken by the dialog for the tags of the item. */
  isTagging?: true;
}

export const openMenu = signal<OpenMenu | undefined>(undefined);

/** Opens it at the pointer, or else at the beginning of the item's row. */
export function menuFor(row: Row, at?: { x: number; y: number }): void {
  openMenu.value = { row, at };
}
