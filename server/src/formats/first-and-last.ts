// Keeps the beginning and the end of a list that is too long, because nobody knows at which of them the new posts are.

import { limits } from './limits.ts';

export const tooManyPosts = `The document has more than ${limits.posts} posts: those in the middle are not read`;

export class FirstAndLast<T> {
  /** How many have been left out. */
  leftOut = 0;
  private readonly first: T[] = [];
  /** A ring: each new one takes the place of the oldest. */
  private readonly last: T[] = [];
  private readonly most: { first: number; last: number };

  /** Keeps `most` items; `last` of them are from the end. */
  constructor(most: number, last: number) {
    this.most = { first: most - last, last };
  }

  add(item: T): void {
    if (this.first.length < this.most.first) this.first.push(item);
    else if (this.last.length < this.most.last) this.last.push(item);
    else this.last[this.leftOut++ % this.most.last] = item;
  }

  /** In the order in which they were added. */
  kept(): T[] {
    const oldest = this.leftOut % this.most.last;
    return [...this.first, ...this.last.slice(oldest), ...this.last.slice(0, oldest)];
  }
}
