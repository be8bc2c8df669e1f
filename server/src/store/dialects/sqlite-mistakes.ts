// What errors of SQLite mean: a disk that is full or gone, for which apps wait, or a wrong path, which whoever has written it is told in a sentence.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkToNothing } from '../private-files.ts';
import { StoreUnavailable } from '../store.ts';

/** Whether an error has one of these primary result codes of SQLite (https://sqlite.org/rescode.html). */
export function isSqliteError(
  error: unknown,
  codes: readonly number[],
): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode) & 0xff);
}

/** SQLITE_PERM, READONLY, IOERR, CORRUPT, FULL and CANTOPEN. Other codes mean that a statement is wrong, which is a bug. */
const OF_THE_FILE = [3, 8, 10, 11, 13, 14];
const [SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB] = [10, 11, 26];
/** SQLITE_READONLY, IOERR, FULL and CANTOPEN, of a file that could be written before: its disk is full, worn out or gone. */
const OF_THE_DISK = [8, 10, 13, 14];
/** Of the file system, when a folder or a file is to be made. */
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Turns an error of the disk into the one that the rest of the code knows. The write is not lost for good: apps that are told so
 * keep it until there is room.
 */
export function asUnavailable(error: unknown): unknown {
  return isSqliteError(error, OF_THE_DISK)
    ? new StoreUnavailable(`Cannot write to the database: ${error.message}`, { cause: error })
    : error;
}

/** The sentence, if the settings are wrong or the disk is faulty. */
export function mistakeOfPath(path: string, error: unknown): Error | undefined {
  const said = error instanceof StoreUnavailable ? error.cause : error;
  const reason = said instanceof Error ? reasonOf(path, said) : undefined;
  return reason === undefined ? undefined : new Error(`Cannot use the database: ${reason}`, { cause: error });
}

function reasonOf(path: string, error: Error): string | undefined {
  if (!('errcode' in error)) return reasonOfSystem(path, error);
  if (isSqliteError(error, [SQLITE_NOTADB])) return `${path} is no database of SQLite`;
  if (!isSqliteError(error, OF_THE_FILE)) return undefined;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `${path} is a folder`;
  const more = isSqliteError(error, [SQLITE_CORRUPT])
    ? 'restore the newest backup: courant restore --replace FILE'
    : (closedPlace(path) ?? (isSqliteError(error, [SQLITE_IOERR]) ? fullDisk(path) : undefined));
  return `SQLite says of ${path}: ${error.message}${more === undefined ? '' : `; ${more}`}`;
}

/** EACCES: permission denied, mkdir '/srv/…'. */
function reasonOfSystem(path: string, error: Error): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (!/^E[A-Z]+$/.test(code)) return undefined;
  const more = NOT_ALLOWED.has(code) ? closedPlace(path) : undefined;
  return `${error.message}${more === undefined ? '' : `; ${more}`}`;
}

/** Neither SQLite nor the system says what cannot be written: a folder of root's that a container was given, or a file that root has restored, copied or left beside the database. */
function closedPlace(path: string): string | undefined {
  const { R_OK, W_OK } = constants;
  for (const place of [folderAbove(path), path, `${path}-wal`, `${path}-shm`]) {
    if (!existsSync(place)) continue;
    try {
      accessSync(place, R_OK | W_OK);
    } catch (error) {
      const isReadOnly = error instanceof Error && 'code' in error && error.code === 'EROFS';
      if (isReadOnly) return `${place} is on a file system that can only be read`;
      return `user ${process.getuid?.()} may not write ${place}, which belongs to user ${statSync(place).uid}`;
    }
  }
  return undefined;
}

/** The first that exists: others are made. */
function folderAbove(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : folderAbove(folder);
}

/** A full disk has no room for the memory that SQLite's connections share, which it calls an error of the disk. */
function fullDisk(path: string): string | undefined {
  return statfsSync(dirname(path)).bavail === 0 ? 'there is no room left on its disk' : undefined;
}

/** Throws for a link to nothing. Its target may be on a disk that is not there just now, and a new file in its place would hide that. */
export function requireNoLinkToNothing(path: string, action: string): void {
  const target = linkToNothing(path);
  if (target !== undefined)
    throw new Error(`Cannot ${action}: ${path} is a link to ${target}, where there is nothing`);
}
