// Marks everything in a stream read, and takes back what a reader has marked a moment ago.
import type { Change, ChangeKind } from '../model/change.ts';
import type { ItemScope } from '../model/item.ts';
import type { MarkBounds } from '../model/mark.ts';
import { Refusal } from '../model/refusal.ts';
import type { Stream } from '../model/stream.ts';
import { changesOfKinds } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { bounded } from '../store/items/item-times.ts';
import {
  forgetRecentReads,
  forgetUndone,
  insertRecentRead,
  insertRecentReads,
  type RecentRead,
  takeRecentReads,
} from '../store/items/recent-reads.ts';
import type { ReadTx } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import { undo } from './journal.ts';
import type { Library } from './library.ts';
import { changesAtOnce, forgottenAtOnce, recentReadsMs } from './limits.ts';
import { markInBulk, markItems, markNamed, markTold } from './marks.ts';
import { groupOf } from './stream-parts.ts';
import { findStreamFeed, idsOfStream, listStream } from './streams.ts';

/** Who marks, so that the marks can be taken back. */
type Reader = string;

/**
 * What an app has shown: what was stored for the user up to a time, not items that came later. Without a time: all that is there by now, also
 * what came while the clock was ahead.
 */
export async function shownUpTo(
  library: Library,
  userId: number,
  time: number | undefined,
): Promise<MarkBounds> {
  if (time === undefined) {
    const { items } = await listStream(library, userId, { any: [{ of: 'user' }], limit: 1 });
    return { upTo: items[0]?.id ?? 0 };
  }
  const { below } = await library.store.read((tx) =>
    bounded(tx, userId, { storedUpTo: time, oldestFirst: true }),
  );
  return { storedUpTo: time, olderThanId: below };
}

/**
 * Marks read what is in a stream and was shown. Returns the entry of the journal; undefined if nothing was changed. A stream of a feed or title
 * that the user does not have is empty.
 */
export async function markStreamRead(
  library: Library,
  userId: number,
  stream: Stream,
  shown: MarkBounds,
): Promise<number | undefined> {
  if (stream.of === 'starred') {
    await markEachRead(library, userId, stream, shown);
    return undefined;
  }
  const scope = await scopeOf(library, userId, stream);
  const entryId =
    scope && (await markInBulk(library, userId, { scope, bounds: shown, mark: 'read' })).entryId;
  // What remains are items with the tag of that title, in any feed.
  if (stream.of === 'titled') await markEachRead(library, userId, stream, shown);
  return entryId;
}

/** Marks items read in one transaction, for a reader who may take it back a moment later. Unknown ids do nothing. */
export function readItems(
  { store }: Library,
  userId: number,
  ids: readonly number[],
  reader: Reader,
): Promise<void> {
  return store.write(async (tx) => {
    await lockSequence(tx, userId);
    const { portions } = await markTold(tx, userId, [...new Set(ids)], 'read');
    for (const { ids: itemIds, seq } of portions)
      await insertRecentReads(tx, { userId, reader, itemIds, seq }, tx.now - recentReadsMs);
  });
}

/** Like `markStreamRead`, for a reader who may take it back a moment later. */
export async function readStream(
  library: Library,
  userId: number,
  stream: Stream,
  { shown, reader }: { shown: MarkBounds; reader: Reader },
): Promise<void> {
  const entryId = await markStreamRead(library, userId, stream, shown);
  if (entryId === undefined) return;
  await library.store.write((tx) =>
    insertRecentRead(tx, { userId, reader, entryId }, tx.now - recentReadsMs),
  );
}

/**
 * Takes back what a reader has marked read within the last minutes, except for items marked since. After a crash the same call continues
 * with the rest.
 */
export async function unreadRecent(library: Library, userId: number, reader: Reader): Promise<void> {
  const recent = await library.store.write(async (tx) => {
    await lockSequence(tx, userId);
    const taken = await takeRecentReads(tx, { userId, reader }, tx.now - recentReadsMs);
    await markNamed(tx, userId, await asLeft(tx, userId, taken), 'unread');
    return taken;
  });
  for (const { entryId } of recent) {
    if (entryId === undefined) continue;
    await undoUnlessUndone(library, userId, entryId);
    await library.store.write((tx) => forgetUndone(tx, { userId, reader, entryId }));
  }
}

/** Forgets what can no longer be taken back, in portions: apps whose password was revoked never ask again. */
export async function forgetRecentMarks({ store }: Pick<Library, 'store'>): Promise<void> {
  const limit = forgottenAtOnce.recentReads;
  while ((await store.write((tx) => forgetRecentReads(tx, tx.now - recentReadsMs, limit))) === limit) {
    await othersTurn();
  }
}

/** The items that nobody has marked since the reader did. */
async function asLeft(tx: ReadTx, userId: number, recent: readonly RecentRead[]): Promise<number[]> {
  const places = new Map<number, number>();
  for (const { itemId, seq = Number.MAX_SAFE_INTEGER } of recent) {
    if (itemId !== undefined) places.set(itemId, Math.max(seq, places.get(itemId) ?? 0));
  }
  if (places.size === 0) return [];
  // Too many for the arguments of one call.
  const first = places.values().reduce((least, seq) => Math.min(least, seq));
  const marked = await lastMarked(tx, userId, first);
  return [...places].filter(([id, seq]) => (marked.get(id) ?? 0) <= seq).map(([id]) => id);
}

/** Items marked read or unread after a place in the user's sequence, each with its last place. */
async function lastMarked(tx: ReadTx, userId: number, from: number): Promise<Map<number, number>> {
  const places = new Map<number, number>();
  const limit = changesAtOnce.portion;
  for (let after: number | undefined = from; after !== undefined; ) {
    const kinds: readonly ChangeKind[] = ['items.read', 'items.unread'];
    const changes: Omit<Change, 'at'>[] = await changesOfKinds(tx, userId, { after, limit, kinds });
    for (const { seq, ids } of changes) for (const id of ids) places.set(id, seq);
    after = changes.length < limit ? undefined : changes.at(-1)?.seq;
  }
  return places;
}

/** The entry may have been undone by other means. */
async function undoUnlessUndone(library: Library, userId: number, entryId: number): Promise<void> {
  try {
    await undo(library, userId, entryId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** For streams that are no scope of a bulk mark. */
async function markEachRead(
  library: Library,
  userId: number,
  stream: Stream,
  { storedUpTo, upTo = Number.MAX_SAFE_INTEGER }: MarkBounds,
): Promise<void> {
  const ids = await idsOfStream(library, userId, {
    any: [stream],
    all: [{ of: 'unread' }],
    storedUpTo,
  });
  await markItems(
    library,
    userId,
    ids.filter((id) => id <= upTo),
    'read',
  );
}

async function scopeOf(library: Library, userId: number, stream: Stream): Promise<ItemScope | undefined> {
  switch (stream.of) {
    case 'user':
    case 'unread':
      return { of: 'user' };
    case 'feed':
    case 'feed-at': {
      const feedId = await findStreamFeed(library, userId, stream);
      return feedId === undefined ? undefined : { of: 'feed', feedId };
    }
    case 'titled':
    case 'group-of-id': {
      const groupId = await library.store.read((tx) => groupOf(tx, userId, stream));
      return groupId === undefined ? undefined : { of: 'group', groupId };
    }
    default:
      return undefined;
  }
}
