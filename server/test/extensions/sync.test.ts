// app.courant.sync against a full download: whatever many do at once, whoever follows ends with what there is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, CourantError } from '@courant/client';
import fc from 'fast-check';
import { posts, rss } from '../documents.ts';
import { type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { bringBack, setStars, starsOf, takeAway } from './by-hand.ts';
import { beginCopy, type Copy, download } from './copy.ts';

const SITES = ['a', 'b', 'c', 'd', 'e'].map((letter) => `https://${letter}.example/feed`);
const TITLES = ['News', 'Friends', 'Work'];

type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

type Doing =
  | { do: 'mark'; items: number[]; read: boolean }
  | { do: 'star'; items: number[]; starred: boolean }
  | { do: 'follow'; site: number; group: number }
  | { do: 'unfollow'; feed: number }
  | { do: 'bring back'; feed: number }
  | { do: 'group'; title: number; feeds: number[] }
  | { do: 'ungroup'; group: number }
  | { do: 'clear'; items: number[] }
  | { do: 'publish'; site: number; edits: boolean }
  | { do: 'crawl' };

const any = fc.nat(60);
const doing: fc.Arbitrary<Doing> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      items: fc.array(any, { minLength: 1, maxLength: 30 }),
      read: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('star' as const),
      items: fc.array(any, { minLength: 1, maxLength: 5 }),
      starred: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('follow' as const), site: fc.nat(4), group: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unfollow' as const), feed: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bring back' as const), feed: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('group' as const),
      title: fc.nat(2),
      feeds: fc.array(fc.nat(4), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ungroup' as const), group: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('clear' as const), items: fc.array(any, { maxLength: 8 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('publish' as const), site: fc.nat(4), edits: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crawl' as const) }) },
);

/** What happens at once, and how the followers behave meanwhile. */
const round = fc.record({
  doings: fc.array(fc.tuple(fc.nat(1), doing), { minLength: 4, maxLength: 16 }),
  limits: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 3 }),
  begins: fc.boolean(),
});

test('whoever follows the changes has what a full download gives, whatever others do meanwhile', {
  timeout: 280_000,
}, async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off' });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async (rounds) => {
      run += 1;
      const world = await openWorld(house, run);
      for (const each of rounds) await live(world, each);
      for (const person of world.people) {
        for (const copy of person.copies) await compare(house, person, copy);
      }
    }),
    { seed: 23, numRuns: 14, interruptAfterTimeLimit: 200_000 },
  );
});

interface Person extends SignedIn {
  copies: Copy[];
}

interface World {
  house: TestHouse;
  people: [Person, Person];
  /** Address → how many posts it shows, and how often they were edited. */
  sites: Map<string, { shows: number; edition: number }>;
}

async function openWorld(house: TestHouse, run: number): Promise<World> {
  const person = async (name: string): Promise<Person> => ({
    ...(await house.signIn(`${name} ${run}`)),
    copies: [],
  });
  const world: World = {
    house,
    people: [await person('ines'), await person('otto')],
    sites: new Map(SITES.map((site) => [`${site}/${run}`, { shows: 4, edition: 0 }])),
  };
  for (const site of world.sites.keys()) serve(world, site);
  for (const { client, copies } of world.people) {
    for (const site of [...world.sites.keys()].slice(0, 2)) await client.feeds.create({ feedUrl: site });
    copies.push(await beginCopy(client, { limit: 1_000 }));
  }
  return world;
}

/** All of a round at once; followers that poll while it happens, and one that begins in the middle of it. */
async function live(world: World, { doings, limits, begins }: Round): Promise<void> {
  let isOver = false;
  const writers = Promise.all(
    doings.map(([who, each]) => act(world, world.people[who === 0 ? 0 : 1], each).catch(tolerate)),
  ).finally(() => {
    isOver = true;
  });
  const followers = world.people.flatMap(({ copies }) =>
    copies.map(async (copy, index) => {
      while (!isOver) {
        await copy.step(limits[index % limits.length] ?? 1);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  const beginners = world.people.map(async ({ client, copies }) => {
    if (!begins) return;
    const between = () => new Promise<void>((resolve) => setImmediate(resolve));
    copies.push(await beginCopy(client, { limit: 1 + (limits[0] ?? 0), between }));
  });
  await Promise.all([writers, ...followers, ...beginners]);
  for (const person of world.people) await compare(world.house, person, person.copies[0]);
}

async function compare(
  { house }: TestHouse,
  { client, userId }: Person,
  copy: Copy | undefined,
): Promise<void> {
  await copy?.catchUp(50);
  assert.deepEqual(copy?.stock(), await download(client, await starsOf(house.library.store, userId)));
}

/** What somebody else was quicker to remove, or to name so, cannot be had. */
function tolerate(error: unknown): void {
  if (!(error instanceof CourantError) || ![404, 409, 422].includes(error.status)) throw error;
}

async function act(world: World, person: Person, what: Doing): Promise<void> {
  const { house } = world;
  const { client, userId } = person;
  const { store } = house.house.library;
  switch (what.do) {
    case 'mark': {
      const ids = await someItems(client, what.items);
      await (what.read ? client.items.markManyRead(ids) : client.items.markManyUnread(ids));
      return;
    }
    case 'star':
      return setStars(store, userId, { ids: await someItems(client, what.items), starred: what.starred });
    case 'clear':
      return takeAway(store, userId, await someItems(client, what.items));
    case 'follow': {
      const feedUrl = [...world.sites.keys()][what.site] ?? '';
      const groups = await client.groups.list();
      const groupIds = groups.slice(0, what.group).map((group) => group.id);
      await client.feeds.create({ feedUrl, groupIds });
      return;
    }
    case 'unfollow': {
      const feed = (await client.feeds.list())[what.feed];
      return feed && client.feeds.delete(feed.id);
    }
    case 'bring back': {
      const feed = (await client.feeds.list())[what.feed];
      if (!feed) return;
      const { items } = await client.feeds.items(feed.id, { limit: 200 });
      const itemIds = items.map((item) => item.id).filter((id) => id % 5 > 0);
      return bringBack(store, userId, { feedId: feed.id, itemIds: itemIds.sort((a, b) => a - b) });
    }
    case 'group': {
      const feeds = await client.feeds.list();
      const feedIds = feeds.filter((_, place) => what.feeds.includes(place)).map((feed) => feed.id);
      await client.groups.create({ title: TITLES[what.title] ?? '', feedIds });
      return;
    }
    case 'ungroup': {
      const group = (await client.groups.list())[what.group];
      return group && client.groups.delete(group.id);
    }
    case 'publish': {
      const site = [...world.sites.keys()][what.site] ?? '';
      const state = world.sites.get(site);
      if (!state) return;
      if (what.edits) state.edition += 1;
      else state.shows += 3;
      return serve(world, site);
    }
    case 'crawl':
      return house.crawl(30 * 3_600_000);
  }
}

async function someItems(client: Client, places: readonly number[]): Promise<number[]> {
  const { items } = await client.items.list({ limit: 60 });
  return [...new Set(places.map((place) => items[place]?.id ?? 999_999_999))];
}

/** Each edition changes one of the posts and, now and then, the title of the feed. */
function serve({ house, sites }: World, site: string): void {
  const { shows, edition } = sites.get(site) ?? { shows: 0, edition: 0 };
  const shown = posts(1, shows).map((post, index) =>
    index < edition ? { ...post, content: `<p>Edition ${edition - index}</p>` } : post,
  );
  house.web.serve(site, rss(`Feed, year ${Math.floor(edition / 3)}`, shown));
}
