// What befalls an account in years, chosen by chance, and a plain model of what its owner must have afterwards.
import assert from 'node:assert/strict';
import { CourantError } from '@courant/client';
import fc from 'fast-check';
import { removeAccount } from '../../src/library/accounts.ts';
import { applyRetention } from '../../src/library/retention.ts';
import { tagItems } from '../../src/library/tags.ts';
import {
  at,
  DAY_AND_HOUR,
  type Joined,
  join,
  leadsTo,
  membership,
  type Person,
  publish,
  sibling,
  type World,
} from './long-life-world.ts';
import { accountOf, bring } from './transfer-house.ts';

export type Befall = typeof befall extends fc.Arbitrary<infer Value> ? Value : never;

const any = fc.nat(200);
const kind = <Name extends string>(weight: number, name: Name) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), who: fc.nat(1), one: any, other: any }),
});

export const befall = fc.oneof(
  kind(4, 'follow'),
  kind(2, 'unfollow'),
  kind(3, 'undo'),
  kind(3, 'repair'),
  kind(5, 'publish'),
  kind(2, 'join'),
  kind(1, 'die'),
  kind(5, 'read'),
  kind(3, 'star'),
  kind(3, 'tag'),
  kind(2, 'group'),
  kind(1, 'ungroup'),
  kind(2, 'bring own'),
  kind(2, 'retain'),
);

/** Does it, and changes the model where the model alone says what comes of it. */
export async function live(world: World, { do: what, who, one, other }: Befall): Promise<void> {
  world.step += 1;
  const person = world.people[who];
  const site = world.sites[one % world.sites.length];
  assert.ok(person && site);
  switch (what) {
    case 'publish':
      publish(world, site, 1 + (other % 2));
      return void (await world.house.crawl(DAY_AND_HOUR));
    case 'die':
      if (site.state !== 'well') return;
      site.state = 'dead';
      world.house.web.serve(site.url, { status: 404 });
      return void (await world.house.crawl(DAY_AND_HOUR));
    case 'join':
      return join(world, site, other % 4 === 0 ? at(world.sites, other) : sibling(world, site, other));
    case 'follow':
    case 'unfollow':
    case 'repair':
    case 'undo':
      return arrange(world, person, { what, one, other, url: site.url }).catch(tolerate);
    case 'group':
    case 'ungroup':
      return group(person, { what, one, other });
    case 'bring own':
      return bringOwn(world, person, one % 2 === 0);
    case 'retain':
      return retain(world, person, one);
    default:
      return mark(world, person, { what, one, other });
  }
}

/** Leaves nothing of an account. */
export async function leave(world: World, { userId }: Person): Promise<void> {
  await removeAccount(world.house.house.library, userId);
}

interface Arranging {
  what: 'follow' | 'unfollow' | 'repair' | 'undo';
  one: number;
  other: number;
  url: string;
}

async function arrange(world: World, person: Person, { what, one, other, url }: Arranging): Promise<void> {
  const { client, feeds } = person;
  const feedId = [...feeds.keys()].at(other % Math.max(1, feeds.size));
  if (what === 'follow') await client.feeds.create({ feedUrl: url });
  else if (what === 'undo') await undo(world, person, one);
  else if (feedId === undefined) return;
  else if (what === 'repair') {
    const { repaired } = await client.health.repair(feedId, { feedUrl: url });
    const feed = feeds.get(feedId);
    if (repaired && feed) feed.wasMoved = true;
  } else {
    await client.feeds.delete(feedId);
    putAway(person, feedId, (await client.journal.list({ limit: 1 }))[0]?.id ?? 0);
  }
}

/** Of a feed that has come back into another, only what that one did not have goes again. */
async function part(person: Person, entryId: number, { stay, ...held }: Joined): Promise<void> {
  const { client, items, feeds, away } = person;
  if (!feeds.has(stay)) return assert.rejects(client.journal.undo(entryId), { status: 422 });
  const by = await client.journal.undo(entryId);
  const gone = [...held.items.keys()].flatMap((id) => {
    const item = items.get(id);
    return item?.feedId === stay ? [[id, item] as const] : [];
  });
  for (const [id] of gone) items.delete(id);
  away.set(by.id, { ...held, beside: new Set(feeds.keys()), items: new Map(gone) });
}

function putAway({ items, feeds, away }: Person, id: number, entryId: number): void {
  const gone = [...items].filter(([, item]) => item.feedId === id);
  for (const [itemId] of gone) items.delete(itemId);
  const feed = feeds.get(id);
  assert.ok(feed);
  feeds.delete(id);
  away.set(entryId, { id, ...feed, beside: new Set(feeds.keys()), items: new Map(gone) });
}

/** Of what was removed; what is refused must be what cannot be done. */
async function undo(world: World, person: Person, one: number): Promise<void> {
  const { client, groups, feeds, away, joined } = person;
  const all = await client.journal.list({ limit: 200 });
  const standing = all.filter(
    ({ action, undone_by: by }) => /^(feed|group)/.test(action) && by === undefined,
  );
  const entry = standing[one % Math.max(1, standing.length)];
  if (!entry) return;
  const held = away.get(entry.id);
  if (entry.action === 'feed.removed') {
    assert.ok(held);
    const url = await leadsTo(world, held.url);
    const [stay] = [...feeds].find(([, feed]) => feed.url === url) ?? [];
    const isRefused = url === undefined || (stay !== undefined && !held.beside.has(stay));
    if (isRefused) return assert.rejects(client.journal.undo(entry.id), { status: 422 });
    const { id: by } = await client.journal.undo(entry.id);
    away.delete(entry.id);
    const { items, id, beside: _, ...feed } = held;
    feeds.set(id, { ...feed, url, ...(stay !== undefined && { goesInto: stay }) });
    for (const [itemId, item] of items) person.items.set(itemId, item);
    if (stay !== undefined) joined.set(by, { ...held, url, stay });
    return;
  }
  const parted = joined.get(entry.id);
  if (parted) return part(person, entry.id, parted);
  const by = await client.journal.undo(entry.id);
  if (by.action === 'feed.removed') putAway(person, by.feed?.id ?? 0, by.id);
  else if (by.action === 'group.removed') groups.delete(by.group?.id ?? 0);
  else groups.add(by.group?.id ?? 0);
}

async function group(
  { client, groups, feeds, members }: Person,
  { what, one, other }: { what: 'group' | 'ungroup'; one: number; other: number },
): Promise<void> {
  if (what === 'ungroup') {
    const id = [...groups].at(one % Math.max(1, groups.size));
    if (id === undefined) return;
    await client.groups.delete(id);
    return void groups.delete(id);
  }
  const feedIds = [...feeds.keys()].filter((_, place) => (one >> place) % 2 === 1);
  const title = `Group ${other} ${groups.size} ${members.size}`;
  const made = await client.groups.create({ title, feedIds }).catch(tolerate);
  if (!made) return;
  groups.add(made.id);
  for (const feedId of feedIds) members.add(membership(made.id, feedId));
}

async function bringOwn({ house }: World, { client, feeds, items }: Person, content: boolean): Promise<void> {
  // Of two items of one post the file means one.
  const names = new Set([...items.values()].map(({ feedId, title }) => `${feedId} ${title}`));
  if (feeds.size === 0 || names.size < items.size) return;
  const before = await accountOf(client, true);
  const job = await bring(house, client, await client.transfer.exportAccount({ content }));
  assert.equal(job.feeds.failed, 0);
  assert.deepEqual(await accountOf(client, true), before, 'what comes back to where it is changes nothing');
}

/** One feed keeps its newest two, once, on a day when nothing was changed lately. */
async function retain({ house }: World, { client, feeds, items }: Person, one: number): Promise<void> {
  const feedId = [...feeds.keys()].at(one % Math.max(1, feeds.size));
  if (feedId === undefined) return;
  house.clock.set(house.clock.now() + DAY_AND_HOUR);
  await client.retention.setPolicy({ keep: 'newest', count: 2, feedId });
  await applyRetention(house.house.library);
  await client.retention.setPolicy({ keep: 'forever', feedId });
  const own = [...items].filter(([, item]) => item.feedId === feedId).sort(([a], [b]) => b - a);
  for (const [id, { read, starred, tags }] of own.slice(2)) {
    if (read && !starred && tags.size === 0) {
      items.delete(id);
    }
  }
}

async function mark(
  { house }: World,
  { client, userId, items }: Person,
  { what, one, other }: { what: 'read' | 'star' | 'tag'; one: number; other: number },
): Promise<void> {
  const id = [...items.keys()].at(one % Math.max(1, items.size));
  const item = id === undefined ? undefined : items.get(id);
  if (id === undefined || !item) return;
  const puts = other % 4 > 0;
  if (what === 'read') {
    await (puts ? client.items.markRead(id) : client.items.markUnread(id));
    items.set(id, { ...item, read: puts });
  } else if (what === 'star') {
    await (puts ? client.stars.add(id) : client.stars.remove(id));
    items.set(id, { ...item, starred: puts });
  } else {
    const tag = `Tag ${other % 3}`;
    await tagItems(house.house.library, userId, [id], { put: [tag], takeOff: [] });
    items.set(id, { ...item, tags: new Set([...item.tags, tag]) });
  }
}

/** What a site does not give cannot be had. */
function tolerate(error: unknown): undefined {
  if (!(error instanceof CourantError) || ![409, 422].includes(error.status)) throw error;
  return undefined;
}
