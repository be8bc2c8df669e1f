import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FeedPost } from '../../formats/feed-document.ts';
import type { KnownPost } from '../../model/post.ts';
import { candidatesOf } from './candidate.ts';
import { comparePosts } from './identity.ts';
import { possibleIdentities } from './post-names.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 7, 12);

/** Posts with few different guids, links, titles and dates, so that they collide in every way. */
const post = fc.record(
  {
    guid: fc.constantFrom('a', 'b', 'c', 'd'),
    url: fc.constantFrom(
      'https://s.example/',
      'https://s.example/1',
      'http://www.s.example/1/',
      'https://s.example/2',
      'https://s.example/2#a',
      'https://s.example/2#b',
    ),
    title: fc.constantFrom('One', 'Two', 'Three'),
    publishedAt: fc.constantFrom(NOW - HOUR, NOW - 2 * HOUR, NOW - 900 * HOUR, NOW + HOUR),
    content: fc.constantFrom('<p>x</p>', '<p>y</p>', ''),
  },
  { requiredKeys: ['content'] },
);
const documents = fc.array(post, { maxLength: 12 });

class Shelf {
  known: KnownPost[] = [];
  byLink = false;

  /** Visits a document and says how many posts were new and how many edited. */
  visit(posts: readonly Partial<FeedPost>[]): { fresh: number; edited: number } {
    const candidates = candidatesOf(
      posts.map((each) => ({ categories: [], enclosures: [], ...each })),
      { siteUrl: 'https://s.example/', now: NOW },
    );
    const { fresh, edited, byLink } = comparePosts(candidates, this.known, { byLink: this.byLink, now: NOW });
    const possible = new Set(possibleIdentities(candidates, byLink));
    for (const each of fresh) {
      assert.ok(possible.has(each.identity), `${each.identity} cannot be found again`);
      this.known.push({ ...each, id: this.known.length + 1, editedAt: undefined });
    }
    for (const { id, post: newer } of edited) {
      this.known = this.known.map((each) => (each.id === id ? { ...each, ...newer, editedAt: NOW } : each));
    }
    this.byLink = byLink;
    const identities = this.known.map(({ identity }) => identity);
    assert.equal(new Set(identities).size, identities.length, 'no identity is given twice');
    return { fresh: fresh.length, edited: edited.length };
  }
}

test('a document that is shown again brings nothing, whatever is in it', () => {
  fc.assert(
    fc.property(documents, (posts) => {
      const shelf = new Shelf();
      shelf.visit(posts);
      assert.deepEqual(shelf.visit(posts), { fresh: 0, edited: 0 });
      assert.deepEqual(shelf.visit(posts), { fresh: 0, edited: 0 });
    }),
    { numRuns: 2_000, seed: 7 },
  );
});

test('a document that is shown again in another order brings nothing', () => {
  fc.assert(
    fc.property(documents, (posts) => {
      const shelf = new Shelf();
      shelf.visit(posts);
      assert.equal(shelf.visit([...posts].reverse()).fresh, 0);
    }),
    { numRuns: 2_000, seed: 7 },
  );
});

test('posts of different guids, links, titles and dates all arrive, each once, as the document moves on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), (shown, step) => {
      const shelf = new Shelf();
      let arrived = 0;
      for (let first = 0; first < 40; first += step) {
        const numbers = Array.from({ length: Math.max(shown, step) }, (_, index) => first + index);
        arrived += shelf.visit(
          numbers.map((n) => ({
            guid: `${n}`,
            url: `https://s.example/${n}`,
            title: `Post ${n}`,
            publishedAt: NOW - n * HOUR,
          })),
        ).fresh;
      }
      assert.equal(arrived, shelf.known.length);
      assert.ok(arrived >= 40);
    }),
    { numRuns: 100, seed: 7 },
  );
});
