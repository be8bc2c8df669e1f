// Plays every fault of a publisher on a feed that was well, over real sockets, with the real fetch layer, readers and store.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemClock } from '../src/clock.ts';
import { fillFeed } from '../src/crawler/following/fill-feed.ts';
import { openReadingPool, type ReadingPool } from '../src/crawler/reading/reading-pool.ts';
import { sentenceOf } from '../src/model/visit.ts';
import type { WebLimits } from '../src/net/limits.ts';
import { playFault } from '../src/net/testing/hostile-origin.ts';
import { openRawOrigin, type RawOrigin, type RawRequest, say } from '../src/net/testing/raw-http.ts';
import { openTestWeb, type TestWeb } from '../src/net/testing/test-web.ts';
import { insertFeed } from '../src/store/feeds/feeds.ts';
import { setMark } from '../src/store/items/marks.ts';
import { findSchedule, scheduleIfUnscheduled } from '../src/store/sources/schedules.ts';
import { findSource } from '../src/store/sources/sources.ts';
import { recentVisits } from '../src/store/sources/visits.ts';
import { sql } from '../src/store/sql.ts';
import type { Store } from '../src/store/store.ts';
import { someUser } from '../src/store/testing/rows.ts';
import { feedsWithWrongCount } from '../src/store/testing/wrong-counts.ts';
import { crawlerInTests } from './crawler-in-tests.ts';
import { fakeClock } from './fake-clock.ts';
import type { Fault, FaultVisit } from './fault.ts';
import { feedOf, followedAt, mendedPosts, wellPosts } from './fault-documents.ts';
import { faults } from './fault-table.ts';
import { isOnPostgres, temporaryStore } from './temporary-store.ts';

const HOUR = 3_600_000;
const HASTE_MS = 300;
const wellFeed = feedOf(wellPosts());

/** Shared by all tests: opening it is slow, and one fault must not affect the next. */
let web: TestWeb;
/** For faults that a time limit ends, and only while they are played: a proper answer may take its time on a busy machine. */
let hastyWebs: Readonly<Record<string, TestWeb>>;
let pool: ReadingPool;
let ports: Omit<FaultVisit, 'feed' | 'visit'>;
const closing: (() => unknown)[] = [];

before(async () => {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([
    ...trusted,
    certificate('test-only-cert'),
    certificate('test-only-expired-cert'),
  ]);
  const silent = await openRawOrigin(() => {});
  ports = {
    expiredPort: await openTlsOrigin('test-only-expired-cert'),
    otherNamePort: await openTlsOrigin('test-only-cert'),
    silentPort: silent.port,
    plainPort: await openPlainOrigin(),
  };
  web = openWeb({});
  hastyWebs = {
    deadline: openWeb({ deadlineMs: HASTE_MS }),
    'headers-timeout': openWeb({ headersTimeoutMs: HASTE_MS }),
    'body-timeout': openWeb({ bodyTimeoutMs: HASTE_MS }),
    'connect-timeout': openWeb({ connectTimeoutMs: HASTE_MS }),
  };
  // Beside all other tests a document may take longer by the clock than on any machine that serves readers.
  pool = openReadingPool({ clock: systemClock, limits: { longestMs: Number.POSITIVE_INFINITY } });
  closing.push(() => silent[Symbol.asyncDispose]());
  closing.push(() => setDefaultCACertificates(trusted));
});

after(async () => {
  await web.close();
  for (const hasty of Object.values(hastyWebs)) await hasty.close();
  await pool.close();
  for (const close of closing) await close();
});

// Several at a time: most of the time is spent waiting for timers.
describe('what a publisher does', { concurrency: 4 }, () => {
  for (const fault of isOnPostgres ? faults.filter(storesSomething) : faults) testFault(fault);
});

/** Faults that change posts, and the first of each kind of outcome: what else an outcome says is a text to the database, and to its statements. */
function storesSomething(fault: Fault): boolean {
  const isFirst = faults.find(({ outcome }) => outcome.kind === fault.outcome.kind) === fault;
  return isFirst || fault.adds !== undefined || fault.edits === true || fault.visits !== undefined;
}

function testFault(fault: Fault): void {
  test(`row ${fault.row}: ${fault.name} comes to ${comesTo(fault)}, and the next good visit mends it`, async (t) => {
    const stage = await openStage(t, fault);
    const before = await stage.state();
    assert.equal(before.posts, 30);

    stage.scene = 'fault';
    for (let visit = 1; visit <= (fault.visits ?? 1); visit++) {
      stage.visit = visit;
      stage.origin.requests.length = 0;
      await stage.nextVisit();
    }
    const during = await stage.state();
    assertOutcome(fault, during, stage.origin);
    assert.deepEqual(during.items.slice(0, 30), before.items, 'every item and its status is kept');
    if (!fault.edits) assert.deepEqual(during.texts, before.texts, 'every post is as it was');
    assert.equal(during.items.length, 30 + (fault.adds ?? 0));
    assert.equal(during.items.slice(30).filter(({ read }) => read).length, fault.addsRead ?? 0);
    assert.ok((during.source.description ?? '').length < 20, 'nothing was put into it');
    assertValidators(fault, before, during);
    assertNextVisit(fault, during);

    stage.scene = 'mended';
    await stage.nextVisit();
    const mended = await stage.state();
    assert.deepEqual(mended.items.slice(0, during.items.length), during.items, 'nothing is unread again');
    assert.equal(mended.items.length, during.items.length + 1, 'what is new has come, and only that');
    assert.deepEqual(mended.lastVisit?.outcome.kind, 'document');
    assert.deepEqual([mended.failures, mended.source.memory.failingSince], [0, undefined]);
    assert.deepEqual(mended.texts, before.texts, 'the posts are as they were published');
    assert.equal(mended.source.url, before.source.url);
    assert.equal(mended.source.title, 'The feed');
    assert.equal(mended.source.validators?.etag, '"mended"');
  });
}

function openWeb(limits: Partial<WebLimits>): TestWeb {
  return openTestWeb({
    limits: { redirectBodyTimeoutMs: HASTE_MS, ...limits },
    resolve: async (name) => {
      if (name === 'feeds.test') return [{ address: '127.0.0.1', family: 4 }];
      throw Object.assign(new Error(name), { code: name === 'gone.test' ? 'ENOTFOUND' : 'EAI_AGAIN' });
    },
  });
}

interface Stage {
  scene: 'well' | 'fault' | 'mended';
  visit: number;
  origin: RawOrigin;
  /** Moves the clock to the next visit and makes it. */
  nextVisit(): Promise<void>;
  state(): ReturnType<typeof stateOf>;
}

/** A feed that is followed and was read once, with some of its items read. */
async function openStage(t: TestContext, fault: Fault): Promise<Stage> {
  const clock = fakeClock(followedAt);
  const { store } = await temporaryStore(t, clock);
  const origin = await openRawOrigin((request) => answer(stage, fault, request));
  t.after(() => origin[Symbol.asyncDispose]());
  const hastyWeb = 'reason' in fault.outcome ? hastyWebs[fault.outcome.reason] : undefined;
  const crawler = crawlerInTests({
    store,
    web: {
      ...web,
      fetch: (request) => (stage.scene === 'fault' && hastyWeb ? hastyWeb : web).fetch(request),
    },
    clock,
    read: pool.read,
  });
  t.after(() => crawler.close());
  let sourceId = 0;
  const stage: Stage = {
    scene: 'well',
    visit: 0,
    origin,
    state: () => stateOf(store, sourceId),
    async nextVisit() {
      const { schedule } = await stateOf(store, sourceId);
      await clock.advance((schedule?.nextVisitAt ?? 0) - clock.now());
      assert.equal(await crawler.runDue(), 1);
    },
  };
  const followed = await crawler.follow(origin.url('/feed'));
  assert.equal(followed.kind, 'source');
  if (followed.kind === 'source') sourceId = followed.sourceId;
  await subscribe(store, sourceId);
  return stage;
}

async function subscribe(store: Store, sourceId: number): Promise<void> {
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const id = await insertFeed(tx, userId, sourceId);
    const itemIds = await fillFeed(tx, { id, userId, sourceId });
    await scheduleIfUnscheduled(tx, sourceId);
    const read = itemIds.filter((_, index) => index % 3 === 0);
    await setMark(tx, userId, read, 'read');
  });
}

function answer(stage: Stage, fault: Fault, request: RawRequest): void {
  const { socket, path } = request;
  const whole = (etag: string, feed = wellFeed): void => say(socket, '200 OK', [`ETag: "${etag}"`], feed);
  if (stage.scene === 'mended') whole('mended', feedOf(mendedPosts()));
  else if (stage.scene === 'well' && fault.isPlain) say(socket, '200 OK', [], wellFeed);
  else if (stage.scene === 'well') whole('well');
  else if (path === '/fine') whole('fine');
  else if (path === '/moved') say(socket, '302 Found', ['Location: /fine']);
  else if (typeof fault.plays === 'string') playFault(fault.plays, request, wellFeed);
  else {
    const { status, headers, body } = fault.plays({ feed: wellFeed, visit: stage.visit, ...ports });
    say(socket, status ?? '200 OK', headers, body);
  }
}

/** Everything that is known about the feed. */
async function stateOf(store: Store, sourceId: number) {
  return store.read(async (tx) => {
    const source = await findSource(tx, sourceId);
    assert.ok(source);
    assert.deepEqual(await feedsWithWrongCount(tx), []);
    const schedule = await findSchedule(tx, sourceId);
    const items = await tx.all<{
      id: number;
      read: number;
      title: string;
      text: string;
      sort_at: number;
    }>(sql`
      SELECT i.id, i.read, p.title, coalesce(c.content, c.summary) AS text, p.sort_at
      FROM items i JOIN posts p ON p.id = i.post_id JOIN post_contents c ON c.post_id = p.id ORDER BY i.id`);
    for (const { sort_at } of items) assert.ok(sort_at <= tx.now && sort_at > Date.UTC(2025, 0, 1));
    return {
      source,
      schedule,
      failures: schedule?.failures,
      lastVisit: (await recentVisits(tx, sourceId, 1))[0],
      posts: items.length,
      items: items.map(({ id, read, title }) => ({ id, title, read: read === 1 })),
      texts: items.slice(0, 30).map(({ text }) => text),
    };
  });
}

type State = Awaited<ReturnType<typeof stateOf>>;

function assertOutcome(fault: Fault, { lastVisit }: State, origin: RawOrigin): void {
  assert.ok(lastVisit);
  const { outcome } = lastVisit;
  assert.deepEqual({ ...outcome, ...fault.outcome }, outcome);
  assert.equal(sentenceOf(outcome), fault.sentence);
  assert.equal(origin.requests.length, fault.requests ?? 1, 'nothing is asked twice');
}

function assertValidators({ validators = 'kept' }: Fault, before: State, during: State): void {
  const now = during.source.validators;
  if (validators === 'kept') assert.deepEqual(now, before.source.validators);
  else if (validators === 'none') assert.equal(now, undefined);
  else assert.ok(now?.etag !== undefined && now.etag !== '"well"');
}

function assertNextVisit({ waits: [least, most] }: Fault, { schedule }: State): void {
  assert.ok(schedule?.nextVisitAt && schedule.lastVisitAt);
  const hours = (schedule.nextVisitAt - schedule.lastVisitAt) / HOUR;
  assert.ok(hours >= least && hours <= most, `${hours} hours`);
}

function comesTo({ outcome }: Fault): string {
  const { kind, ...rest } = outcome as { kind: string; reason?: string; why?: string };
  return [kind, rest.reason ?? rest.why ?? ''].join(' ').trim();
}

function certificate(name: string): string {
  return readFileSync(new URL(`../src/net/testing/fixtures/${name}.pem`, import.meta.url), 'utf8');
}

async function openTlsOrigin(cert: string): Promise<number> {
  const server = createServer({ key: certificate('test-only-key'), cert: certificate(cert) });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Speaks plain HTTP whatever it receives. */
async function openPlainOrigin(): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
