// Files that are complete or not there: copied, flushed to the disk, and named at the end.
import { createReadStream, createWriteStream, existsSync, linkSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FILE_MODE } from '../private-files.ts';

/** Bytes that are copied between two checks for a signal to stop. */
const COPIED_AT_ONCE = 16_777_216;

export async function copyFile(from: string, to: string, signal?: AbortSignal): Promise<void> {
  await pipeline(
    createReadStream(from, { highWaterMark: COPIED_AT_ONCE }),
    createWriteStream(to, { mode: FILE_MODE }),
    { ...(signal && { signal }) },
  );
}

/** Names a finished file, unless something has that name already: then it returns false. */
export async function nameFile(finished: string, target: string): Promise<boolean> {
  await flush(finished);
  if (!alsoName(finished, target)) return false;
  await flush(dirname(target));
  return true;
}

/** Gives a file a second name, which it keeps when the first is given to another file. Returns false if something has that name. */
export function alsoName(path: string, name: string): boolean {
  try {
    linkSync(path, name);
  } catch {
    if (existsSync(name)) return false;
    // File systems without links (exFAT, many shares) can only rename.
    renameSync(path, name);
  }
  return true;
}

/** Puts a finished file in the place of another in one step: at no moment is the name without a file. */
export async function replaceFile(finished: string, target: string): Promise<void> {
  await flush(finished);
  renameSync(finished, target);
  await flush(dirname(target));
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some systems cannot flush folders; their journals keep names by themselves.
    if (!/^(EPERM|EINVAL|EISDIR|ENOTSUP)$/.test(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
