// Where backups are: their folder, their names, and which of them are old.
import { lstatSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { lockFile } from '../dialects/sqlite-file.ts';
import { makeFolder } from '../private-files.ts';

/** Names that we give; they sort by time. */
const OWN_NAME = /^courant-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db$/;
const WORK_FOLDER = '.courant-backup';
const NEW = 'courant-new-';
const TEMPORARY = 'courant-restore-';

interface Place {
  folder: string;
  name: string;
}

/**
 * `to`: a file, or a folder in which the backup gets a name with the time. Default: the folder `backups` beside the database
 * (with PostgreSQL: `data/backups`).
 */
export function placeOf(from: string, to: string | undefined, now: number): Place {
  const dated = `courant-${timeInName(now)}.db`;
  if (to === undefined) {
    const beside = from.startsWith('file:') ? dirname(from.slice('file:'.length)) : 'data';
    return { folder: resolve(beside, 'backups'), name: dated };
  }
  if (namesFolder(to)) return { folder: resolve(to), name: dated };
  return { folder: dirname(resolve(to)), name: basename(to) };
}

/** Whether backups get names of ours there, so that files with such names are older ones. */
export function namesFolder(to: string): boolean {
  return /[/\\]$/.test(to) || statSync(to, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A time in a form that both file systems and people can read. */
export function timeInName(now: number): string {
  return new Date(now).toISOString().replace(/[:.]/g, '-');
}

/**
 * Removes all but the newest of the backups that we have named, and returns the names of those removed. The one just made counts
 * as the newest, even if a wrong clock has given others later names. Throws if one stays, once all have been tried.
 */
export function pruneBackups(folder: string, { keep, made }: { keep: number; made: string }): string[] {
  const others = readdirSync(folder)
    .filter((name) => OWN_NAME.test(name) && name !== made)
    .sort();
  const old = others.slice(0, Math.max(0, others.length + 1 - keep));
  const left: string[] = [];
  for (const name of old) {
    try {
      unlinkSync(join(folder, name));
    } catch (error) {
      left.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (left.length > 0)
    throw new Error(
      `Cannot remove old backups: ${left.join('; ')}; the new one is whole: ${join(folder, made)}`,
    );
  return old;
}

/** Runs `fn` with an empty folder of its own below `parent`, one process at a time. What a killed process has left there is removed. */
export async function withWorkFolder<T>(
  parent: string,
  action: string,
  fn: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(parent, WORK_FOLDER);
  makeFolder(folder);
  // Whoever owns the parent may put anything there anyway: of shared disks, that is often the same user for everything.
  if (!isFolderOf(folder, [ownId(), statSync(parent).uid]))
    throw new Error(`Cannot ${action}: ${folder} is no folder of ours; remove it`);
  const lock = lockFile(join(folder, 'lock'));
  // A file system without locks (many shares) says of each file that another process has locked it.
  if (!lock)
    throw new Error(
      `Cannot ${action}: another backup or restore is at work in ${parent}${sep}, or its disk is a share that locks no files: then use a disk of this machine`,
    );
  try {
    for (const name of readdirSync(folder))
      if (name !== 'lock') rmSync(join(folder, name), { recursive: true });
    return await fn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
}

/** Runs `fn` with an empty folder of its own among the temporary files. What killed processes have left there is removed. */
export async function withTemporaryFolder<T>(fn: (folder: string) => Promise<T>): Promise<T> {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(TEMPORARY)) removeIfLeft(join(tmpdir(), name));
  const made = mkdtempSync(join(tmpdir(), NEW));
  const lock = lockFile(join(made, 'lock'));
  // Renamed to the pattern that others look for only once it is locked, so that nobody can take it for abandoned.
  const folder = join(tmpdir(), TEMPORARY + basename(made).slice(NEW.length));
  renameSync(made, folder);
  try {
    return await fn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock?.release();
  }
}

/** Whether it is a folder of one of these users: somebody else may have put a link there, to anywhere. */
function isFolderOf(path: string, users: readonly (number | undefined)[]): boolean {
  const found = lstatSync(path);
  return found.isDirectory() && users.some((id) => id === undefined || id === found.uid);
}

/** Undefined on systems without such ids. */
function ownId(): number | undefined {
  return process.geteuid?.();
}

/** Removes the folder of a process that has died: one that is at work holds the folder's lock. */
function removeIfLeft(folder: string): void {
  try {
    if (!isFolderOf(folder, [ownId()])) return;
    const lock = lockFile(join(folder, 'lock'));
    if (!lock) return;
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  } catch {
    // Gone meanwhile, or not our folder at all.
  }
}
