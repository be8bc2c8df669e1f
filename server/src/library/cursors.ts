// Places in a user's change sequence as apps carry them: opaque, and good for one user of one instance.
import { createHash, randomUUID } from 'node:crypto';
import { Refusal } from '../model/refusal.ts';
import { changeUpTo, oldestSeq } from '../store/changes.ts';
import { keepFact, readFact } from '../store/facts.ts';
import type { ReadTx } from '../store/store.ts';
import type { Library } from './library.ts';

/** How far an app has been told. */
export interface Place {
  /** Everything up to this change; 0: nothing. */
  seq: number;
  /** When that change was made. An instance that was restored from a backup has made another at this place. */
  at: number;
  /** And so many ids of the change after it. */
  told: number;
}

/** The fact that tells this instance from all others. */
const INSTANCE = 'instance';
/** 64 bits of a hash: no two users of no two instances share them by chance. */
const MARK_CHARACTERS = 16;

/** What the tokens of a user begin with: nobody else's do, and it says nothing about anybody. */
export async function markOf({ store }: Library, userId: number): Promise<string> {
  const known = await store.read((tx) => readFact(tx, INSTANCE));
  const instance = known ?? (await store.write((tx) => keepFact(tx, INSTANCE, randomUUID())));
  return createHash('sha256').update(`${instance} ${userId}`).digest('hex').slice(0, MARK_CHARACTERS);
}

export function cursorAt(mark: string, { seq, at, told }: Place): string {
  return [mark, seq.toString(36), at.toString(36), ...(told > 0 ? [told.toString(36)] : [])].join('.');
}

/** The place of a user's latest change. */
export async function latestPlace(tx: ReadTx, userId: number): Promise<Place> {
  const last = await changeUpTo(tx, userId, Number.MAX_SAFE_INTEGER);
  return { seq: last?.seq ?? 0, at: last?.at ?? 0, told: 0 };
}

/**
 * The place that a cursor names. Throws Refusal `gone` where it is not one of this user's here, or where not all that came
 * after it is kept. `action` follows "Cannot".
 */
export async function placeOf(
  tx: ReadTx,
  userId: number,
  { mark, cursor, action }: { mark: string; cursor: string; action: string },
): Promise<Place> {
  const place = readCursor(mark, cursor);
  if (!place) throw gone(action, 'the cursor is not one of this account here');
  const change = await changeUpTo(tx, userId, place.seq);
  // Before the first change there is none to know it by; then nothing may have been forgotten.
  const isKept = change !== undefined || (place.seq === 0 && ((await oldestSeq(tx, userId)) ?? 1) === 1);
  if (!isKept) throw gone(action, 'the cursor is older than what is kept');
  if ((change?.seq ?? 0) !== place.seq || (change?.at ?? 0) !== place.at) {
    throw gone(action, 'the cursor is of another history');
  }
  return place;
}

export function gone(action: string, why: string): Refusal {
  return new Refusal('gone', `Cannot ${action}: ${why}; start again without it`, {
    description: 'Ask for changes without since, page through the snapshot, and go on from the new cursor.',
  });
}

function readCursor(mark: string, cursor: string): Place | undefined {
  const [owner, ...numbers] = cursor.split('.');
  if (owner !== mark || numbers.length < 2 || numbers.length > 3) return undefined;
  if (!numbers.every((each) => /^[0-9a-z]{1,11}$/.test(each))) return undefined;
  const [seq = 0, at = 0, told = 0] = numbers.map((each) => Number.parseInt(each, 36));
  return [seq, at, told].every(Number.isSafeInteger) ? { seq, at, told } : undefined;
}
