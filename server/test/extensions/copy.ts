// A copy of what a user has, kept by following the changes in the way that docs/extensions/app.courant.sync.md describes.
import type { Client } from '@courant/client';
import type { Changes, Counts, Feed, Group, Item } from '@courant/protocol';

interface CopiedItem {
  id: number;
  feed_id: number;
  read: boolean;
  starred: boolean;
  /** Fields of items given in full or fetched; absent until then. */
  title?: string;
  content?: string | undefined;
  article?: Item['app.courant.full-text'] | undefined;
}

/** The parts of the copy that are compared with a full download. */
interface Stock {
  groups: Group[];
  feeds: Feed[];
  items: CopiedItem[];
  counts: Pick<Counts, 'total' | 'feeds'>;
}

export interface Copy {
  cursor: string;
  /** Takes in one answer about changes. Returns whether there are more. */
  step(limit: number): Promise<boolean>;
  /** Takes in changes until there are no more. */
  catchUp(limit: number): Promise<void>;
  take(changes: Changes): void;
  /** The same copy, using another client from now on. */
  with(client: Client): Copy;
  stock(): Stock;
}

/** Begins a copy: first the cursor, then the current contents page by page; `between` is called before each page. */
export async function beginCopy(
  client: Client,
  { limit, between = async () => {} }: { limit: number; between?: () => Promise<void> },
): Promise<Copy> {
  const { cursor, snapshot } = await client.sync.changes();
  const copy = new FollowingCopy(client, cursor);
  for (let page = snapshot; page !== undefined; ) {
    await between();
    const found = await client.sync.snapshot(page, { limit });
    for (const group of found.groups) copy.groups.set(group.id, group);
    for (const feed of found.feeds) copy.feeds.set(feed.id, feed);
    for (const item of found.items) copy.items.set(item.id, { ...item });
    page = found.next;
  }
  await between();
  await copy.fetchTexts();
  const counts = await client.sync.counts();
  for (const { id, unread } of counts.feeds) copy.unread.set(id, unread);
  copy.total = counts.total;
  return copy;
}

/** The current contents by the ordinary endpoints. */
export async function download(client: Client): Promise<Stock> {
  const { total, feeds } = await client.sync.counts();
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return inOrder({
    groups: await client.groups.list(),
    feeds: await client.feeds.list(),
    items: items.map(copiedItem),
    counts: { total, feeds },
  });
}

class FollowingCopy implements Copy {
  readonly groups = new Map<number, Group>();
  readonly feeds = new Map<number, Feed>();
  readonly items = new Map<number, CopiedItem>();
  readonly unread = new Map<number, number>();
  total = 0;
  cursor: string;
  #client: Client;

  constructor(client: Client, cursor: string) {
    this.#client = client;
    this.cursor = cursor;
  }

  /** What a snapshot leaves out. Changes will say later which items have been removed meanwhile. */
  async fetchTexts(): Promise<void> {
    for await (const item of this.#client.items.all({ ids: [...this.items.keys()] })) {
      const known = this.items.get(item.id);
      if (known) Object.assign(known, textsOf(item));
    }
  }

  async step(limit: number): Promise<boolean> {
    const changes = await this.#client.sync.changes({ since: this.cursor, limit });
    this.take(changes);
    return changes.more;
  }

  async catchUp(limit: number): Promise<void> {
    while (await this.step(limit));
  }

  /** In the order given in the documentation. */
  take({ cursor, groups, feeds, items, counts }: Changes): void {
    for (const id of feeds?.removed ?? []) this.#dropFeed(id);
    for (const id of items?.removed ?? []) this.items.delete(id);
    for (const id of groups?.removed ?? []) this.groups.delete(id);
    for (const group of groups?.changed ?? []) this.groups.set(group.id, group);
    for (const feed of feeds?.changed ?? []) this.feeds.set(feed.id, feed);
    for (const item of [...(items?.new ?? []), ...(items?.edited ?? [])]) {
      this.items.set(item.id, copiedItem(item));
    }
    this.#mark(items?.read, { read: true });
    this.#mark(items?.unread, { read: false });
    this.#mark(items?.starred, { starred: true });
    this.#mark(items?.unstarred, { starred: false });
    for (const { id, unread } of counts?.feeds ?? []) this.unread.set(id, unread);
    this.total = counts?.total ?? this.total;
    this.cursor = cursor;
  }

  with(client: Client): Copy {
    this.#client = client;
    return this;
  }

  stock(): Stock {
    return inOrder({
      groups: [...this.groups.values()],
      feeds: [...this.feeds.values()],
      items: [...this.items.values()],
      counts: { total: this.total, feeds: [...this.unread].map(([id, unread]) => ({ id, unread })) },
    });
  }

  #dropFeed(id: number): void {
    this.feeds.delete(id);
    this.unread.delete(id);
    for (const item of this.items.values()) if (item.feed_id === id) this.items.delete(item.id);
  }

  #mark(ids: readonly number[] | undefined, state: Partial<CopiedItem>): void {
    for (const id of ids ?? []) Object.assign(this.items.get(id) ?? {}, state);
  }
}

function copiedItem(item: Item): CopiedItem {
  const { id, feed_id, read } = item;
  return { id, feed_id, read, starred: item['app.courant.items']?.starred ?? false, ...textsOf(item) };
}

function textsOf({ title, content, 'app.courant.full-text': article }: Item): Partial<CopiedItem> {
  return { title, content, article };
}

/** Without what changes unannounced: the time of the last visit, how a source is doing, counts, which are announced separately, and the port. */
function inOrder({ groups, feeds, items, counts }: Stock): Stock {
  return {
    groups: groups.map(withoutMoving).sort(byId),
    feeds: feeds.map((feed) => ({ ...withoutMoving(feed), last_updated: '' })).sort(byId),
    items: items.toSorted(byId),
    counts: { total: counts.total, feeds: counts.feeds.toSorted(byId) },
  };
}

function withoutMoving<Thing extends Feed | Group>(thing: Thing): Thing {
  const { 'app.courant.health': _, 'app.courant.feeds': facts, service_url: ___, ...rest } = thing;
  const { unread_count: __, ...still } = (facts ?? {}) as Record<string, unknown>;
  return { ...rest, 'app.courant.feeds': still } as unknown as Thing;
}

function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id;
}
