import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadTx, Store } from '../store/store.ts';
import { someFeed } from '../store/testing/rows.ts';
import { spiedStore } from '../store/testing/spied-store.ts';
import { forgetGoneUsers, removeAccount } from './accounts.ts';
import { goneItemsAtOnce } from './limits.ts';
import { refusal, someLibrary } from './testing/some-library.ts';

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

async function owners(tx: ReadTx): Promise<number[]> {
  const text = 'SELECT DISTINCT user_id AS id FROM items ORDER BY user_id';
  return (await tx.all<{ id: number }>({ text, values: [] })).map(({ id }) => id);
}
