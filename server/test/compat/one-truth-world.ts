// The plain model of what four protocols do to one account, and the check that each of them reports the same.
import assert from 'node:assert/strict';
import type { CompatHouse } from './compat-house.ts';

export const API = '/reader/api/0';
export const state = (name: string): string => `user/-/state/com.google/${name}`;

/** An item in the plain model. */
export interface Known {
  feed: number;
  createdAt: number;
  read: boolean;
  starred: boolean;
  labels: Set<string>;
}

export interface World {
  house: CompatHouse;
  items: Map<number, Known>;
  /** When a Fever app last asked for items. */
  askedAt: number | undefined;
  /** Number of posts that the first feed has published. */
  published: number;
  fever(query: string): Promise<Record<string, unknown>>;
  /** The headers that the web reader sends with its calls. */
  browser: Record<string, string>;
}

/** One is the title of a group too. */
export const labels = ['News', 'Later & so on'];

/** Asks each protocol for everything that it reports. */
export async function assertOneTruth({ house, items, fever }: World): Promise<void> {
  const idsWhere = (is: (item: Known) => boolean): number[] =>
    [...items].filter(([, item]) => is(item)).map(([id]) => id);
  const unread = idsWhere(({ read }) => !read).sort((a, b) => a - b);
  const starred = idsWhere((item) => item.starred).sort((a, b) => a - b);
  const own = (await listed(house)).sort((a, b) => a.id - b.id);
  assert.deepEqual(
    own.filter(({ read }) => !read).map(({ id }) => id),
    unread,
    'contract: unread',
  );
  assert.deepEqual(
    own.filter((item) => item['app.courant.items']?.starred).map(({ id }) => id),
    starred,
    'contract: starred',
  );
  const { text: counts } = await house.greader(`${API}/unread-count`);
  assert.equal((JSON.parse(counts) as { max: number }).max, unread.length, 'greader: count');
  assert.deepEqual(await readerIds(house, `xt=${state('read')}`), unread, 'greader: unread');
  assert.deepEqual(await readerIds(house, `s=${state('starred')}`), starred, 'greader: starred');
  await assertLabels({ house, items }, own);
  const told = await fever('unread_item_ids&saved_item_ids');
  assert.equal(told.unread_item_ids, unread.join(), 'fever: unread');
  assert.equal(told.saved_item_ids, starred.join(), 'fever: saved');
}

async function assertLabels({ house, items }: Pick<World, 'house' | 'items'>, own: Listed[]): Promise<void> {
  for (const item of own) {
    const borne = [...(items.get(item.id)?.labels ?? [])].sort();
    assert.deepEqual(item['app.courant.items']?.tags ?? [], borne, `contract: labels of ${item.id}`);
  }
  const { text } = await house.greader(`${API}/unread-count`);
  const { unreadcounts } = JSON.parse(text) as { unreadcounts: { id: string; count: number }[] };
  for (const label of labels) {
    const name = `user/-/label/${label}`;
    const under = [...items].filter(
      ([, item]) => item.labels.has(label) || (label === 'News' && isInFolder(house, item)),
    );
    const ids = under.map(([id]) => id).sort((a, b) => a - b);
    assert.deepEqual(await readerIds(house, `s=${encodeURIComponent(name)}`), ids, `greader: ${label}`);
    const unread = under.filter(([, { read }]) => !read).length;
    assert.equal(
      unreadcounts.find(({ id }) => id === name)?.count ?? 0,
      unread,
      `greader: count of ${label}`,
    );
  }
}

async function readerIds(house: CompatHouse, query: string): Promise<number[]> {
  const { text } = await house.greader(`${API}/stream/items/ids?r=o&n=10000&${query}`);
  return (JSON.parse(text) as { itemRefs: { id: string }[] }).itemRefs.map(({ id }) => Number(id));
}

export function isInFolder({ feeds }: CompatHouse, { feed }: Known): boolean {
  return feeds.slice(0, 2).includes(feed);
}

type Listed = Awaited<ReturnType<CompatHouse['ines']['client']['items']['list']>>['items'][number];

export async function listed({ ines }: CompatHouse): Promise<Listed[]> {
  const all: Listed[] = [];
  for await (const item of ines.client.items.all({ limit: 200 })) all.push(item);
  return all;
}

export function knownOf(item: Listed): Known {
  return {
    feed: item.feed_id,
    createdAt: Date.parse(item.created_at),
    read: false,
    starred: false,
    labels: new Set(),
  };
}
