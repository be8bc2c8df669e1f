import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { temporaryFile } from '../../test/temporary-sqlite.ts';
import { emptyDatabase, isOnPostgres } from '../../test/temporary-store.ts';
import { systemClock } from '../clock.ts';
import { openStore } from '../store/open.ts';
import { someFeed, someUser } from '../store/testing/rows.ts';
import { typed } from './testing/typed.ts';

test('what a backup cannot do it says in a sentence, with an exit code that a timer understands', async () => {
  const environment = { COURANT_DATABASE: temporaryFile() };
  const failed = await typed(['backup'], environment);
  assert.equal(failed.code, 1);
  assert.match(failed.err, /^Cannot back up: there is no database at .*\n$/);
  const number = 'Cannot back up: --keep must be a whole number from 1 to 999999\n';
  for (const [words, message] of [
    [['--keep', 'none'], number],
    [['--keep=-1'], number],
    [['--keep', '1e6'], number],
    // As typed with a variable that is not set.
    [['--to', ''], 'Cannot back up: --to is empty, must be a file or a folder\n'],
    [
      ['--to', 'one.db', '--keep', '2'],
      'Cannot back up: --keep needs a folder in which backups bear names of their own\n',
    ],
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

test('somebody who watches sees each table that holds anything when it is done; it is no part of the output', async (t) => {
  const from = temporaryFile();
  const store = await openStore(from, systemClock);
  await store.write(async (tx) =>
    someFeed(tx, await someUser(tx, 'ines'), { url: 'https://one.example/feed', count: 5 }),
  );
  await store.close();
  let seen = '';
  const watching = {
    stopped: new Promise<void>(() => {}),
    watched: (text: string) => {
      seen += text;
    },
  };
  const file = join(temporaryFolder(t), 'backup.db');
  const made = await typed(['backup', '--to', file], { COURANT_DATABASE: from }, '', watching);
  assert.deepEqual([made.code, made.err], [0, '']);
  assert.match(made.out, /^Backed up \d+ rows of \d+ tables, restored and compared: .*\n$/);
  assert.match(seen, /^read items: 5 rows\n(.*\n)*compared items: 5 rows\n(.*\n)*compared users: 1 row\n$/m);
  seen = '';
  const restored = await typed(['restore', file], { COURANT_DATABASE: await emptyDatabase() }, '', watching);
  assert.deepEqual([restored.code, restored.err], [0, '']);
  assert.match(restored.out, /^Restored \d+ rows of \d+ tables from .*\n$/);
  assert.match(seen, isOnPostgres ? /^copied items: 5 rows$/m : /^compared items: 5 rows$/m);
});
