// Makes a database of SQLite from a backup: a copy of it that was looked through and opened, and so brought up to date.
import type { Clock } from '../../clock.ts';
import { makeSingleFile } from '../dialects/sqlite-file.ts';
import { openStore } from '../open.ts';
import { copyFile } from './files.ts';
import { requireFile, type Verified, verifyFile } from './verify.ts';

/** Gives what was found in the copy before it was brought up to date. */
export async function restoreFile(
  backup: string,
  target: string,
  { action, clock, signal }: { action: string; clock: Clock; signal?: AbortSignal | undefined },
): Promise<Verified> {
  requireFile(backup, action);
  await copyFile(backup, target, signal);
  const verified = await verifyFile(target, clock, { action, name: backup, signal });
  const store = await openStore(`file:${target}`, clock);
  await store.close();
  makeSingleFile(target);
  return verified;
}
