// Parameters that come twice, as many libraries write lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts } from '../documents.ts';
import { follow, testHouse } from '../house.ts';

test('a list that comes as a parameter for each of its values is a 400 that says how to write it, and changes nothing', async (t) => {
  const house = await testHouse(t);
  const { client, accessToken } = await house.signIn('ines');
  await follow(house, client, 'https://a.example/feed', posts(1, 2));
  await follow(house, client, 'https://b.example/feed', posts(1, 1));
  const feedIds = (await client.feeds.list()).map(({ id }) => id);
  const group = await client.groups.create({ title: 'News', feedIds });
  const headers = { authorization: `Bearer ${accessToken}` };
  for (const [method, path, name] of [
    ['POST', '/api/v1/items/read', 'ids'],
    ['POST', '/api/app.courant.items/v1/items/star', 'ids'],
    ['POST', `/api/app.courant.feeds/v1/groups/${group.id}/update`, 'feed_ids'],
    ['GET', '/api/v1/items', 'ids'],
  ] as const) {
    const list = new URLSearchParams(`${name}=1&${name}=2`);
    const asked = method === 'POST' ? { path, body: list } : { path: `${path}?${list}` };
    const answer = await house.ask(asked.path, { method, headers, ...asked });
    assert.equal(answer.status, 400, path);
    const { error, error_description } = (await answer.json()) as Record<string, string>;
    assert.ok(error?.endsWith(`: ${name} comes twice, must be one list with commas between`), error);
    assert.equal(error_description, `Such as ${name}=1,2,3`);
  }
  const inQuery = await house.ask('/api/v1/items/read?ids=1&ids=2', { method: 'POST', headers });
  assert.equal(inQuery.status, 400);
  assert.deepEqual((await client.groups.get(group.id)).feed_ids, feedIds);
  const { items } = await client.items.list();
  assert.ok(items.every((item) => !item.read && item['app.courant.items']?.starred === false));
});

test('a parameter that nobody knows is ignored however often it comes; of others the first counts, and the query before the body', async (t) => {
  const house = await testHouse(t);
  const { client, accessToken } = await house.signIn('ines');
  await follow(house, client, 'https://a.example/feed', posts(1, 2));
  const headers = { authorization: `Bearer ${accessToken}` };
  const listed = await house.ask('/api/v1/items?feed_ids=1&limit=1&feed_ids=2&limit=200', { headers });
  assert.equal(((await listed.json()) as unknown[]).length, 1);
  const body = new URLSearchParams({ ids: '2' });
  const marked = await house.ask('/api/v1/items/read?ids=1', { method: 'POST', headers, body });
  assert.deepEqual(await marked.json(), [1]);
});
