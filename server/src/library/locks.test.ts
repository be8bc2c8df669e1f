// On a database with many writers, taking locks in two different orders deadlocks: this checks the order in the statements.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Bench, bench, rss } from '../crawler/testing/bench.ts';
import type { Sql } from '../store/sql.ts';
import type { Store, WriteTx } from '../store/store.ts';
import { someUser } from '../store/testing/rows.ts';
import { removeAccount } from './accounts.ts';
import { updateFeed } from './feed-settings.ts';
import { follow, unfollow } from './feeds.ts';
import type { Library } from './library.ts';
import { libraryOf } from './testing/some-library.ts';

const A = 'https://a.example/feed';
const B = 'https://b.example/feed';

const acts: [what: string, act: (some: Some) => Promise<unknown>][] = [
  ['starts to follow', (s) => follow(s.library, s.ada, { address: A, groupIds: [] })],
  ['stops following', (s) => unfollow(s.library, s.ines, s.feedA)],
  ['names an interval', (s) => updateFeed(s.library, s.ines, s.feedA, { intervalMs: 3_600_000 })],
  ['goes', (s) => removeAccount(s.library, s.ines)],
];

for (const [what, act] of acts) {
  test(`whoever ${what} takes the plans of sources first, then the own counter, and then hosts`, async (t) => {
    const some = await someFollower(t);
    some.taken.length = 0;
    await some.b.wait(act(some));
    const counter = some.taken.indexOf('counter');
    assert.ok(counter < some.taken.concat('host').indexOf('host'), `${some.taken}`);
    assert.ok(counter > 0 && some.taken.slice(0, counter).every((lock) => lock === 'plan'), `${some.taken}`);
  });
}

test('a record takes the plan of the source, the counters of its followers, its host, and then the counter of items', async (t) => {
  const some = await someFollower(t);
  some.b.web.serve(A, rss([2, 1]));
  some.taken.length = 0;
  const crawler = some.b.open({ store: some.library.store });
  await some.b.clock.advance(86_400_000);
  await some.b.wait(crawler.refresh(some.sourceA));
  const firsts = [...new Set(some.taken)];
  assert.deepEqual(firsts, ['plan', 'counter', 'host', 'items']);
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
  taken: ('plan' | 'counter' | 'host' | 'items')[];
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

/** Records what the statements of each writer would lock. */
function watched(store: Store, taken: Some['taken']): Store {
  const note = ({ text }: Sql): void => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (/^SELECT source_id FROM schedules WHERE source_id = \?( FOR UPDATE)?$/.test(words))
      taken.push('plan');
    if (/^(UPDATE|INSERT INTO|DELETE FROM) schedules/.test(words)) taken.push('plan');
    if (/^(UPDATE|SELECT seq FROM) change_counters|JOIN change_counters|^DELETE FROM users/.test(words))
      taken.push('counter');
    if (/^UPDATE counters/.test(words)) taken.push('items');
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
  return { ...store, write: (fn) => store.write((tx) => fn(watch(tx))) };
}
