// What a person can do with imports: hand in a document, see the progress, stop it, retry what has failed.
import { Refusal } from '../../model/refusal.ts';
import type { Import, ImportedFeed, ImportNote } from '../../model/transfer.ts';
import { appendChange } from '../../store/changes.ts';
import { lockSequence } from '../../store/counters.ts';
import { findGroupTitled, insertGroup } from '../../store/feeds/groups.ts';
import { findEntry, insertEntry } from '../../store/journal.ts';
import type { ReadTx, Store, WriteTx } from '../../store/store.ts';
import { findEntryOf, forgetGroupsUnder, setEntryOf } from '../../store/transfer/import-entries.ts';
import {
  countPutOff,
  countSilent,
  failedFeeds,
  missingGroups,
  retryFeeds,
  setImportGroup,
} from '../../store/transfer/import-parts.ts';
import * as store from '../../store/transfer/imports.ts';
import { othersTurn } from '../../store/turn.ts';
import type { Library } from '../library.ts';
import { dropHalfImports, dropImport } from './drop-import.ts';
import { importLimits } from './limits.ts';
import { Loading } from './load.ts';
import { noteOf } from './notes.ts';

/** The last of the blanks, and of what stands for nothing else, in ASCII. */
const BLANK = 0x20;
/** In bytes: a document of more blanks is not worth a look, and is told as one of no known kind. */
const MOST_BLANKS = 1_000;

/** An import with its failures. */
export interface ImportReport extends Import {
  failures: readonly ImportedFeed[];
}

/**
 * Accepts a document and makes its groups; its feeds follow gradually. Throws Refusal `cannot` for a document of no known kind
 * or without feeds, `too-many` while too many others wait.
 */
export async function startImport(
  library: Library,
  userId: number,
  bytes: Uint8Array,
): Promise<ImportReport> {
  if (bytes.length <= MOST_BLANKS && bytes.every((byte) => byte <= BLANK))
    throw new Refusal('invalid', 'Cannot import: the document is empty', { reason: 'import-empty' });
  const { store: rows, imports } = library;
  let id: number | undefined;
  try {
    let loading: Loading | undefined;
    for await (const { kind, parts } of imports.read(bytes)) {
      id ??= await rows.write((tx) => beginImport(tx, userId, kind));
      loading ??= new Loading(id);
      const into = loading;
      await rows.write((tx) => into.store(tx, parts));
      await othersTurn();
    }
    if (id === undefined || !loading || loading.isEmpty) {
      throw new Refusal('cannot', 'Cannot import: the document names no feed', { reason: 'import-empty' });
    }
    await begun(rows, userId, id);
    await open(rows, userId, { id, notes: loading.notes });
  } catch (error) {
    if (id !== undefined) await dropImport(rows, id);
    throw error;
  }
  imports.wake();
  return getImport(library, userId, id);
}

/** The user's imports, newest first. */
export function listImports(library: Pick<Library, 'store'>, userId: number): Promise<Import[]> {
  return library.store.read(async (tx) => {
    const all: Import[] = [];
    for (const each of await store.listImports(tx, userId)) all.push(await withNotes(tx, each));
    return all;
  });
}

/** Throws Refusal `not-found`. */
export function getImport(
  library: Pick<Library, 'store'>,
  userId: number,
  id: number,
): Promise<ImportReport> {
  return library.store.read((tx) => report(tx, userId, { id, action: 'get import' }));
}

/** Stops an import: feeds already followed stay, the rest can be retried. Throws Refusal `not-found`, `cannot` if it is finished. */
export async function cancelImport(library: Library, userId: number, id: number): Promise<ImportReport> {
  const cancelled = await library.store.write(async (tx) => {
    await report(tx, userId, { id, action: 'cancel import' });
    if (!(await store.stopImport(tx, id)))
      throw new Refusal('cannot', 'Cannot cancel import: it has ended already');
    return report(tx, userId, { id, action: 'cancel import' });
  });
  library.imports.wake();
  return cancelled;
}

/** Retries what has failed, or was not tried. Throws Refusal `not-found`, `cannot` if there is nothing to retry. */
export async function retryImport(library: Library, userId: number, id: number): Promise<ImportReport> {
  const { store: rows } = library;
  await rows.write((tx) => prepareRetry(tx, userId, id));
  await makeGroups(rows, userId, id);
  const retried = await rows.write(async (tx) => {
    await prepareRetry(tx, userId, id);
    // If an undo came in between, its groups are missing once more.
    while ((await makeSomeGroups(tx, userId, id)) > 0);
    await retryFeeds(tx, id);
    await store.openImport(tx, id);
    return report(tx, userId, { id, action: 'retry import' });
  });
  library.imports.wake();
  return retried;
}

/** Forgets imports that ended long ago, and documents that a dead process has left half handed in: to be called now and then. */
export async function forgetImports({ store: rows }: Pick<Library, 'store'>): Promise<void> {
  await dropHalfImports(rows);
  const { before, old } = await rows.read(async (tx) => {
    const before = tx.now - importLimits.keptMs;
    return { before, old: await store.oldImports(tx, before, importLimits.forgotten) };
  });
  for (const id of old) await dropImport(rows, id, ({ endedAt = before }) => endedAt < before);
}

async function beginImport(tx: WriteTx, userId: number, kind: Import['kind']): Promise<number> {
  if ((await store.countOpenImports(tx, userId)) >= importLimits.open) {
    throw new Refusal('too-many', `Cannot import: ${importLimits.open} imports are under way already`, {
      reason: 'imports-open',
      retryAfterMs: importLimits.restMs,
    });
  }
  return store.insertImport(tx, userId, kind);
}

/** From now on what the import does belongs to an entry of the journal. */
function begun(rows: Store, userId: number, importId: number): Promise<void> {
  return rows.write((tx) => openEntry(tx, userId, importId));
}

async function openEntry(tx: WriteTx, userId: number, importId: number): Promise<void> {
  const subject = { kind: 'import', id: importId } as const;
  await setEntryOf(tx, importId, await insertEntry(tx, userId, { action: 'import.done', subject }));
}

async function prepareRetry(tx: WriteTx, userId: number, id: number): Promise<void> {
  // Somebody may be undoing it.
  await lockSequence(tx, userId);
  const { feeds } = await report(tx, userId, { id, action: 'retry import' });
  if (feeds.failed + feeds.waiting === 0) {
    throw new Refusal('cannot', 'Cannot retry import: nothing of it has failed');
  }
  await reopenEntry(tx, userId, id);
}

/**
 * What is followed after an undo is undone apart from what was followed before it, and so is what is followed so late that it could not be
 * undone for long. Groups that went with an undo are made anew.
 */
async function reopenEntry(tx: WriteTx, userId: number, importId: number): Promise<void> {
  const entryId = await findEntryOf(tx, importId);
  const entry = entryId === undefined ? undefined : await findEntry(tx, userId, entryId);
  if (entry?.undoneBy === undefined && entry && entry.at > tx.now - importLimits.sameEntryMs) return;
  if (entry?.undoneBy !== undefined) await forgetGroupsUnder(tx, { importId, entryId: entry.id });
  await openEntry(tx, userId, importId);
}

/** Before anything else, so that the person's groups are there at once. */
async function makeGroups(rows: Store, userId: number, importId: number): Promise<void> {
  const makeSome = (tx: WriteTx): Promise<number> => makeSomeGroups(tx, userId, importId);
  while ((await rows.write(makeSome)) === importLimits.groupsAtOnce) await othersTurn();
}

async function makeSomeGroups(tx: WriteTx, userId: number, importId: number): Promise<number> {
  // Before titles, as whoever makes or restores a group.
  await lockSequence(tx, userId);
  const titles = await missingGroups(tx, importId, importLimits.groupsAtOnce);
  const made: number[] = [];
  const entryId = await findEntryOf(tx, importId);
  for (const title of titles) {
    const fresh = await insertGroup(tx, userId, title);
    const id = fresh ?? (await findGroupTitled(tx, userId, title));
    if (id === undefined) throw new Error(`Group ${title} is neither new nor known`);
    if (fresh !== undefined) made.push(fresh);
    await setImportGroup(tx, importId, { title, id, entryId: fresh === undefined ? undefined : entryId });
  }
  await appendChange(tx, userId, 'groups.new', made);
  return titles.length;
}

/** Its last groups, mostly all of them, come with its turn: if it were dropped in between, nobody would know where they had come from. */
async function open(
  rows: Store,
  userId: number,
  { id, notes }: { id: number; notes: readonly ImportNote[] },
): Promise<void> {
  const goOn = async (tx: WriteTx): Promise<boolean> => {
    if ((await makeSomeGroups(tx, userId, id)) === importLimits.groupsAtOnce) return true;
    await store.setNotes(tx, id, notes);
    await store.openImport(tx, id);
    return false;
  };
  while (await rows.write(goOn)) await othersTurn();
}

async function report(
  tx: ReadTx,
  userId: number,
  { id, action }: { id: number; action: string },
): Promise<ImportReport> {
  const found = await store.findImport(tx, userId, id);
  if (!found) throw new Refusal('not-found', `Cannot ${action}: there is no import ${id}`);
  return { ...(await withNotes(tx, found)), failures: await failedFeeds(tx, id) };
}

async function withNotes(tx: ReadTx, job: Import): Promise<Import> {
  const waiting = job.state === 'running' ? await countPutOff(tx, job.id) : 0;
  const silent = await countSilent(tx, job.id);
  const notes = [
    ...job.notes,
    ...(waiting > 0 ? [noteOf('waiting-feeds', waiting)] : []),
    ...(silent > 0 ? [noteOf('silent-feeds', silent)] : []),
  ];
  return { ...job, notes };
}
