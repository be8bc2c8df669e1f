import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ON_SQLITE_ALONE, storeTests } from './store-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('tests that open a store are run on each database, but for those that are named', () => {
  const onBoth = 'server/src/store/items/item-lists.test.ts';
  const others = ['server/src/formats/opml.test.ts', 'server/test/browser/reader.test.ts'];
  assert.deepEqual(storeTests(root, [onBoth, ...ON_SQLITE_ALONE, ...others]), [onBoth]);
});

test('each file that is left to SQLite is there', () => {
  assert.deepEqual(
    ON_SQLITE_ALONE.filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test('no file that is left to SQLite has something to test on PostgreSQL alone', () => {
  const asks = (file: string): boolean => readFileSync(join(root, file), 'utf8').includes('isOnPostgres');
  assert.deepEqual(ON_SQLITE_ALONE.filter(asks), []);
});
