// What following an address would bring: found in the same way as by following, so that a later follow costs no further request.
import { type Preview, postsPerWeek } from '../model/preview.ts';
import { Refusal } from '../model/refusal.ts';
import { newestOwnPosts } from '../store/sources/posts.ts';
import { findSource } from '../store/sources/sources.ts';
import type { ReadTx } from '../store/store.ts';
import { refusedBySite } from './feeds.ts';
import type { Library } from './library.ts';
import { previewedPosts } from './limits.ts';
import { findOwnFeed } from './subscribe.ts';

/**
 * Finds the feed at an address, and stores what a follow would: the source and its first posts, which are removed after a month if
 * nobody follows them. Throws Refusal `cannot` with a sentence to act on.
 */
export async function preview(
  { store, crawler }: Library,
  userId: number,
  address: string,
): Promise<Preview> {
  const found = await crawler.discover(address);
  if (found.kind === 'refused') return refusedBySite('preview feed', found);
  return store.read(async (tx) => ({ ...(await factsOf(tx, userId, found.sourceId)), others: found.others }));
}

async function factsOf(tx: ReadTx, userId: number, sourceId: number): Promise<Omit<Preview, 'others'>> {
  const source = await findSource(tx, sourceId);
  if (!source) throw new Refusal('cannot', 'Cannot preview feed: it was just being put away; try again');
  const posts = await newestOwnPosts(tx, sourceId, previewedPosts.counted);
  return {
    feedUrl: source.url,
    title: source.title,
    siteUrl: source.siteUrl,
    description: source.description,
    language: source.language,
    feedId: await findOwnFeed(tx, userId, sourceId),
    postsPerWeek: postsPerWeek(
      posts.map(({ sortAt }) => sortAt),
      tx.now,
    ),
    newest: posts
      .slice(0, previewedPosts.shown)
      .map(({ title, url, sortAt }) => ({ title, url, at: sortAt })),
  };
}
