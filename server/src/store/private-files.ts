// Files and folders that nobody but their owner may read: an instance holds what signs people in, and addresses of private feeds.
import { existsSync, lstatSync, mkdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/**
 * Makes a folder and those that it is in, where they are missing. Who has made one of his own has chosen who may look into it: it
 * stays as it is. Not Node's own way, which tries for ever where the system says of a folder that is there that it is not (/proc).
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  const parent = dirname(path);
  // The folder that we work in may have been removed: then there is none above it either.
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process was quicker.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Makes an empty file where there is none. One that is there is not even opened: with the first close of it all locks of this
 * process on it would end (https://sqlite.org/howtocorrupt.html#posix_close_bug).
 */
export function makeFile(path: string): void {
  try {
    writeFileSync(path, '', { mode: FILE_MODE, flag: 'wx' });
  } catch (error) {
    if (!lstatSync(path, { throwIfNoEntry: false })) throw error;
  }
}

/** Where a link leads at whose end there is nothing. Undefined: it is none, or there is something. */
export function linkToNothing(path: string): string | undefined {
  if (existsSync(path) || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  return readlinkSync(path);
}
