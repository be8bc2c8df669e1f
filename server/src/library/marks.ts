// Marking Items read or unread, starred or unstarred: one, many that are named, or all within bounds.
import { packIds } from '../model/id-ranges.ts';
import type { Item, ItemScope } from '../model/item.ts';
import type { Mark, MarkBounds } from '../model/mark.ts';
import { Refusal } from '../model/refusal.ts';
import { slicesOf } from '../model/slices.ts';
import { recordChange } from '../store/changes.ts';
import { lockSequence, takeSeq } from '../store/counters.ts';
import { findItem } from '../store/items/items.ts';
import { countUnread, markStretch, type Stretch, setMark, type UnreadChanges } from '../store/items/marks.ts';
import { addPart, insertEntry } from '../store/journal.ts';
import type { WriteTx } from '../store/store.ts';
import { othersTurn, whileNobodyWaits } from '../store/turn.ts';
import { noSuchItem } from './items.ts';
import type { Library } from './library.ts';
import { leastJournalled, marksAtOnce } from './limits.ts';
import { requireFeedsOf } from './require-own.ts';

/** Examining a feed costs about as much as marking this many items. */
const STRETCH_COST = 5;

/** Marks one item, which may have the mark already, and returns it. Throws Refusal `not-found`. */
export async function markItem(library: Library, userId: number, id: number, mark: Mark): Promise<Item> {
  await markItems(library, userId, [id], mark);
  return (await library.store.read((tx) => findItem(tx, userId, id))) ?? noSuchItem(actions[mark], id);
}

/**
 * Marks items in one transaction; if more than one changes, that is an entry of the journal. Returns those of `ids` that
 * exist for the user, once each, in the order given.
 */
export function markItems(
  { store }: Library,
  userId: number,
  ids: readonly number[],
  mark: Mark,
): Promise<number[]> {
  return store.write(async (tx) => {
    await lockSequence(tx, userId);
    return markNamed(tx, userId, ids, mark);
  });
}

/** The part that happens in a transaction. The sequence must be locked. */
export async function markNamed(
  tx: WriteTx,
  userId: number,
  ids: readonly number[],
  mark: Mark,
): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const { known } = await markTold(tx, userId, wanted, mark);
  return wanted.filter((id) => known.has(id));
}

/** What a mark has changed, at its place in the user's sequence. */
interface MarkedPortion {
  /** Ascending. */
  ids: number[];
  seq: number;
}

/** The same for ids that are named once each: those that exist for the user, and the portions in which they were changed. */
export async function markTold(
  tx: WriteTx,
  userId: number,
  wanted: readonly number[],
  mark: Mark,
): Promise<{ known: ReadonlySet<number>; portions: readonly MarkedPortion[] }> {
  const known = new Set<number>();
  const portions: MarkedPortion[] = [];
  const counts: UnreadChanges = new Map();
  for (const portion of slicesOf(wanted, marksAtOnce)) {
    const { known: own, changed } = await setMark(tx, userId, portion, mark, counts);
    for (const id of own) known.add(id);
    if (changed.length > 0) portions.push({ ids: changed, seq: await tellMarked(tx, userId, changed, mark) });
    if (wanted.length > portion.length) await othersTurn();
  }
  await countUnread(tx, counts);
  await journalMarks(tx, userId, portions, mark);
  return { known, portions };
}

interface MarkedInBulk {
  /** The entry of the journal; undefined if nothing was changed. */
  entryId: number | undefined;
  /** How many items were changed. */
  changed: number;
}

/**
 * Marks all items of a scope that satisfy the bounds: in portions, so that nobody waits for more than one of them. What was
 * marked before a crash stays marked and is in the journal. Throws Refusal `cannot` for an unknown feed or group, and if
 * another app undoes the entry before it is complete.
 */
export async function markInBulk(
  library: Library,
  userId: number,
  wanted: { scope: ItemScope; bounds: MarkBounds; mark: Mark },
): Promise<MarkedInBulk> {
  const { store } = library;
  const feedIds = await store.read((tx) =>
    requireFeedsOf(tx, userId, wanted.scope, `mark items ${wanted.mark}`),
  );
  const stretches = feedIds === 'all' ? [{ userId }] : feedIds.map((feedId) => ({ feedId }));
  let done: Marked = { entryId: undefined, changed: 0, next: { stretch: 0, after: 0 } };
  while (done.next) {
    const before = done;
    done = await store.write((tx) => markOn(tx, userId, { ...wanted, stretches, before }));
    await othersTurn();
  }
  return { entryId: done.entryId, changed: done.changed };
}

/** What a bulk mark has done so far, and where it goes on; `next` is undefined at its end. */
interface Marked extends MarkedInBulk {
  next: Progress | undefined;
}

async function markOn(
  tx: WriteTx,
  userId: number,
  { before, ...wanted }: Omit<Portion, 'from' | 'entryId' | 'counts'> & { before: Marked },
): Promise<Marked> {
  let done = before;
  const counts: UnreadChanges = new Map();
  await whileNobodyWaits(tx, async () => {
    if (!done.next) return false;
    const { entryId, next: from } = done;
    const portion = await markPortion(tx, userId, { ...wanted, from, entryId, counts });
    done = { ...portion, changed: done.changed + portion.changed };
    return done.next !== undefined;
  });
  await countUnread(tx, counts);
  return done;
}

/** Records a mark at its place in the user's sequence. */
export async function tellMarked(
  tx: WriteTx,
  userId: number,
  ids: readonly number[],
  mark: Mark,
): Promise<number> {
  const seq = await takeSeq(tx, userId);
  await recordChange(tx, userId, seq, { kind: `items.${mark}`, ids });
  return seq;
}

const actions: Readonly<Record<Mark, string>> = {
  read: 'mark item read',
  unread: 'mark item unread',
  starred: 'star item',
  unstarred: 'unstar item',
};

async function journalMarks(
  tx: WriteTx,
  userId: number,
  portions: readonly MarkedPortion[],
  mark: Mark,
): Promise<void> {
  if (portions.reduce((sum, { ids }) => sum + ids.length, 0) < leastJournalled) return;
  const entryId = await insertEntry(tx, userId, { action: `items.${mark}` });
  for (const { ids, seq } of portions) {
    await addPart(tx, entryId, { seq, count: ids.length, items: packIds(ids) });
  }
}

/** How far a bulk mark has come: which stretch, and the last item in it that was examined. */
interface Progress {
  stretch: number;
  after: number;
}

interface Portion {
  stretches: readonly Stretch[];
  from: Progress;
  bounds: MarkBounds;
  mark: Mark;
  /** The entry of the journal, once it exists. */
  entryId: number | undefined;
  counts: UnreadChanges;
}

/** Marks as many items as one transaction may, and says where the next one continues; `next` is undefined at the end. */
async function markPortion(
  tx: WriteTx,
  userId: number,
  { stretches, from, bounds, mark, entryId: open, counts }: Portion,
): Promise<Marked> {
  await lockSequence(tx, userId);
  const ids: number[] = [];
  let next: Progress | undefined = from;
  for (let left = marksAtOnce; left > 0 && next !== undefined; ) {
    const { stretch: place, after }: Progress = next;
    const stretch = stretches[place];
    if (!stretch) {
      next = undefined;
      break;
    }
    const look = await markStretch(tx, stretch, { mark, bounds, after, limit: left, counts });
    for (const id of look.changed) ids.push(id);
    left -= look.looked + STRETCH_COST;
    next =
      look.after === undefined ? { stretch: place + 1, after: 0 } : { stretch: place, after: look.after };
  }
  return { ...(await keepPortion(tx, userId, { ids, mark, open })), next };
}

/** Records what was marked, and adds it to the entry. */
async function keepPortion(
  tx: WriteTx,
  userId: number,
  { ids, mark, open }: { ids: number[]; mark: Mark; open: number | undefined },
): Promise<MarkedInBulk> {
  if (ids.length === 0) return { entryId: open, changed: 0 };
  ids.sort((a, b) => a - b);
  const seq = await tellMarked(tx, userId, ids, mark);
  const entryId = open ?? (await insertEntry(tx, userId, { action: `items.${mark}` }));
  const part = { seq, count: ids.length, items: packIds(ids) };
  if (await addPart(tx, entryId, part)) return { entryId, changed: ids.length };
  // Somebody has undone the entry while it was being written.
  throw new Refusal('cannot', `Cannot mark items ${mark}: it was undone before it had ended`);
}
