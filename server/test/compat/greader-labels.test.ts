// Google Reader, labels of single items: put on, taken off, listed, counted, renamed, removed and restored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetJournal } from '../../src/library/journal.ts';
import { applyRetention } from '../../src/library/retention.ts';
import { tagItems } from '../../src/library/tags.ts';
import { sql } from '../../src/store/sql.ts';
import { copyMany } from '../extensions/many-items.ts';
import { isOnPostgres } from '../temporary-store.ts';
import { type CompatHouse, compatHouse } from './compat-house.ts';

/** The others run what these ask of the database there as well. */
const onSqlite = { skip: isOnPostgres && 'PostgreSQL is asked for nothing else than by the others' };

const API = '/reader/api/0';
const DAY = 86_400_000;
const label = (title: string): string => `user/-/label/${title}`;
const state = (name: string): string => `user/-/state/com.google/${name}`;
type Fields = [string, string][] | Record<string, string>;

async function done(house: CompatHouse, name: string, form: Fields): Promise<void> {
  const { status, text } = await house.greader(`${API}/${name}`, { form });
  assert.deepEqual([status, text], [200, 'OK'], JSON.stringify(form));
}

async function get<T>(house: CompatHouse, path: string): Promise<T> {
  return JSON.parse((await house.greader(API + path)).text) as T;
}

const named = (ids: readonly number[]): [string, string][] => ids.map((id) => ['i', String(id)]);

function put(house: CompatHouse, title: string, ids: readonly number[]): Promise<void> {
  return done(house, 'edit-tag', [...named(ids), ['a', label(title)]]);
}

function takeOff(house: CompatHouse, title: string, ids: readonly number[]): Promise<void> {
  return done(house, 'edit-tag', [...named(ids), ['r', label(title)]]);
}

async function idsOf(house: CompatHouse, query: string): Promise<number[]> {
  const { itemRefs } = await get<{ itemRefs: { id: string }[] }>(house, `/stream/items/ids?n=100&${query}`);
  return itemRefs.map(({ id }) => Number(id));
}

async function tagsOf(house: CompatHouse): Promise<[id: string, type: string, unread: number][]> {
  const { tags } = await get<{ tags: { id: string; type: string; unread_count: number }[] }>(
    house,
    '/tag/list',
  );
  return tags.slice(1).map(({ id, type, unread_count }) => [id, type, unread_count]);
}

async function labelsOf(house: CompatHouse, id: number): Promise<string[]> {
  const { items } = await get<{ items: { categories: string[] }[] }>(house, `/stream/items/contents?i=${id}`);
  return items[0]?.categories.filter((each) => each.startsWith('user/-/label/')) ?? [];
}

test(
  'a label that is put on items is in their categories, in the list of labels and in the stream of its name',
  onSqlite,
  async (t) => {
    const house = await compatHouse(t);
    await put(house, 'Later / 100% & co', [2, 9, 900_001]);
    await put(house, 'Later / 100% & co', [9]);
    assert.deepEqual(await labelsOf(house, 9), [label('Later / 100% & co')]);
    assert.deepEqual(await labelsOf(house, 2), [label('News'), label('Later / 100% & co')]);
    assert.deepEqual(await tagsOf(house), [
      [label('News'), 'folder', 8],
      [label('Later / 100% & co'), 'tag', 2],
    ]);
    const stream = encodeURIComponent(label('Later / 100% & co'));
    assert.deepEqual(await idsOf(house, `s=${stream}`), [9, 2]);
    const contents = await get<{ items: unknown[] }>(house, `/stream/contents/${stream}`);
    assert.equal(contents.items.length, 2);
    const { text } = await house.greader(`/reader/atom/${stream}`);
    assert.match(text, /<category term="user\/-\/label\/Later \/ 100% &amp; co"/);
    const {
      items: [item],
    } = await house.ines.client.items.list({ ids: [9] });
    assert.deepEqual(item?.['app.courant.items']?.tags, ['Later / 100% & co']);
  },
);

test(
  'a label and a state are set in one breath, and a label that is taken off the last item is gone',
  onSqlite,
  async (t) => {
    const house = await compatHouse(t);
    await done(house, 'edit-tag', [
      ['i', '3'],
      ['a', label('One')],
      ['a', label('Two')],
      ['a', state('read')],
      ['a', state('starred')],
    ]);
    assert.deepEqual(await labelsOf(house, 3), [label('News'), label('One'), label('Two')]);
    const {
      items: [item],
    } = await house.ines.client.items.list({ ids: [3] });
    assert.deepEqual([item?.read, item?.['app.courant.items']?.starred], [true, true]);
    await done(house, 'edit-tag', [
      ['i', '3'],
      ['r', label('One')],
      ['r', label('Never')],
      ['a', label('Three')],
    ]);
    assert.deepEqual(await labelsOf(house, 3), [label('News'), label('Three'), label('Two')]);
    await takeOff(house, 'Two', [3]);
    await takeOff(house, 'Three', [3, 4]);
    assert.deepEqual(await tagsOf(house), [[label('News'), 'folder', 8 - 1]]);
    await put(house, '😀'.repeat(200), [3]);
    const long = { i: '3', a: label('x'.repeat(201)) };
    assert.equal((await house.greader(`${API}/edit-tag`, { form: long })).status, 400);
  },
);

test('one call names a hundred labels at most', onSqlite, async (t) => {
  const house = await compatHouse(t);
  const named = (name: string, count: number): [string, string][] =>
    Array.from({ length: count }, (_, index) => [name, label(`Label ${index}`)]);
  await done(house, 'edit-tag', [['i', '3'], ...named('a', 100), ...named('a', 100)]);
  assert.equal((await labelsOf(house, 3)).length, 101);
  for (const form of [named('a', 101), named('r', 101), [['i', '3'], ...named('a', 101)]] as [
    string,
    string,
  ][][]) {
    assert.equal((await house.greader(`${API}/edit-tag`, { form })).status, 413);
    const edit = await house.greader(`${API}/subscription/edit`, { form: [['ac', 'edit'], ...form] });
    assert.equal(edit.status, 413);
  }
});

test('a label that is a folder too holds the feeds of the one and the items of the other, each item once', async (t) => {
  const house = await compatHouse(t);
  await put(house, 'News', [1, 10, 12]);
  const news = encodeURIComponent(label('News'));
  assert.deepEqual(await idsOf(house, `s=${news}`), [12, 10, 8, 7, 6, 5, 4, 3, 2, 1]);
  assert.deepEqual(await labelsOf(house, 1), [label('News')]);
  assert.deepEqual(await tagsOf(house), [[label('News'), 'folder', 10]]);
  // After it is taken off the item, the group of the feed still gives the label.
  await takeOff(house, 'News', [1, 12]);
  assert.deepEqual(await labelsOf(house, 1), [label('News')]);
  assert.deepEqual(await idsOf(house, `s=${news}`), [10, 8, 7, 6, 5, 4, 3, 2, 1]);
  await done(house, 'mark-all-as-read', { s: label('News') });
  assert.deepEqual(await idsOf(house, `xt=${state('read')}`), [12, 11, 9]);
  await done(house, 'rename-tag', { s: label('News'), dest: label('Olds') });
  assert.deepEqual(await tagsOf(house), [[label('Olds'), 'folder', 0]]);
  assert.deepEqual(await labelsOf(house, 10), [label('Olds')]);
  await done(house, 'disable-tag', { s: label('Olds') });
  assert.deepEqual([await tagsOf(house), await labelsOf(house, 10), await labelsOf(house, 1)], [[], [], []]);
});

test('streams are narrowed to a label and without one, in both orders, and page through it', async (t) => {
  const house = await compatHouse(t);
  const { client } = house.ines;
  await put(house, 'X', [1, 2, 3, 9, 10]);
  await put(house, 'Y', [2, 3, 12]);
  await client.items.markManyRead([1, 9]);
  await client.stars.addMany([3, 9]);
  const [x, y] = [label('X'), label('Y')];
  const streams: [query: string, ids: number[]][] = [
    [`s=${x}`, [10, 9, 3, 2, 1]],
    [`s=${x}&r=o`, [1, 2, 3, 9, 10]],
    [`s=${x}&xt=${state('read')}`, [10, 3, 2]],
    [`s=${x}&it=${state('starred')}`, [9, 3]],
    [`s=${x}&it=${y}`, [3, 2]],
    [`s=${x}&xt=${y}`, [10, 9, 1]],
    [`s=${x}&s=${y}`, [12, 10, 9, 3, 2, 1]],
    [`it=${x}&it=${label('News')}`, [3, 2, 1]],
    [`s=feed/${house.feeds[2]}&xt=${x}`, [12, 11]],
    [`s=feed/${house.feeds[2]}&it=${x}`, [10, 9]],
    [`s=${label('News')}&xt=${x}`, [8, 7, 6, 5, 4]],
    [`s=${x}&xt=${label('News')}`, [10, 9]],
    [`s=${state('starred')}&xt=${x}`, []],
    [`s=${x}&xt=${x}`, []],
    [`s=${x}&it=${label('Nothing')}`, []],
    [`s=${x}&xt=${label('Nothing')}`, [10, 9, 3, 2, 1]],
  ];
  for (const [query, ids] of streams) assert.deepEqual(await idsOf(house, query), ids, query);
  const paged: number[] = [];
  for (let c: string | undefined = ''; c !== undefined; ) {
    const page: { itemRefs: { id: string }[]; continuation?: string } = await get(
      house,
      `/stream/items/ids?s=${x}&n=2&c=${c}`,
    );
    paged.push(...page.itemRefs.map(({ id }) => Number(id)));
    c = page.continuation;
    // Items that lose the label between two pages hide nothing of the rest.
    await takeOff(house, 'X', [10]);
  }
  assert.deepEqual(paged, [10, 9, 3, 2, 1]);
});

test('labels are counted, and marked read as far as the app has seen', async (t) => {
  const house = await compatHouse(t);
  await put(house, 'X', [4, 9, 10]);
  await house.ines.client.items.markRead(9);
  interface Counts {
    unreadcounts: { id: string; count: number; newestItemTimestampUsec: string }[];
  }
  const { unreadcounts } = await get<Counts>(house, '/unread-count');
  const own = unreadcounts.find(({ id }) => id === label('X'));
  assert.equal(own?.count, 2);
  assert.match(own?.newestItemTimestampUsec ?? '', /^\d{16}$/);
  const seen = house.clock.now();
  await done(house, 'mark-all-as-read', { s: label('X'), ts: String(seen - DAY) });
  assert.deepEqual(await idsOf(house, `s=${label('X')}&xt=${state('read')}`), [10, 4]);
  await done(house, 'mark-all-as-read', { s: label('X'), ts: String(seen) });
  assert.deepEqual(await idsOf(house, `s=${label('X')}&xt=${state('read')}`), []);
  assert.equal((await idsOf(house, `xt=${state('read')}`)).length, 9);
});

test('a label is renamed unless another bears the name, and removed and brought back with its items', async (t) => {
  const house = await compatHouse(t);
  await put(house, 'X', [1, 9]);
  await put(house, 'Y', [2]);
  const clash = { s: label('X'), dest: label('Y') };
  assert.equal((await house.greader(`${API}/rename-tag`, { form: clash })).status, 409);
  await done(house, 'rename-tag', { s: label('X'), dest: label('Z') });
  assert.deepEqual(await idsOf(house, `s=${label('Z')}`), [9, 1]);
  await done(house, 'disable-tag', { s: label('Z') });
  assert.deepEqual(await idsOf(house, `s=${label('Z')}`), []);
  const gone = { s: label('Z') };
  assert.equal((await house.greader(`${API}/disable-tag`, { form: gone })).status, 404);
  const { journal, feeds } = house.ines.client;
  const [entry] = await journal.list();
  assert.deepEqual([entry?.action, entry?.count, entry?.tag?.title], ['tag.removed', 2, 'Z']);
  const back = await journal.undo(entry?.id ?? 0);
  assert.deepEqual(
    [back.action, back.count, await idsOf(house, `s=${label('Z')}`)],
    ['tag.restored', 2, [9, 1]],
  );
  await done(house, 'rename-tag', { s: label('Z'), dest: label('W') });
  await assert.rejects(journal.undo(back.id), { status: 422 });
  assert.deepEqual(await idsOf(house, `s=${label('W')}`), [9, 1]);
  await done(house, 'rename-tag', { s: label('W'), dest: label('Z') });
  await journal.undo(back.id);
  assert.deepEqual(await idsOf(house, `s=${label('Z')}`), []);
  assert.equal((await feeds.list()).length, house.feeds.length);
});

test(
  'a removed label comes back into another of its title, and is parted from it when that is undone',
  onSqlite,
  async (t) => {
    const house = await compatHouse(t);
    const { journal, sync } = house.ines.client;
    await put(house, 'X', [1, 3, 9]);
    await done(house, 'disable-tag', { s: label('X') });
    await put(house, 'X', [3, 4]);
    const { cursor } = await sync.changes();
    const undo = async (title: string): Promise<unknown[]> => {
      const { action, count, tag } = await journal.undo((await journal.list())[0]?.id ?? 0);
      return [action, count, tag?.title, await idsOf(house, `s=${label(title)}`)];
    };
    assert.deepEqual(await undo('X'), ['tag.restored', 2, 'X', [9, 4, 3, 1]]);
    const { items } = await sync.changes({ since: cursor });
    assert.deepEqual(items?.edited?.map(({ id }) => id).sort(), [1, 9]);
    assert.deepEqual(await undo('X'), ['tag.removed', 2, 'X', [4, 3]]);
    assert.deepEqual(await undo('X'), ['tag.restored', 2, 'X', [9, 4, 3, 1]]);
    assert.deepEqual(await undo('X'), ['tag.removed', 2, 'X', [4, 3]]);
    await done(house, 'rename-tag', { s: label('X'), dest: label('Y') });
    assert.deepEqual(await undo('X'), ['tag.restored', 2, 'X', [9, 1]]);
    assert.deepEqual(await idsOf(house, `s=${label('Y')}`), [4, 3]);
  },
);

test(
  'a removed label comes back into one that only items of a removed feed have, and with them',
  onSqlite,
  async (t) => {
    const house = await compatHouse(t);
    const { client } = house.ines;
    await put(house, 'X', [1]);
    await done(house, 'disable-tag', { s: label('X') });
    await put(house, 'X', [9]);
    await client.feeds.delete(house.feeds[2] ?? 0);
    const [feed, tag] = await client.journal.list();
    await client.journal.undo(tag?.id ?? 0);
    assert.deepEqual(await idsOf(house, `s=${label('X')}`), [1]);
    await client.journal.undo(feed?.id ?? 0);
    assert.deepEqual(await idsOf(house, `s=${label('X')}`), [9, 1]);
  },
);

test(
  'a feed that comes back brings the labels of its items along, whatever went and came meanwhile',
  onSqlite,
  async (t) => {
    const house = await compatHouse(t);
    const { client } = house.ines;
    await put(house, 'X', [1, 9]);
    await client.feeds.delete(house.feeds[0] ?? 0);
    await client.feeds.delete(house.feeds[2] ?? 0);
    assert.deepEqual(await tagsOf(house), [[label('News'), 'folder', 4]]);
    await forgetJournal(house.house.library);
    const [second, first] = await client.journal.list();
    await client.journal.undo(first?.id ?? 0);
    assert.deepEqual(await idsOf(house, `s=${label('X')}`), [1]);
    await done(house, 'disable-tag', { s: label('X') });
    await client.journal.undo(second?.id ?? 0);
    assert.deepEqual(await labelsOf(house, 9), []);
    const removal = (await client.journal.list()).find(({ action }) => action === 'tag.removed');
    await client.journal.undo(removal?.id ?? 0);
    assert.deepEqual(await idsOf(house, `s=${label('X')}`), [9, 1]);
  },
);

test('what is said of items that are gone for good is forgotten', onSqlite, async (t) => {
  const house = await compatHouse(t);
  await put(house, 'X', [1, 9]);
  await house.ines.client.feeds.delete(house.feeds[0] ?? 0);
  const rows = () =>
    house.house.library.store.read((tx) =>
      tx.all<{ item_id: number }>(sql`SELECT item_id FROM item_tags ORDER BY item_id`),
    );
  await forgetJournal(house.house.library);
  assert.deepEqual(
    (await rows()).map((row) => row.item_id),
    [1, 9],
  );
  await house.clock.advance(31 * DAY);
  await forgetJournal(house.house.library);
  assert.deepEqual(
    (await rows()).map((row) => row.item_id),
    [9],
  );
});

test('no policy of retention removes what bears a label', onSqlite, async (t) => {
  const house = await compatHouse(t);
  const { client } = house.ines;
  await put(house, 'X', [1]);
  await client.items.markManyRead([1, 2, 5]);
  await client.retention.setPolicy({ keep: 'days', count: 30 });
  await house.clock.advance(40 * DAY);
  assert.equal((await client.retention.preview()).count, 2);
  await applyRetention(house.house.library);
  assert.deepEqual(await idsOf(house, ''), [12, 11, 10, 9, 8, 7, 6, 4, 3, 1]);
});

test(
  'an app that asked before is never told that nothing has changed, and one that follows hears of the item',
  onSqlite,
  async (t) => {
    const house = await compatHouse(t);
    const { client } = house.ines;
    const { cursor } = await client.sync.changes();
    const ask = (etag = ''): ReturnType<CompatHouse['greader']> =>
      house.greader(`${API}/stream/items/ids?s=${label('X')}`, { headers: { 'If-None-Match': etag } });
    let etag = (await ask()).headers.get('etag') ?? '';
    for (const change of [
      () => put(house, 'X', [1]),
      () => takeOff(house, 'X', [1]),
      () => put(house, 'X', [1, 2]),
      () => done(house, 'rename-tag', { s: label('X'), dest: label('Y') }),
      () => done(house, 'disable-tag', { s: label('Y') }),
    ]) {
      assert.equal((await ask(etag)).status, 304);
      await change();
      const answer = await ask(etag);
      assert.equal(answer.status, 200);
      etag = answer.headers.get('etag') ?? '';
    }
    const { items } = await client.sync.changes({ since: cursor });
    assert.deepEqual(items?.edited?.map(({ id }) => id).sort(), [1, 2]);
  },
);

test('two people have labels of their own', onSqlite, async (t) => {
  const house = await compatHouse(t);
  await put(house, 'X', [1]);
  const otto = await house.signIn('otto');
  const { library } = house.house;
  await tagItems(library, otto.userId, [1, 2], { put: ['X', 'Mine'], takeOff: [] });
  await tagItems(library, otto.userId, [1], { put: [], takeOff: ['X'] });
  assert.deepEqual(await labelsOf(house, 1), [label('News'), label('X')]);
  assert.deepEqual(await labelsOf(house, 2), [label('News')]);
  const tags = await library.store.read((tx) => tx.all(sql`SELECT title FROM tags`));
  assert.equal(tags.length, 1);
});

test('more than ten thousand items are labelled at once, and the label is removed, brought back whole and marked read', async (t) => {
  const house = await compatHouse(t);
  const ids = await house.house.library.store.write((tx) => copyMany(tx, house.feeds[2] ?? 0, 10_100));
  await put(house, 'Many', ids);
  const tags = await tagsOf(house);
  assert.deepEqual(tags.at(-1), [label('Many'), 'tag', ids.length]);
  await done(house, 'disable-tag', { s: label('Many') });
  const [entry] = await house.ines.client.journal.list();
  assert.equal((await house.ines.client.journal.undo(entry?.id ?? 0)).count, ids.length);
  assert.deepEqual((await tagsOf(house)).at(-1), [label('Many'), 'tag', ids.length]);
  await done(house, 'mark-all-as-read', { s: label('Many') });
  assert.deepEqual((await tagsOf(house)).at(-1), [label('Many'), 'tag', 0]);
});
