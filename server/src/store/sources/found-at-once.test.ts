// A handful of rows among very many is found by an index of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { listAdmins, lockAdmins } from '../accounts/users.ts';
import { tablesOf } from '../copy/tables.ts';
import { shelveOtherPosts } from '../items/shelved-items.ts';
import { giveFeedsThatAreAway } from '../journal.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { scansOf, spiedStore } from '../testing/spied-store.ts';
import { oldImports } from '../transfer/imports.ts';
import { putOffArticles } from './articles.ts';

const asked: [string, (tx: WriteTx) => Promise<unknown>][] = [
  ['who administers the instance', listAdmins],
  ['the same, for a change', lockAdmins],
  ['old imports', (tx) => oldImports(tx, 1, 10)],
  ['articles of a source, to be put off', (tx) => putOffArticles(tx, 1, 2)],
  ['feeds that are away and hold posts', (tx) => shelveOtherPosts(tx, new Map([[1, 2]]))],
  ['feeds that are away and show a source', (tx) => giveFeedsThatAreAway(tx, 1, 2)],
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

test('what goes takes along what points to it without a search through the rest', {
  skip: isOnPostgres && 'PostgreSQL reads small tables whole',
}, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const searched = await store.read(async (tx) => {
    const found: string[] = [];
    for (const { name } of await tablesOf(tx)) {
      for (const column of await pointing(tx, name)) {
        const plan = await ask<{ detail: string }>(
          tx,
          `EXPLAIN QUERY PLAN SELECT 1 FROM ${name} WHERE ${column} = 1`,
        );
        if (plan.some(({ detail }) => detail.startsWith('SCAN'))) found.push(`${name}.${column}`);
      }
    }
    return found;
  });
  assert.deepEqual(searched, []);
});

async function pointing(tx: ReadTx, table: string): Promise<string[]> {
  return (await ask<{ from: string }>(tx, `PRAGMA foreign_key_list(${table})`)).map(({ from }) => from);
}

function ask<Row>(tx: ReadTx, text: string): Promise<Row[]> {
  return tx.all<Row>({ text, values: [] });
}
