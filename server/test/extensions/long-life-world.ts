// Two people and a few sites that publish, die and turn out to be one: what befalls them is in long-life.ts.
import assert from 'node:assert/strict';
import { findSource, findSourceAt } from '../../src/store/sources/sources.ts';
import { rss, type TestPost } from '../documents.ts';
import type { SignedIn, TestHouse } from '../house.ts';
import { beginCopy, type Copy } from './copy.ts';

export const DAY_AND_HOUR = 25 * 3_600_000;
/** Of the newest posts of a family, as many as a document shows. */
const SHOWN = 6;

/** An item as its owner should have it. */
export interface Own {
  feedId: number;
  title: string;
  read: boolean;
  starred: boolean;
  tags: ReadonlySet<string>;
}

export interface Person extends SignedIn {
  copy: Copy;
  items: Map<number, Own>;
  /** Titles of all that there ever was. */
  seen: Set<string>;
  feeds: Map<number, OwnFeed>;
  groups: Set<number>;
  /** Group and feed, whether they are there or away. */
  members: Set<string>;
  /** Entry of the journal → what went with a feed. */
  away: Map<number, Away>;
  /** Entry of the journal → what has come back into another feed by it. */
  joined: Map<number, Joined>;
}

/** `beside`: the feeds that were there when it went. */
type Away = OwnFeed & { id: number; items: Map<number, Own>; beside: ReadonlySet<number> };

export type Joined = Away & { stay: number };

/** A feed as its owner has it. */
interface OwnFeed {
  /** Where it is read from, and since which step. */
  url: string;
  since: number;
  wasMoved: boolean;
  /** The feed into which it has come back, so that it is gone at once. */
  goesInto?: number;
  /** What the sites showed already from where it was read before: it was no news there, and is none where another shows it later. */
  noNews: ReadonlySet<string>;
}

interface Site {
  url: string;
  family: string;
  /** The number of the newest post that it shows, and the step in which it began to show each. */
  upTo: number;
  shownSince: Map<number, number>;
  state: 'well' | 'dead' | 'gone elsewhere';
}

export interface World {
  house: TestHouse;
  people: Person[];
  sites: Site[];
  /** Family → when its posts were published. */
  published: Map<string, number[]>;
  step: number;
}

/** Two people and five sites, of which three and two publish the same, the one later than the other. */
export async function openWorld(house: TestHouse, run: number): Promise<World> {
  const sites = ['a1', 'a2', 'a3', 'b1', 'b2'].map(
    (name): Site => ({
      url: `https://${name}.example/${run}`,
      family: name.charAt(0),
      upTo: 0,
      shownSince: new Map(),
      state: 'well',
    }),
  );
  const world: World = { house, people: [], sites, published: new Map(), step: 0 };
  for (const site of sites) publish(world, site, 3);
  for (const name of ['ines', 'otto']) {
    const signedIn = await house.signIn(`${name} ${run}`);
    world.people.push({
      ...signedIn,
      copy: await beginCopy(signedIn.client, { limit: 100 }),
      items: new Map(),
      seen: new Set(),
      feeds: new Map(),
      groups: new Set(),
      members: new Set(),
      away: new Map(),
      joined: new Map(),
    });
    for (const { url } of sites.slice(0, 2)) await signedIn.client.feeds.create({ feedUrl: url });
  }
  return world;
}

export function publish(world: World, site: Site, count: number): void {
  if (site.state === 'gone elsewhere') return;
  site.state = 'well';
  const times = world.published.get(site.family) ?? [];
  world.published.set(site.family, times);
  for (let added = 0; added < count; added++) times.push(world.house.clock.now() - (count - added) * 60_000);
  for (let number = Math.max(site.upTo, times.length - SHOWN) + 1; number <= times.length; number++) {
    site.shownSince.set(number, world.step);
  }
  site.upTo = times.length;
  const shown = times.map((publishedAt, index): TestPost => {
    const title = `${site.family} ${index + 1}`;
    const words = isWrittenOtherwise(index + 1) && site.url.includes('2.example') ? `${title} anew` : title;
    const link = `https://${site.family}.example/${index + 1}`;
    return { guid: title, title, link, publishedAt, content: `<p>${words}</p>` };
  });
  world.house.web.serve(site.url, rss(`Feed ${site.family}`, shown.slice(-SHOWN)));
}

export function sibling({ sites }: World, { family, url }: Site, other: number): Site {
  return at(
    sites.filter((site) => site.family === family && site.url !== url),
    other,
  );
}

/** For so many visits that it is believed. */
export async function join(world: World, from: Site, into: Site): Promise<void> {
  if (from === into || from.state !== 'well' || into.state !== 'well') return;
  from.state = 'gone elsewhere';
  world.house.web.serve(from.url, { status: 301, headers: { location: into.url } });
  for (let visit = 0; visit < 5; visit++) await world.house.crawl(DAY_AND_HOUR);
}

/** Also those that have failed for long, which are asked once a week. */
export async function visitAll({ house }: World): Promise<void> {
  for (let week = 0; week < 2; week++) for (let day = 0; day < 4; day++) await house.crawl(2 * DAY_AND_HOUR);
}

/** What a site shows that it did not yet when a feed began to be read from there. */
export function shownSince({ sites }: World, { url, since, noNews }: OwnFeed): string[] {
  const site = sites.find((each) => each.url === url && each.state === 'well');
  if (!site) return [];
  const shown = Array.from({ length: Math.min(SHOWN, site.upTo) }, (_, index) => site.upTo - index);
  return shown
    .filter((number) => (site.shownSince.get(number) ?? 0) > since)
    .map((number) => `${site.family} ${number}`)
    .filter((title) => !noNews.has(title));
}

export function newFeed({ step }: World, url: string): OwnFeed {
  return { url, since: step, wasMoved: false, noNews: new Set() };
}

/** From now on it is read from elsewhere. */
export function readFrom({ sites, step }: World, feed: OwnFeed, url: string): void {
  const left = sites.find((each) => each.url === feed.url);
  const shown = [...(left?.shownSince ?? [])].filter(([, since]) => since <= feed.since);
  feed.noNews = new Set([...feed.noNews, ...shown.map(([number]) => `${left?.family} ${number}`)]);
  feed.url = url;
  feed.since = step;
}

/** Whether a post was published later than all that an owner has. */
export function isNewerThanAll({ published }: World, title: string, own: readonly Own[]): boolean {
  const at = (of: string): number => {
    const [family = '', number] = of.split(' ');
    return published.get(family)?.[Number(number) - 1] ?? Number.NaN;
  };
  return own.every((item) => at(item.title) < at(title));
}

export function membership(groupId: number, feedId: number): string {
  return `${groupId}/${feedId}`;
}

/** Whether the sites of a family tell a post in other words. */
export function isWrittenOtherwise(number: number): boolean {
  return number % 3 === 1;
}

/** The address of the source to which one leads. */
export function leadsTo({ house }: World, url: string): Promise<string | undefined> {
  return house.house.library.store.read(async (tx) => {
    const id = await findSourceAt(tx, url);
    return id === undefined ? undefined : (await findSource(tx, id))?.url;
  });
}

export function at<T>(list: readonly T[], place: number): T {
  const found = list[place % list.length];
  assert.ok(found !== undefined);
  return found;
}
