import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Crawler } from '../../crawler/crawler.ts';
import type { Sql } from '../../store/sql.ts';
import type { ReadTx, Store } from '../../store/store.ts';
import { failedFeeds, insertImportFeeds } from '../../store/transfer/import-parts.ts';
import { findState, insertImport, openImport } from '../../store/transfer/imports.ts';
import { someLibrary } from '../testing/some-library.ts';
import { runImport } from './import-run.ts';

const FEEDS = 30;

test('an import looks through all that it has left only when nothing can be tried at once', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { userId } = ines;
  const id = await library.store.write(async (tx) => {
    const job = await insertImport(tx, userId, 'opml');
    const feeds = Array.from({ length: FEEDS }, (_, place) => ({
      place,
      feed: { url: `https://${place}.example/`, groups: [] },
    }));
    await insertImportFeeds(tx, job, feeds);
    await openImport(tx, job);
    return job;
  });
  const { store, asked } = countingStore(library.store, /min\(not_before\)/);
  const follow: Crawler['follow'] = async () => ({
    kind: 'refused',
    reason: 'bad-address',
    sentence: 'It is gone',
  });
  await runImport(
    {
      store,
      clock,
      crawler: { ...library.crawler, follow },
      isClosing: () => false,
      failed: assert.ifError,
      news: () => new Promise(() => {}),
    },
    { id, userId },
  );
  const [state, failed] = await library.store.read(async (tx) => [
    await findState(tx, id),
    await failedFeeds(tx, id),
  ]);
  assert.deepEqual([state, failed?.length], ['done', FEEDS]);
  assert.ok(asked() < FEEDS / 2, `${asked()} times for ${FEEDS} feeds`);
});

/** A store that counts how often its transactions that only read ask for something. */
function countingStore(store: Store, what: RegExp): { store: Store; asked(): number } {
  let count = 0;
  const read: Store['read'] = (fn, options) =>
    store.read((tx) => {
      const get: ReadTx['get'] = (statement: Sql) => {
        if (what.test(statement.text)) count++;
        return tx.get(statement);
      };
      return fn({ now: tx.now, dialect: tx.dialect, all: (statement) => tx.all(statement), get });
    }, options);
  return { store: { ...store, read }, asked: () => count };
}
