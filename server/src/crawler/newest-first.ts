// The order of a document without dates that is longer than what a visit stores: which of its ends is the new one.
import type { FeedPost } from '../formats/feed-document.ts';
import type { Source } from '../model/source.ts';
import { findBody } from '../store/sources.ts';
import type { Finding } from './ask.ts';
import type { Equipment } from './equipment.ts';
import { identityLimits } from './limits.ts';
import { readKeptBody } from './reread.ts';

/**
 * What a visit has found, with what has come at the end of the document before everything else, the last first. Where dates
 * are missing the first posts count as the newest: of a long document that grows at its end no new one would ever be stored.
 * Only the document of the visit before, which is kept, tells what has come.
 */
export async function withNewestFirst(
  equipment: Equipment,
  source: Source,
  finding: Finding,
): Promise<Finding> {
  const { found } = finding;
  if (found.kind !== 'feed' || found.reread || !orderMatters(found.document.posts)) return finding;
  // The kept document itself, for edits in it that had to wait.
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

/** More posts have no date than a visit stores. */
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
 * How many posts stand behind the last that was known before. None, where the first one is new: then the document grows
 * there, and its end may show what was not read before for its length.
 */
function comeAtEnd(posts: readonly FeedPost[], before: readonly FeedPost[]): number {
  const known = new Set(before.map(nameOf));
  const [first] = posts;
  if (first === undefined || !known.has(nameOf(first))) return 0;
  return posts.length - 1 - posts.findLastIndex((post) => known.has(nameOf(post)));
}

/** The best that a post has: an edit of the others is no new post. */
function nameOf({ guid, url, title, text }: FeedPost): string {
  return guid ?? url ?? title ?? text ?? '';
}
