// Files and folders that only their owner may read: an instance holds what signs people in, and addresses of private feeds.
import { existsSync, lstatSync, mkdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Makes a folder and its parents where they are missing. One that exists stays as it is: whoever made it has chosen who may look
 * into it. Not Node's own recursive way, which tries for ever where the system says that an existing folder does not exist
 * (/proc).
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  const parent = dirname(path);
  // The working folder may have been removed: then there is none above it either.
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process was quicker.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Makes an empty file if there is none. An existing one is not even opened: closing it for the first time would end all locks of
 * this process on it (https://sqlite.org/howtocorrupt.html#posix_close_bug).
 */
export function makeFile(path: string): void {
  try {
    writeFileSync(path, '', { mode: FILE_MODE, flag: 'wx' });
  } catch (error) {
    if (!lstatSync(path, { throwIfNoEntry: false })) throw error;
  }
}

/** The target of a link that leads to nothing. Undefined if it is no link, or if there is something. */
export function linkToNothing(path: string): string | undefined {
  if (existsSync(path) || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  return readlinkSync(path);
}
