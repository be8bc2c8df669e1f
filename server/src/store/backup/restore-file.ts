// Makes a database of SQLite from a backup: a copy of it that was looked through and opened, and so brought up to date.
import type { Clock } from '../../clock.ts';
import { makeSingleFile } from '../dialects/sqlite-file.ts';
import { openStore } from '../open.ts';
import { copyFile } from './files.ts';
import { requireFile, type Sums, verifyFile } from './verify.ts';

/** Gives the sums of what was found in the copy before it was brought up to date. */
export async function restoreFile(
  backup: string,
  target: string,
  { action, clock, signal }: { action: string; clock: Clock; signal?: AbortSignal | undefined },
): Promise<Sums> {
  requireFile(backup, action);
  await copyFile(backup, target, signal);
  const sums = await verifyFile(target, clock, { action, signal });
  const store = await openStore(`file:${target}`, clock);
  await store.close();
  makeSingleFile(target);
  return sums;
}
