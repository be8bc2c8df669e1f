// A clock that is far ahead or behind, and is set right: nothing waits for the time that it had shown, and nothing is lost by it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { silentLog } from '../src/log.ts';
import { serveHouse } from '../src/service.ts';
import { openStore } from '../src/store/open.ts';
import { type Sql, sql } from '../src/store/sql.ts';
import { someUser } from '../src/store/testing/rows.ts';
import { crawlerInTests } from './crawler-in-tests.ts';
import { posts, rss } from './documents.ts';
import { temporaryInstance } from './environment.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { fakeWeb } from './fake-web.ts';
import { followUnvisited, makeAllDue, unvisited } from './nodes/plan.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const url = 'https://a.example/feed';

test('what looks old because the clock is a year ahead is kept for a day, in which the clock may be set right', async (t) => {
  const { clock, sessions, pass } = await someService(t);
  clock.set(clock.now() + YEAR);
  await pass(20);
  assert.equal(await sessions(), 1);
  clock.set(clock.now() - YEAR);
  await pass(3);
  assert.equal(await sessions(), 1);
  clock.set(clock.now() + YEAR);
  await pass(30);
  assert.equal(await sessions(), 0, 'a clock that stays as it is, is believed');
});

test('a machine that boots in the past keeps its plans until it knows the time', async (t) => {
  const { clock, plannedAt, pass } = await someService(t);
  const planned = await plannedAt();
  const behind = 10 * YEAR;
  clock.set(clock.now() - behind);
  await pass(3);
  clock.set(clock.now() + behind);
  assert.equal(await plannedAt(), planned);
});

test('a source that was visited while the clock was years ahead is visited every day once the clock is believed again', async (t) => {
  const { clock, visits, pass } = await someService(t);
  const before = visits();
  clock.set(clock.now() + 10 * YEAR);
  await pass(48);
  const meanwhile = visits();
  assert.ok(meanwhile > before, 'it is visited while the clock is ahead');
  clock.set(clock.now() - 10 * YEAR);
  await pass(54);
  const afterwards = visits();
  assert.ok(afterwards > meanwhile);
  await pass(30);
  assert.ok(visits() > afterwards);
});

/** A service at work, in which somebody is signed in. It has just visited a source, and its crawler sleeps long, so that days pass quickly. */
async function someService(t: TestContext) {
  const clock = fakeClock();
  const web = fakeWeb(clock);
  const config = readConfig(await temporaryInstance(t, { COURANT_FETCH_ALLOW: '' }));
  const store = await openStore(config.database, clock);
  t.after(() => store.close());
  web.serve(url, rss('Feed', posts(1, 3)));
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    await followUnvisited(tx, [userId], [url]);
    await tx.run(sql`
      INSERT INTO sessions (id_hash, user_id, signed_in_at, expires_at) VALUES ('s', ${userId}, 0, ${tx.now + YEAR / 2})`);
  });
  const since = await makeAllDue(store);
  const service = await serveHouse({
    config,
    log: silentLog,
    clock,
    openCrawler: (own) => crawlerInTests({ store: own, web, clock, limits: { longestSleepMs: HOUR } }),
  });
  t.after(() => closed(service, clock));
  /** Some hours, but not with every timer in between: that would take a minute. */
  const pass = async (hours: number): Promise<void> => {
    for (let hour = 0; hour < hours; hour++) await clock.sleep(HOUR);
  };
  for (let turn = 0; turn < 1_000 && (await unvisited(store, since)).length > 0; turn++)
    await clock.advance(100);
  await pass(1);
  const first = (statement: Sql) =>
    store.read(async (tx) => Number((await tx.get<{ n: number }>(statement))?.n));
  return {
    clock,
    pass,
    visits: () => web.requests.length,
    sessions: () => first(sql`SELECT count(*) AS n FROM sessions`),
    plannedAt: () => first(sql`SELECT next_visit_at AS n FROM schedules`),
  };
}

async function closed(service: { close(): Promise<void> }, clock: FakeClock): Promise<void> {
  const closing = service.close();
  await clock.advance(60_000);
  await closing;
}
