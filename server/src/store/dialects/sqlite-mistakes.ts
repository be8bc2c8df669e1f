// Turns errors of SQLite and of the system about a wrong path into a sentence for whoever has written it: waiting would not help.
import { statSync } from 'node:fs';
import { linkToNothing } from '../private-files.ts';
import { StoreUnavailable } from '../store.ts';

/** SQLITE_PERM, READONLY, IOERR, CORRUPT, FULL and CANTOPEN. Other codes mean that a statement is wrong, which is a bug. */
const OF_THE_FILE = [3, 8, 10, 11, 13, 14];
const SQLITE_NOTADB = 26;
/** SQLITE_READONLY, IOERR, FULL and CANTOPEN, of a file that could be written before: its disk is full, worn out or gone. */
const OF_THE_DISK = [8, 10, 13, 14];

/**
 * Turns an error of the disk into the one that the rest of the code knows. The write is not lost for good: apps that are told so
 * keep it until there is room.
 */
export function toldAway(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  return OF_THE_DISK.includes(Number(error.errcode) & 0xff)
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
  const facts = error as Error & { code?: unknown; errcode?: unknown };
  // EACCES: permission denied, mkdir '/srv/…'.
  if (facts.errcode === undefined) return /^E[A-Z]+$/.test(String(facts.code)) ? error.message : undefined;
  const code = Number(facts.errcode) & 0xff;
  if (code === SQLITE_NOTADB) return `${path} is no database of SQLite`;
  if (!OF_THE_FILE.includes(code)) return undefined;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `${path} is a folder`;
  return `SQLite says of ${path}: ${error.message}`;
}

/** Throws for a link to nothing. Its target may be on a disk that is not there just now, and a new file in its place would hide that. */
export function requireNoLinkToNothing(path: string, action: string): void {
  const target = linkToNothing(path);
  if (target !== undefined)
    throw new Error(`Cannot ${action}: ${path} is a link to ${target}, where there is nothing`);
}
