// Which test files are run on each database: those whose imports lead to temporary-store.ts, and two of the browser's.
import { resolve } from 'node:path';
import { reachedFrom } from './imports.ts';

const OPENS_STORES = 'server/test/temporary-store.ts';

const BROWSER = 'server/test/browser/';
/** Together with the tests without a browser these run every statement that all of the browser's do (docs/notes/test-suite.md). */
const ON_EACH_DATABASE = [`${BROWSER}journey.test.ts`, `${BROWSER}settings.test.ts`];

/** Those of the test files (relative to `root`) that are run on each database. */
export function storeTests(root: string, files: readonly string[]): string[] {
  const opensStores = resolve(root, OPENS_STORES);
  return files
    .filter((file) => !file.startsWith(BROWSER) || ON_EACH_DATABASE.includes(file))
    .filter((file) => reachedFrom(resolve(root, file)).has(opensStores));
}
