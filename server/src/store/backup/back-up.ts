// Makes a backup while the service runs: one SQLite file, whatever the database, which is restored once as a test before it gets
// its name.
import { existsSync, lchownSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { copyStore } from '../copy/copy-store.ts';
import { sumsOfAll, totalsOf } from '../copy/sums.ts';
import { readSnapshot } from '../dialects/sqlite-file.ts';
import { mistakeOfPath, requireNoLinkToNothing } from '../dialects/sqlite-mistakes.ts';
import { knownSchemaVersion, schemaVersion } from '../migrate.ts';
import { connectStore, openStore } from '../open.ts';
import { makeFile } from '../private-files.ts';
import { explaining } from './faults.ts';
import { nameFile } from './files.ts';
import { keepSums, type Sums } from './kept-sums.ts';
import { placeOf, pruneBackups, withWorkFolder } from './places.ts';
import { restoreFile } from './restore-file.ts';
import { requireInstance, requireSame } from './verify.ts';
import { type Waiting, type Watch, watchOf } from './watch.ts';

interface Backup extends Waiting {
  /** The address of the database. */
  from: string;
  /** A file that does not exist yet, or a folder. Default: the folder `backups` beside the database (with PostgreSQL: `data/backups`). */
  to?: string;
  /** How many backups to keep in that folder, which has to be one in which they get their names; default: all. */
  keep?: number;
}

interface BackedUp {
  file: string;
  bytes: number;
  tables: number;
  rows: number;
  /** Names of older backups that were removed. */
  pruned: readonly string[];
}

const ACTION = 'back up';

/** Throws with a sentence; nothing that is not a whole backup has the name of one then. */
export function backUpDatabase({ from, to, keep, ...waiting }: Backup, clock: Clock): Promise<BackedUp> {
  const { signal } = waiting;
  return explaining({ action: ACTION, signal }, async () => {
    const { folder, name } = placeOf(from, to, clock.now());
    const file = join(folder, name);
    // First of all: a mistyped path must not make folders.
    requireThere(from);
    requireNoLinkToNothing(folder, ACTION);
    const isNewFolder = !existsSync(folder);
    return withWorkFolder(folder, ACTION, async (work) => {
      if (isNewFolder) giveToService(folder, from);
      requireFree(file);
      const made = join(work, 'new.db');
      // Created before anything is written to it, so that nobody else can read it.
      makeFile(made);
      const making = { from, made, clock, ...watchOf(waiting) };
      const sums = await (from.startsWith('file:') ? fromFile(making) : fromPostgres(making));
      await keepSums(made, sums, clock);
      await proveRestorable(made, join(work, 'scratch.db'), { ...making, sums });
      if (!(await nameFile(made, file))) requireFree(file);
      giveToService(file, from);
      return {
        file,
        bytes: statSync(file).size,
        ...totalsOf(sums),
        pruned: keep === undefined ? [] : pruneBackups(folder, { keep, made: name }),
      };
    });
  });
}

/**
 * If root runs the command, what it makes in a folder of the service's user is that user's: otherwise the nightly backup, which that user runs,
 * could not write there. That user can put a link in the place of the file meanwhile, so none is followed.
 */
function giveToService(path: string, from: string): void {
  if (process.getuid?.() !== 0 || !from.startsWith('file:')) return;
  const { uid, gid } = statSync(from.slice('file:'.length));
  if (statSync(dirname(path)).uid === uid) lchownSync(path, uid, gid);
}

interface Making extends Watch {
  from: string;
  made: string;
  clock: Clock;
}

function requireFree(file: string): void {
  requireNoLinkToNothing(file, ACTION);
  if (statSync(file, { throwIfNoEntry: false })) throw new Error(`Cannot back up: ${file} is there already`);
}

function requireThere(from: string): void {
  const path = from.slice('file:'.length);
  if (from.startsWith('file:') && !statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Error(`Cannot back up: there is no database at ${path}`);
}

/** Page by page, within one transaction that makes nobody else wait. */
async function fromFile({ from, made, clock, signal, tell }: Making): Promise<Sums> {
  const path = from.slice('file:'.length);
  let isReadable = false;
  try {
    return await readSnapshot(path, clock, async (tx, copyTo) => {
      await requireInstance(tx, ACTION, path);
      isReadable = true;
      await copyTo(made, signal);
      return sumsOfAll(tx, (progress) => tell({ step: 'read', ...progress }));
    });
  } catch (error) {
    // Later errors may be about the copy, of which these words would not be true.
    throw (isReadable ? undefined : mistakeOfPath(path, error)) ?? error;
  }
}

/** Table by table, within one transaction. The full-text index is rebuilt by whoever restores it. */
async function fromPostgres({ from, made, clock, tell }: Making): Promise<Sums> {
  const source = await connectStore(from, clock, { doesChores: true });
  try {
    await source.read(async (tx) => {
      await requireInstance(tx, ACTION, 'the database');
      const version = await schemaVersion(tx);
      if (version !== knownSchemaVersion)
        throw new Error(
          `Cannot back up: the schema is version ${version}, this program makes ${knownSchemaVersion}; use the Courant that serves it`,
        );
    });
    const target = await openStore(`file:${made}`, clock, { isTargetOfCopy: true });
    try {
      return (await copyStore({ from: source, to: target, tell })).sums;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Restores it as `courant restore` would, and checks every row. */
async function proveRestorable(
  made: string,
  scratch: string,
  { sums, clock, signal, tell }: Making & { sums: Sums },
): Promise<void> {
  const found = await restoreFile(made, scratch, { action: ACTION, clock, signal, tell });
  requireSame(sums, found.sums, ACTION);
}
