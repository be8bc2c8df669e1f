// Puts a backup in the place of an instance, in a file or in PostgreSQL; never overwrites one that holds anything.
import { existsSync, lchownSync, realpathSync, renameSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../../clock.ts';
import { copyStore, isInUse } from '../copy/copy-store.ts';
import { beginCopy, copyUnderWay, DISTURBED } from '../copy/progress.ts';
import { totalsOf } from '../copy/sums.ts';
import { tablesOf } from '../copy/tables.ts';
import { holdAlone, isDatabase, readSnapshot } from '../dialects/sqlite-file.ts';
import { requireNoLinkToNothing } from '../dialects/sqlite-mistakes.ts';
import { knownSchemaVersion, migrateWithin, schemaVersion, tablesOfAllVersions } from '../migrate.ts';
import { connectStore, openStore } from '../open.ts';
import { makeFolder } from '../private-files.ts';
import type { ReadTx, Store } from '../store.ts';
import { beginAnew } from './begin-anew.ts';
import { explaining } from './faults.ts';
import { alsoName, replaceFile } from './files.ts';
import type { Sums } from './kept-sums.ts';
import { timeInName, withTemporaryFolder, withWorkFolder } from './places.ts';
import { restoreFile } from './restore-file.ts';
import { requireFile } from './verify.ts';
import { type Tell, type Waiting, watchOf } from './watch.ts';

interface Restore extends Waiting {
  backup: string;
  /** The address of the database. */
  to: string;
  /** Sets aside an instance that is already there. Otherwise it is left alone, and nothing is restored. */
  replace?: boolean;
  /** Called with where the previous instance is as soon as it is there: what follows may fail. */
  tellAside?: (place: string) => void;
}

interface Restored {
  tables: number;
  rows: number;
  /** Whether the backup records what it should hold: those of older versions do not. */
  isCompared: boolean;
}

const ACTION = 'restore';
/** Endings of the files beside an SQLite database that was not closed. */
const BESIDE = ['-wal', '-shm', '-journal'];

/** May be called again, whatever has interrupted it. Throws with a sentence; the previous instance is then still there, or set aside. */
export function restoreDatabase(restore: Restore, clock: Clock): Promise<Restored> {
  return explaining({ action: ACTION, signal: restore.signal }, async () => {
    requireFile(restore.backup, ACTION);
    return restore.to.startsWith('file:') ? intoFile(restore, clock) : intoPostgres(restore, clock);
  });
}

async function intoFile(
  { backup, to, replace = false, tellAside, ...waiting }: Restore,
  clock: Clock,
): Promise<Restored> {
  const target = whereItLies(to.slice('file:'.length));
  await requireNoStranger(target, clock);
  makeFolder(dirname(target));
  return withWorkFolder(dirname(target), ACTION, async (work) => {
    if (!replace && (await holdsAnything(target, clock))) throw occupied(target);
    const made = join(work, 'restored.db');
    const { sums, isCompared } = await restoreFile(backup, made, {
      action: ACTION,
      clock,
      ...watchOf(waiting),
    });
    await beginAnew(made, clock);
    giveToOwner(made, target);
    const aside = await takePlace(made, target, timeInName(clock.now()));
    if (aside !== undefined) tellAside?.(aside);
    return { ...totalsOf(sums), isCompared };
  });
}

/**
 * Even if root runs the command, the file is for the service, which runs as another user: the owner of the file before it, or of the folder.
 * A file of root's may have been left by another command.
 */
function giveToOwner(file: string, target: string): void {
  const folder = statSync(dirname(target));
  const before = statSync(target, { throwIfNoEntry: false });
  const { uid, gid } = before && before.uid !== 0 ? before : folder;
  if (process.getuid?.() === 0) lchownSync(file, uid, gid);
}

/** A link to a database on another disk stays a link. */
function whereItLies(path: string): string {
  requireNoLinkToNothing(path, ACTION);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`Cannot ${ACTION}: ${path} is a folder`);
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

function occupied(what: string): Error {
  return new Error(`Cannot restore: ${what} holds an instance already; say --replace to set it aside`);
}

/** Another program would not look for its file under another name. What cannot be read may be an instance that is damaged. */
async function requireNoStranger(path: string, clock: Clock): Promise<void> {
  if (!existsSync(path) || !isDatabase(path)) return;
  const tables = await readSnapshot(path, clock, tablesOf).catch(() => []);
  const names = tables.map(({ name }) => name);
  if (names.length === 0 || names.includes('schema_versions')) return;
  throw new Error(
    `Cannot ${ACTION}: ${path} holds no instance of Courant but tables of another program: ${names.join(', ')}; give another address, or move the file away yourself`,
  );
}

async function holdsAnything(path: string, clock: Clock): Promise<boolean> {
  if (!existsSync(path) || statSync(path).size === 0) return false;
  if (!isDatabase(path)) return true;
  try {
    return await readSnapshot(path, clock, isInUseIfAny);
  } catch {
    // Whatever it is, it is not ours to throw away.
    return true;
  }
}

async function isInUseIfAny(tx: ReadTx): Promise<boolean> {
  const tables = await tablesOf(tx);
  if (tables.some(({ name }) => name === 'users')) return isInUse(tx);
  return tables.length > 0;
}

/** Returns where the previous database is now. Whatever interrupts this, `target` is the old database or the new one, never missing. */
async function takePlace(made: string, target: string, time: string): Promise<string | undefined> {
  const aside = `${target}.before-restore-${time}`;
  // As after a clock was set back.
  if (existsSync(aside)) throw new Error(`Cannot ${ACTION}: ${aside} is there already; say it again`);
  if (!existsSync(target)) {
    // The leftover log of a database that somebody has removed would be taken for the latest changes to this one.
    for (const end of BESIDE) if (existsSync(target + end)) renameSync(target + end, aside + end);
    await replaceFile(made, target);
    return undefined;
  }
  const exchange = async (): Promise<void> => {
    // Not by opening it: when this process closes a file for the first time, it loses its lock on it.
    alsoName(target, aside);
    await replaceFile(made, target);
  };
  const held = await holdAlone(target, exchange);
  if (held === 'used')
    throw new Error(
      `Cannot restore: ${target} is in use; stop the service first, and whatever else has it open`,
    );
  if (held === 'unreadable') {
    for (const end of BESIDE) if (existsSync(target + end)) renameSync(target + end, aside + end);
    await exchange();
  }
  return aside;
}

function intoPostgres(
  { backup, to, replace = false, tellAside, ...waiting }: Restore,
  clock: Clock,
): Promise<Restored> {
  return withTemporaryFolder(async (work) => {
    const made = join(work, 'restored.db');
    const { isCompared } = await restoreFile(backup, made, { action: ACTION, clock, ...watchOf(waiting) });
    await beginAnew(made, clock);
    const aside = await makeRoom(to, { replace, clock });
    if (aside !== undefined) tellAside?.(aside);
    const sums = await copyInto(to, made, { clock, ...watchOf(waiting) });
    return { ...totalsOf(sums), isCompared };
  });
}

/** Returns the schema in which the previous tables are now. */
async function makeRoom(
  to: string,
  { replace, clock }: { replace: boolean; clock: Clock },
): Promise<string | undefined> {
  const store = await connectStore(to, clock, { doesChores: true });
  try {
    const { isBegun, isUsed } = await store.read(stateOf);
    // Nobody uses an instance there: it is empty, or an interrupted restore, which continues.
    if (isBegun || !isUsed) return undefined;
    if (!replace) throw occupied('the database');
    return await setTablesAside(
      store,
      `before_restore_${timeInName(clock.now()).replace(/\W/g, '').toLowerCase()}`,
    );
  } finally {
    await store.close();
  }
}

async function stateOf(tx: ReadTx): Promise<{ isBegun: boolean; isUsed: boolean }> {
  const tables = new Set((await tablesOf(tx)).map(({ name }) => name));
  return {
    isBegun: tables.has('facts') && (await copyUnderWay(tx)) !== undefined,
    isUsed: tables.has('schema_versions') && tables.has('users') && (await isInUse(tx)),
  };
}

/**
 * In one transaction: either all of them stay in their place or all are set aside, and a copy into new ones has begun. A service that is
 * started when this process has been killed must not take an empty place for a new instance.
 */
async function setTablesAside(store: Store, schema: string): Promise<string> {
  await store.write(
    async (tx) => {
      const tables = await ownTables(tx);
      const statements = await tx.all<{ statement: string }>(
        tx.dialect.catalog.settingAside({ schema, tables }),
      );
      for (const { statement } of statements) await tx.run({ text: statement, values: [] });
      await migrateWithin(tx);
      await beginCopy(tx, DISTURBED);
    },
    { isLong: true },
  );
  return schema;
}

/**
 * The tables to move. A schema may be shared with other programs, which would not look for their tables in a schema that we have
 * made.
 */
async function ownTables(tx: ReadTx): Promise<ReadonlySet<string>> {
  const own = tablesOfAllVersions(tx.dialect);
  const others = (await tablesOf(tx)).map(({ name }) => name).filter((name) => !own.has(name));
  // We do not know the names of tables that a newer version has made; without them, what is set aside would be incomplete.
  if (others.length > 0 && (await schemaVersion(tx)) > knownSchemaVersion)
    throw new Error(
      `Cannot restore: the schema is of a newer Courant, and ${others.join(', ')} may be its or another program's; set the schema aside yourself (ALTER SCHEMA … RENAME TO …), make an empty one of its name, and restore into that`,
    );
  return own;
}

async function copyInto(
  to: string,
  made: string,
  { clock, tell }: { clock: Clock; tell: Tell },
): Promise<Sums> {
  const source = await openStore(`file:${made}`, clock);
  try {
    const target = await openStore(to, clock, { isTargetOfCopy: true, doesChores: true });
    try {
      return (await copyStore({ from: source, to: target, afresh: 'after-another', tell })).sums;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
