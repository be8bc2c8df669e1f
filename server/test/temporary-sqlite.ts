// An SQLite database in a temporary file, which goes away when the tests of the file are over.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { Clock } from '../src/clock.ts';
import { openStore } from '../src/store/open.ts';
import type { Store, StoreHooks } from '../src/store/store.ts';

const folders: string[] = [];
// By then whoever used them has closed them.
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The address of a database that is not there yet. */
export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courant-test-'));
  folders.push(folder);
  return `file:${join(folder, 'courant.db')}`;
}

/** For tests of SQLite itself; everybody else wants a temporaryStore. */
export async function temporarySqlite(
  t: TestContext,
  clock: Clock,
  hooks: StoreHooks = {},
): Promise<{ store: Store; address: string }> {
  const address = temporaryFile();
  const store = await openStore(address, clock, hooks);
  t.after(() => store.close());
  return { store, address };
}
