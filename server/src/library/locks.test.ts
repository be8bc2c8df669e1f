// On a database with many writers, taking locks in two different orders deadlocks: this checks the order in the statements.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { type Bench, bench, rss } from '../crawler/testing/bench.ts';
import { emptyMemory } from '../model/source.ts';
import { newestPosts } from '../store/sources/posts.ts';
import { type Sql, sql } from '../store/sql.ts';
import type { Store, WriteTx } from '../store/store.ts';
import { someUser } from '../store/testing/rows.ts';
import { removeAccount } from './accounts.ts';
import { updateFeed } from './feed-settings.ts';
import { follow, unfollow } from './feeds.ts';
import { setArticles } from './full-text.ts';
import { createGroup } from './groups.ts';
import { repairFeed } from './health.ts';
import type { Library } from './library.ts';
import { setPolicy } from './retention.ts';
import { libraryOf } from './testing/some-library.ts';
import { startImport } from './transfer/imports.ts';
import { readPortions } from './transfer/reading.ts';

const A = 'https://a.example/feed';
const B = 'https://b.example/feed';

const list = `<opml version="2.0"><body><outline text="News"><outline type="rss" xmlUrl="${B}"/></outline></body></opml>`;

const acts: [what: string, act: (some: Some) => Promise<unknown>][] = [
  ['starts to follow', (s) => follow(s.library, s.ada, { address: A, groupIds: [] })],
  ['stops following', (s) => unfollow(s.library, s.ines, s.feedA)],
  ['names an interval', (s) => updateFeed(s.library, s.ines, s.feedA, { intervalMs: 3_600_000 })],
  ['wants articles', (s) => setArticles(s.library, s.ines, { feedId: s.feedA, wanted: true })],
  ['keeps a feed that is gone', keepGone],
  [
    'says how long to keep',
    (s) => setPolicy(s.library, s.ines, { feedId: s.feedA, policy: { keep: 'forever' } }),
  ],
  ['makes a group', (s) => createGroup(s.library, s.ines, { title: 'News', feedIds: [s.feedA] })],
  ['imports a list', (s) => startImport(withImports(s), s.ines, new TextEncoder().encode(list))],
  ['goes', (s) => removeAccount(s.library, s.ines)],
];

for (const [what, act] of acts) {
  test(`whoever ${what} takes the plans of sources first, then the own counter, and then all else`, async (t) => {
    const some = await someFollower(t);
    some.taken.length = 0;
    await some.b.wait(act(some));
    const counter = some.taken.indexOf('counter');
    assert.ok(counter < some.taken.concat('host').indexOf('host'), `${some.taken}`);
    assert.ok(
      counter > 0 && some.taken.slice(0, counter).every((lock) => lock === 'plan' || lock === 'begin'),
      `${some.taken}`,
    );
  });
}

test('a record takes the plan of the source, the counters of its followers, its host, and then the counter of items', async (t) => {
  const some = await someFollower(t);
  some.b.web.serve(A, rss([2, 1]));
  some.taken.length = 0;
  const crawler = some.b.open({ store: some.library.store });
  await some.b.clock.advance(86_400_000);
  await some.b.wait(crawler.refresh(some.sourceA));
  const firsts = [...new Set(some.taken)].filter((lock) => lock !== 'begin');
  assert.deepEqual(firsts, ['plan', 'counter', 'host', 'items']);
});

test('an article that was fetched takes the counters of those who have its post, and then its host', async (t) => {
  const some = await someFollower(t);
  const { store } = some.library;
  const [post] = await store.read((tx) => newestPosts(tx, some.sourceA, 1));
  some.b.web.serve(
    post?.url ?? '',
    `<article><p>${'Words of a story, with a comma in it. '.repeat(20)}</p></article>`,
  );
  const crawler = some.b.open({ store });
  some.taken.length = 0;
  assert.deepEqual(await some.b.wait(crawler.fetchArticle(post?.id ?? 0)), { kind: 'kept' });
  // Other transactions, which ask for the rules of its site, take the host alone.
  const begun = some.taken.lastIndexOf('begin', some.taken.indexOf('counter'));
  assert.deepEqual(some.taken.slice(begun + 1, begun + 3), ['counter', 'host']);
});

interface Some {
  b: Bench;
  library: Library;
  /** A user who follows A and B. */
  ines: number;
  ada: number;
  feedA: number;
  sourceA: number;
  /** What was locked, in order. */
  taken: ('begin' | 'plan' | 'counter' | 'host' | 'items' | 'row')[];
}

async function someFollower(t: TestContext): Promise<Some> {
  const b = await bench(t);
  for (const url of [A, B]) b.web.serve(url, rss([1]));
  const taken: Some['taken'] = [];
  const store = watched(b.store, taken);
  const library = await libraryOf(store, b.crawler);
  const [ines = 0, ada = 0] = await store.write(async (tx) => [
    await someUser(tx, 'ines'),
    await someUser(tx, 'ada'),
  ]);
  await b.wait(follow(library, ines, { address: B, groupIds: [] }));
  const { id, sourceId } = await b.wait(follow(library, ines, { address: A, groupIds: [] }));
  return { b, library, ines, ada, feedA: id, sourceA: sourceId, taken };
}

async function keepGone({ library, ines, feedA, sourceA }: Some): Promise<void> {
  await library.store.write(async (tx) => {
    const memory = { ...emptyMemory(), state: 'gone' };
    await tx.run(sql`UPDATE sources SET details = ${JSON.stringify(memory)} WHERE id = ${sourceA}`);
    await tx.run(sql`UPDATE schedules SET failures = 1 WHERE source_id = ${sourceA}`);
  });
  await repairFeed(library, ines, { id: feedA, keep: true, address: undefined });
}

function withImports({ library, b }: Some): Library {
  const read: Library['imports']['read'] = (bytes) =>
    readPortions(bytes, b.clock, new AbortController().signal);
  return { ...library, imports: { ...library.imports, read, wake: () => {} } };
}

/** Records what the statements of each writer would lock. */
function watched(store: Store, taken: Some['taken']): Store {
  const note = ({ text }: Sql): void => {
    const words = text.replace(/\s+/g, ' ').trim();
    // SQLite locks its file.
    if (isOnPostgres && /^SELECT (?!.* FOR (NO KEY )?UPDATE\b)/.test(words)) return;
    if (/^SELECT source_id FROM schedules WHERE source_id = \?( FOR UPDATE)?$/.test(words))
      taken.push('plan');
    if (/^(UPDATE|INSERT INTO|DELETE FROM) schedules/.test(words)) taken.push('plan');
    if (/change_counters|^DELETE FROM users/.test(words)) taken.push('counter');
    if (/^UPDATE counters/.test(words)) taken.push('items');
    if (/^INSERT INTO (groups|feed_wishes) /.test(words)) taken.push('row');
    if (/^SELECT lease\b.* FROM hosts WHERE id = \?( FOR UPDATE)?$/.test(words)) taken.push('host');
  };
  const watch = (tx: WriteTx): WriteTx =>
    new Proxy(tx, {
      get(target, name: keyof WriteTx) {
        const value = target[name];
        if (typeof value !== 'function') return value;
        return (...given: [Sql]) => {
          if (['get', 'getApart', 'all', 'run'].includes(name)) note(...given);
          return Reflect.apply(value, target, given);
        };
      },
    });
  return {
    ...store,
    write: (fn) =>
      store.write((tx) => {
        taken.push('begin');
        return fn(watch(tx));
      }),
  };
}
