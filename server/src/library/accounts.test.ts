import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { sql } from '../store/sql.ts';
import type { ReadTx, Store } from '../store/store.ts';
import { someFeed } from '../store/testing/rows.ts';
import { spiedStore } from '../store/testing/spied-store.ts';
import { forgetGoneUsers, removeAccount } from './accounts.ts';
import { goneItemsAtOnce } from './limits.ts';
import { refusal, someLibrary } from './testing/some-library.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has one writer at a time' };

test('a large account is gone at once, and its items are removed after it in portions', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const feed = { url: 'https://large.example/', count: 2 * goneItemsAtOnce + 7 };
  await library.store.write((tx) => someFeed(tx, ines.userId, feed));
  const { store, spied } = spiedStore(library.store);
  await removeAccount({ ...library, store }, ines.userId);
  assert.deepEqual(await library.store.read(owners), [otto.userId]);
  assert.ok(spied.mostChanged <= goneItemsAtOnce + 10, `${spied.mostChanged} rows in one transaction`);
});

test('items that the end of the process left of an account are removed later', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const dying: Store = { ...library.store };
  let writes = 0;
  dying.write = (fn, options) =>
    ++writes > 1 ? Promise.reject(new Error('killed')) : library.store.write(fn, options);
  await assert.rejects(removeAccount({ ...library, store: dying }, ines.userId), /killed/);
  await assert.rejects(removeAccount(library, ines.userId), refusal('not-found', /no such user/));
  assert.deepEqual(await library.store.read(owners), [ines.userId, otto.userId]);
  await forgetGoneUsers(library);
  assert.deepEqual(await library.store.read(owners), [otto.userId]);
  await forgetGoneUsers(library);
});

test('an account goes at the first try, though somebody is just writing to it', onPostgres, async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const locked = Promise.withResolvers<number>();
  const going = Promise.withResolvers<void>();
  // A visit tells everybody who has a copy of a post, whether they follow its source or not.
  const telling = store.write(async (tx) => {
    await lockSequence(tx, ines.userId);
    locked.resolve((await tx.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))?.pid ?? 0);
    await going.promise;
    await appendChange(tx, ines.userId, 'items.edited', [1]);
  });
  const pid = await locked.promise;
  let tries = 0;
  const counted: Store = {
    ...store,
    write: (fn, options) =>
      store.write((tx) => {
        if (options?.isLong) tries++;
        return fn(tx);
      }, options),
  };
  const removed = removeAccount({ ...library, store: counted }, ines.userId);
  const isWaiting = sql`SELECT 1 AS is FROM pg_stat_activity WHERE CAST(${pid} AS INTEGER) = ANY(pg_blocking_pids(pid))`;
  while (!(await store.read((tx) => tx.get(isWaiting))));
  going.resolve();
  await Promise.all([telling, removed]);
  assert.equal(tries, 1);
});

async function owners(tx: ReadTx): Promise<number[]> {
  const text = 'SELECT DISTINCT user_id AS id FROM items ORDER BY user_id';
  return (await tx.all<{ id: number }>({ text, values: [] })).map(({ id }) => id);
}
