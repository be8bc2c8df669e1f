// Items with all their texts, a few at a time: a text may have a million characters, and an answer two hundred of them.
import type { Item } from '../model/item.ts';
import { countWithin, findItems } from '../store/items/items.ts';
import type { ReadTx, Store } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import { textsAtOnce } from './limits.ts';

/** Some items in the order of their ids, and the ids after them. */
interface Portion {
  items: Item[];
  rest: readonly number[];
}

/** Reads as many items, from the first on, as may be read together. Those that the user does not have are left out. */
export async function readPortion(tx: ReadTx, userId: number, ids: readonly number[]): Promise<Portion> {
  const next = ids.slice(0, textsAtOnce.items);
  const count =
    next.length > 1 ? await countWithin(tx, { userId, ids: next }, textsAtOnce.bytes) : next.length;
  const found = await findItems(tx, userId, next.slice(0, count));
  const byId = new Map(found.map((item) => [item.id, item]));
  const items = next.slice(0, count).flatMap((id) => byId.get(id) ?? []);
  return { items, rest: ids.slice(count) };
}

/**
 * The items of a portion that is read already, and then those after it, each portion in a transaction of its own when it is asked for: a
 * transaction that waits for a slow client would hold up others. Others have their turn in between.
 */
export async function* portionsFrom(store: Store, userId: number, first: Portion): AsyncGenerator<Item[]> {
  yield first.items;
  for (let { rest } = first; rest.length > 0; ) {
    await othersTurn();
    const from = rest;
    const next = await store.read((tx) => readPortion(tx, userId, from));
    yield next.items;
    rest = next.rest;
  }
}
