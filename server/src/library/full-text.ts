// The whole article where a feed gives only its beginning: fetched when a person asks for it, or for all new posts of a feed.
import type { FullText } from '../model/article.ts';
import type { Feed } from '../model/feed.ts';
import type { Item } from '../model/item.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { wishArticles } from '../store/feeds/feed-wishes.ts';
import { findItem } from '../store/items/items.ts';
import { itemsWithArticle, wantArticle } from '../store/sources/articles.ts';
import type { WriteTx } from '../store/store.ts';
import { refusedBySite, requireFeed } from './feeds.ts';
import { noSuchItem } from './items.ts';
import type { Library } from './library.ts';

/** The article behind an item, if it has been fetched for its user. Throws Refusal `not-found`. */
export async function keptFullText(
  library: Library,
  userId: number,
  itemId: number,
): Promise<FullText | undefined> {
  return (await ownItem(library, userId, itemId)).fullText;
}

/**
 * The article behind an item, fetched if it has not been: once for everybody who asks for it. Throws Refusal `not-found`, and
 * `cannot` with a sentence to act on; a failure is remembered for a while, and reported again without asking the site.
 */
export async function fetchFullText(library: Library, userId: number, itemId: number): Promise<FullText> {
  const { postId, fullText: known } = await ownItem(library, userId, itemId);
  if (known) return known;
  await library.store.write((tx) => ask(tx, userId, postId));
  const fetched = await library.crawler.fetchArticle(postId);
  if (fetched.kind === 'refused') return refusedBySite('fetch article', fetched);
  const { fullText } = await ownItem(library, userId, itemId);
  if (!fullText) throw new Error(`The article of post ${postId} is missing right after it was fetched`);
  return fullText;
}

/** Whether the articles of a feed's new posts are fetched. Throws Refusal `not-found`. */
export function setArticles(
  { store }: Library,
  userId: number,
  { feedId, wanted }: { feedId: number; wanted: boolean },
): Promise<Feed> {
  return store.write(async (tx) => {
    // Whoever removes the feed has it locked before the feed.
    await lockSequence(tx, userId);
    const feed = await requireFeed(tx, userId, { id: feedId, action: 'set mode' });
    if (feed.fetchesArticles === wanted) return feed;
    await wishArticles(tx, { id: feedId, userId }, wanted);
    await appendChange(tx, userId, 'feeds.changed', [feedId]);
    return { ...feed, fetchesArticles: wanted };
  });
}

/** The counter is locked first, as whoever stores the article does: the change is told by one of the two. */
async function ask(tx: WriteTx, userId: number, postId: number): Promise<void> {
  await lockSequence(tx, userId);
  if (!(await wantArticle(tx, userId, postId))) return;
  await appendChange(tx, userId, 'items.edited', await itemsWithArticle(tx, userId, postId));
}

async function ownItem({ store }: Library, userId: number, id: number): Promise<Item> {
  return (await store.read((tx) => findItem(tx, userId, id))) ?? noSuchItem('fetch article', id);
}
