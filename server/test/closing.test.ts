// A service that is told to stop while people wait for sites that do not answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { type Log, silentLog } from '../src/log.ts';
import { HouseCloses, openSiteWaits } from '../src/service/site-waits.ts';
import { serveHouse } from '../src/service.ts';
import { listFeeds } from '../src/store/feeds/feeds.ts';
import { openStore } from '../src/store/open.ts';
import { sql } from '../src/store/sql.ts';
import { addUser } from './accounts.ts';
import { crawlerInTests } from './crawler-in-tests.ts';
import { posts, rss } from './documents.ts';
import { temporaryInstance } from './environment.ts';
import { fakeClock } from './fake-clock.ts';
import { type FakeAnswer, fakeWeb } from './fake-web.ts';
import { testHouse } from './house.ts';
import { signInApp } from './sign-in.ts';

const HOUR_MS = 3_600_000;
const password = 'a long password';

test('whoever still waits for a site when the service closes is told to come again, and nothing is begun', async (t) => {
  const clock = fakeClock();
  const web = fakeWeb(clock);
  const config = readConfig(await temporaryInstance(t, { COURANT_FETCH_ALLOW: '' }));
  const store = await openStore(config.database, clock);
  t.after(() => store.close());
  const user = await addUser({ store }, { name: 'ines', password });
  const faults: string[] = [];
  const log: Log = { ...silentLog, error: (event) => void faults.push(event) };
  const service = await serveHouse({
    config,
    log,
    clock,
    openCrawler: (own) => crawlerInTests({ store: own, web, clock }),
  });
  const { accessToken } = await signInApp({ baseUrl: service.url, now: clock.now, name: 'ines', password });
  const asked = ['/api/v1/feeds/create', '/api/app.courant.feeds/v1/preview'].map((path, index) => {
    const address = `https://slow-${index}.example/feed`;
    const arrived = Promise.withResolvers<void>();
    web.serve(address, () => {
      arrived.resolve();
      return { afterMs: HOUR_MS, body: rss('Slow', []) };
    });
    const answer = fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams({ feed_url: address }),
    });
    return { path, answer, arrived: arrived.promise };
  });
  await Promise.all(asked.map(({ arrived }) => arrived));
  let isClosed = false;
  const closed = service.close().then(() => {
    isClosed = true;
  });
  while (!isClosed) await clock.advance(500);
  await closed;
  for (const { path, answer } of asked) {
    const { status, headers } = await answer;
    assert.deepEqual([status, headers.get('retry-after')], [503, '5'], path);
    assert.match(headers.get('x-request-id') ?? '', /./);
  }
  assert.deepEqual(await store.read((tx) => listFeeds(tx, user.id)), []);
  // A stop on request leaves nothing for the operator to look into.
  assert.deepEqual(faults, []);
});

test('whoever wants something of a site after that is told the same, and no site is asked', async (t) => {
  const { house, web } = await testHouse(t);
  const url = 'https://late.example/';
  const { crawler, letGo } = openSiteWaits(house.library.crawler);
  letGo();
  const asked: Promise<unknown>[] = [crawler.follow(url), crawler.discover(url), crawler.refresh(1)];
  asked.push(crawler.fetchArticle(1), crawler.fetchImage({ key: '1', url }));
  await Promise.all(asked.map((each) => assert.rejects(each, HouseCloses)));
  assert.equal(web.requests.length, 0);
});

test('what somebody sets going who is waited for is waited for as well', async (t) => {
  const faults: string[] = [];
  const log: Log = { ...silentLog, error: (event) => void faults.push(event) };
  const { house, web } = await testHouse(t, {}, { log, findsIcons: true });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<FakeAnswer>();
  web.serve('https://slow.example/feed', () => {
    asked.resolve();
    return answer.promise;
  });
  const { crawler, store } = house.library;
  const followed = crawler.follow('https://slow.example/feed');
  await asked.promise;
  const closed = crawler.close();
  answer.resolve({ body: rss('Slow', posts(1, 1)) });
  await closed;
  const wanted = await store.read((tx) => tx.all(sql`SELECT id FROM icons`));
  assert.deepEqual([(await followed).kind, wanted.length, faults], ['source', 1, []]);
});
