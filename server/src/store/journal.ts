// The journal: what was done in bulk, with what is needed to undo it.
import { packIds, unpackIds } from '../model/id-ranges.ts';
import type { JournalAction, JournalEntry, Subject } from '../model/journal.ts';
import { doneBy } from './doer.ts';
import { nothing, sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';

/** Why there is an entry, if it was not done for its own sake. */
export interface Cause {
  /** The entry that it undoes. */
  undoes?: number | undefined;
  /** The entry that it is a step of: it is undone along with that one, and not listed. */
  parentId?: number | undefined;
}

interface NewEntry extends Cause {
  action: JournalAction;
  subject?: Subject;
}

/** A part of what an undo needs. Whatever has a later place in the user's sequence was changed since. */
export interface JournalPart {
  seq: number;
  /** Packed ids of the items that were marked or had a tag, or the items that were removed with a feed. */
  items: string;
}

/** Opens an entry that no item belongs to yet. */
export async function insertEntry(tx: WriteTx, userId: number, entry: NewEntry): Promise<number> {
  const subject = entry.subject === undefined ? null : JSON.stringify(entry.subject);
  const by = await doneBy(tx);
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO journal (user_id, action, at, count, subject, undoes, parent_id, done_by)
    VALUES (${userId}, ${entry.action}, ${tx.now}, 0, ${subject}, ${entry.undoes ?? null}, ${entry.parentId ?? null},
      ${by ? JSON.stringify(by) : null})
    RETURNING id`);
  if (!row) throw new Error('Inserting an entry of the journal gave no id');
  return row.id;
}

/** Adds a part that `count` items belong to. False if the entry was undone meanwhile: then nothing may be added. */
export async function addPart(
  tx: WriteTx,
  entryId: number,
  part: JournalPart & { count: number },
): Promise<boolean> {
  const row = await tx.get<{ parts: number }>(sql`
    UPDATE journal SET parts = parts + 1, count = count + ${part.count}
    WHERE id = ${entryId} AND undone_by IS NULL RETURNING parts`);
  if (!row) return false;
  await tx.run(sql`
    INSERT INTO journal_parts (entry_id, part, seq, items) VALUES (${entryId}, ${row.parts - 1}, ${part.seq}, ${part.items})`);
  return true;
}

/** Adds items that have no part of their own, or feeds of an import, to the number of an entry. */
export async function addToCount(tx: WriteTx, entryId: number, count: number): Promise<void> {
  await tx.run(sql`UPDATE journal SET count = count + ${count} WHERE id = ${entryId}`);
}

export async function readPart(tx: ReadTx, entryId: number, part: number): Promise<JournalPart | undefined> {
  return tx.get<JournalPart>(
    sql`SELECT seq, items FROM journal_parts WHERE entry_id = ${entryId} AND part = ${part}`,
  );
}

/** The places in the user's sequence of the changes that an entry stands for, in order. */
export async function placesOf(tx: ReadTx, entryId: number): Promise<number[]> {
  const rows = await tx.all<{ seq: number }>(
    sql`SELECT seq FROM journal_parts WHERE entry_id = ${entryId} ORDER BY part`,
  );
  return rows.map((row) => row.seq);
}

/** All that is kept of an entry, in order. */
export async function* partsOf(
  tx: ReadTx,
  { id, parts }: Pick<JournalEntry, 'id' | 'parts'>,
): AsyncGenerator<JournalPart> {
  for (let part = 0; part < parts; part++) {
    const kept = await readPart(tx, id, part);
    if (kept) yield kept;
  }
}

/**
 * The places after `seq` in a user's sequence where something was marked that was undone as a whole, and where it was undone: of an item, such
 * a mark and its undo leave nothing, and where the undo has left an item alone, something else has changed it.
 */
export async function takenBackPlaces(tx: ReadTx, userId: number, seq: number): Promise<number[]> {
  const rows = await tx.all<ChainRow>(sql`
    SELECT id, undoes, undone_by, parts, undone_parts FROM journal
    WHERE user_id = ${userId} AND action LIKE 'items.%' AND (undoes IS NOT NULL OR undone_by IS NOT NULL)`);
  const known = new Map(rows.map((row) => [row.id, row]));
  const ids = rows.filter((row) => row.undone_by === null).flatMap((last) => takenBack(last, known));
  const places = await tx.all<{ seq: number }>(sql`
    SELECT seq FROM journal_parts WHERE entry_id IN (${tx.dialect.numbers(ids)}) AND seq > ${seq}`);
  return places.map((place) => place.seq);
}

/** An entry, its undo, the undo of that and so on, up to `last`; without the first one if what it did stands in the end. */
function takenBack(last: ChainRow, known: ReadonlyMap<number, ChainRow>): number[] {
  const chain = [last.id];
  for (let { undoes } = last; undoes !== null; ) {
    const row = known.get(undoes);
    // Forgotten already, or not undone to its end.
    if (!row || row.undone_parts < row.parts) return [];
    chain.push(row.id);
    undoes = row.undoes;
  }
  return chain.length % 2 === 0 ? chain : chain.slice(0, -1);
}

/** Whether an import has followed a feed or made a group. If not, there is nothing to undo. */
const importLeftSomething = sql`(count > 0 OR EXISTS (
  SELECT 1 FROM imports i JOIN import_groups g ON g.import_id = i.id WHERE i.user_id = journal.user_id AND g.entry_id = journal.id))`;

/** The user's entries, newest first, below an id: without steps of others, and without marks and imports that have changed nothing. */
export async function listEntries(
  tx: ReadTx,
  userId: number,
  { before, limit }: { before?: number; limit: number },
): Promise<JournalEntry[]> {
  const below = before === undefined ? nothing : sql`AND id < ${before}`;
  const rows = await tx.all<EntryRow>(sql`
    SELECT * FROM journal WHERE user_id = ${userId} ${below} AND parent_id IS NULL
      AND (action <> 'import.done' OR ${importLeftSomething}) AND (action NOT LIKE 'items.%' OR count > 0)
    ORDER BY id DESC LIMIT ${limit}`);
  return rows.map(entryOf);
}

/** Entries of an action that have not been undone. */
export async function standingEntries(
  tx: ReadTx,
  userId: number,
  action: JournalAction,
): Promise<JournalEntry[]> {
  const rows = await tx.all<EntryRow>(
    sql`SELECT * FROM journal WHERE user_id = ${userId} AND action = ${action} AND undone_by IS NULL ORDER BY id`,
  );
  return rows.map(entryOf);
}

/** The feeds that have come back to a user since a moment, or that another has come back into. */
export async function feedsBackSince(tx: ReadTx, userId: number, since: number): Promise<number[]> {
  const rows = await tx.all<EntryRow>(sql`
    SELECT * FROM journal WHERE user_id = ${userId} AND action = 'feed.restored' AND undone_by IS NULL AND at >= ${since}`);
  const feeds = rows.map(entryOf).flatMap(({ subject }) => (subject?.kind === 'feed' ? [subject] : []));
  return feeds.map(({ id, joined }) => joined?.feedId ?? id);
}

/** The next steps of an entry that have not been undone, in the order in which they were done. */
export async function standingSteps(
  tx: ReadTx,
  parentId: number,
  { after, limit }: { after: number; limit: number },
): Promise<JournalEntry[]> {
  const rows = await tx.all<EntryRow>(sql`
    SELECT * FROM journal WHERE parent_id = ${parentId} AND undone_by IS NULL AND id > ${after} ORDER BY id LIMIT ${limit}`);
  return rows.map(entryOf);
}

/** Lets an entry that goes on be undone for as long as a new one. */
export async function renewEntry(tx: WriteTx, id: number): Promise<void> {
  await tx.run(sql`UPDATE journal SET at = ${tx.now} WHERE id = ${id}`);
}

/** A step that cannot be undone along with its entry becomes an entry by itself, which can be undone later. */
export async function setApart(tx: WriteTx, id: number): Promise<void> {
  await tx.run(sql`UPDATE journal SET parent_id = NULL WHERE id = ${id} AND undone_by IS NULL`);
}

/** For feeds that have become one: one of them may have been there before, so an undo of an import does not remove it any more. */
export async function setRestoredApart(
  tx: WriteTx,
  userId: number,
  feedIds: readonly number[],
): Promise<void> {
  for (const { id, subject } of await standingEntries(tx, userId, 'feed.restored')) {
    if (subject?.kind === 'feed' && feedIds.includes(subject.id)) await setApart(tx, id);
  }
}

/** For a feed that is merged into another of the user: removed groups that it was in will come back with that one in its place. */
export async function giveGroupsThatAreAway(
  tx: WriteTx,
  userId: number,
  { from, into }: { from: number; into: number },
): Promise<void> {
  for (const { id, subject } of await standingEntries(tx, userId, 'group.removed')) {
    if (subject?.kind !== 'group' || !subject.feedIds.includes(from)) continue;
    const feedIds = new Set(subject.feedIds.map((feedId) => (feedId === from ? into : feedId)));
    await setSubject(tx, id, { ...subject, feedIds: [...feedIds] });
  }
}

/**
 * For a source that becomes one with another: what all users have removed of it comes back with that one, for its address may be the place of another
 * feed by then. All counters of users that are needed must be locked.
 */
export async function giveFeedsThatAreAway(tx: WriteTx, from: number, into: number): Promise<void> {
  const named = (id: number): string => `"sourceId":${id},`;
  // In order of id, as whoever else locks the entries of several users.
  const entries = await tx.all<{ id: number }>(sql`
    SELECT id FROM journal WHERE action = 'feed.removed' AND undone_by IS NULL AND subject LIKE ${`%${named(from)}%`}
    ORDER BY id ${tx.dialect.forUpdate}`);
  const ids = tx.dialect.numbers(entries.map(({ id }) => id));
  await tx.run(sql`
    UPDATE journal SET subject = replace(subject, ${named(from)}, ${named(into)}) WHERE id IN (${ids})`);
}

/**
 * For items that are replaced by others: one that came with a removed feed that is back in another does not go with that again if it has
 * taken the place of one that the other had by itself.
 */
export async function keepInFeed(
  tx: WriteTx,
  userId: number,
  heirs: ReadonlyMap<number, number>,
): Promise<void> {
  for (const { id, subject } of await standingEntries(tx, userId, 'feed.restored')) {
    if (subject?.kind !== 'feed' || !subject.joined) continue;
    const come = new Set(unpackIds(subject.joined.items));
    const before = come.size;
    for (const [gone, kept] of heirs) if (!come.has(gone)) come.delete(kept);
    if (come.size === before) continue;
    await setSubject(tx, id, { ...subject, joined: { ...subject.joined, items: packIds([...come]) } });
  }
}

export async function setSubject(tx: WriteTx, id: number, subject: Subject): Promise<void> {
  await tx.run(sql`UPDATE journal SET subject = ${JSON.stringify(subject)} WHERE id = ${id}`);
}

export async function findEntry(tx: ReadTx, userId: number, id: number): Promise<JournalEntry | undefined> {
  const row = await tx.get<EntryRow>(sql`SELECT * FROM journal WHERE id = ${id} AND user_id = ${userId}`);
  return row && entryOf(row);
}

/** An entry, locked until the commit: nobody else can undo it by then, or give other posts to the items that it keeps. */
export async function lockEntry(tx: WriteTx, userId: number, id: number): Promise<JournalEntry | undefined> {
  const row = await tx.get<EntryRow>(
    sql`SELECT * FROM journal WHERE id = ${id} AND user_id = ${userId} ${tx.dialect.forUpdate}`,
  );
  return row && entryOf(row);
}

/** Records by which entry one is undone. */
export async function setUndoneBy(tx: WriteTx, id: number, by: number): Promise<void> {
  await tx.run(sql`UPDATE journal SET undone_by = ${by} WHERE id = ${id}`);
}

export async function setUndoneParts(tx: WriteTx, id: number, parts: number): Promise<void> {
  await tx.run(sql`UPDATE journal SET undone_parts = ${parts} WHERE id = ${id}`);
}

/** Some of the entries up to a time, oldest first. */
export async function oldEntries(tx: ReadTx, upTo: number, limit: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    sql`SELECT id FROM journal WHERE at <= ${upTo} ORDER BY at LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function forgetEntries(tx: WriteTx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`DELETE FROM journal WHERE id IN (${tx.dialect.numbers(ids)})`);
}

type ChainRow = Pick<EntryRow, 'id' | 'undoes' | 'undone_by' | 'parts' | 'undone_parts'>;

interface EntryRow {
  id: number;
  action: JournalAction;
  at: number;
  count: number;
  subject: string | null;
  parts: number;
  undoes: number | null;
  undone_by: number | null;
  undone_parts: number;
  done_by: string | null;
}

function entryOf(row: EntryRow): JournalEntry {
  return {
    id: row.id,
    action: row.action,
    at: row.at,
    count: row.count,
    subject: row.subject === null ? undefined : JSON.parse(row.subject),
    undoes: row.undoes ?? undefined,
    undoneBy: row.undone_by ?? undefined,
    parts: row.parts,
    undoneParts: row.undone_parts,
    doneBy: row.done_by === null ? undefined : JSON.parse(row.done_by),
  };
}
