// Records what a user imports from another reader: items of known posts, and posts that nobody here has seen.
import { SANITISER_VERSION } from '../../formats/versions.ts';
import { type FilePosition, latest } from '../../model/playback.ts';
import type { KnownPost } from '../../model/post.ts';
import type { Source } from '../../model/source.ts';
import { MAX_TAGS_OF_ITEM } from '../../model/tag.ts';
import type { TransferItem } from '../../model/transfer.ts';
import { appendChange } from '../../store/changes.ts';
import { keepPositions } from '../../store/items/playback.ts';
import { removedPosts } from '../../store/items/removed-items.ts';
import { countTags, putTag, tagTitled } from '../../store/items/tags.ts';
import { indexPosts } from '../../store/search/search-index.ts';
import { insertPost, newestPosts, postsNamed, type StoredPost } from '../../store/sources/posts.ts';
import { noteShown } from '../../store/sources/unheld-posts.ts';
import type { WriteTx } from '../../store/store.ts';
import { awaitedByName, deleteAwaited, insertAwaited } from '../../store/transfer/awaited-posts.ts';
import {
  type ItemToKeep,
  insertKeptItems,
  itemsOfPosts,
  ownShelf,
} from '../../store/transfer/imported-items.ts';
import { namesOfItem, twinFinder } from '../identity/twins.ts';
import { importing } from '../limits.ts';
import type { ImportedPost } from './imported-post.ts';
import { finderOf, heldOfFormer } from './matchable-posts.ts';
import { markAndTell } from './settle-awaited.ts';

interface FeedToKeep {
  id: number;
  userId: number;
  source: Source;
  /** Whether the user followed it before the import. */
  wasThere: boolean;
}

/**
 * Gives a feed the items of an import, in their order. A known post gets an item; what is read or starred in either place
 * stays so. An unknown post is put on the user's own shelf and shown from there, unless there is nothing to show: then its status waits
 * for it. What a policy has removed stays so if there is nothing to show: an export names it for others only. The source's schedule must
 * be locked.
 */
export async function recordImported(
  tx: WriteTx,
  feed: FeedToKeep,
  imported: readonly ImportedPost[],
): Promise<void> {
  const find = await findTwins(
    tx,
    feed,
    imported.map(({ item }) => item),
  );
  const twins = imported.map(({ item }) => find(item));
  const removed = await removedPosts(
    tx,
    feed,
    twins.flatMap((twin) => twin?.id ?? []),
  );
  const wanted = new Map<number, Wanted>();
  const shelved = new Shelf(tx, feed);
  for (const [index, each] of imported.entries()) {
    const twin = twins[index];
    if (twin && removed.has(twin.id) && !hasSomethingToShow(each)) continue;
    const isShown = twin || (await shelved.isWorthIt(each));
    const postId = twin?.id ?? (isShown ? await shelved.put(each) : undefined);
    if (postId === undefined) await awaitWithoutItem(tx, feed, each);
    else wanted.set(postId, joined(wanted.get(postId), each, { now: tx.now, isOnShelf: !twin }));
  }
  await shelved.close();
  await keep(tx, feed, wanted);
}

/** Whether it is not merely read: it is starred, tagged, partly played or unread, or it comes with its text. */
function hasSomethingToShow({ item, post }: ImportedPost): boolean {
  if (item.starred || item.tags || item.positions || item.read === false) return true;
  return Boolean(post.content || post.summary);
}

/** Searches the posts of the feed's source first, then those posts of former sources of which the feed has items. */
async function findTwins(
  tx: WriteTx,
  { id, userId, source, wasThere }: FeedToKeep,
  items: readonly TransferItem[],
): Promise<(item: TransferItem) => KnownPost | undefined> {
  const feed = { id, userId, sourceId: source.id };
  const newest = await newestPosts(tx, source.id, importing.comparedPosts);
  const find = await finderOf(tx, feed, { items, newest });
  // A new feed has never been moved.
  if (!wasThere || items.every(find)) return find;
  const findFormer = twinFinder(await heldOfFormer(tx, feed, items));
  return (item) => find(item) ?? findFormer(item);
}

interface Wanted extends Omit<ItemToKeep, 'postId'> {
  /** Whether the import says explicitly that it was read. */
  saysRead: boolean;
  tags: ReadonlySet<string>;
  positions: readonly FilePosition[];
  imported: ImportedPost;
  isOnShelf: boolean;
}

/** If an import mentions a post twice, it means one post. */
function joined(
  known: Wanted | undefined,
  imported: ImportedPost,
  { now, isOnShelf }: { now: number; isOnShelf: boolean },
): Wanted {
  const { read = true, starred, createdAt = now } = imported.item;
  return {
    imported,
    isOnShelf,
    read: read || (known?.read ?? false),
    saysRead: imported.item.read === true || (known?.saysRead ?? false),
    starred: starred || (known?.starred ?? false),
    tags: new Set([...(known?.tags ?? []), ...(imported.item.tags ?? [])]),
    positions: latest(known?.positions ?? [], upTo(now, imported.item.positions ?? [])),
    createdAt: Math.min(createdAt, known?.createdAt ?? now, now),
  };
}

/** Existing items get the marks, tags and positions that they lack; missing items are inserted, in order. */
async function keep(tx: WriteTx, feed: FeedToKeep, wanted: ReadonlyMap<number, Wanted>): Promise<void> {
  const held = await itemsOfPosts(tx, feed, [...wanted.keys()]);
  const itemIds = new Map(held.map(({ id, postId }) => [postId, id]));
  const read = held.filter((item) => wanted.get(item.postId)?.saysRead);
  const starred = held.filter((item) => wanted.get(item.postId)?.starred);
  await markAndTell(tx, feed.userId, read, 'read');
  await markAndTell(tx, feed.userId, starred, 'starred');
  const missing = [...wanted].filter(([postId]) => !itemIds.has(postId));
  const ids = await insertKeptItems(
    tx,
    feed,
    missing.map(([postId, item]) => ({ ...item, postId })),
  );
  for (const [index, [postId, { imported, isOnShelf }]] of missing.entries()) {
    const itemId = ids[index];
    if (itemId !== undefined) itemIds.set(postId, itemId);
    if (isOnShelf) await awaitPost(tx, feed, { imported, itemId });
  }
  const told = await putTags(tx, feed.userId, wanted, itemIds);
  await appendChange(
    tx,
    feed.userId,
    'items.edited',
    told.filter((id) => !ids.includes(id)),
  );
  await keepPlayed(tx, feed.userId, wanted, itemIds);
}

/** Puts the imported tags on the items that have room for them; returns the ids of the items that got one. */
async function putTags(
  tx: WriteTx,
  userId: number,
  wanted: ReadonlyMap<number, Wanted>,
  itemIds: ReadonlyMap<number, number>,
): Promise<number[]> {
  const bearers = new Map<string, number[]>();
  for (const [postId, { tags }] of wanted) {
    const id = itemIds.get(postId);
    if (id !== undefined) for (const tag of tags) bearers.set(tag, [...(bearers.get(tag) ?? []), id]);
  }
  const tagged = new Set<number>();
  const counts = await countTags(tx, [...new Set([...bearers.values()].flat())]);
  for (const [title, ids] of bearers) {
    const roomy = ids.filter((id) => (counts.get(id) ?? 0) < MAX_TAGS_OF_ITEM);
    if (roomy.length === 0) continue;
    const tagId = await tagTitled(tx, userId, title);
    for (const id of await putTag(tx, userId, tagId, roomy)) {
      tagged.add(id);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return [...tagged].sort((a, b) => a - b);
}

/** Stores how far the user has played the posts' files; where a later position is known already, that one stays. */
async function keepPlayed(
  tx: WriteTx,
  userId: number,
  wanted: ReadonlyMap<number, Wanted>,
  itemIds: ReadonlyMap<number, number>,
): Promise<void> {
  const played: number[] = [];
  for (const [postId, { positions }] of wanted) {
    const id = itemIds.get(postId);
    if (id === undefined || positions.length === 0) continue;
    if (await keepPositions(tx, { userId, id }, positions)) played.push(id);
  }
  await appendChange(
    tx,
    userId,
    'items.played',
    played.sort((a, b) => a - b),
  );
}

/** Moves times of playing that lie in the future to now. */
function upTo(now: number, positions: readonly FilePosition[]): FilePosition[] {
  return positions.map((position) => ({ ...position, at: Math.min(position.at, now) }));
}

/** The imported posts of a feed that belong to its user alone. */
class Shelf {
  readonly #tx: WriteTx;
  readonly #feed: FeedToKeep;
  #sourceId: number | undefined;
  readonly #added: StoredPost[] = [];

  constructor(tx: WriteTx, feed: FeedToKeep) {
    this.#tx = tx;
    this.#feed = feed;
  }

  /** Whether there is something to see or to do, or the post is on the shelf already from an earlier import, and no policy has removed it. */
  async isWorthIt(imported: ImportedPost): Promise<boolean> {
    if (hasSomethingToShow(imported)) return true;
    const known = await this.#find(imported.post.identity);
    return known !== undefined && (await removedPosts(this.#tx, this.#feed, [known.id])).size === 0;
  }

  async put({ post }: ImportedPost): Promise<number> {
    const sourceId = await this.#open();
    const id = await insertPost(this.#tx, sourceId, post, SANITISER_VERSION);
    if (id !== undefined) this.#added.push({ id, post });
    const known = id ?? (await this.#find(post.identity))?.id;
    if (known === undefined) throw new Error('An imported post is neither new nor known');
    return known;
  }

  /** Marks the new posts as shown by no document, so that they are removed when nobody has them any more. */
  async close(): Promise<void> {
    if (this.#added.length === 0) return;
    indexPosts(this.#tx, this.#added);
    await noteShown(this.#tx, await this.#open(), { shown: [], isWhole: true });
  }

  async #find(identity: string): Promise<KnownPost | undefined> {
    return (await postsNamed(this.#tx, await this.#open(), [identity]))[0];
  }

  async #open(): Promise<number> {
    this.#sourceId ??= await ownShelf(this.#tx, this.#feed.id, this.#feed.source);
    return this.#sourceId;
  }
}

async function awaitWithoutItem(tx: WriteTx, feed: FeedToKeep, imported: ImportedPost): Promise<void> {
  const { item } = imported;
  await awaitPost(tx, feed, { imported: { ...imported, item: { ...item, read: true } }, itemId: undefined });
}

async function awaitPost(
  tx: WriteTx,
  { id, userId }: FeedToKeep,
  { imported, itemId }: { imported: ImportedPost; itemId: number | undefined },
): Promise<void> {
  const { content, summary, ...item } = imported.item;
  const { name, link } = namesOfItem(item);
  // The same export may have been imported before, or one that knew less.
  const before = name === undefined ? [] : await awaitedByName(tx, id, name);
  for (const each of before) if (each.itemId === undefined) await deleteAwaited(tx, each.id);
  await insertAwaited(tx, { userId, feedId: id, itemId, item }, { name, link });
}
