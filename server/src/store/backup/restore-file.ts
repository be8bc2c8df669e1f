// Makes an SQLite database from a backup: a copy that was checked, and then opened, which brings its schema up to date.
import type { Clock } from '../../clock.ts';
import { openStore } from '../open.ts';
import { copyFile } from './files.ts';
import { requireFile, type Verified, verifyFile } from './verify.ts';
import type { Watch } from './watch.ts';

/** Returns what was found in the copy before its schema was brought up to date. */
export async function restoreFile(
  backup: string,
  target: string,
  { action, clock, signal, tell }: Watch & { action: string; clock: Clock },
): Promise<Verified> {
  requireFile(backup, action);
  await copyFile(backup, target, signal);
  const verified = await verifyFile(target, clock, { action, name: backup, tell });
  const store = await openStore(`file:${target}`, clock);
  await store.close();
  return verified;
}
