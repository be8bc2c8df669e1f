// The posts of a source on a shelf, for tests of how posts are recognised: without store or web.
import type { FeedPost } from '../../formats/feed-document.ts';
import type { KnownPost } from '../../model/post.ts';
import { candidatesOf } from '../identity/candidate.ts';
import { type Comparison, comparePosts } from '../identity/identity.ts';

const HOUR = 3_600_000;

/** A post of a feed whose posts have guid, link, title, date and content; the greater its number, the older it is. */
export function shelfPost(n: number, more: Partial<FeedPost> = {}): Partial<FeedPost> {
  return {
    guid: `guid-${n}`,
    url: `https://site.example/${n}`,
    title: `Post ${n}`,
    publishedAt: Shelf.NOW - n * HOUR,
    content: `<p>Text ${n}</p>`,
    ...more,
  };
}

/** The same post in a feed without guids. */
export function unguidedPost(n: number, more: Partial<FeedPost> = {}): Partial<FeedPost> {
  const { guid: _guid, ...rest } = shelfPost(n, more);
  return rest;
}

/** A source that is visited: each visit is compared with what earlier visits have stored. */
export class Shelf {
  static readonly NOW = Date.UTC(2026, 0, 7, 12);
  known: KnownPost[] = [];
  byLink = false;
  byLooks = false;
  /** Whether a newer version reads the documents from now on. */
  isReadAnew = false;
  /** Whether the documents have more posts than are taken of one. */
  isLong = false;

  visit(posts: readonly Partial<FeedPost>[], now = Shelf.NOW, isWhole = true): Comparison {
    const candidates = candidatesOf(
      posts.map((post) => ({ categories: [], enclosures: [], ...post })),
      { siteUrl: 'https://site.example/', now },
    );
    const comparison = comparePosts(candidates, this.known, {
      byLink: this.byLink,
      byLooks: this.byLooks,
      isWhole,
      isLong: this.isLong,
      isReadAnew: this.isReadAnew,
      now,
    });
    this.byLink = comparison.byLink;
    this.byLooks = comparison.byLooks;
    for (const post of comparison.fresh) {
      this.known.push({ ...post, id: this.known.length + 1, editedAt: undefined });
    }
    for (const { id, post } of comparison.edited) {
      this.known = this.known.map((known) =>
        known.id === id ? { ...known, ...post, editedAt: now } : known,
      );
    }
    return comparison;
  }

  /** The titles of the new posts, in order. */
  fresh(posts: readonly Partial<FeedPost>[], now = Shelf.NOW, isWhole = true): string[] {
    return this.visit(posts, now, isWhole).fresh.map((post) => post.title);
  }
}
