import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { untilWaitedFor } from '../../accounts/testing/meanwhile.ts';
import type { TransferPart } from '../../model/transfer.ts';
import { sql } from '../../store/sql.ts';
import { repeated } from '../../store/testing/repeated.ts';
import { someUser } from '../../store/testing/rows.ts';
import { spiedStore } from '../../store/testing/spied-store.ts';
import { findState, insertImport, openImport } from '../../store/transfer/imports.ts';
import { dropHalfImports } from './drop-import.ts';
import { importLimits } from './limits.ts';
import { Loading } from './load.ts';
import { noteOf } from './notes.ts';

test('nothing of a document is lost if a transaction has to be repeated', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const again = repeated(store);
  const id = await store.write(async (tx) => insertImport(tx, await someUser(tx, 'ines'), 'opml'));
  const loading = new Loading(id);
  const note = noteOf('too-many-feeds', 1);
  await again.write((tx) => loading.store(tx, [feed('a', ['One']), feed('b', ['One', 'Two'])]));
  await again.write((tx) => loading.store(tx, [feed('a', ['Three']), feed('c', []), { part: 'note', note }]));
  const feeds = await store.read((tx) =>
    tx.all<{ url: string; groups: string }>(
      sql`SELECT url, groups FROM import_feeds WHERE import_id = ${id} ORDER BY place`,
    ),
  );
  assert.deepEqual(
    feeds.map(({ url, groups }) => [url, JSON.parse(groups)]),
    [
      ['https://a.example/', ['One', 'Three']],
      ['https://b.example/', ['One', 'Two']],
      ['https://c.example/', []],
    ],
  );
  const groups = await store.read((tx) =>
    tx.all<{ title: string }>(sql`SELECT title FROM import_groups WHERE import_id = ${id} ORDER BY place`),
  );
  assert.deepEqual(
    groups.map(({ title }) => title),
    ['One', 'Two', 'Three'],
  );
  assert.deepEqual(loading.notes, [note]);
});

test('an import that is opened just when it would be dropped as half handed in stays', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const id = await store.write(async (tx) => insertImport(tx, await someUser(tx, 'ines'), 'opml'));
  await clock.advance(importLimits.loadingMs + 1);
  const held = untilWaitedFor(store, 1, () => dropHalfImports(store));
  await held.store.write((tx) => openImport(tx, id));
  await held.begun;
  assert.equal(await store.read((tx) => findState(tx, id)), 'waiting');
});

test('the feeds of a document are not stored with a statement for each, also if it names one again', async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const id = await real.write(async (tx) => insertImport(tx, await someUser(tx, 'ines'), 'opml'));
  const { store, spied } = spiedStore(real);
  const loading = new Loading(id);
  const many = Array.from({ length: 250 }, (_, n) => feed(`${n}`, ['One']));
  await store.write((tx) => loading.store(tx, [...many, feed('0', ['Two']), feed('last', [])]));
  const [first, ...others] = await real.read((tx) =>
    tx.all<{ url: string; groups: string }>(sql`SELECT url, groups FROM import_feeds ORDER BY place`),
  );
  assert.deepEqual(first, { ...first, url: 'https://0.example/', groups: '["One","Two"]' });
  assert.equal(others.length, 250);
  assert.equal(others.at(-1)?.url, 'https://last.example/');
  assert.ok(spied.runs < 10, `${spied.runs} statements`);
});

test('of what is too much of a document nothing is stored, and each limit is noted once; groups alone are something', {
  skip: isOnPostgres,
}, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const id = await store.write(async (tx) => insertImport(tx, await someUser(tx, 'ines'), 'opml'));
  const loading = new Loading(id);
  const { feeds, groups, groupsOfFeed } = importLimits;
  const titles = Array.from({ length: groups + 1 }, (_, n) => `${n}`);
  const lone = titles.map((title): TransferPart => ({ part: 'group', title }));
  await store.write((tx) => loading.store(tx, lone));
  assert.equal(loading.isEmpty, false);
  const some = Array.from({ length: feeds - 2 }, (_, n) => feed(`${n}`, []));
  const item: TransferPart = { part: 'item', item: { feedUrl: 'https://unknown.example/', starred: true } };
  const parts = [feed('many', titles), ...some, feed('last', titles.slice(-2)), feed('more', []), item];
  await store.write((tx) => loading.store(tx, parts));
  const stored = await store.read((tx) =>
    tx.all<{ count: number }>(sql`
      SELECT count(*) AS count FROM import_groups UNION ALL SELECT count(*) FROM import_feeds
      UNION ALL SELECT json_array_length(groups) FROM import_feeds WHERE groups <> '[]'
      UNION ALL SELECT count(*) FROM import_items`),
  );
  assert.deepEqual(
    stored.map(({ count }) => count),
    [groups, feeds, groupsOfFeed, 1, 0],
  );
  assert.deepEqual(loading.notes, [
    noteOf('too-many-groups', groups),
    noteOf('too-many-groups', groupsOfFeed),
    noteOf('too-many-feeds', feeds),
  ]);
});

function feed(name: string, groups: string[]): TransferPart {
  return { part: 'feed', feed: { url: `https://${name}.example/`, groups } };
}
