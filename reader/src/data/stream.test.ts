import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Row, rowOf } from './row.ts';
import { belongs, inOrder, keyOf, type Stream, usualFilter } from './stream.ts';

test('lists go by date, then by arrival, or by the place of the feed', () => {
  const rows = [row(1, { at: 50, feedId: 2 }), row(2, { at: 30, feedId: 2 }), row(3, { at: 30, feedId: 1 })];
  const ids = (order: Parameters<typeof inOrder>[1]) => inOrder(rows, order, (id) => id).map(({ id }) => id);
  assert.deepEqual(ids('newest'), [1, 3, 2]);
  assert.deepEqual(ids('oldest'), [2, 3, 1]);
  assert.deepEqual(ids('by-feed'), [3, 1, 2]);
});

test('a row belongs to its feed, its groups and its state', () => {
  const read = row(1, { feedId: 5, read: true, starred: true });
  const judge = (stream: Stream, filter: 'all' | 'unread' = 'all', feedIds: number[] = []) =>
    belongs(read, { stream, filter, isMember: (feedId) => feedIds.includes(feedId) });
  assert.ok(judge({ kind: 'starred' }));
  assert.ok(judge({ kind: 'feed', id: 5 }));
  assert.ok(!judge({ kind: 'feed', id: 6 }));
  assert.ok(judge({ kind: 'group', id: 1 }, 'all', [5]));
  assert.ok(!judge({ kind: 'group', id: 1 }, 'all', [6]));
  assert.ok(!judge({ kind: 'everything' }, 'unread'));
  assert.ok(!judge({ kind: 'search', words: 'Post' }));
  const unread = { stream: { kind: 'everything' }, filter: 'unread', isMember: () => false } as const;
  assert.ok(belongs(row(2, {}), unread));
});

test('each stream has a key of its own, and begins as it is mostly read', () => {
  const streams: Stream[] = [
    { kind: 'everything' },
    { kind: 'starred' },
    ...(['feed', 'group'] as const).flatMap((kind) => [1, 2].map((id) => ({ kind, id }))),
    ...['bread', 'cake'].map((words) => ({ kind: 'search' as const, words })),
  ];
  assert.equal(new Set(streams.map(keyOf)).size, streams.length);
  for (const kind of ['feed', 'group'] as const) assert.equal(usualFilter({ kind, id: 1 }), 'unread');
  assert.equal(usualFilter({ kind: 'starred' }), 'all');
});

function row(id: number, more: Partial<Parameters<typeof rowOf>[0]>): Row {
  return rowOf({
    id,
    feedId: 1,
    title: `Post ${id}`,
    url: 'https://feed.example/',
    at: id,
    excerpt: '',
    minutes: 0,
    enclosures: [],
    categories: [],
    read: false,
    starred: false,
    ...more,
  });
}
