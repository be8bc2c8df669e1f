// Goes through a long list a page at a time, and lets others have their turn in between.
import { othersTurn } from './turn.ts';

/**
 * The pages of a list. `read` gives the page after a place, which is empty at the end; `placeOf`, the place of an entry, which is greater
 * than those before it. `start`: less than any place.
 */
export async function* pageByPage<Entry>(
  read: (after: number) => Promise<readonly Entry[]>,
  placeOf: (entry: Entry) => number,
  start = 0,
): AsyncGenerator<readonly Entry[]> {
  for (let after = start; ; ) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = placeOf(last);
    await othersTurn();
  }
}
