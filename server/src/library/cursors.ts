// Places in a user's change sequence as tokens for apps: opaque, and valid for one user of one instance.
import { createHash, randomUUID } from 'node:crypto';
import { Refusal } from '../model/refusal.ts';
import { changeUpTo, oldestSeq } from '../store/changes.ts';
import { HISTORY, keepFact, readFact } from '../store/facts.ts';
import type { ReadTx } from '../store/store.ts';
import type { Library } from './library.ts';

/** How much of the sequence an app has been given. */
export interface Place {
  /** Everything up to this change; 0: nothing. */
  seq: number;
  /** When that change was made: a database put back by other means than `courant restore` has a different change at this place. */
  at: number;
  /** How many ids of the following change, in addition. */
  told: number;
}

/** 64 bits of a hash: no two users of any instances share them by chance. */
const MARK_CHARACTERS = 16;

/** The prefix of a user's tokens: different for every user, and it reveals nothing. */
export async function markOf({ store }: Library, userId: number): Promise<string> {
  const known = await store.read((tx) => readFact(tx, HISTORY));
  const instance = known ?? (await store.write((tx) => keepFact(tx, HISTORY, randomUUID())));
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
 * The place that a cursor names. Throws Refusal `gone` if it is not from this user and instance, or if not all that came
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
  // Place 0 has no change to check it against; it is valid only if no change has been forgotten.
  const isKept = change !== undefined || ((await oldestSeq(tx, userId)) ?? 1) === 1;
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
  // Ten digits are always a safe integer.
  if (!numbers.every((each) => /^[0-9a-z]{1,10}$/.test(each))) return undefined;
  const [seq = 0, at = 0, told = 0] = numbers.map((each) => Number.parseInt(each, 36));
  return { seq, at, told };
}
