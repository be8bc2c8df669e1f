import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { emptyDatabase, isOnPostgres } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { connectStore } from '../open.ts';
import { type Sql, sql } from '../sql.ts';
import { type ReadTx, type Store, type StoreOptions, StoreUnavailable, type WriteTx } from '../store.ts';
import { Statements } from './postgres-prepared.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has no server that plans' };

/** Enough for a statement to be prepared, and two more. */
const OFTEN = 7;

test('what is asked often is prepared, and nothing else, nor more than a server should keep', () => {
  const statements = new Statements();
  const names = (statement: Sql) => often(() => statements.of(statement, 0).name);
  const asked = sql`SELECT a FROM b WHERE c = ${1} AND d = ${2}`;
  assert.equal(statements.of(asked, 0).text, 'SELECT a FROM b WHERE c = $1 AND d = $2');
  assert.equal(statements.of(asked, 0).name, undefined);
  const [name] = names(asked).slice(-1);
  assert.match(name ?? '', /^courant_\w{40}$/);
  assert.equal(new Set(names(asked)).size, 1);
  assert.deepEqual(new Set(names(sql`BEGIN; SELECT 1`)), new Set([undefined]));
  const many = Array.from({ length: 300 }, (_, index) => ({ text: `SELECT ${index} + ?`, values: [1] }));
  const prepared = many.map((each) => names(each).at(-1)).filter((each) => each !== undefined);
  assert.equal(prepared.length, 199);
  assert.equal(names(asked).at(-1), name);
});

test('nothing is compiled, however dear the server thinks it is', onPostgres, async (t) => {
  const address = new URL(await emptyDatabase());
  // As servers are that can compile.
  address.searchParams.set('options', `${address.searchParams.get('options') ?? ''} -c jit=on`);
  const store = await connectStore(address.href, systemClock);
  t.after(() => store.close());
  const isCompiled = async (tx: ReadTx) => (await tx.get<{ jit: string }>(sql`SHOW jit`))?.jit;
  assert.deepEqual([await store.read(isCompiled), await store.write(isCompiled)], ['off', 'off']);
});

test('what is asked once an hour is not prepared', () => {
  const statements = new Statements();
  for (let hour = 0; hour < 24; hour++)
    assert.equal(statements.of(one, hour * 3_600_000).name, undefined, `after ${hour} hours`);
});

test('inserts of many rows, each number of which is another statement, are not prepared', () => {
  const statements = new Statements();
  const ofRows = (rows: number) => ({ text: `VALUES ${'(?), '.repeat(rows)}`, values: Array(rows).fill(1) });
  for (let rows = 1; rows <= 100; rows++)
    assert.equal(
      often(() => statements.of(ofRows(rows), 0).name).at(-1) === undefined,
      rows > 20,
      `${rows} rows`,
    );
});

test('of very many statements, as people search in ever new ways, only the latest are known, and all that are prepared', () => {
  const statements = new Statements();
  const asked = sql`SELECT a FROM b WHERE c = ${1}`;
  const name = often(() => statements.of(asked, 0).name).at(-1);
  for (let ways = 0; ways < 10_000; ways++) {
    statements.of({ text: `SELECT a FROM b WHERE c = ? OR d = ${ways}`, values: [1] }, 0);
    assert.ok(statements.known <= 1_000, `${statements.known} are known`);
  }
  assert.equal(statements.of(asked, 0).name, name);
});

test('two nodes give one statement one name', () => {
  const [one, other] = [new Statements(), new Statements()];
  other.of(sql`SELECT ${1}`, 0);
  const asked = sql`SELECT ${'a'}::text`;
  assert.equal(often(() => one.of(asked, 0)).at(-1)?.name, often(() => other.of(asked, 0)).at(-1)?.name);
});

test('what is asked of the server often it keeps prepared', onPostgres, async (t) => {
  const { store } = await someStore(t);
  await store.read(async (tx) => {
    for (const _ of often()) await tx.get(one);
    assert.deepEqual(await preparedIn(tx), ['SELECT $1::bigint AS one']);
  });
});

test('a store that does chores prepares nothing', onPostgres, async (t) => {
  const { store } = await someStore(t, { doesChores: true });
  await store.read(async (tx) => {
    for (const _ of often()) await tx.get(one);
    assert.deepEqual(await preparedIn(tx), []);
  });
});

test('where prepared statements are gone, the store goes on without them', onPostgres, async (t) => {
  const { store, notes } = await someStore(t);
  const insert = (tx: WriteTx) => tx.run(sql`INSERT INTO notes (text) VALUES (${'kept'})`);
  await store.write(async (tx) => {
    for (const _ of often()) await insert(tx);
    // As behind a pooler that sends each transaction to another server process.
    await tx.all(sql`DEALLOCATE ALL`);
    await insert(tx);
  });
  assert.equal(await notes(), OFTEN + 1);
  await store.read(async (tx) => {
    assert.deepEqual(await preparedIn(tx), []);
    for (const _ of often()) assert.deepEqual(await tx.get(one), { one: 1 });
    assert.deepEqual(await preparedIn(tx), []);
  });
});

test('a single statement, too, goes on where its prepared statement is gone', onPostgres, async (t) => {
  const { store } = await someStore(t);
  const single = <T>(fn: (tx: ReadTx) => Promise<T>) => store.read(fn, { isSingle: true });
  for (const _ of often()) await single((tx) => tx.get(one));
  await single((tx) => tx.all(sql`DEALLOCATE ALL`));
  assert.deepEqual(await single((tx) => tx.get(one)), { one: 1 });
});

test('the connection after a lost one prepares the statements again', onPostgres, async (t) => {
  const { store } = await someStore(t);
  const ask = () => store.read((tx) => tx.get(one), { isSingle: true });
  for (const _ of often()) await ask();
  const end = sql`SELECT pg_terminate_backend(pg_backend_pid())`;
  await assert.rejects(
    store.read((tx) => tx.all(end), { isSingle: true }),
    StoreUnavailable,
  );
  assert.deepEqual(await ask(), { one: 1 });
  await store.read(async (tx) => {
    await tx.get(one);
    assert.deepEqual(await preparedIn(tx), ['SELECT $1::bigint AS one']);
  });
});

test(
  'what is prepared already, by whoever had the server process before, stops nobody',
  onPostgres,
  async (t) => {
    const { store } = await someStore(t);
    const { text, name } = often(() => statements.of(one, 0)).at(-1) ?? { text: '' };
    let isFirst = true;
    const read = await store.read(async (tx) => {
      if (isFirst) await tx.all({ text: `PREPARE "${name}" AS ${text}`, values: [] });
      isFirst = false;
      for (const _ of often()) await tx.get(one);
      return tx.get(one);
    });
    assert.deepEqual(read, { one: 1 });
  },
);

test('a node that outlives a migration goes on without what it had prepared', onPostgres, async (t) => {
  const { store, notes } = await someStore(t);
  const read = (tx: ReadTx) => tx.get(sql`SELECT * FROM notes WHERE text = ${'kept'}`);
  const found = await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO notes (text) VALUES ('kept')`);
    for (const _ of often()) await read(tx);
    await tx.run(sql`ALTER TABLE notes ADD COLUMN more BIGINT`);
    return read(tx);
  });
  assert.deepEqual(found, { text: 'kept', more: null });
  assert.equal(await notes(), 1);
});

const statements = new Statements();
const one = sql`SELECT ${1}::bigint AS one`;

function often<T>(fn?: () => T): T[] {
  return Array.from({ length: OFTEN }, () => fn?.() as T);
}

async function preparedIn(tx: ReadTx): Promise<string[]> {
  const rows = await tx.all<{ statement: string }>(
    sql`SELECT statement FROM pg_prepared_statements WHERE NOT from_sql ORDER BY statement`,
  );
  return rows.map(({ statement }) => statement);
}

async function someStore(
  t: TestContext,
  options?: StoreOptions,
): Promise<{ store: Store; notes(): Promise<number> }> {
  const store = await connectStore(await emptyDatabase(), systemClock, options);
  t.after(() => store.close());
  await store.write((tx) => tx.run(sql`CREATE TABLE notes (text TEXT)`));
  return {
    store,
    async notes() {
      const row = await store.read((tx) =>
        tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM notes`),
      );
      return row?.count ?? 0;
    },
  };
}
