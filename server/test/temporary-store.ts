// A store in a temporary file, which goes away with the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Clock } from '../src/clock.ts';
import { openStore } from '../src/store/open.ts';
import type { Store, StoreHooks } from '../src/store/store.ts';

/** Opens a new store; `address` opens the same file once more, as another process would. */
export async function temporaryStore(
  t: TestContext,
  clock: Clock,
  hooks: StoreHooks = {},
): Promise<{ store: Store; address: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'courant-test-'));
  const address = `file:${join(folder, 'courant.db')}`;
  const store = await openStore(address, clock, hooks);
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, address };
}
