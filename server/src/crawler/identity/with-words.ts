// Computes the search words of posts that are probably new before their transaction begins, which holds the lock of the database.
import type { NewPost } from '../../model/post.ts';
import { wordsOfPost } from '../../model/post-words.ts';
import { newestTextHashes } from '../../store/sources/posts.ts';
import type { Store } from '../../store/store.ts';
import { othersTurn } from '../../store/turn.ts';
import { wordsBefore } from '../limits.ts';
import type { Candidate } from './candidate.ts';

/**
 * Gives words to those candidates that look new or edited, and takes them from those that are stored by now. This is a guess and may be
 * wrong: a post that is stored without words gets them in its transaction, and unneeded words are discarded. `sourceId`: undefined if all
 * posts are new.
 */
export async function withWords(
  store: Store,
  sourceId: number | undefined,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const isRead = candidates.some(({ post }) => !post.skimmed);
  if (!isRead) return [...candidates];
  // The posts that a document shows are mostly those that were stored last.
  const known =
    sourceId === undefined
      ? new Set()
      : await store.read((tx) => newestTextHashes(tx, sourceId, candidates.length));
  const given: Candidate[] = [];
  let room: number = wordsBefore.mostChars;
  for (const candidate of candidates) {
    const { words, ...post } = candidate.post;
    const chars = (post.content?.length ?? 0) + (post.summary?.length ?? 0);
    const isWanted = !post.skimmed && !known.has(post.textHash) && chars <= room;
    given.push({ ...candidate, post: isWanted ? { ...post, words: words ?? wordsOfPost(post) } : post });
    if (!isWanted) continue;
    room -= chars;
    if (given.length % wordsBefore.postsInARow === 0) await othersTurn();
  }
  return given;
}

/** A post that was skimmed because it seemed known has to be stored after all: the document must be read once more, in full. */
export class WordsMissing extends Error {
  override name = 'WordsMissing';
}

export function refuseSkimmed(posts: readonly NewPost[]): void {
  const skimmed = posts.find((post) => post.skimmed);
  if (skimmed) throw new WordsMissing(`Cannot store ${skimmed.identity}: its words were not read`);
}
