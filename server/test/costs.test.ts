// What requests may cost, counted and not timed: statements, rows and bytes. The same with few items and with many.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { WholeResponse } from '../src/http/whole-response.ts';
import type { ReadTx, Store, WriteTx } from '../src/store/store.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from './house.ts';
import { isOnPostgres } from './temporary-store.ts';

interface Cost {
  statements: number;
  /** Rows read by them together. */
  rows: number;
}

/**
 * The cost when nothing is cached: one statement finds the caller and the latest of their changes, one the ids of a page (and one more
 * row, which says that there are further items), one its items with their posts.
 */
const budgets: Record<string, Cost> = {
  'GET /api/v1/items?limit=20': { statements: 3, rows: 42 },
  'GET /api/v1/items?limit=20&only=unread': { statements: 3, rows: 42 },
  'GET /api/v1/items?limit=20&max_id=30': { statements: 4, rows: 43 },
  'GET /api/v1/feeds/1/items?limit=20': { statements: 4, rows: 43 },
  'GET /api/v1/groups/1/items?limit=20': { statements: 5, rows: 45 },
  'GET /api/v1/items/5': { statements: 2, rows: 2 },
  'GET /api/v1/feeds': { statements: 4, rows: 6 },
  'GET /api/app.courant.sync/v1/counts': { statements: 3, rows: 4 },
  'POST /api/v1/items/7/read': { statements: 8, rows: 6 },
  'POST /api/v1/items/read?ids=11,12,13,14,15,16,17,18,19,20': { statements: 11, rows: 16 },
};
/** Bytes of an item in a list, without the content of its post. */
const ITEM_BYTES = 500;

test('requests take as many statements and rows as they may, however many items there are', async (t) => {
  const [few, many] = [await open(t, 60), await open(t, 180)];
  for (const [request, most] of Object.entries(budgets)) {
    const [small, large] = [await few.costOf(request), await many.costOf(request)];
    assert.deepEqual(large, small, `${request} depends on how many items there are`);
    assert.ok(
      small.statements <= most.statements && small.rows <= most.rows,
      `${request} takes ${small.statements} statements and ${small.rows} rows, may take ${most.statements} and ${most.rows}`,
    );
  }
});

test('the description of the interface, which anybody may ask for, is made and packed once', {
  skip: isOnPostgres,
}, async (t) => {
  const house = await testHouse(t);
  const bytesOf = async (headers: Record<string, string>): Promise<Uint8Array | undefined> => {
    const answer = await house.ask('/api/v1/openapi.json', { headers });
    return (answer instanceof WholeResponse && answer.whole) || undefined;
  };
  const plain = await bytesOf({});
  assert.ok(plain && plain === (await bytesOf({})));
  const packed = await bytesOf({ 'Accept-Encoding': 'gzip' });
  assert.ok(packed && packed === (await bytesOf({ 'Accept-Encoding': 'gzip' })));
  assert.ok(packed.length < plain.length / 4, `${packed.length} of ${plain.length} bytes`);
  assert.deepEqual(gunzipSync(packed), Buffer.from(plain));
});

test('of feeds that were listed before only numbers are read, and whole those that have changed', async (t) => {
  const { ask, costOf } = await open(t, 40);
  const request = 'GET /api/v1/feeds';
  await ask(request, {});
  const again = await costOf(request);
  assert.ok(again.statements <= 3 && again.rows <= 4, JSON.stringify(again));
  await ask('POST /api/v1/items/7/read', {});
  const after = await costOf(request);
  assert.ok(after.statements <= 7 && after.rows <= 8, JSON.stringify(after));
});

test('in a file a page that has not changed is told without a statement', {
  skip: isOnPostgres,
}, async (t) => {
  const { costOf, etagOf } = await open(t, 40);
  const request = 'GET /api/v1/items?limit=20';
  const etag = await etagOf(request);
  const cost = await costOf(request, { 'If-None-Match': etag });
  assert.deepEqual(cost, { statements: 0, rows: 0 });
});

test('an item in a list is little more than its post', { skip: isOnPostgres }, async (t) => {
  const { ask } = await open(t, 40);
  const response = await ask('GET /api/v1/items?limit=20', {});
  const bytes = (await response.arrayBuffer()).byteLength;
  assert.ok(bytes < 20 * ITEM_BYTES, `${bytes} bytes for 20 items`);
});

async function open(t: TestContext, items: number) {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  for (const site of ['a', 'b']) {
    const posts = Array.from({ length: items / 2 }, (_, index) => ({
      guid: `${index}`,
      title: `Post ${index}`,
    }));
    await follow(house, ines.client, `https://${site}.example/feed`, posts);
  }
  await ines.client.groups.create({ title: 'Both', feedIds: [1, 2] });
  const cost: Cost = { statements: 0, rows: 0 };
  const { library, accounts } = house.house;
  library.store = counting(library.store, cost);
  accounts.store = library.store;
  const ask = asker(house, ines);
  return {
    ask,
    async costOf(request: string, headers: Record<string, string> = {}): Promise<Cost> {
      Object.assign(cost, { statements: 0, rows: 0 });
      const { status } = await ask(request, headers);
      assert.ok(status === 200 || status === 304, `${request} is answered with ${status}`);
      return { ...cost };
    },
    etagOf: async (request: string) => (await ask(request, {})).headers.get('ETag') ?? '',
  };
}

function asker(house: TestHouse, { accessToken }: SignedIn) {
  return (request: string, headers: Record<string, string>): Promise<Response> => {
    const [method = '', path = ''] = request.split(' ');
    return house.ask(path, { method, headers: { ...headers, Authorization: `Bearer ${accessToken}` } });
  };
}

function counting(store: Store, cost: Cost): Store {
  const counted = <Row extends object | undefined>(rows: readonly Row[]): void => {
    cost.statements++;
    cost.rows += rows.filter((row) => row !== undefined).length;
  };
  const reading = (tx: ReadTx): ReadTx => ({
    now: tx.now,
    dialect: tx.dialect,
    async all<Row>(statement: Parameters<ReadTx['all']>[0]) {
      const rows = await tx.all<Row>(statement);
      counted(rows as object[]);
      return rows;
    },
    async get<Row>(statement: Parameters<ReadTx['get']>[0]) {
      const row = await tx.get<Row>(statement);
      counted([row as object | undefined]);
      return row;
    },
  });
  const writing = (tx: WriteTx): WriteTx => ({
    ...reading(tx),
    run: (statement) => {
      counted([]);
      return tx.run(statement);
    },
    getApart: (statement) => {
      counted([]);
      return tx.getApart(statement);
    },
    arrival: () => tx.arrival(),
    isWaitedFor: () => tx.isWaitedFor(),
    onCommit: (fn) => tx.onCommit(fn),
    beforeCommit: (worker, some) => tx.beforeCommit(worker, some),
    afterwards: (fn) => tx.afterwards(fn),
    tellChanged: (userId) => tx.tellChanged(userId),
  });
  return {
    ...store,
    read: (fn) => store.read((tx) => fn(reading(tx))),
    write: (fn, options) => store.write((tx) => fn(writing(tx)), options),
  };
}
