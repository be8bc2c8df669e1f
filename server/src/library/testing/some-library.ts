// A library on its own store, for tests that crawl nothing.
import type { TestContext } from 'node:test';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { Crawler } from '../../crawler/crawler.ts';
import { openEvents } from '../../events.ts';
import { Refusal, type RefusalCode } from '../../model/refusal.ts';
import { changesAfter } from '../../store/changes.ts';
import type { Store } from '../../store/store.ts';
import { someFeed, someUser } from '../../store/testing/rows.ts';
import { openImageAddresses } from '../image-addresses.ts';
import type { Library } from '../library.ts';

interface Somebody {
  userId: number;
  /** Each with two unread items. */
  feeds: { id: number; sourceId: number; itemIds: number[] }[];
}

export interface SomeLibrary {
  library: Library;
  clock: FakeClock;
  ines: Somebody;
  otto: Somebody;
  /** What a user's apps are told, from now on. */
  newsOf(userId: number): Promise<[kind: string, ids: readonly number[]][]>;
}

/** Two users: Ines follows two feeds, Otto one. */
export async function someLibrary(t: TestContext): Promise<SomeLibrary> {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const somebody = (name: string, urls: readonly string[]): Promise<Somebody> =>
    store.write(async (tx) => {
      const userId = await someUser(tx, name);
      const feeds = [];
      for (const url of urls) feeds.push(await someFeed(tx, userId, { url, count: 2 }));
      return { userId, feeds };
    });
  const ines = await somebody('ines', ['https://a.example/', 'https://b.example/']);
  const otto = await somebody('otto', ['https://c.example/']);
  return {
    clock,
    library: await libraryOf(store, new Proxy({} as Library['crawler'], { get: neverCalled })),
    ines,
    otto,
    async newsOf(userId) {
      const changes = await store.read((tx) => changesAfter(tx, userId, 0, 100));
      const news = changes.filter((change) => change.kind !== 'items.new');
      return news.map(({ kind, ids }) => [kind, ids]);
    },
  };
}

/** A library without imports. */
export async function libraryOf(store: Store, crawler: Crawler): Promise<Library> {
  return {
    store,
    crawler,
    events: openEvents(),
    imports: noImports,
    images: await openImageAddresses(store),
  };
}

const noImports: Library['imports'] = new Proxy({} as Library['imports'], {
  get: () => {
    throw new Error('Nothing here is a matter of imports');
  },
});

/** A check of a refusal for `assert.rejects`. */
export function refusal(code: RefusalCode, message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.code === code && message.test(error.message);
}

function neverCalled(): never {
  throw new Error('Nothing here is a matter of the crawler');
}
