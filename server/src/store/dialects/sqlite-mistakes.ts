// What SQLite and the system say of a path that is wrong, as a sentence for whoever has written it: waiting would not mend that.
import { statSync } from 'node:fs';
import { linkToNothing } from '../private-files.ts';

/** SQLITE_PERM, READONLY, IOERR, CORRUPT, FULL and CANTOPEN. Others say that a statement is wrong, which is a bug. */
const OF_THE_FILE = [3, 8, 10, 11, 13, 14];
const SQLITE_NOTADB = 26;

/** The sentence, if it is a mistake of the settings or a fault of the disk. */
export function mistakeOfPath(path: string, error: unknown): Error | undefined {
  const reason = error instanceof Error ? reasonOf(path, error) : undefined;
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

/** What a link promises may be on a disk that is not there just now: to begin anew in its place would hide that. */
export function requireNoLinkToNothing(path: string, action: string): void {
  const target = linkToNothing(path);
  if (target !== undefined)
    throw new Error(`Cannot ${action}: ${path} is a link to ${target}, where there is nothing`);
}
