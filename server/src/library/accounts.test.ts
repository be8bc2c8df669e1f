import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockedBy, pidOf } from '../../test/blocked-by.ts';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { Refusal } from '../model/refusal.ts';
import { findUserById } from '../store/accounts/users.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { findSchedule, lockSchedule } from '../store/sources/schedules.ts';
import { sql } from '../store/sql.ts';
import type { ReadTx, Store, WriteTx } from '../store/store.ts';
import { someFeed, somePosts, someSource } from '../store/testing/rows.ts';
import { spiedStore } from '../store/testing/spied-store.ts';
import { forgetGoneUsers, removeAccount } from './accounts.ts';
import { goneItemsAtOnce, goneRowsAtOnce } from './limits.ts';
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

test('while the items of a large account are removed, another process finds the file free at one of its next tries', async (t) => {
  const { library, ines } = await someLibrary(t);
  const feed = { url: 'https://large.example/', count: 2 * goneItemsAtOnce + 7 };
  await library.store.write((tx) => someFeed(tx, ines.userId, feed));
  const pauses: number[] = [];
  let freeSince = 0;
  const store: Store = {
    ...library.store,
    async write(fn, options) {
      pauses.push(performance.now() - freeSince);
      const value = await library.store.write(fn, options);
      freeSince = performance.now();
      return value;
    },
  };
  await removeAccount({ store }, ines.userId);
  // The account, at once after it the plans of its sources, and its items in three portions.
  const [least] = pauses.slice(2).sort((a, b) => a - b);
  assert.equal(pauses.length, 5);
  assert.ok(least !== undefined && least >= 1, `free for ${least} ms`);
});

test('what hangs from the row of a large account goes in portions, and all of it comes back if it is refused', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const { store } = library;
  const many = 2 * goneRowsAtOnce + 7;
  const before = await store.read(countHanging);
  for (const { userId } of [ines, otto]) await store.write((tx) => muchOf(tx, userId, many));
  const hanging = await store.read(countHanging);
  assert.deepEqual(
    hanging,
    before.map((count) => count + 2 * many),
  );
  const refused = async (): Promise<void> => {
    throw new Refusal('cannot', 'No');
  };
  await assert.rejects(removeAccount(library, ines.userId, refused), refusal('cannot', /No/));
  assert.deepEqual(await store.read(countHanging), hanging);
  const most = watchRemoval(store);
  await removeAccount({ store: most.store }, ines.userId);
  const own = await store.read((tx) => changesOf(tx, otto.userId));
  assert.deepEqual(await store.read(countHanging), [own, ...hangingTables.slice(1).map(() => many)]);
  if (isOnPostgres) return;
  assert.ok(most.rows() <= goneRowsAtOnce, `${most.rows()} rows in one turn`);
  assert.equal(
    most.left(),
    own + (hangingTables.length - 1) * many,
    'nothing is left that would go with the row of the user',
  );
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
    locked.resolve(await pidOf(tx));
    await going.promise;
    await appendChange(tx, ines.userId, 'items.edited', [1]);
  });
  const pid = await locked.promise;
  const tries: number[] = [];
  const counted: Store = {
    ...store,
    write(fn, options) {
      const write = tries.push(0) - 1;
      return store.write((tx) => {
        tries[write] = (tries[write] ?? 0) + 1;
        return fn(tx);
      }, options);
    },
  };
  const removed = removeAccount({ ...library, store: counted }, ines.userId);
  await blockedBy(store, pid);
  going.resolve();
  await Promise.all([telling, removed]);
  assert.equal(tries[0], 1);
});

test(
  'an account goes while a visit holds the plan of one of its sources, which is visited no more afterwards',
  onPostgres,
  async (t) => {
    const { library, ines } = await someLibrary(t);
    const { store } = library;
    const { sourceId } = await store.write((tx) =>
      someFeed(tx, ines.userId, { url: 'https://own.example/', count: 1 }),
    );
    await store.write((tx) =>
      tx.run(sql`INSERT INTO schedules (source_id, host_id, next_visit_at)
    SELECT id, host_id, 1 FROM sources WHERE id = ${sourceId}`),
    );
    const locked = Promise.withResolvers<number>();
    const going = Promise.withResolvers<void>();
    const visit = store.write(async (tx) => {
      await lockSchedule(tx, sourceId);
      locked.resolve(await pidOf(tx));
      await going.promise;
    });
    const pid = await locked.promise;
    const removed = removeAccount(library, ines.userId);
    await blockedBy(store, pid);
    assert.equal(await store.read((tx) => findUserById(tx, ines.userId)), undefined);
    going.resolve();
    await Promise.all([visit, removed]);
    assert.equal((await store.read((tx) => findSchedule(tx, sourceId)))?.nextVisitAt, undefined);
  },
);

async function owners(tx: ReadTx): Promise<number[]> {
  const text = 'SELECT DISTINCT user_id AS id FROM items ORDER BY user_id';
  return (await tx.all<{ id: number }>({ text, values: [] })).map(({ id }) => id);
}

/** Changes of a user, removed, tagged and played items, wanted articles, and what imports have yet to do and what they wait for. */
async function muchOf(tx: WriteTx, userId: number, count: number): Promise<void> {
  const sourceId = await someSource(tx, `https://${userId}.example/`);
  const numbers = tx.dialect.numbers(await somePosts(tx, sourceId, count));
  await tx.run(sql`
    INSERT INTO changes (user_id, seq, kind, ids, at)
    SELECT ${userId}, 1000 + value, 'items.read', '[1]', 1 FROM (${numbers}) AS numbers`);
  await tx.run(sql`
    INSERT INTO removed_items (post_id, user_id) SELECT value, ${userId} FROM (${numbers}) AS numbers`);
  await tx.run(sql`INSERT INTO tags (user_id, title) VALUES (${userId}, 'many')`);
  await tx.run(sql`
    INSERT INTO item_tags (tag_id, item_id)
    SELECT t.id, value FROM tags t, (${numbers}) AS numbers WHERE t.user_id = ${userId}`);
  await tx.run(sql`
    INSERT INTO imports (user_id, kind, state, created_at) VALUES (${userId}, 'account', 'running', 1)`);
  await tx.run(sql`
    INSERT INTO import_items (import_id, feed_place, item)
    SELECT m.id, 0, '{}' FROM imports m, (${numbers}) AS numbers WHERE m.user_id = ${userId}`);
  await tx.run(sql`
    INSERT INTO awaited_posts (user_id, feed_id, item) SELECT ${userId}, 1, '{}' FROM (${numbers}) AS numbers`);
  await tx.run(sql`
    INSERT INTO played_items (item_id, user_id, positions) SELECT value, ${userId}, '[]' FROM (${numbers}) AS numbers`);
  await tx.run(sql`
    INSERT INTO wanted_articles (post_id, user_id) SELECT value, ${userId} FROM (${numbers}) AS numbers`);
}

const hangingTables = [
  'changes',
  'removed_items',
  'item_tags',
  'import_items',
  'awaited_posts',
  'played_items',
  'wanted_articles',
];

function countHanging(tx: ReadTx): Promise<number[]> {
  return Promise.all(
    hangingTables.map(async (table) => {
      const row = await tx.get<{ n: number }>({ text: `SELECT count(*) AS n FROM ${table}`, values: [] });
      return row?.n ?? 0;
    }),
  );
}

async function changesOf(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM changes WHERE user_id = ${userId}`);
  return row?.n ?? 0;
}

/** A store that notes the most rows that are removed in one turn of the event loop, and how many of all are left when the user's row goes. */
function watchRemoval(store: Store): { store: Store; rows(): number; left(): number } {
  let [inTurn, most, left] = [0, 0, 0];
  const write: Store['write'] = (fn, options) =>
    store.write((tx) => {
      const run: WriteTx['run'] = async (statement) => {
        const isRow = statement.text.includes('DELETE FROM users');
        if (isRow) left = (await countHanging(tx)).reduce((sum, count) => sum + count, 0);
        const rows: number = await Object.getPrototypeOf(tx).run.call(tx, statement);
        if (inTurn === 0) setImmediate(() => (inTurn = 0));
        inTurn += rows;
        most = Math.max(most, inTurn);
        return rows;
      };
      return fn(Object.assign(tx, { run }));
    }, options);
  return { store: { ...store, write }, rows: () => most, left: () => left };
}
