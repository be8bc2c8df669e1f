// What people do and what happens on the web while copies follow: chosen at random, through the ordinary calls.
import type { Client } from '@courant/client';
import fc from 'fast-check';
import { posts, rss } from '../documents.ts';
import type { SignedIn, TestHouse } from '../house.ts';
import { bringBack, takeAway } from './by-hand.ts';
import type { Copy } from './copy.ts';

const SITES = ['a', 'b', 'c', 'd', 'e'].map((letter) => `https://${letter}.example/feed`);
const TITLES = ['News', 'Friends', 'Work'];

export type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

type Doing =
  | { do: 'mark'; items: number[]; read: boolean }
  | { do: 'star'; items: number[]; starred: boolean }
  | { do: 'follow'; site: number; group: number }
  | { do: 'unfollow'; feed: number }
  | { do: 'bring back'; feed: number }
  | { do: 'group'; title: number; feeds: number[] }
  | { do: 'ungroup'; group: number }
  | { do: 'bulk'; feed: number; upTo: number; read: boolean }
  | { do: 'undo'; entry: number }
  | { do: 'rename'; place: number; title: number }
  | { do: 'clear'; items: number[] }
  | { do: 'repair'; feed: number; site: number }
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
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bulk' as const),
      feed: fc.nat(7),
      upTo: fc.nat(20),
      read: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), entry: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('rename' as const), place: fc.nat(4), title: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('clear' as const), items: fc.array(any, { maxLength: 8 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('repair' as const), feed: fc.nat(4), site: fc.nat(4) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('publish' as const), site: fc.nat(4), edits: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crawl' as const) }) },
);

/** What happens at the same time, and how the followers behave meanwhile. */
export const round = fc.record({
  doings: fc.array(fc.tuple(fc.nat(1), doing), { minLength: 4, maxLength: 16 }),
  limits: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 3 }),
  begins: fc.boolean(),
});

export interface Person extends SignedIn {
  copies: Copy[];
}

export interface World {
  house: TestHouse;
  people: [Person, Person];
  /** Address → how many posts it shows, and how often they were edited. */
  sites: Map<string, { shows: number; edition: number }>;
}

export function act(world: World, person: Person, what: Doing): Promise<void> {
  switch (what.do) {
    case 'publish':
      return publish(world, what);
    case 'crawl':
      return world.house.crawl(30 * 3_600_000);
    case 'mark':
    case 'star':
    case 'bulk':
    case 'undo':
    case 'clear':
      return handleItems(world, person, what);
    default:
      return arrange(world, person, what);
  }
}

type Handling = Extract<Doing, { do: 'mark' | 'star' | 'bulk' | 'undo' | 'clear' }>;

async function handleItems({ house }: World, { client, userId }: Person, what: Handling): Promise<void> {
  const { store } = house.house.library;
  switch (what.do) {
    case 'mark': {
      const ids = await someItems(client, what.items);
      await (what.read ? client.items.markManyRead(ids) : client.items.markManyUnread(ids));
      return;
    }
    case 'star': {
      const ids = await someItems(client, what.items);
      await (what.starred ? client.stars.addMany(ids) : client.stars.removeMany(ids));
      return;
    }
    case 'bulk': {
      const feed = (await client.feeds.list())[what.feed];
      const upTo = (await client.items.list({ limit: 40 })).items[what.upTo]?.id ?? 1;
      const query = feed ? { feedId: feed.id, upTo } : { upTo };
      await (what.read ? client.bulk.markRead(query) : client.bulk.markUnread(query));
      return;
    }
    case 'undo': {
      const entry = (await client.journal.list())[what.entry];
      if (entry) await client.journal.undo(entry.id);
      return;
    }
    case 'clear':
      return takeAway(store, userId, await someItems(client, what.items));
  }
}

type Arranging = Exclude<Doing, Handling | { do: 'publish' | 'crawl' }>;

async function arrange({ house, sites }: World, { client, userId }: Person, what: Arranging): Promise<void> {
  const { store } = house.house.library;
  switch (what.do) {
    case 'follow': {
      const feedUrl = [...sites.keys()][what.site] ?? '';
      const groups = await client.groups.list();
      const groupIds = groups.slice(0, what.group).map((group) => group.id);
      await client.feeds.create({ feedUrl, groupIds });
      return;
    }
    case 'unfollow': {
      const feed = (await client.feeds.list())[what.feed];
      return feed && client.feeds.delete(feed.id);
    }
    case 'repair': {
      const feed = (await client.feeds.list())[what.feed];
      const feedUrl = [...sites.keys()][what.site] ?? '';
      if (feed) await client.health.repair(feed.id, { feedUrl });
      return;
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
    case 'rename': {
      const title = TITLES[what.title] ?? '';
      const [group] = (await client.groups.list()).slice(what.place);
      if (group) await client.groups.update(group.id, { title: `${title} too`, position: what.title });
      const [feed] = (await client.feeds.list()).slice(what.place);
      const groupIds = (await client.groups.list()).slice(what.title).map((each) => each.id);
      if (feed) await client.feeds.update(feed.id, { title: what.title === 0 ? null : title, groupIds });
      return;
    }
  }
}

async function publish(world: World, what: Extract<Doing, { do: 'publish' }>): Promise<void> {
  const site = [...world.sites.keys()][what.site] ?? '';
  const state = world.sites.get(site);
  if (!state) return;
  if (what.edits) state.edition += 1;
  else state.shows += 3;
  serve(world, site);
}

async function someItems(client: Client, places: readonly number[]): Promise<number[]> {
  const { items } = await client.items.list({ limit: 60 });
  return [...new Set(places.map((place) => items[place]?.id ?? 999_999_999))];
}

/** Each edition changes one of the posts and, now and then, the title of the feed. */
export function serve({ house, sites }: World, site: string): void {
  const { shows, edition } = sites.get(site) ?? { shows: 0, edition: 0 };
  const shown = posts(1, shows).map((post, index) =>
    index < edition ? { ...post, content: `<p>Edition ${edition - index}</p>` } : post,
  );
  house.web.serve(site, rss(`Feed, year ${Math.floor(edition / 3)}`, shown));
}

/** Two people who follow the first few of the sites. `run`: the number of the run, so that none meets what another has left. */
export async function openWorld(
  house: World['house'],
  { run, follows }: { run: number; follows: number },
): Promise<World> {
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
  for (const { client } of world.people) {
    for (const site of [...world.sites.keys()].slice(0, follows))
      await client.feeds.create({ feedUrl: site });
  }
  return world;
}
