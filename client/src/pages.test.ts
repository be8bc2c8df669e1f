import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContractError } from './errors.ts';
import { clientOf, type Handler, item, json } from './fake-service.ts';

/** A service with items 1 to 25, in pages of ten. */
const paged: Handler = ({ url }) => {
  const max = Number(url.searchParams.get('max_id') ?? 26);
  const min = url.searchParams.get('min_id');
  const all = Array.from({ length: 25 }, (_, index) => 25 - index).filter(
    (id) => id < max && id > Number(min ?? 0),
  );
  const ids = min === null ? all.slice(0, 10) : all.slice(-10);
  const next =
    (ids.at(-1) ?? 1) > 1 ? `<http://other.example/x?only=unread&max_id=${ids.at(-1)}>; rel="next"` : '';
  const prev = (ids[0] ?? 25) < 25 ? `<http://other.example/x?only=unread&min_id=${ids[0]}>; rel="prev"` : '';
  return json(
    ids.map((id) => ({ ...item, id })),
    200,
    { link: [next, prev].filter(Boolean).join(', ') },
  );
};

test('a page knows its neighbours', async () => {
  const { client } = clientOf(paged);
  const first = await client.items.list({ only: 'unread' });
  assert.deepEqual(first.older, { maxId: 16, only: 'unread' });
  assert.equal(first.newer, undefined);
  const second = await client.items.list(first.older);
  assert.deepEqual(second.newer, { minId: 15, only: 'unread' });
});

test('the page after one of read items, or of all, is one of the same', async () => {
  const linked = (link: string) => clientOf(() => json([], 200, { link: `<${link}>; rel="next"` })).client;
  assert.deepEqual((await linked('?only=read&max_id=5').items.list()).older, { maxId: 5, only: 'read' });
  assert.deepEqual((await linked('?max_id=5').items.list()).older, { maxId: 5 });
  assert.deepEqual((await linked('?limit=7&since_id=3#x').items.list()).older, { limit: 7, sinceId: 3 });
});

test('all items are walked newest first, and links lead to no other host', async () => {
  const { client, asked, seen } = clientOf(paged, { tokens: { accessToken: 'a' } });
  const ids: number[] = [];
  for await (const { id } of client.items.all({ only: 'unread' })) ids.push(id);
  assert.deepEqual(
    ids,
    Array.from({ length: 25 }, (_, index) => 25 - index),
  );
  assert.ok(asked.every(({ url }) => url.origin === 'https://news.example'));
  assert.deepEqual(seen(), [
    'GET /api/v1/items?only=unread',
    'GET /api/v1/items?max_id=16&only=unread',
    'GET /api/v1/items?max_id=6&only=unread',
  ]);
});

test('with minId the walk goes upwards, oldest first', async () => {
  const { client } = clientOf(paged);
  const ids: number[] = [];
  for await (const { id } of client.feeds.allItems(7, { minId: 3 })) ids.push(id);
  assert.deepEqual(
    ids,
    Array.from({ length: 22 }, (_, index) => index + 4),
  );
});

test('a walk that is left asks for no further page', async () => {
  const { client, asked } = clientOf(paged);
  for await (const { id } of client.groups.allItems(7)) if (id === 20) break;
  assert.equal(asked.length, 1);
});

test('any number of named items is asked for, 200 at a time', async () => {
  const { client, asked } = clientOf(() => json([item]));
  const ids = Array.from({ length: 400 }, (_, index) => index + 1);
  assert.equal((await collect(client.items.all({ ids, only: 'read' }))).length, 2);
  assert.deepEqual(
    asked.map(({ url: { searchParams } }) => [
      searchParams.get('ids')?.split(',').length,
      searchParams.get('only'),
    ]),
    [
      [200, 'read'],
      [200, 'read'],
    ],
  );
});

test('named items come each once and newest first, in whatever order and how often they are named', async () => {
  // Like the service: each item of the page once, newest first.
  const { client } = clientOf(({ url }) => {
    const named = new Set(url.searchParams.get('ids')?.split(',').map(Number));
    return json([...named].sort((a, b) => b - a).map((id) => ({ ...item, id })));
  });
  const ids = [...Array.from({ length: 201 }, (_, index) => index + 1), 1, 1];
  const items = await collect(client.items.all({ ids }));
  assert.deepEqual(
    items.map(({ id }) => id),
    Array.from({ length: 201 }, (_, index) => 201 - index),
  );
  assert.deepEqual(ids.slice(-2), [1, 1], 'what was handed in stays as it is');
});

test('a page that links to itself ends the walk', async () => {
  for (const [link, query] of [
    ['<?max_id=5>; rel=next', { maxId: 5 }],
    ['<?min_id=5>; rel=prev', { minId: 5 }],
  ] as const) {
    // A walk that does go on finds an end.
    const { client, asked } = clientOf(() => json([item], 200, asked.length < 3 ? { link } : {}));
    await assert.rejects(collect(client.items.all(query)), ContractError);
    assert.equal(asked.length, 1);
  }
});

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}
