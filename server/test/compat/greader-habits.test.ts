// Google Reader, habits of single apps, as their sources show them: names that are sent twice, half, or without escaping.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyMany } from '../extensions/many-items.ts';
import { type CompatHouse, compatHouse } from './compat-house.ts';

const API = '/api/greader.php/reader/api/0';

/** Sends a body byte for byte; the status of the answer, and its text. */
async function send(house: CompatHouse, path: string, body: string): Promise<[number, string]> {
  const answer = await house.ask(`${API}/${path}`, {
    method: 'POST',
    headers: {
      authorization: `GoogleLogin auth=${house.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body,
  });
  return [answer.status, await answer.text()];
}

async function groupsOf({ ines }: CompatHouse): Promise<[title: string, feedIds: number[]][]> {
  return (await ines.client.groups.list()).map(({ title, feed_ids }) => [title, [...feed_ids].sort()]);
}

async function titleOf({ ines, feeds }: CompatHouse): Promise<string | undefined> {
  return (await ines.client.feeds.list()).find(({ id }) => id === feeds[0])?.title;
}

test('Read You makes a group before it has a feed for it, and then names it with the prefix twice', async (t) => {
  const house = await compatHouse(t);
  const [a = 0, b = 0, c = 0] = house.feeds;
  assert.deepEqual(await send(house, 'subscription/edit?output=json', 'ac=edit&a=user/-/label/Fresh&T=x'), [
    200,
    'OK',
  ]);
  assert.deepEqual(await groupsOf(house), [
    ['News', [a, b]],
    ['Fresh', []],
  ]);
  const body = `ac=edit&s=feed/${c}&a=user/-/label/user/-/label/Fresh&t=C&T=x`;
  assert.deepEqual(await send(house, 'subscription/edit?output=json', body), [200, 'OK']);
  assert.deepEqual(await groupsOf(house), [
    ['News', [a, b]],
    ['Fresh', [c]],
  ]);
});

test('an edit that names neither a feed nor a label to add is refused', async (t) => {
  const house = await compatHouse(t);
  for (const body of ['ac=edit&T=x', 'ac=edit&s=&t=Title', 'ac=edit&r=user/-/label/News', 'ac=unsubscribe']) {
    assert.equal((await send(house, 'subscription/edit', body))[0], 400, body);
  }
  const subscribing = 'ac=subscribe&a=user/-/label/Fresh';
  assert.equal((await send(house, 'subscription/edit', subscribing))[0], 400);
  assert.equal((await groupsOf(house)).length, 1);
});

test('NetNewsWire removes a folder whose title has an ampersand, which it does not escape, and no other', async (t) => {
  const house = await compatHouse(t);
  const { feeds } = house;
  await house.ines.client.groups.create({ title: 'News & culture', feedIds: feeds.slice(2) });
  assert.deepEqual(await send(house, 'disable-tag', 'T=x&s=user/-/label/News & culture'), [200, 'OK']);
  assert.deepEqual(await groupsOf(house), [['News', feeds.slice(0, 2)]]);
});

test('NetNewsWire removes a folder whose title has pluses, which it does not escape, and no other', async (t) => {
  const house = await compatHouse(t);
  const { feeds } = house;
  const titles = ['C', 'C++', 'Tea', 'Tea+', 'Tea+ & more', 'Film+ and play', 'a b'];
  for (const title of titles) await house.ines.client.groups.create({ title, feedIds: feeds.slice(2) });
  const stream = 'stream/items/ids?s=user/-/label/';
  const before = [`${stream}C++`, `${stream}Film+%20and%20play`].map((path) => `/reader/api/0/${path}`);
  for (const path of before) assert.match((await house.greader(path)).text, /"id"/, path);
  for (const title of ['C++', 'Tea+', 'Tea+ & more', 'Film+ and play', 'a+b']) {
    const answer = await send(house, 'disable-tag', `T=x&s=user/-/label/${title}`);
    assert.deepEqual(answer, [200, 'OK'], title);
  }
  assert.deepEqual(
    (await groupsOf(house)).map(([title]) => title),
    ['News', 'C', 'Tea'],
  );
});

test('RSS Guard names a feed with an ampersand, in the address and without escaping it', async (t) => {
  const house = await compatHouse(t);
  const path = `subscription/edit?ac=edit&s=feed/${house.feeds[0]}&t=Art%20&%20Design&a=user%2F-%2Flabel%2FNews`;
  assert.deepEqual(await send(house, path, 'T='), [200, 'OK']);
  assert.equal(await titleOf(house), 'Art & Design');
  assert.equal((await groupsOf(house)).length, 1);
  // An empty field for the title, which is not to be changed.
  await send(house, `subscription/edit?ac=edit&s=feed/${house.feeds[0]}&t=`, 'T=');
  assert.equal(await titleOf(house), 'Art & Design');
});

test('Capy Reader, RSS Guard and Twine move a feed by naming only the folder that it goes to', async (t) => {
  const house = await compatHouse(t);
  const [a = 0, b = 0, c = 0] = house.feeds;
  const edit = async (body: string): Promise<void> =>
    assert.deepEqual(await send(house, 'subscription/edit', body), [200, 'OK'], body);
  await edit(`s=feed/${a}&ac=edit&a=user/-/label/Tech&t=A&T=x`);
  assert.deepEqual(await groupsOf(house), [
    ['News', [b]],
    ['Tech', [a]],
  ]);
  // Where it is already, and from nowhere.
  await edit(`s=feed/${a}&ac=edit&a=user/-/label/Tech&t=Renamed&T=x`);
  await edit(`s=feed/${c}&ac=edit&a=user/-/label/Tech&T=x`);
  assert.deepEqual(await groupsOf(house), [
    ['News', [b]],
    ['Tech', [a, c]],
  ]);
});

test('a feed stays in the groups that it has if it is in several, joins several, or is followed again', async (t) => {
  const house = await compatHouse(t);
  const [a = 0, b = 0] = house.feeds;
  const edit = async (body: string): Promise<void> =>
    assert.deepEqual(await send(house, 'subscription/edit', body), [200, 'OK'], body);
  await edit(`s=feed/${a}&ac=edit&a=user/-/label/One&a=user/-/label/Two`);
  await edit(`s=feed/${a}&ac=edit&a=user/-/label/Three`);
  await edit(`s=feed/https://b.example/feed&ac=subscribe&a=user/-/label/Three`);
  await edit(`s=feed/${b}&ac=subscribe&a=user/-/label/Two`);
  assert.deepEqual(await groupsOf(house), [
    ['News', [a, b]],
    ['One', [a]],
    ['Two', [a, b]],
    ['Three', [a, b]],
  ]);
});

test('Readrops makes a folder with edit-tag, and FeedFlow gets an OK for what it sends there to remove one', async (t) => {
  const house = await compatHouse(t);
  const [a = 0, b = 0, c = 0] = house.feeds;
  assert.deepEqual(await send(house, 'edit-tag', 'T=x&a=user/-/label/Fresh'), [200, 'OK']);
  assert.deepEqual((await groupsOf(house)).at(-1), ['Fresh', []]);
  await send(house, 'subscription/edit', `T=x&s=feed/${c}&a=user/-/label/Fresh&ac=edit`);
  assert.deepEqual(await send(house, 'edit-tag', 's=user/-/label/Fresh&T=x'), [200, 'OK']);
  assert.deepEqual(await groupsOf(house), [
    ['News', [a, b]],
    ['Fresh', [c]],
  ]);
  // An id that is none of ours is an item all the same: no group comes of it.
  assert.deepEqual(await send(house, 'edit-tag', 'i=900001&a=user/-/label/Tag'), [200, 'OK']);
  assert.equal((await groupsOf(house)).length, 2);
});

test('marks that name no items, and compressed bodies, are refused, so that no app takes its marks for kept', async (t) => {
  const house = await compatHouse(t);
  for (const mark of ['a=user/-/state/com.google/read', 'r=user/-/state/com.google/starred']) {
    assert.deepEqual(await send(house, 'edit-tag', `${mark}&T=x`), [400, 'Cannot edit tags: i is missing\n']);
  }
  const both = 'a=user/-/state/com.google/starred&a=user/-/label/Fresh';
  assert.equal((await send(house, 'edit-tag', both))[0], 400);
  assert.equal((await groupsOf(house)).length, 1);
  const authorization = `GoogleLogin auth=${house.token}`;
  const packed = { method: 'POST', headers: { authorization, 'content-encoding': 'gzip' }, body: 'packed' };
  for (const path of ['edit-tag', 'subscription/import'])
    assert.equal((await house.ask(`${API}/${path}`, packed)).status, 415, path);
  const answer = await house.ask(`/fever/?api&api_key=${house.feverKey}`, packed);
  assert.deepEqual([answer.status, await answer.json()], [415, { api_version: 3, auth: 0 }]);
});

test('FeedFlow names the folder that a feed is in as the one to leave and to join, and the feed stays', async (t) => {
  const house = await compatHouse(t);
  const before = await groupsOf(house);
  const body = `s=feed/${house.feeds[0]}&ac=edit&r=user/-/label/News&t=Renamed&a=user/-/label/News&T=x`;
  assert.deepEqual(await send(house, 'subscription/edit', body), [200, 'OK']);
  assert.deepEqual([await groupsOf(house), await titleOf(house)], [before, 'Renamed']);
});

test('Readrops gets the 2,500 items that it asks for in one answer, because it asks for no more', async (t) => {
  const house = await compatHouse(t);
  await house.house.library.store.write((tx) => copyMany(tx, house.feeds[2] ?? 0, 2_600));
  const path = '/reader/api/0/stream/contents/user/-/state/com.google/reading-list?n=2500';
  const { items } = JSON.parse((await house.greader(path)).text) as { items: { id: string }[] };
  assert.equal(new Set(items.map(({ id }) => id)).size, 2_500);
});

test('News+ gets an id that no item has instead of an empty list, which it takes for a failure', async (t) => {
  const house = await compatHouse(t);
  const path = 'stream/items/ids?s=user/-/state/com.google/starred&client=';
  const idsFor = async (app: string): Promise<unknown> => {
    const { text } = await house.greader(`/reader/api/0/${path}${app}`);
    return (JSON.parse(text) as { itemRefs: { id: string }[] }).itemRefs.map(({ id }) => id);
  };
  assert.deepEqual([await idsFor('newsplus'), await idsFor('other')], [['0'], []]);
  const [status, text] = await send(house, 'stream/items/contents', 'i=0');
  assert.deepEqual([status, (JSON.parse(text) as { items: unknown[] }).items], [200, []]);
  await house.ines.client.stars.add(4);
  assert.deepEqual(await idsFor('newsplus'), ['4']);
});
