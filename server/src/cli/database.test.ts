import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryStore } from '../../test/temporary-store.ts';
import { systemClock } from '../clock.ts';
import { sql } from '../store/sql.ts';
import { someFeed, someUser } from '../store/testing/rows.ts';
import { typed } from './testing/typed.ts';

test('an instance is moved with one command, which says what it has done', async (t) => {
  const from = await temporaryStore(t, systemClock);
  const to = await temporaryStore(t, systemClock);
  await from.store.write(async (tx) =>
    someFeed(tx, await someUser(tx, 'ines'), { url: 'https://one.example/feed', count: 5 }),
  );
  const words = ['database', 'copy', '--from', from.address, '--to', to.address];
  const { code, out, err } = await typed(words);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^copied users: 1 rows$/m);
  assert.match(out, /^compared items: 5 rows$/m);
  assert.match(out, /^Copied and compared \d+ rows of \d+ tables$/m);
  const items = await to.store.read((tx) => tx.all(sql`SELECT id FROM items`));
  assert.equal(items.length, 5);
  const again = await typed(words);
  assert.deepEqual(
    [again.code, again.err],
    [1, 'Cannot copy the database: the target holds an instance already; give an empty database\n'],
  );
});

test('a copy wants two addresses that differ', async (t) => {
  const { address } = await temporaryStore(t, systemClock);
  const half = await typed(['database', 'copy', '--from', address]);
  assert.deepEqual(
    [half.code, half.err],
    [2, 'Cannot database copy: it takes --from ADDRESS and --to ADDRESS\n'],
  );
  const same = await typed(['database', 'copy', '--from', address, '--to', address]);
  assert.deepEqual([same.code, same.err], [1, 'Cannot copy the database: both addresses are the same\n']);
});
