// How much one call of an app may ask for: others are not answered, or cannot write, as long as it takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxImportBytes } from '@courant/protocol';
import { takeFollow } from '../../src/accounts/quotas.ts';
import { bring, opml, outline, untilEnded } from '../extensions/transfer-house.ts';
import { type CompatHouse, compatHouse } from './compat-house.ts';

const API = '/reader/api/0';
type Field = [name: string, value: string];

const labels = (name: string, count: number, prefix = 'Label'): Field[] =>
  Array.from({ length: count }, (_, place) => [name, `user/-/label/${prefix} ${place}`]);

async function send(house: CompatHouse, path: string, form: Field[]): Promise<number> {
  return (await house.greader(`${API}/${path}`, { form })).status;
}

const tags = async (house: CompatHouse): Promise<number> =>
  (JSON.parse((await house.greader(`${API}/tag/list`)).text) as { tags: unknown[] }).tags.length;

test('labels that are groups and tags do not combine in thousands of ways', async (t) => {
  const house = await compatHouse(t);
  for (const [, name] of labels('s', 9)) {
    const title = name.slice('user/-/label/'.length);
    await house.ines.client.groups.create({ title, feedIds: house.feeds });
  }
  assert.equal(await send(house, 'edit-tag', [['i', '1'], ...labels('a', 9)]), 200);
  const query = (bounds: number) => new URLSearchParams(labels('it', bounds));
  assert.equal((await house.greader(`${API}/stream/items/ids?${query(7)}`)).status, 200);
  const refused = await house.greader(`${API}/stream/items/ids?${query(9)}`);
  assert.deepEqual(
    [refused.status, refused.text],
    [413, 'Cannot list items: the labels that it names combine in more than 200 ways\n'],
  );
});

test('a hundred labels are removed at once, and no more', async (t) => {
  const house = await compatHouse(t);
  const before = await tags(house);
  assert.equal(await send(house, 'edit-tag', labels('a', 100)), 200);
  assert.equal(await send(house, 'edit-tag', labels('a', 1, 'Another')), 200);
  const all = [...labels('s', 100), ...labels('s', 1, 'Another')];
  assert.equal(await send(house, 'disable-tag', all), 413);
  assert.equal(await tags(house), before + 101);
  assert.equal(await send(house, 'disable-tag', [...labels('s', 100), ...labels('s', 100)]), 200);
  assert.equal(await tags(house), before + 1);
});

test('a few labels are put on as many items as an app likes, and many on a few', async (t) => {
  const house = await compatHouse(t);
  const items = (count: number): Field[] =>
    Array.from({ length: count }, (_, place) => ['i', `${place + 1}`]);
  assert.equal(await send(house, 'edit-tag', [...items(10_000), ...labels('a', 10)]), 200);
  assert.equal(
    await send(house, 'edit-tag', [...items(500), ...labels('a', 100), ...labels('r', 100, 'Old')]),
    200,
  );
  const before = await tags(house);
  assert.equal(await send(house, 'edit-tag', [...items(1_001), ...labels('a', 100, 'New')]), 413);
  assert.equal(await tags(house), before);
});

test('an item has a hundred tags at most, whether they are put on, imported or restored', async (t) => {
  const house = await compatHouse(t);
  const { client } = house.ines;
  const tagsOf = async (id: number) => (await client.items.get(id))['app.courant.items']?.tags ?? [];
  assert.equal(await send(house, 'edit-tag', [['i', '1'], ['i', '2'], ...labels('a', 100)]), 200);
  assert.equal(
    await send(house, 'edit-tag', [
      ['i', '1'],
      ['i', '3'],
      ['a', 'user/-/label/One more'],
    ]),
    422,
  );
  assert.deepEqual([(await tagsOf(1)).length, (await tagsOf(3)).length], [100, 0]);
  assert.equal(await send(house, 'edit-tag', [['i', '1'], ...labels('a', 100)]), 200);
  assert.equal(await send(house, 'disable-tag', labels('s', 1)), 200);
  assert.equal(
    await send(house, 'edit-tag', [
      ['i', '1'],
      ['a', 'user/-/label/One more'],
    ]),
    200,
  );
  const [entry] = await client.journal.list();
  await assert.rejects(client.journal.undo(entry?.id ?? 0), { status: 422 });
  assert.equal(
    await send(house, 'edit-tag', [
      ['i', '1'],
      ['r', 'user/-/label/One more'],
    ]),
    200,
  );
  await client.journal.undo(entry?.id ?? 0);
  assert.equal((await tagsOf(1)).length, 100);
  const lines = (await client.transfer.exportAccount()).replaceAll('"Label ', '"Imported ');
  await bring(house, client, lines);
  assert.equal((await tagsOf(1)).length, 100);
});

test('a thousand feeds are changed at once, and no more', async (t) => {
  const house = await compatHouse(t);
  const feeds = (count: number): Field[] =>
    Array.from({ length: count }, () => ['s', `feed/${house.feeds[0]}`]);
  assert.equal(await send(house, 'subscription/edit', [['ac', 'edit'], ...feeds(1_001), ['t', 'Mine']]), 413);
  assert.equal((await house.ines.client.feeds.get(house.feeds[0] ?? 0)).title, 'Feed of a.example');
  assert.equal(await send(house, 'subscription/edit', [['ac', 'edit'], ...feeds(20), ['t', 'Mine']]), 200);
});

test('feeds are followed as often as through the API, and no oftener', async (t) => {
  const house = await compatHouse(t);
  // The house has followed some already.
  for (let times = house.feeds.length; times < 300; times++)
    await takeFollow(house.house.accounts, house.ines.userId);
  const feed = 'feed/https://more.example/feed';
  assert.deepEqual(
    [
      await send(house, 'subscription/edit', [
        ['ac', 'subscribe'],
        ['s', feed],
      ]),
      await send(house, 'subscription/quickadd', [['quickadd', feed]]),
    ],
    [429, 429],
  );
});

test('a list of feeds may be as long as for the import of the API, and other bodies two megabytes', async (t) => {
  const house = await compatHouse(t);
  const headers = { authorization: `GoogleLogin auth=${house.token}`, 'content-type': 'text/xml' };
  const post = async (name: string, body: string): Promise<number> =>
    (await house.ask(`${API}/${name}`, { method: 'POST', headers, body })).status;
  const list = opml(outline('https://a.example/feed'));
  assert.equal(await post('subscription/import', list.padEnd(20_000_000)), 200);
  assert.equal(await post('subscription/import', list.padEnd(maxImportBytes + 1)), 413);
  assert.equal(await post('edit-tag', 'i=1'.padEnd(2_100_000, '&')), 413);
  const [job] = await house.ines.client.transfer.imports();
  assert.ok(job);
  await untilEnded(house, house.ines.client, job.id);
});
