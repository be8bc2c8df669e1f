// Which test files open a store, and so are run on each database: those whose imports lead to temporary-store.ts.
import { resolve } from 'node:path';
import { reachedFrom } from './imports.ts';

const OPENS_STORES = 'server/test/temporary-store.ts';

/** Those of the test files (relative to `root`) that open a store. */
export function storeTests(root: string, files: readonly string[]): string[] {
  const opensStores = resolve(root, OPENS_STORES);
  return files.filter((file) => reachedFrom(resolve(root, file)).has(opensStores));
}
