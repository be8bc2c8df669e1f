// What is a handful among very many is found by a tree of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../test/temporary-store.ts';
import { shelveOtherPosts } from './shelved-items.ts';
import type { WriteTx } from './store.ts';
import { scansOf, spiedStore } from './testing/spied-store.ts';
import { listAdmins, lockAdmins } from './users.ts';

const asked: [string, (tx: WriteTx) => Promise<unknown>][] = [
  ['who administers the instance', listAdmins],
  ['the same, for a change', lockAdmins],
  ['feeds that are away and hold posts', (tx) => shelveOtherPosts(tx, new Map([[1, 2]]))],
];

for (const [name, ask] of asked) {
  test(`${name}: nothing else is looked at`, {
    skip: isOnPostgres && 'PostgreSQL reads small tables whole',
  }, async (t) => {
    const { store, spied } = spiedStore((await temporaryStore(t, fakeClock())).store);
    await store.write(ask);
    const scans = await scansOf(store, spied);
    assert.deepEqual(
      scans.filter((scan) => !/^SCAN users USING (COVERING )?INDEX users_admins/.test(scan)),
      [],
    );
  });
}
