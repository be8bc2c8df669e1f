// Makes the words of posts that are probably new before their record begins, which holds the lock of the database.
import type { NewPost } from '../model/post.ts';
import { wordsOfPost } from '../model/post-words.ts';
import { newestTextHashes } from '../store/posts.ts';
import type { Store } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import type { Candidate } from './candidate.ts';
import { wordsBefore } from './limits.ts';

/**
 * Gives words to those candidates that look new or edited. It is a guess, and may be wrong: whatever is stored without words gets them
 * then, and nobody sees words that were made in vain. `sourceId`: undefined where all is new.
 */
export async function withWords(
  store: Store,
  sourceId: number | undefined,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const isRead = candidates.some(({ post }) => !post.skimmed);
  if (!isRead) return [...candidates];
  // What a document shows is about what was stored last.
  const known =
    sourceId === undefined
      ? new Set()
      : await store.read((tx) => newestTextHashes(tx, sourceId, candidates.length));
  const given: Candidate[] = [];
  let room: number = wordsBefore.mostChars;
  for (const candidate of candidates) {
    const { post } = candidate;
    const chars = (post.content?.length ?? 0) + (post.summary?.length ?? 0);
    const isWanted = !post.skimmed && !known.has(post.textHash) && chars <= room;
    given.push(isWanted ? { ...candidate, post: { ...post, words: wordsOfPost(post) } } : candidate);
    if (!isWanted) continue;
    room -= chars;
    if (given.length % wordsBefore.postsInARow === 0) await othersTurn();
  }
  return given;
}

/** Words are wanted of a post that was taken for known: the document has to be read once more, and whole. */
export class WordsMissing extends Error {
  override name = 'WordsMissing';
}

export function refuseSkimmed(posts: readonly NewPost[]): void {
  const skimmed = posts.find((post) => post.skimmed);
  if (skimmed) throw new WordsMissing(`Cannot store ${skimmed.identity}: its words were not read`);
}
