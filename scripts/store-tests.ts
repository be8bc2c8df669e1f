// Which test files are run on each database: those whose imports lead to temporary-store.ts, but for those named here.
import { resolve } from 'node:path';
import { reachedFrom } from './imports.ts';

const OPENS_STORES = 'server/test/temporary-store.ts';

const BROWSER = 'server/test/browser/';
/** Together with the tests without a browser these run every statement that all of the browser's do (docs/notes/test-suite.md). */
const ON_EACH_DATABASE = [`${BROWSER}journey.test.ts`, `${BROWSER}settings.test.ts`];

/**
 * What these examine does not depend on the database, and every statement that they run is run on both by others. They were more than a
 * quarter of what PostgreSQL was asked (docs/notes/test-suite.md).
 */
export const ON_SQLITE_ALONE: readonly string[] = [
  'server/src/crawler/asking/moving.test.ts',
  'server/src/crawler/asking/politeness.test.ts',
  'server/src/crawler/asking/validators.test.ts',
  'server/src/crawler/courtesy.test.ts',
  'server/src/crawler/following/follow-patience.test.ts',
  'server/src/crawler/following/follow.test.ts',
  'server/src/crawler/icons/icon-pace.test.ts',
  'server/src/crawler/icons/icons.test.ts',
  'server/src/crawler/identity/newest-first.test.ts',
  'server/src/crawler/reading/reread.test.ts',
  'server/src/crawler/schedule/put-off.test.ts',
  'server/src/http/pages/languages.test.ts',
  'server/src/http/pages/lite.test.ts',
  'server/src/http/pages/pages.test.ts',
  'server/src/http/pages/security.test.ts',
  'server/test/compat/fever.test.ts',
  'server/test/compat/greader-access.test.ts',
  'server/test/compat/greader-habits.test.ts',
  'server/test/compat/greader-marks.test.ts',
  'server/test/compat/journal-doers.test.ts',
  'server/test/compat/long-queries.test.ts',
  'server/test/compat/long-texts.test.ts',
  'server/test/compat/recorded.test.ts',
  'server/test/contract/errors.test.ts',
  'server/test/extensions/kept-for-undo.test.ts',
  'server/test/extensions/moved-feeds.test.ts',
  'server/test/extensions/preview.test.ts',
  'server/test/extensions/transfer-readers.test.ts',
  'server/test/extensions/transfer-saved.test.ts',
  'server/test/feed-lists.test.ts',
];

/** Those of the test files (relative to `root`) that are run on each database. */
export function storeTests(root: string, files: readonly string[]): string[] {
  const opensStores = resolve(root, OPENS_STORES);
  return files
    .filter((file) => !ON_SQLITE_ALONE.includes(file))
    .filter((file) => !file.startsWith(BROWSER) || ON_EACH_DATABASE.includes(file))
    .filter((file) => reachedFrom(resolve(root, file)).has(opensStores));
}
