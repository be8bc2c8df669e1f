// Tags of items over the API: what one app puts on, every other one sees.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '@courant/client';
import { posts } from '../documents.ts';
import { follow, testHouse } from '../house.ts';

const FEED = 'https://a.example/feed';

test('a tag is there with its first item, and gone with its last', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, FEED, posts(1, 2));
  const [second, first] = (await client.items.list()).items.map(({ id }) => id);
  assert.ok(first && second);
  assert.deepEqual(await client.tags.list(), []);
  assert.deepEqual(tagsOf(await client.tags.add(first, ' To read ')), ['To read']);
  assert.deepEqual(tagsOf(await client.tags.add(first, 'Art')), ['Art', 'To read']);
  assert.deepEqual(tagsOf(await client.tags.add(first, 'Art')), ['Art', 'To read']);
  await client.tags.add(second, 'To read');
  assert.deepEqual(
    (await client.tags.list()).map(({ title }) => title),
    ['Art', 'To read'],
  );
  assert.deepEqual(
    (await client.search.newest('tag:"to read"')).items.map(({ id }) => id),
    [second, first],
  );
  assert.deepEqual(tagsOf(await client.tags.remove(first, 'Art')), ['To read']);
  assert.deepEqual(tagsOf(await client.tags.remove(first, 'Unknown')), ['To read']);
  assert.equal(tagsOf(await client.tags.remove(first, 'To read')), undefined);
  assert.deepEqual(
    (await client.tags.list()).map(({ title }) => title),
    ['To read'],
  );
});

test('a search for a title, quoted as the documentation says, finds that tag and no other', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const titles = [
    'art',
    'Art',
    'árt',
    'martial arts',
    'a"b',
    '"all" of it',
    '„zu“',
    '\\',
    'a\\"',
    'x:"y" -z',
    'OR',
    '*',
  ];
  await follow(house, client, FEED, posts(1, titles.length));
  const { items } = await client.items.list();
  for (const [n, { id }] of items.entries()) await client.tags.add(id, titles[n] ?? '');
  const found = async (query: string) => (await client.search.newest(query)).items.flatMap(tagsOf);
  for (const title of titles) {
    const quoted = title.replace(/["“”„\\]/g, '\\$&');
    assert.deepEqual(await found(`tag:"${quoted}"`), [title]);
    assert.ok(!(await found(`-tag:"${quoted}"`)).includes(title));
  }
  assert.deepEqual((await found('tag:ART')).sort(), ['Art', 'art', 'árt']);
  assert.deepEqual(await found('tag:arts'), ['martial arts']);
});

test('a tag that is gone with a feed does not stand before those that are there', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, FEED, posts(1, 1));
  const [kept] = (await client.items.list()).items;
  await client.tags.add(kept?.id ?? 0, 'Martial arts');
  const away = await follow(house, client, 'https://b.example/feed', posts(1, 1));
  const [lost] = (await client.items.list()).items;
  await client.tags.add(lost?.id ?? 0, 'Art');
  await client.feeds.delete(away.id);
  assert.deepEqual((await client.search.newest('tag:art')).items.flatMap(tagsOf), ['Martial arts']);
});

test('whoever keeps a copy is told, and nothing is read or starred by a tag', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, FEED, posts(1, 1));
  const [item] = (await client.items.list()).items;
  assert.ok(item);
  const { cursor } = await client.sync.changes();
  await client.tags.add(item.id, 'Art');
  const { items } = await client.sync.changes({ since: cursor });
  assert.deepEqual(tagsOf(items?.edited?.[0]), ['Art']);
  const again = await client.items.get(item.id);
  assert.deepEqual([again.read, again['app.courant.items']?.starred], [false, false]);
});

test('what cannot be a tag is refused, and nothing changes', async (t) => {
  const house = await testHouse(t);
  const { client, accessToken } = await house.signIn('ines');
  await follow(house, client, FEED, posts(1, 1));
  const [item] = (await client.items.list()).items;
  const path = `/api/app.courant.items/v1/items/${item?.id}/tag`;
  const put = (title?: string) =>
    house.ask(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams(title === undefined ? {} : { title }),
    });
  for (const title of [undefined, '', '  ', 'x'.repeat(201)])
    assert.equal((await put(title)).status, 400, title);
  for (let n = 0; n < 100; n++) assert.equal((await put(`Tag ${n}`)).status, 200);
  assert.equal((await put('One more')).status, 422);
  assert.equal(tagsOf(await client.items.get(item?.id ?? 0))?.length, 100);
});

function tagsOf(item: Item | undefined): string[] | undefined {
  return item?.['app.courant.items']?.tags;
}
