// An SQLite database in a temporary file, which is removed after its test.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Clock, systemClock } from '../src/clock.ts';
import { openStore } from '../src/store/open.ts';
import type { Store } from '../src/store/store.ts';
import { quickFolder } from './quick-folder.ts';

const folders: string[] = [];
// Not after the tests, which somebody may interrupt: what is left in a folder in memory takes that memory until the machine starts again.
process.once('exit', () => {
  for (const folder of folders) remove(folder);
});

/** The address of a database that does not exist yet; removed after the tests of the process. */
export function temporaryFile(): string {
  return addressIn(newFolder());
}

/** The address of a database that has its schema and nothing else, and is removed after the test. */
export async function temporaryCopy(t: TestContext): Promise<string> {
  template ??= makeTemplate();
  const from = await template;
  const folder = newFolder();
  copyFileSync(from, join(folder, 'courant.db'));
  // Aborted when the test has closed everything that it had opened.
  const { signal } = t;
  signal.addEventListener('abort', () => remove(folder));
  return addressIn(folder);
}

/** For tests of SQLite itself; all others use temporaryStore. */
export async function temporarySqlite(
  t: TestContext,
  clock: Clock,
): Promise<{ store: Store; address: string }> {
  const address = temporaryFile();
  const store = await openStore(address, clock);
  t.after(() => store.close());
  return { store, address };
}

/** Making a schema takes as long as many a test, so it is made once and copied. */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const address = temporaryFile();
  // Once closed, everything written is in the one file.
  await (await openStore(address, systemClock)).close();
  return address.slice('file:'.length);
}

function newFolder(): string {
  const folder = mkdtempSync(join(quickFolder, 'courant-test-'));
  folders.push(folder);
  return folder;
}

function addressIn(folder: string): string {
  return `file:${join(folder, 'courant.db')}`;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
