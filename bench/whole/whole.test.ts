import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Budget, budgets, judge, unmeasured } from '../budgets.ts';
import { spreadOf } from '../crawl/figures.ts';
import { openConnection, requestOf } from './connection.ts';
import { type Figures, timesBare } from './figures.ts';
import { withSections } from './page.ts';
import { plotLists, plotVersus } from './plot.ts';
import { sectionsOf } from './table.ts';
import { contentOf } from './texts.ts';
import { shareOf } from './turns.ts';

const call = (
  kind: Figures['calls'][number]['kind'],
  what: string,
  small: number,
  large: number,
  { person = 'a reader', smallBytes = 60_000 } = {},
): Figures['calls'][number] => ({
  database: 'file',
  person,
  what,
  kind,
  // One of three stretches was disturbed.
  often: [large, large + 1, large + 90].map((ms) => ({ ours: spreadOf([ms]), bare: spreadOf([0.7]) })),
  sizes: [
    { items: 10_000, bytes: smallBytes, ms: spreadOf([small]) },
    { items: 1_000_000, bytes: 62_000, ms: spreadOf([large]) },
  ],
});

const disk = (readers: number, ratio: number): Figures['disk'][number] => ({
  ...{
    database: 'file',
    readers,
    items: 100 * readers,
    htmlBytes: 4_000,
    ratio,
    ratioWithoutIndex: ratio / 2,
  },
  ...{ bytesPerItem: 4_000 * ratio, indexBytesPerItem: 2_000 * ratio },
});
const share = { ratio: 0.7, least: 0.6, most: 0.8 };
const figures: Figures = {
  machine: { cores: 2, model: 'a processor', load: 0, node: 'v24' },
  day: '2026-11-21',
  versus: [
    {
      database: 'file',
      items: 10_000,
      workload: 'a page again',
      bytes: 60_000,
      perSecond: 700,
      barePerSecond: 1_000,
      rate: share,
      cpu: share,
    },
  ],
  calls: [
    call('list', 'everything: all', 1, 1.2),
    call('list', 'a feed: all', 1, 4.5),
    // Five items at first, and then a page of twenty.
    call('list', 'a feed: read', 0.1, 4.4, { smallBytes: 15_000 }),
    call('all feeds', 'all feeds', 6, 6.5, { person: 'a heavy reader' }),
    call('bulk', 'mark 10,000 items', 50, 200),
    call('bulk', 'mark 10,000 items', 50, 60, { person: 'a heavy reader' }),
  ],
  footprint: {
    startMs: [300, 500, 350],
    medianStartMs: 350,
    bareStartMs: [100, 150, 140],
    idleMb: 90,
    ownMb: 60,
  },
  disk: [disk(1, 1.9), disk(4, 0.5)],
  crawl: undefined,
};

test('a figure beyond its bound is told from one that only misses its aim, whichever way is better', () => {
  const budget = (better: Budget['better'], aim: number, bound: number): Budget => {
    return { name: `${better} ${aim} ${bound}`, unit: '', better, aim, bound, figure: () => 5 };
  };
  const verdicts = judge(figures, [
    budget('more', 5, 4),
    budget('more', 6, 5),
    budget('more', 7, 6),
    budget('less', 5, 6),
    budget('less', 4, 5),
    budget('less', 3, 4),
  ]);
  assert.deepEqual(
    verdicts.map(({ reachesAim, isWithinBound }) => [reachesAim, isWithinBound]),
    [
      [true, true],
      [false, true],
      [false, false],
      [true, true],
      [false, true],
      [false, false],
    ],
  );
});

test('the budgets find their figures: the worst list, but not what is done in bulk', () => {
  // Of each kind, also what was measured on PostgreSQL.
  const elsewhere = { database: 'postgres', often: [] };
  const [again] = figures.versus;
  assert.ok(again);
  const all: Figures = {
    ...figures,
    versus: [
      { ...again, ...elsewhere, rate: { ...share, ratio: 0.1 } },
      { ...again, workload: 'a page anew', rate: { ...share, ratio: 0.5 } },
      again,
    ],
    calls: [
      ...figures.calls,
      call('count', 'unread', 1, 1.3),
      call('mark', 'star', 16, 20),
      { ...call('list', 'a feed: all', 90, 90, { person: 'a heavy reader' }), ...elsewhere },
    ],
    disk: [{ ...disk(1, 9), ...elsewhere }, ...figures.disk],
  };
  const found = new Map(judge(all).map(({ name, figure }) => [name, figure]));
  assert.equal(found.get('a page of 20 items again: share of the bare limit'), 0.7);
  assert.equal(found.get('a page of 20 items anew: share of the bare limit'), 0.5);
  assert.equal(found.get('growth of the list that grows most, fewest to most items'), 4.5);
  assert.equal(found.get('growth of the median list'), 1.25);
  const times = 'relative to a bare answer';
  assert.equal(found.get(`the median list or count with the most items, ${times}, SQLite`), 5.4 / 0.7);
  assert.equal(found.get(`the slowest mark with the most items, ${times} and a flush, SQLite`), 21 / 0.7);
  const slow = 'p99 of the slowest list, mark or count with the most items, SQLite';
  assert.equal(found.get(slow), 21);
  const heavy = 'median of the slowest list of a reader with 2,000 feeds, SQLite';
  assert.equal(found.get(heavy), 6.5);
  assert.equal(found.get('marking 10,000 items of a reader with 2,000 feeds, SQLite'), 60);
  assert.equal(found.get('resident memory at rest'), 90);
  assert.equal(found.get("from start to first answer, relative to a bare server's"), 2.5);
  assert.equal(
    found.get('the slowest list or count with the most items, relative to a bare answer, SQLite'),
    7.5 / 0.7,
  );
  const onDisk = 'bytes on disk per byte of HTML';
  assert.equal(found.get(`${onDisk}, one reader per source`), 1.9);
  assert.equal(found.get(`${onDisk}, four readers per source`), 0.5);
  assert.equal(found.has('p99 of the API while 10,000 feeds are refreshed'), false);
  assert.equal(new Set(budgets.map(({ name }) => name)).size, budgets.length);
});

test('a bound that nothing was measured for is named, so that no check passes without it', () => {
  const budget = (name: string, figure: number | undefined, bound?: number): Budget => {
    return {
      name,
      unit: '',
      better: 'less',
      aim: 1,
      ...(bound !== undefined && { bound }),
      figure: () => figure,
    };
  };
  const held = [budget('measured', 1, 2), budget('bound', undefined, 2), budget('aim', undefined)];
  assert.deepEqual(unmeasured(figures, held), ['bound']);
});

test('a mark is held against a bare answer and a bare flush, and by the middle one of its stretches', () => {
  const stretch = (ours: number, flush: number) => {
    return { ours: spreadOf([ours]), bare: spreadOf([0.5]), flush: spreadOf([flush]) };
  };
  const mark: Figures['calls'][number] = {
    ...{ database: 'file', person: 'a reader', what: 'mark an item', kind: 'mark', sizes: [] },
    often: [stretch(6, 1.5), stretch(4, 1.5), stretch(90, 1)],
  };
  assert.equal(timesBare(mark), 3);
  const found = judge({ ...figures, calls: [mark] }).find(({ name }) => name.startsWith('the slowest mark'));
  assert.equal(found?.figure, 3);
});

test('visits are held against the bare client by what they take of the processor', () => {
  const rate = (perSecond: number, cpuMicroseconds: number) => ({ perSecond, cpuMicroseconds });
  const peak = { residentMb: 149, ownMb: 91 };
  const round = { kept: rate(10_000, 90), each: rate(1_300, 640), service: { ...rate(820, 1_184), peak } };
  const pace = { workload: 'same' as const, hosts: 10_000, rounds: [round], perSecond: 820, memory: peak };
  const crawl = { paces: [{ ...pace, toKept: 0.08, toEach: 0.62, cpuToEach: 1.85 }], latencies: [] };
  const found = judge({ ...figures, crawl }).find(({ name }) => name.startsWith('CPU time of a visit'));
  assert.deepEqual([found?.figure, found?.reachesAim], [1.85, true]);
  assert.match(
    sectionsOf({ ...figures, crawl }).visits ?? '',
    /\| 10000 feeds, same \| 820 \| 1300 \| 1\.18 \| 0\.64 \| 1\.85 \| 149 MB \|/,
  );
});

test('a bound is never stricter than its aim', () => {
  for (const { name, better, aim, bound = aim } of budgets)
    assert.ok(better === 'more' ? bound <= aim : bound >= aim, name);
});

test('a share is of the medians, with the least and the most of a round', () => {
  assert.deepEqual(shareOf([1, 2, 30], [2, 4, 10]), { ratio: 0.5, least: 0.5, most: 3 });
});

test('tables come between their marks, and nothing else of the page changes', () => {
  const page = 'a\n<!-- measured: one -->\nold\n<!-- end -->\nb\n';
  assert.equal(withSections(page, { one: 'new\n' }), 'a\n<!-- measured: one -->\nnew\n<!-- end -->\nb\n');
  assert.throws(() => withSections(page, { one: 'new\n', two: 'x' }), /no place for two/);
  assert.throws(() => withSections(page, {}), /nothing was measured for one/);
});

test('tables and plots show what was measured', () => {
  const { versus = '', lists = '', budgets: table = '', disk: bytes = '' } = sectionsOf(figures);
  assert.match(bytes, /\| SQLite \| 4 \| 4000 \| 2000 \| 1000 \| 0\.50 \| 0\.25 \|/);
  assert.match(versus, /\| a page again \| SQLite \| 60000 \| 700 \| 1000 \| 0\.70 \|/);
  assert.match(
    lists,
    /a feed: all \(the slowest of 2\) \| SQLite \| 1\.00 \| 1\.00 \| 4\.50 \| 5\.50 \| 0\.70 \| 4\.50 \|/,
  );
  assert.match(table, /from start to first answer \| 350\.0 ms \| ≤ 400 ms \| reached \|/);
  assert.match(plotVersus(figures), /^<svg .*70 % \(60–80\).*<\/svg>\n$/s);
  assert.match(plotLists(figures), /1\.0 → 4\.5 ms/);
});

test('a post weighs some kilobytes on average, and is the same each time', () => {
  const bytes = Array.from({ length: 500 }, (_, number) => Buffer.byteLength(contentOf(number)));
  const mean = bytes.reduce((sum, each) => sum + each, 0) / bytes.length;
  assert.ok(mean > 3_000 && mean < 6_000, String(mean));
  assert.equal(contentOf(7), contentOf(7));
  assert.notEqual(contentOf(7), contentOf(8));
});

test('the bare client tells one answer from the next on its connection', async (t) => {
  const server = createServer((request, response) => {
    if (request.url === '/304') response.writeHead(304).end();
    else
      request
        .on('data', (chunk) => response.end(`got ${chunk}`))
        .on('end', () => response.end('x'.repeat(200_000)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = await openConnection(url);
  const long = await connection.ask(requestOf(url, '/long'));
  assert.deepEqual([long.status, long.body.length], [200, 200_000]);
  assert.equal((await connection.ask(requestOf(url, '/304'))).status, 304);
  const posted = await connection.ask(requestOf(url, '/', { method: 'POST', body: 'ids=1' }));
  assert.equal(posted.body.toString(), 'got ids=1');
  connection.close();
});

test('the bare client asks over another connection when the server has closed its own', {
  timeout: 120_000,
}, async (t) => {
  const server = createServer((_request, response) => response.end('here'));
  const accepted = once(server, 'connection');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = await openConnection(url);
  await connection.ask(requestOf(url, '/'));
  const [socket] = (await accepted) as [Socket];
  socket.end();
  await once(socket, 'close');
  // The client reads the end of its connection.
  for (let turns = 0; turns < 3; turns++) await nextTurn();
  assert.equal((await connection.ask(requestOf(url, '/'))).body.toString(), 'here');
  connection.close();
});
