import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { temporaryFile } from '../../test/temporary-sqlite.ts';
import { systemClock } from '../clock.ts';
import { openStore } from '../store/open.ts';
import { typed } from './testing/typed.ts';

test('what a backup cannot do it says in a sentence, with an exit code that a timer understands', async () => {
  const environment = { COURANT_DATABASE: temporaryFile() };
  const failed = await typed(['backup'], environment);
  assert.equal(failed.code, 1);
  assert.match(failed.err, /^Cannot back up: there is no database at .*\n$/);
  for (const [words, message] of [
    [['--keep', 'none'], 'Cannot back up: --keep must be a whole number from 1 to 999999\n'],
    // As typed with a variable that is not set.
    [['--to', ''], 'Cannot back up: --to is empty, must be a file or a folder\n'],
  ] as const) {
    const mistyped = await typed(['backup', ...words], environment);
    assert.deepEqual([mistyped.code, mistyped.err], [2, message]);
  }
});

test('a backup that is asked to stop does, and leaves nothing behind', async () => {
  const address = temporaryFile();
  await (await openStore(address, systemClock)).close();
  // In the tests the process is asked to stop from the beginning.
  const { code, err } = await typed(['backup'], { COURANT_DATABASE: address });
  assert.deepEqual([code, err], [1, 'Cannot back up: it was stopped\n']);
  assert.deepEqual(readdirSync(`${dirname(address.slice('file:'.length))}/backups`), []);
});
