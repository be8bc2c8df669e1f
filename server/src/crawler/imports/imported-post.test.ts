// What an import may store of one item: no more than a feed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../formats/limits.ts';
import { importedPost } from './imported-post.ts';

test('an imported item has as many files and categories as one from a feed may have, also while it waits for its post', () => {
  const details = {
    enclosures: Array.from({ length: limits.enclosures + 1 }, (_, n) => ({
      url: `https://one.example/${n}`,
    })),
    categories: Array.from({ length: limits.categories + 1 }, (_, n) => `${n}`),
    imageUrl: 'https://one.example/picture',
  };
  const written = { feedUrl: 'https://one.example/feed', guid: '1', read: true, starred: false };
  const { item, post } = importedPost({ ...written, details }, { siteUrl: 'https://one.example/', now: 0 });
  const kept = {
    enclosures: details.enclosures.slice(0, -1),
    categories: details.categories.slice(0, -1),
    imageUrl: details.imageUrl,
  };
  assert.deepEqual(post.details, kept);
  assert.deepEqual(item.details, kept);
  const bare = importedPost(written, { siteUrl: 'https://one.example/', now: 0 });
  assert.deepEqual([bare.post.details, 'details' in bare.item], [{}, false]);
});

test('a file or a category that an item names twice is kept once, as of a post from a feed', () => {
  const details = {
    enclosures: [
      { url: 'https://one.example/1.mp3', type: 'audio/mpeg' },
      { url: 'https://one.example/2.mp3' },
      { url: 'https://one.example/1.mp3', length: 7 },
    ],
    categories: ['a', 'b', 'a'],
  };
  const written = { feedUrl: 'https://one.example/feed', guid: '1', starred: false, details };
  const { post } = importedPost(written, { siteUrl: 'https://one.example/', now: 0 });
  assert.deepEqual(post.details, {
    enclosures: [
      { url: 'https://one.example/1.mp3', type: 'audio/mpeg', length: 7 },
      { url: 'https://one.example/2.mp3' },
    ],
    categories: ['a', 'b'],
  });
});
