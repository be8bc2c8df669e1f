// Presents many Items with pictures from here, with pauses in which others are answered.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item as WireItem } from '@courant/protocol';
import type { Item } from '../../model/item.ts';
import { presentItem } from './present.ts';
import type { ImageProxy } from './present-images.ts';

/** Characters of HTML between two pauses: a hundred kilobytes of nothing but pictures, 4,000 of them, take some ten milliseconds. */
const CHARS_AT_ONCE = 100_000;

/** What `keep` makes of each item, in their order. */
export async function presentInTurns<Kept>(
  items: readonly Item[],
  { base, proxy }: { base: string; proxy: ImageProxy | undefined },
  keep: (item: WireItem) => Kept,
): Promise<Kept[]> {
  const kept: Kept[] = [];
  let chars = 0;
  for (const item of items) {
    if (chars >= CHARS_AT_ONCE) {
      await nextTurn();
      chars = 0;
    }
    kept.push(keep(presentItem(item, base, proxy)));
    chars += charsIn(item);
  }
  return kept;
}

function charsIn({ content = '', summary = '', fullText }: Item): number {
  return content.length + summary.length + (fullText?.content.length ?? 0);
}
