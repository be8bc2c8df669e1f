// The whole house for tests: every room is real; only the clock and the web are replaced.
import type { TestContext } from 'node:test';
import type { Client } from '@courant/client';
import { readConfig } from '../src/config.ts';
import type { CrawlerOptions } from '../src/crawler/crawler.ts';
import { crawlerLimits } from '../src/crawler/limits.ts';
import { pushUrlOf } from '../src/crawler/websub/push-url.ts';
import type { App } from '../src/http/app.ts';
import { type House, openHouse } from '../src/service.ts';
import { addUser, passwordOf } from './accounts.ts';
import { crawlerInTests } from './crawler-in-tests.ts';
import { rss, type TestPost } from './documents.ts';
import { type FakeClock, fakeClock, whileTimePasses } from './fake-clock.ts';
import { type FakeWeb, fakeWeb } from './fake-web.ts';
import { countPutOff } from './put-off.ts';
import { signInApp } from './sign-in.ts';
import { temporaryDatabase } from './temporary-store.ts';
import { testLog } from './test-log.ts';

export const publicUrl = 'https://courant.example';

export interface TestHouse {
  house: House;
  clock: FakeClock;
  web: FakeWeb;
  /** Sends a request to the house as a socket would. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Advances the time, and lets the crawler do what is due at the end, each as soon as its turn comes. Without an ETag, as most are in tests, a feed is due a little
   * more than a day after its last visit: two days are enough.
   */
  crawl(ms: number): Promise<void>;
  /** Makes an account and signs an app in to it. Every answer that it gets is checked against the contract. */
  signIn(name: string, scope?: string): Promise<SignedIn>;
}

export interface SignedIn {
  client: Client;
  accessToken: string;
  userId: number;
}

/** Opens a house that is closed and removed after the test. */
export async function testHouse(
  t: TestContext,
  environment: Record<string, string> = {},
  crawling: Partial<CrawlerOptions> = {},
): Promise<TestHouse> {
  const clock = fakeClock();
  const web = fakeWeb(clock);
  const log = testLog(t, { now: clock.now });
  const putOff = countPutOff(log);
  const config = readConfig({
    COURANT_DATABASE: await temporaryDatabase(t),
    COURANT_PUBLIC_URL: publicUrl,
    COURANT_PASSWORD_GRANT: 'true',
    ...environment,
  });
  const pushUrl = pushUrlOf(config.publicUrl ?? '');
  const house = await openHouse({
    config,
    clock,
    log,
    openCrawler: (store) =>
      crawlerInTests({
        store,
        web,
        clock,
        log: putOff.log,
        ...(pushUrl !== undefined && { pushUrl }),
        ...crawling,
      }),
  });
  t.after(() => house.close());
  const ask = (path: string, init?: RequestInit) =>
    house.app(new Request(new URL(path, 'http://host.invalid'), init), {
      address: '192.0.2.1',
      secure: true,
    });
  const crawl = async (ms: number): Promise<void> => {
    // Other hourly work of the house is done only once: nothing checks it in between.
    await clock.sleep(ms);
    for (;;) {
      const before = putOff.count;
      const made = await house.library.crawler.runDue();
      if (made === 0 && putOff.count === before) return;
      await clock.advance(putOff.count > before ? crawlerLimits.slotMs : 1_000);
    }
  };
  return { house, clock, web, ask, crawl, signIn: (name, scope) => signIn({ house, clock }, name, scope) };
}

/** Publishes posts at an address and follows it. */
export async function follow(
  house: TestHouse,
  client: Client,
  url: string,
  posts: readonly TestPost[],
): Promise<Awaited<ReturnType<Client['feeds']['create']>>> {
  house.web.serve(url, rss(`Feed of ${new URL(url).host}`, posts));
  return client.feeds.create({ feedUrl: url });
}

async function signIn(
  { house, clock }: { house: House; clock: FakeClock },
  name: string,
  scope?: string,
): Promise<SignedIn> {
  const password = passwordOf(name);
  const user = await addUser(house.accounts, { name, password });
  const signedIn = await signInApp({
    baseUrl: publicUrl,
    fetch: fetchOf(house.app, clock),
    now: clock.now,
    name,
    password,
    ...(scope === undefined ? {} : { scope }),
  });
  return { ...signedIn, userId: user.id };
}

/** The app in the form of the global fetch. Waiting for a feed advances the clock, because the crawler pauses between requests. */
function fetchOf(app: App, clock: FakeClock): (url: string, init: RequestInit) => Promise<Response> {
  return (url, init) => {
    const answer = app(new Request(url, init), { address: '192.0.2.1', secure: true });
    return /\/feeds\/create|\/preview$|\/repair$|\/fetch$/.test(url)
      ? whileTimePasses(clock, answer)
      : answer;
  };
}
