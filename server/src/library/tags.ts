// Tags: the words that a person puts on single items, takes off, renames and removes.
import { packIds, unpackIds } from '../model/id-ranges.ts';
import type { Item } from '../model/item.ts';
import type { JournalEntry, TagSubject } from '../model/journal.ts';
import { Refusal } from '../model/refusal.ts';
import { slicesOf } from '../model/slices.ts';
import { MAX_TAGS_OF_ITEM, type Tag } from '../model/tag.ts';
import { requireSeen } from '../model/title.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { findItem } from '../store/items/items.ts';
import * as tags from '../store/items/tags.ts';
import { addPart, insertEntry, partsOf } from '../store/journal.ts';
import { pageByPage } from '../store/page-by-page.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import { noSuchItem } from './items.ts';
import type { Library } from './library.ts';
import { forgottenAtOnce, marksAtOnce } from './limits.ts';

/** Which tags to put on items and which to take off, by title. Titles are trimmed and of valid length. */
interface TagMarks {
  put: readonly string[];
  takeOff: readonly string[];
}

/**
 * Puts tags on items and takes others off, all of it or nothing. A tag in both lists stays on. Ids that are not the user's are ignored. Throws
 * Refusal `cannot` if an item would have too many.
 */
export function tagItems(
  { store }: Pick<Library, 'store'>,
  userId: number,
  ids: readonly number[],
  { put, takeOff }: TagMarks,
): Promise<void> {
  const wanted = [...new Set(ids)];
  const on = new Set(put);
  const titles = new Set([...put, ...takeOff]);
  const isMuch = wanted.length * titles.size > marksAtOnce;
  return store.write(async (tx) => {
    await lockSequence(tx, userId);
    const [tagged, freed] = [new Set<number>(), new Set<number>()];
    for (const portion of slicesOf(wanted, marksAtOnce)) {
      for (const title of titles) {
        const [touch, touched] = on.has(title) ? [putOn, tagged] : [takeOffItems, freed];
        for (const id of await touch(tx, userId, title, portion)) touched.add(id);
        if (isMuch) await othersTurn();
      }
    }
    await refuseTooMany(tx, [...tagged], 'edit tags');
    await tellTagged(tx, userId, [...new Set([...tagged, ...freed])]);
  });
}

/** The same for one item, which is returned. Throws Refusal `not-found`, too. */
export async function tagItem(
  library: Pick<Library, 'store'>,
  userId: number,
  id: number,
  marks: TagMarks,
): Promise<Item> {
  await tagItems(library, userId, [id], marks);
  return (await library.store.read((tx) => findItem(tx, userId, id))) ?? noSuchItem('edit tags', id);
}

/** The user's tags that some item has, in order of title. */
export function listTags({ store }: Pick<Library, 'store'>, userId: number): Promise<Tag[]> {
  return store.read((tx) => tags.listTags(tx, userId));
}

async function refuseTooMany(tx: WriteTx, ids: readonly number[], action: string): Promise<void> {
  for (const portion of slicesOf(ids, marksAtOnce)) {
    const counts = await tags.countTags(tx, portion);
    if (counts.values().some((count) => count > MAX_TAGS_OF_ITEM))
      throw new Refusal('cannot', `Cannot ${action}: an item would have more than ${MAX_TAGS_OF_ITEM} tags`);
  }
}

/** Returns those of `ids` that did not have the tag before. The sequence must be locked. */
async function putOn(tx: WriteTx, userId: number, title: string, ids: readonly number[]): Promise<number[]> {
  requireSeen(title, 'edit tags');
  const tagId = await tags.tagTitled(tx, userId, title);
  const changed = await tags.putTag(tx, userId, tagId, ids);
  await tags.forgetIfUnborne(tx, tagId);
  return changed;
}

async function takeOffItems(
  tx: WriteTx,
  userId: number,
  title: string,
  ids: readonly number[],
): Promise<number[]> {
  const tagId = await tags.findTagTitled(tx, userId, title);
  if (tagId === undefined) return [];
  const changed = await tags.takeTagOff(tx, tagId, ids);
  await tags.forgetIfUnborne(tx, tagId);
  return changed;
}

/** Renames a tag. Throws Refusal `conflict` for a title that another tag has. */
export async function renameTag(tx: WriteTx, userId: number, tag: Tag): Promise<void> {
  const other = await tags.findTagTitled(tx, userId, tag.title);
  if (other !== undefined && other !== tag.id) {
    throw new Refusal('conflict', 'Cannot rename tag: a tag of that title exists');
  }
  requireSeen(tag.title, 'rename tag');
  await tags.renameTag(tx, userId, tag);
  await eachPortion(tx, tag.id, ({ here }) => appendChange(tx, userId, 'items.edited', here));
}

/** Takes a tag off all items that have it, and keeps it in an entry of the journal. */
export async function removeTag(tx: WriteTx, userId: number, tag: Tag, undoes?: number): Promise<number> {
  const entryId = await insertEntry(tx, userId, {
    action: 'tag.removed',
    subject: { kind: 'tag', id: tag.id, title: tag.title },
    ...(undoes === undefined ? {} : { undoes }),
  });
  await eachPortion(tx, tag.id, (portion) => tellChanged(tx, userId, { ...portion, entryId }));
  await tags.deleteTag(tx, userId, tag.id);
  return entryId;
}

/**
 * Puts a tag back on the items that had it and still exist. If its title is taken, they get the tag that has it: to people and their apps,
 * one title is one tag. The entry must be held. Throws Refusal `cannot` if an item would have too many.
 */
export async function restoreTag(
  tx: WriteTx,
  userId: number,
  entry: JournalEntry,
  subject: TagSubject,
): Promise<number> {
  const { title } = subject;
  const isJoined = !(await tags.restoreTag(tx, userId, subject));
  const id = isJoined ? await tags.tagTitled(tx, userId, title) : subject.id;
  const given = new Set<number>();
  for await (const { items } of partsOf(tx, entry)) {
    const bearers = unpackIds(items);
    for (const each of await tags.restoreBearers(tx, id, bearers)) given.add(each);
    await refuseTooMany(tx, bearers, 'undo');
    await othersTurn();
  }
  const entryId = await insertEntry(tx, userId, {
    action: 'tag.restored',
    subject: { kind: 'tag', id, title, ...(isJoined ? { isJoined } : {}) },
    undoes: entry.id,
  });
  await eachPortion(tx, id, (portion) => tellChanged(tx, userId, { ...onlyOf(portion, given), entryId }));
  return entryId;
}

/** Takes a tag off the items again that have got it when another came back into it. */
export async function partTag(
  tx: WriteTx,
  userId: number,
  entry: JournalEntry,
  subject: TagSubject,
): Promise<number> {
  const given = new Set<number>();
  for await (const { items } of partsOf(tx, entry)) {
    for (const each of unpackIds(items)) given.add(each);
    await othersTurn();
  }
  const entryId = await insertEntry(tx, userId, { action: 'tag.removed', subject, undoes: entry.id });
  await eachPortion(tx, subject.id, async (portion) => {
    const part = onlyOf(portion, given);
    await tellChanged(tx, userId, { ...part, entryId });
    await tags.takeTagOff(tx, subject.id, part.all);
  });
  await tags.forgetIfUnborne(tx, subject.id);
  return entryId;
}

/** The items look different now, and are named in a part of an entry. */
async function tellChanged(
  tx: WriteTx,
  userId: number,
  { all, here, entryId }: Portion & { entryId: number },
): Promise<void> {
  if (all.length === 0) return;
  await appendChange(tx, userId, 'items.edited', here);
  await addPart(tx, entryId, { seq: 0, count: here.length, items: packIds(all) });
}

function onlyOf({ all, here }: Portion, ids: ReadonlySet<number>): Portion {
  return { all: all.filter((id) => ids.has(id)), here: here.filter((id) => ids.has(id)) };
}

/** Forgets the tags of items that are gone for good, in portions: to be called now and then. */
export async function forgetTags({ store }: Pick<Library, 'store'>): Promise<void> {
  const read = (after: number) => store.read((tx) => tags.tagsAfter(tx, after, forgottenAtOnce.tags));
  for await (const some of pageByPage(read, ({ id }) => id)) {
    for (const tag of some) await forgetGone(store, tag);
  }
}

async function forgetGone(
  store: Library['store'],
  { id, userId }: { id: number; userId: number },
): Promise<void> {
  const read = (after: number) =>
    store.read((tx) => tags.bearersAfter(tx, id, { after, limit: marksAtOnce }));
  const forget = (gone: readonly number[]) =>
    store.write(async (tx) => {
      // Whoever is just putting the tag on an item has done so by then.
      await lockSequence(tx, userId);
      // A feed may have been removed meanwhile, and its items with it.
      if (!(await tags.hasShelf(tx, userId))) await tags.takeTagOff(tx, id, gone);
      await tags.forgetIfUnborne(tx, id);
    });
  let isBorne = false;
  for await (const bearers of pageByPage(read, ({ id }) => id)) {
    isBorne = true;
    const gone = bearers.filter(({ isHere }) => !isHere).map((bearer) => bearer.id);
    if (gone.length > 0) await forget(gone);
  }
  if (!isBorne) await forget([]);
}

/** The items look different now: tells their apps, and makes lists requested before out of date. */
function tellTagged(tx: WriteTx, userId: number, ids: readonly number[]): Promise<void> {
  return appendChange(
    tx,
    userId,
    'items.edited',
    ids.toSorted((a, b) => a - b),
  );
}

/** Items that have a tag, in order: all of them, and those that are not removed with their feed. */
interface Portion {
  all: number[];
  here: number[];
}

async function eachPortion(
  tx: ReadTx,
  tagId: number,
  take: (portion: Portion) => Promise<void>,
): Promise<void> {
  const read = (after: number) => tags.bearersAfter(tx, tagId, { after, limit: marksAtOnce });
  for await (const bearers of pageByPage(read, ({ id }) => id)) {
    await take({
      all: bearers.map(({ id }) => id),
      here: bearers.filter(({ isHere }) => isHere).map(({ id }) => id),
    });
  }
}
