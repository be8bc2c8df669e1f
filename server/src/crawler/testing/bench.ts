// A crawler on a test bench: with a real store and real parsing, and with a web, a clock and chance that the test controls.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { crawlerInTests } from '../../../test/crawler-in-tests.ts';
import { type FakeClock, fakeClock, whileTimePasses } from '../../../test/fake-clock.ts';
import { type FakeWeb, fakeWeb } from '../../../test/fake-web.ts';
import { countPutOff } from '../../../test/put-off.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { silentLog } from '../../log.ts';
import type { Item } from '../../model/item.ts';
import type { Source } from '../../model/source.ts';
import type { Visit } from '../../model/visit.ts';
import { insertUser } from '../../store/accounts/users.ts';
import { insertFeed } from '../../store/feeds/feeds.ts';
import { listIds } from '../../store/items/item-lists.ts';
import { findItems } from '../../store/items/items.ts';
import { scheduleIfUnscheduled } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import { recentVisits } from '../../store/sources/visits.ts';
import type { Store } from '../../store/store.ts';
import { inOrderOfUsers } from '../../store/testing/in-order-of-users.ts';
import type { Crawler, CrawlerAtWork, CrawlerOptions } from '../crawler.ts';
import { fillFeed } from '../following/fill-feed.ts';
import { crawlerLimits } from '../limits.ts';

export interface Bench {
  clock: FakeClock;
  web: FakeWeb;
  store: Store;
  address: string;
  crawler: CrawlerAtWork;
  /** The users who were told of changes, one list for each commit. */
  changed: (readonly number[])[];
  /** Opens another crawler on the same store, as another node would run it. */
  open(options?: Partial<CrawlerOptions>): Crawler;
  /** Waits for a task, and moves the clock while the task needs that. */
  wait<T>(task: Promise<T>): Promise<T>;
  /** Lets a user (a new one unless known) follow an address, and returns the ids. */
  subscribe(address: string, user?: string): Promise<Subscribed>;
  /** Moves the clock by `ms` and makes the visits that are due then, each as soon as its turn comes. */
  later(ms: number): Promise<number>;
  /** Makes the visits that are due now; the clock moves on for those that were put off because others were being made. */
  round(crawler?: Crawler): Promise<number>;
  items(userId: number): Promise<Item[]>;
  source(id: number): Promise<Source>;
  visits(id: number): Promise<Visit[]>;
}

export interface Subscribed {
  userId: number;
  feedId: number;
  sourceId: number;
}

export async function bench(t: TestContext, options: Partial<CrawlerOptions> = {}): Promise<Bench> {
  const clock = fakeClock();
  const web = fakeWeb(clock);
  const { store, address } = await temporaryStore(t, clock);
  const wait = <T>(task: Promise<T>): Promise<T> => whileTimePasses(clock, task, 50);
  const changed: (readonly number[])[] = [];
  const putOff = countPutOff(silentLog);
  const open = (more: Partial<CrawlerOptions> = {}): CrawlerAtWork => {
    const given = { ...options, ...more };
    return crawlerInTests({
      web,
      clock,
      log: putOff.log,
      changed: (userIds) => changed.push(userIds),
      ...given,
      store: inOrderOfUsers(given.store ?? store),
    });
  };
  const crawler = open();
  // Closing waits for tasks under way, which may wait for the clock.
  t.after(() => wait(crawler.close()));
  const users = new Map<string, number>();
  const round = async (maker: Crawler = crawler): Promise<number> => {
    const before = putOff.count;
    const made = await wait(maker.runDue());
    if (putOff.count === before) return made;
    await clock.advance(crawlerLimits.slotMs);
    return made + (await round(maker));
  };

  return {
    clock,
    web,
    store,
    address,
    crawler,
    changed,
    open,
    wait,
    async subscribe(typed, user = 'ada') {
      const followed = await wait(crawler.follow(typed));
      if (followed.kind === 'refused') throw new Error(followed.sentence);
      const { sourceId } = followed;
      return store.write(async (tx) => {
        const userId =
          users.get(user) ??
          (await insertUser(tx, { name: user, nameKey: user, passwordHash: '', isAdmin: false }))?.id;
        assert.ok(userId);
        users.set(user, userId);
        const feedId = await insertFeed(tx, userId, sourceId);
        await fillFeed(tx, { id: feedId, userId, sourceId });
        await scheduleIfUnscheduled(tx, sourceId);
        return { userId, feedId, sourceId };
      });
    },
    async later(ms) {
      await clock.advance(ms);
      return round();
    },
    round,
    items: (userId) =>
      store.read(async (tx) => {
        const { ids } = await listIds(tx, userId, { of: 'user' }, { limit: 200 });
        return findItems(tx, userId, ids);
      }),
    async source(id) {
      const source = await store.read((tx) => findSource(tx, id));
      assert.ok(source);
      return source;
    },
    visits: (id) => store.read((tx) => recentVisits(tx, id)),
  };
}

export interface TestPost {
  n: number;
  title?: string;
  text?: string;
  guid?: string;
  /** Hours before 2026-01-05T12:00Z. */
  hoursAgo?: number;
}

/** An RSS document with posts of these numbers, in this order: the newest should come first. */
export function rss(
  posts: readonly (number | TestPost)[],
  more: { title?: string; site?: string; extra?: string } = {},
): string {
  const { title = 'The feed', site = 'https://example.com/', extra = '' } = more;
  const items = posts.map((given) => {
    const post = typeof given === 'number' ? { n: given } : given;
    const date = new Date(
      Date.UTC(2026, 0, 5, 12) - (post.hoursAgo ?? 100 - post.n) * 3_600_000,
    ).toUTCString();
    return `<item><guid isPermaLink="false">${post.guid ?? `guid-${post.n}`}</guid><title>${post.title ?? `Post ${post.n}`}</title>
      <link>${site}${post.n}</link><pubDate>${date}</pubDate><description>${post.text ?? `Text ${post.n}`}</description></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>${site}</link>
    <description>About</description>${extra}${items.join('')}</channel></rss>`;
}
