// Users cannot see each other: another user's id is answered exactly like an id that does not exist.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts } from '../documents.ts';
import { follow, type SignedIn, testHouse } from '../house.ts';

test('two users who follow one address have their own feeds and items, and share one fetch', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const mine = await follow(house, ines.client, 'https://a.example/feed', posts(1, 3));
  const calls = house.web.requests.length;
  const theirs = await otto.client.feeds.create({ feedUrl: 'https://a.example/feed' });
  assert.equal(house.web.requests.length, calls);
  assert.notEqual(mine.id, theirs.id);
  const [inesItems, ottoItems] = [await ines.client.items.list(), await otto.client.items.list()];
  assert.deepEqual(
    inesItems.items.map((item) => item.title),
    ottoItems.items.map((item) => item.title),
  );
  const ids = new Set([...inesItems.items, ...ottoItems.items].map((item) => item.id));
  assert.equal(ids.size, 6);
  await ines.client.items.markRead(inesItems.items[0]?.id ?? 0);
  assert.ok((await otto.client.items.list()).items.every((item) => !item.read));
});

test("every endpoint answers for another user's id as for one that does not exist", async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const feed = await follow(house, ines.client, 'https://a.example/feed', posts(1, 2));
  const group = await ines.client.groups.create({ title: 'Mine', feedIds: [feed.id] });
  const item = (await ines.client.items.list()).items[0]?.id ?? 0;
  const before = await stateOf(ines);

  const paths = (id: { group: number; feed: number; item: number }): [string, string, string?][] => [
    ['GET', `/api/v1/groups/${id.group}`],
    ['GET', `/api/v1/groups/${id.group}/feeds`],
    ['GET', `/api/v1/groups/${id.group}/items`],
    ['POST', `/api/v1/groups/${id.group}/delete`],
    ['GET', `/api/v1/feeds/${id.feed}`],
    ['GET', `/api/v1/feeds/${id.feed}/items`],
    ['POST', `/api/v1/feeds/${id.feed}/delete`],
    ['GET', `/api/v1/items/${id.item}`],
    ['POST', `/api/v1/items/${id.item}/read`],
    ['POST', `/api/v1/items/${id.item}/unread`],
    ['GET', `/api/v1/items?ids=${id.item}`],
    ['POST', `/api/v1/items/read?ids=${id.item}`],
    ['POST', `/api/v1/items/unread?ids=${id.item}`],
    ['POST', '/api/v1/groups/create', `title=New&feed_ids=${id.feed}`],
    ['POST', '/api/v1/feeds/create', `feed_url=https://a.example/feed&group_ids=${id.group}`],
  ];
  const existing = { group: group.id, feed: feed.id, item };
  const missing = { group: 900_001, feed: 900_002, item: 900_003 };
  const asked = [paths(existing), paths(missing)] as const;
  for (const [index, [method, path, body]] of asked[0].entries()) {
    const [, other = '', otherBody] = asked[1][index] ?? [];
    const real = await answerTo(house, otto, { method, path, body });
    const none = await answerTo(house, otto, { method, path: other, body: otherBody });
    const same = (text: string) => text.replace(/\d+/g, '#');
    assert.deepEqual([real.status, same(real.text)], [none.status, same(none.text)], `${method} ${path}`);
    assert.ok(
      real.status === 404 || real.status === 422 || real.text === '[]',
      `${method} ${path}: ${real.text}`,
    );
  }
  assert.deepEqual(await stateOf(ines), before);
});

async function answerTo(
  house: Awaited<ReturnType<typeof testHouse>>,
  { accessToken }: SignedIn,
  { method, path, body }: { method: string; path: string; body: string | undefined },
): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const answer = await house.ask(path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: await answer.text() };
}

async function stateOf({ client }: SignedIn): Promise<unknown> {
  return [
    await client.groups.list(),
    await client.feeds.list(),
    (await client.items.list({ limit: 200 })).items,
  ];
}
