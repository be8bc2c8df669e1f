// Groups, as the contract defines them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts } from '../documents.ts';
import { follow, publicUrl, testHouse } from '../house.ts';

test('a group is created with feeds, listed, fetched and deleted, and its feeds stay', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const a = await follow(house, client, 'https://a.example/feed', posts(1, 2));
  const b = await follow(house, client, 'https://b.example/feed', posts(1, 2));
  const group = await client.groups.create({ title: '  News & more  ', feedIds: [b.id, a.id] });
  assert.deepEqual(group, {
    id: group.id,
    title: 'News & more',
    feed_ids: [a.id, b.id],
    service_url: `${publicUrl}/groups/${group.id}`,
    'app.courant.feeds': { unread_count: 4, position: 1 },
  });
  assert.deepEqual(await client.groups.list(), [group]);
  assert.deepEqual(await client.groups.get(group.id), group);
  assert.deepEqual(
    (await client.groups.feeds(group.id)).map((feed) => feed.id),
    [a.id, b.id],
  );
  assert.deepEqual((await client.feeds.get(a.id)).group_ids, [group.id]);
  await client.groups.delete(group.id);
  assert.deepEqual(await client.groups.list(), []);
  assert.deepEqual(
    (await client.feeds.list()).map((feed) => feed.group_ids),
    [[], []],
  );
});

test('two groups may not bear one title, two users may', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  await ines.client.groups.create({ title: 'News' });
  await assert.rejects(ines.client.groups.create({ title: ' News ' }), { status: 409 });
  await otto.client.groups.create({ title: 'News' });
  assert.equal((await ines.client.groups.list()).length, 1);
});

test('a group with an unknown feed is not created', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const theirs = await follow(house, otto.client, 'https://a.example/feed', posts(1, 1));
  for (const feedIds of [[999_999], [theirs.id]]) {
    await assert.rejects(ines.client.groups.create({ title: 'News', feedIds }), { status: 422 });
  }
  assert.deepEqual(await ines.client.groups.list(), []);
});

for (const [what, title] of [
  ['missing', undefined],
  ['blank', '   '],
  ['of 201 characters', '𝒳'.repeat(201)],
] as const) {
  test(`a title that is ${what} is a 400`, async (t) => {
    const house = await testHouse(t);
    const { accessToken, client } = await house.signIn('ines');
    const answer = await house.ask('/api/v1/groups/create', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams(title === undefined ? {} : { title }),
    });
    assert.equal(answer.status, 400);
    assert.match(((await answer.json()) as { error: string }).error, /^Cannot create group: title /);
    assert.deepEqual(await client.groups.list(), []);
  });
}

test('a title of 200 characters is kept whole', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const title = '𝒳'.repeat(200);
  assert.equal((await client.groups.create({ title })).title, title);
});
