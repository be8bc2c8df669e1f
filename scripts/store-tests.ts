// Which test files are run on each database: those whose imports lead to temporary-store.ts, but for those named here.
import { resolve } from 'node:path';
import { reachedFrom } from './imports.ts';

const OPENS_STORES = 'server/test/temporary-store.ts';

const BROWSER = 'server/test/browser/';
/** The tests without a browser run every statement of the reader; one journey shows that its pages work (docs/notes/test-suite.md). */
const ON_EACH_DATABASE = [`${BROWSER}journey.test.ts`];

/**
 * What these examine does not depend on the database, and every statement that they run is run on both by others. They were a third of
 * the time on PostgreSQL (docs/notes/test-suite.md).
 */
export const ON_SQLITE_ALONE: readonly string[] = [
  'server/src/crawler/articles/step.test.ts',
  'server/src/crawler/asking/address-to-try.test.ts',
  'server/src/crawler/asking/moving.test.ts',
  'server/src/crawler/asking/politeness.test.ts',
  'server/src/crawler/asking/redirected-hosts.test.ts',
  'server/src/crawler/asking/turn-elsewhere.test.ts',
  'server/src/crawler/asking/validators.test.ts',
  'server/src/crawler/courtesy.test.ts',
  'server/src/crawler/following/discovery-requests.test.ts',
  'server/src/crawler/following/follow-gone.test.ts',
  'server/src/crawler/following/follow-patience.test.ts',
  'server/src/crawler/following/follow.test.ts',
  'server/src/crawler/following/led-before.test.ts',
  'server/src/crawler/following/named-by-itself.test.ts',
  'server/src/crawler/following/recent-refusals.test.ts',
  'server/src/crawler/icons/icon-pace.test.ts',
  'server/src/crawler/icons/icons.test.ts',
  'server/src/crawler/identity/another-feed.test.ts',
  'server/src/crawler/identity/identity-unguided.test.ts',
  'server/src/crawler/identity/identity.test.ts',
  'server/src/crawler/identity/newest-first.test.ts',
  'server/src/crawler/identity/not-readdressed.test.ts',
  'server/src/crawler/identity/readdressed.test.ts',
  'server/src/crawler/identity/with-words.test.ts',
  'server/src/crawler/images/fetch-image.test.ts',
  'server/src/crawler/reading/long-documents.test.ts',
  'server/src/crawler/reading/reread.test.ts',
  'server/src/crawler/schedule/health.test.ts',
  'server/src/crawler/schedule/put-off.test.ts',
  'server/src/crawler/schedule/replan.test.ts',
  'server/src/crawler/schedule/skipped-hours.test.ts',
  'server/src/crawler/slow-reading.test.ts',
  'server/src/crawler/turned-away.test.ts',
  'server/src/http/oauth/register.test.ts',
  'server/src/http/oauth/token-services.test.ts',
  'server/src/http/pages/about-bot.test.ts',
  'server/src/http/pages/authorize.test.ts',
  'server/src/http/pages/languages.test.ts',
  'server/src/http/pages/lite.test.ts',
  'server/src/http/pages/pages.test.ts',
  'server/src/http/pages/security.test.ts',
  'server/src/http/reader/routes.test.ts',
  'server/test/compat/fever.test.ts',
  'server/test/compat/greader-access.test.ts',
  'server/test/compat/greader-habits.test.ts',
  'server/test/compat/greader-marks.test.ts',
  'server/test/compat/journal-doers.test.ts',
  'server/test/compat/long-queries.test.ts',
  'server/test/compat/long-texts.test.ts',
  'server/test/compat/recorded.test.ts',
  'server/test/contract/errors.test.ts',
  'server/test/contract/extensions.test.ts',
  'server/test/contract/limits.test.ts',
  'server/test/contract/reasons.test.ts',
  'server/test/contract/scopes.test.ts',
  'server/test/contract/service-urls.test.ts',
  'server/test/contract/sign-out.test.ts',
  'server/test/extensions/kept-for-undo.test.ts',
  'server/test/extensions/moved-feeds.test.ts',
  'server/test/extensions/preview.test.ts',
  'server/test/extensions/transfer-readers.test.ts',
  'server/test/extensions/transfer-saved.test.ts',
  'server/test/feed-addresses.test.ts',
  'server/test/feed-lists.test.ts',
  'server/test/oauth-faults.test.ts',
  'server/test/websub-rules.test.ts',
];

/** Those of the test files (relative to `root`) that are run on each database. */
export function storeTests(root: string, files: readonly string[]): string[] {
  const opensStores = resolve(root, OPENS_STORES);
  return files
    .filter((file) => !ON_SQLITE_ALONE.includes(file))
    .filter((file) => !file.startsWith(BROWSER) || ON_EACH_DATABASE.includes(file))
    .filter((file) => reachedFrom(resolve(root, file)).has(opensStores));
}
