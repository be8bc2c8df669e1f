// Keeps the addresses of known posts up to date when their words have not changed: of their pages, their files and their pictures.
//
// Sites move, and so do their files. But on some sites addresses differ with each request: they contain a session, a signature
// or an advertisement. So for a page or a picture, what follows ? and # does not count; for a file it does, because a signature
// expires, and the file cannot be fetched any more. And the posts of a source get new addresses once a day at most: all of them
// are rewritten then and everybody who has them is told, which is too much for each visit to a source whose addresses always change.
// Addresses that have to wait come with a later document, or from the kept one (see editsDueAt).
import { SANITISER_VERSION } from '../../formats/versions.ts';
import { movedFiles } from '../../model/playback.ts';
import type { PostEnclosure } from '../../model/post.ts';
import type { SourceMemory } from '../../model/source.ts';
import { movePositions } from '../../store/items/playback.ts';
import { tellEdited } from '../../store/sources/fan-out.ts';
import {
  contentsOfPosts,
  detailsOfPosts,
  readdressPosts,
  rewritePosts,
  type StoredPost,
} from '../../store/sources/posts.ts';
import type { WriteTx } from '../../store/store.ts';
import { identityLimits } from '../limits.ts';
import { firstTexts, type Some } from '../portions.ts';
import type { Alike, Comparison } from './identity.ts';

interface Followed {
  /** How many posts have got new addresses. */
  moved: number;
  memory: SourceMemory;
  /** When to look at the document again, for edits or addresses that had to wait. */
  editsDueAt: number | undefined;
  /** The ids of those that are to get theirs after this transaction. */
  left: readonly number[];
}

/** Gives posts the addresses that the document gives them. Words, rhythm and the time of the last edit stay as they are. */
export async function followAddresses(
  tx: WriteTx,
  memory: SourceMemory,
  { alike, editsDueAt, ...some }: Pick<Comparison, 'alike' | 'editsDueAt'> & Some,
): Promise<Followed> {
  const { readdressedAt } = memory;
  // A time to come is from a clock that was ahead.
  const isFree = readdressedAt === undefined || readdressedAt > tx.now;
  const dueAt = isFree ? tx.now : readdressedAt + identityLimits.readdressGapMs;
  if (alike.length > 0 && dueAt > tx.now) {
    return { moved: 0, memory, editsDueAt: Math.min(dueAt, editsDueAt ?? dueAt), left: [] };
  }
  const { moved, left } = await firstReaddressed(tx, alike, some);
  const isFirstOfAll = some.left === undefined;
  if (moved.length === 0 && isFirstOfAll) return { moved: 0, memory, editsDueAt, left: [] };
  await carryPositions(tx, moved);
  await readdressPosts(
    tx,
    moved.filter(({ post }) => post.skimmed),
  );
  const read = moved.filter(({ post }) => !post.skimmed);
  await rewritePosts(tx, read, SANITISER_VERSION);
  await tellEdited(tx, idsOf(moved));
  return { moved: moved.length, memory: { ...memory, readdressedAt: tx.now }, editsDueAt, left };
}

/** Those that have moved, with as much text as a transaction should write. */
async function firstReaddressed(
  tx: WriteTx,
  alike: readonly Alike[],
  { left, textAtOnce }: Some,
): Promise<{ moved: readonly StoredPost[]; left: readonly number[] }> {
  // What is left has been seen to have moved: to read all of it again for each portion would be more work than to write it.
  const looked = left === undefined ? { first: alike, rest: [] } : firstTexts(alike, { left, textAtOnce });
  const { first, rest } = firstTexts(await readdressed(tx, looked.first), { left, textAtOnce });
  return { moved: first, left: idsOf([...rest, ...looked.rest]) };
}

/** Carries playback positions over to the new addresses of files. To be called before these are written. */
export async function carryPositions(tx: WriteTx, posts: readonly StoredPost[]): Promise<void> {
  const details = await detailsOfPosts(tx, idsOf(posts.filter(({ post }) => post.details.enclosures)));
  for (const { id, post } of posts) {
    const moved = movedFiles(details.get(id)?.enclosures, post.details.enclosures);
    if (moved.size > 0) await movePositions(tx, id, moved);
  }
}

/** Reads the database only for posts that have files, and for posts whose words were read because their HTML differs. */
async function readdressed(tx: WriteTx, alike: readonly Alike[]): Promise<StoredPost[]> {
  const details = await detailsOfPosts(tx, idsOf(alike.filter(({ post }) => post.details.enclosures)));
  const contents = await contentsOfPosts(tx, idsOf(alike.filter(({ post }) => !post.skimmed)));
  const moved = alike.filter(({ id, post, linked, knownUrl }) => {
    if (linked && pageOf(post.url) !== pageOf(knownUrl)) return true;
    const files = details.get(id);
    if (files && filesOf(files.enclosures) !== filesOf(post.details.enclosures)) return true;
    const known = contents.get(id);
    return known !== undefined && addressesIn(known) !== addressesIn(post);
  });
  // If the document gives a post no address of its own, the post keeps the one that it has.
  return moved.map(({ id, post, linked, knownUrl }) => ({
    id,
    post: linked ? post : { ...post, url: knownUrl },
  }));
}

function pageOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function filesOf(enclosures: readonly PostEnclosure[] = []): string {
  return enclosures.map(({ url }) => url).join('\n');
}

/** The addresses of links and pictures in sanitised HTML, which uses double quotes only. */
function addressesIn({
  content = '',
  summary = '',
}: Pick<StoredPost['post'], 'content' | 'summary'>): string {
  const found = `${content}\n${summary}`.matchAll(/ (?:src|href)="([^"?#]*)/g);
  return [...found].map(([, url]) => url).join('\n');
}

function idsOf(posts: readonly { id: number }[]): number[] {
  return posts.map(({ id }) => id);
}
