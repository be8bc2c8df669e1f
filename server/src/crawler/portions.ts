// What very many follow, and what is very long, is recorded in several transactions: what those before have brought, and what is next.
import type { NewPost } from '../model/post.ts';
import { countFirst } from '../store/count-first.ts';
import type { StoredPost } from '../store/sources/posts.ts';
import type { Store, WriteTx } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import type { Candidate } from './identity/candidate.ts';
import { withWords } from './identity/with-words.ts';

/** What was stored of a document, and given to its followers, before the transaction that ends its record. */
export interface Ahead {
  posts: readonly NewPost[];
  /** Identities of those of the document's posts that are an archive: after some are stored it could not be told any more. */
  archive: ReadonlySet<string>;
  /** How many known posts have got other words. */
  edited: number;
  /** Ids of the known posts that keep their words and are still to be written as they are read today. Undefined: none is written yet. */
  left?: ReadonlySet<number>;
}

/** There is more of the document than one transaction should hold. */
export interface Unfinished {
  ahead: Ahead;
}

/** What a step begins with: the posts of the document, those that it may store with their words, and what was stored before it. */
export interface DocumentPortion {
  candidates: readonly Candidate[];
  ahead: Ahead;
}

interface Steps {
  candidates: readonly Candidate[];
  /** Undefined as long as there is no source. */
  sourceId: () => number | undefined;
}

export const nothingAhead: Ahead = { posts: [], archive: new Set(), edited: 0 };

/**
 * Takes one step after another until all is recorded. A process that ends in between leaves posts that all of its followers have, and
 * a source whose visit is still to be made: the next one brings the rest.
 */
export async function inPortions<T extends object | undefined>(
  store: Store,
  { candidates, sourceId }: Steps,
  step: (tx: WriteTx, portion: DocumentPortion) => Promise<T | Unfinished>,
): Promise<T> {
  let [ahead, worded] = [nothingAhead, candidates];
  for (;;) {
    worded = await withWords(store, sourceId(), worded);
    const portion = { candidates: worded, ahead };
    const done = await store.write((tx) => step(tx, portion));
    if (done === undefined || !('ahead' in done)) return done as T;
    ahead = done.ahead;
    await othersTurn();
  }
}

/** What has been given out of a document by now. */
export function withGiven(ahead: Ahead, fresh: readonly StoredPost[]): readonly NewPost[] {
  return [...ahead.posts, ...fresh.map(withoutWords)];
}

/** Its words are in the index, and may take more room than its text. */
function withoutWords({ post: { words: _words, ...post } }: StoredPost): NewPost {
  return post;
}

/** The first of the posts, with as many copies as a transaction should make, and one post at least. */
export function firstPortion<T>(
  posts: readonly T[],
  { followers, copiesAtOnce }: { followers: number; copiesAtOnce: number },
): readonly T[] {
  return posts.slice(0, atOnce(followers, copiesAtOnce));
}

/** Which of the posts that keep their words a transaction may write. */
export interface Some {
  /** As in Ahead. */
  left: Ahead['left'];
  textAtOnce: number;
}

/** Those of the posts that were not written yet, divided into those that a transaction should write and those after them. */
export function firstTexts<T extends StoredPost>(
  posts: readonly T[],
  { left, textAtOnce }: Some,
): { first: readonly T[]; rest: readonly T[] } {
  const due = posts.filter(({ id }) => left?.has(id) ?? true);
  const texts = due.map(({ post }) => post);
  const count = textsWithin(texts, textAtOnce);
  return { first: due.slice(0, count), rest: due.slice(count) };
}

/** How many of some posts, from the first on, have as much text as a transaction should write: one at least, if there is any. */
export function textsWithin(
  posts: readonly Pick<NewPost, 'content' | 'summary'>[],
  charsAtOnce: number,
): number {
  return countFirst(
    posts.map(({ content = '', summary = '' }) => content.length + summary.length),
    charsAtOnce,
  );
}

/** How many things of so many items each one transaction should take: at least one. */
export function atOnce(itemsOfEach: number, itemsAtOnce: number): number {
  return Math.max(1, Math.floor(itemsAtOnce / Math.max(1, itemsOfEach)));
}
