// What very many follow comes to them in several transactions: what those before have brought, and which posts are next.
import type { NewPost } from '../model/post.ts';

/** What was stored of a document, and given to its followers, before the transaction that ends its record. */
export interface Ahead {
  posts: readonly NewPost[];
  /** Identities of those of the document's posts that are an archive: after some are stored it could not be told any more. */
  archive: ReadonlySet<string>;
}

/** There is more of the document than one transaction should hold. */
export interface Unfinished {
  ahead: Ahead;
}

const nothingAhead: Ahead = { posts: [], archive: new Set() };

/**
 * Takes one step after another until all is recorded. A process that ends in between leaves posts that all of its followers have, and
 * a source whose visit is still to be made: the next one brings the rest.
 */
export async function inPortions<T extends object | undefined>(
  step: (ahead: Ahead) => Promise<T | Unfinished>,
): Promise<T> {
  for (let ahead = nothingAhead; ; ) {
    const done = await step(ahead);
    if (done === undefined || !('ahead' in done)) return done as T;
    ahead = done.ahead;
  }
}

/** The first of the posts, with as many copies as a transaction should make, and one post at least. */
export function firstPortion<T>(
  posts: readonly T[],
  { followers, copiesAtOnce }: { followers: number; copiesAtOnce: number },
): readonly T[] {
  return posts.slice(0, atOnce(followers, copiesAtOnce));
}

/** How many things of so many items each one transaction should take: at least one. */
export function atOnce(itemsOfEach: number, itemsAtOnce: number): number {
  return Math.max(1, Math.floor(itemsAtOnce / Math.max(1, itemsOfEach)));
}
