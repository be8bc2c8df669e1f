// The order of posts in a document without dates that is longer than a visit stores: finds out which of its ends is the new one.
import type { FeedPost } from '../../formats/feed-document.ts';
import type { Source } from '../../model/source.ts';
import { findBody } from '../../store/sources/sources.ts';
import type { Finding } from '../asking/finding.ts';
import type { Equipment } from '../equipment.ts';
import { identityLimits } from '../limits.ts';
import { readKeptBody } from '../reading/reread.ts';

/**
 * What a visit has found, with the posts that have been added at the end of the document moved to its front, the last first. Without
 * dates the first posts count as the newest, so no new post of a long document that grows at its end would ever be stored.
 * Only the kept document of the previous visit tells what has been added.
 */
export async function withNewestFirst(
  equipment: Equipment,
  source: Source,
  finding: Finding,
): Promise<Finding> {
  const { found } = finding;
  if (found.kind !== 'feed' || found.reread || !orderMatters(found.document.posts)) return finding;
  // This is the kept document itself, read again for edits that had to wait.
  if (found.bodyHash === source.bodyHash) return finding;
  try {
    const { posts } = found.document;
    const come = comeAtEnd(posts, await postsBefore(equipment, source));
    if (come === 0 || come > identityLimits.comeAtEnd) return finding;
    const ordered = [...posts.slice(-come).reverse(), ...posts.slice(0, -come)];
    return { ...finding, found: { ...found, document: { ...found.document, posts: ordered } } };
  } catch (error) {
    equipment.log.error('comparing with the document before failed', { sourceId: source.id, error });
    return finding;
  }
}

/** Whether more posts lack a date than a visit stores. */
function orderMatters(posts: readonly FeedPost[]): boolean {
  const { postsAtOnce, earliestMs } = identityLimits;
  if (posts.length <= postsAtOnce) return false;
  const undated = posts.filter(({ publishedAt = 0 }) => Math.abs(publishedAt) <= earliestMs);
  return undated.length > postsAtOnce;
}

async function postsBefore({ store, read }: Equipment, { id }: Source): Promise<readonly FeedPost[]> {
  const body = await store.read((tx) => findBody(tx, id));
  const reading = body && (await readKeptBody(read, body));
  return reading?.kind === 'feed' ? reading.document.posts : [];
}

/**
 * How many posts follow the last one that was in the document before. 0 if the first post is new: then the document grows at
 * its start, and its end may show posts that an earlier reading cut off because of its length.
 */
function comeAtEnd(posts: readonly FeedPost[], before: readonly FeedPost[]): number {
  const known = new Set(before.map(nameOf));
  const [first] = posts;
  if (first === undefined || !known.has(nameOf(first))) return 0;
  return posts.length - 1 - posts.findLastIndex((post) => known.has(nameOf(post)));
}

/** The best name that a post has: an edit of anything else makes no new post. */
function nameOf({ guid, url, title, text }: FeedPost): string {
  return guid ?? url ?? title ?? text ?? '';
}
