// Fever: ways to send a request, selectors, marks, and what must not happen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAppPassword } from '../../src/accounts/app-passwords.ts';
import { changesAtOnce } from '../../src/library/limits.ts';
import { passwordOf } from '../accounts.ts';
import { posts, rss } from '../documents.ts';
import { type CompatHouse, compatHouse, feverKeyOf } from './compat-house.ts';

const MINUTE = 60_000;

interface FeverItem {
  id: number;
  feed_id: number;
  title: string;
  author: string;
  html: string;
  is_read: number;
  is_saved: number;
  created_on_time: number;
}

interface FeverAnswer {
  api_version: number;
  auth: number;
  last_refreshed_on_time?: number;
  groups?: { id: number; title: string }[];
  feeds_groups?: { group_id: number; feed_ids: string }[];
  feeds?: Record<string, unknown>[];
  favicons?: { id: number; data: string }[];
  items?: FeverItem[];
  total_items?: number;
  links?: unknown[];
  unread_item_ids?: string;
  saved_item_ids?: string;
}

/** Sends a request in the way that most apps do: selectors in the URL, the rest in a form. */
async function fever(
  house: CompatHouse,
  query: string,
  form: Record<string, string> = {},
): Promise<FeverAnswer> {
  const body = new URLSearchParams({ api_key: house.feverKey, ...form });
  const answer = await house.ask(`/fever/?api&${query}`, { method: 'POST', body });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  return (await answer.json()) as FeverAnswer;
}

const idsOf = (text = ''): number[] => (text === '' ? [] : text.split(',').map(Number));
const itemIds = ({ items = [] }: FeverAnswer): number[] => items.map(({ id }) => id);

test('every transport that apps use is understood, at every address', async (t) => {
  const house = await compatHouse(t);
  const key = house.feverKey;
  const multipart = new FormData();
  multipart.set('api_key', key);
  multipart.set('items', '');
  const calls: [string, RequestInit][] = [
    [`/fever/?api&items&api_key=${key}`, {}],
    [`/fever/?api&items&api_key=${key.toUpperCase()}`, { method: 'POST' }],
    ['/fever/?api=', { method: 'POST', body: multipart }],
    ['/fever?api&items', { method: 'POST', body: `api_key=${key}`, headers: { 'content-type': '' } }],
    ['/fever?api', { method: 'POST', body: new URLSearchParams({ api_key: key, items: '' }) }],
    ...['/fever.php', '/api/fever.php', '/api/fever.php/', '/fever/fever', '//fever/', '/fever//'].map(
      (path): [string, RequestInit] => [`http://host.invalid${path}?api&items&api_key=${key}`, {}],
    ),
  ];
  for (const [url, init] of calls) {
    const answer = await house.ask(url, init);
    const body = (await answer.json()) as FeverAnswer;
    assert.deepEqual([answer.status, body.auth, body.items?.length], [200, 1, 12], url);
  }
});

test('a wrong key is told in the body and nothing else is; the account’s own password is a wrong one', async (t) => {
  const house = await compatHouse(t);
  const own = feverKeyOf('ines', passwordOf('ines'));
  for (const key of ['', 'nonsense', own, house.password, house.token]) {
    const answer = await house.ask(`/fever/?api&items&groups&api_key=${encodeURIComponent(key)}`);
    assert.deepEqual([answer.status, await answer.json()], [200, { api_version: 3, auth: 0 }]);
  }
});

test('a call that cannot be answered has the status that says why, and nothing of the account', async (t) => {
  const house = await compatHouse(t);
  const ids = '1,'.repeat(30_000);
  for (const [method, query, status] of [
    ['POST', `mark=item&as=read&id=${ids}`, 413],
    ['GET', `items&with_ids=${ids}`, 413],
    ['PUT', 'items', 405],
  ] as const) {
    const answer = await house.ask(`/fever/?api&api_key=${house.feverKey}&${query}`, { method });
    assert.deepEqual([answer.status, await answer.json()], [status, { api_version: 3, auth: 0 }], method);
  }
});

test('after very many wrong keys from an address not even a right one is good there for a while', async (t) => {
  const house = await compatHouse(t);
  for (let tries = 0; tries < 50; tries++) await house.ask(`/fever/?api&api_key=${tries}`);
  assert.equal((await fever(house, 'items')).auth, 0);
  await house.clock.advance(MINUTE);
  assert.equal((await fever(house, 'items')).auth, 1);
});

test('all that is asked for comes in one answer, in whole numbers and lists as text', async (t) => {
  const house = await compatHouse(t);
  const [a, b, c] = house.feeds;
  const all = await fever(house, 'groups&feeds&favicons&items&links&unread_item_ids&saved_item_ids&refresh');
  assert.deepEqual([all.api_version, all.auth, all.total_items, all.links], [3, 1, 12, []]);
  assert.deepEqual(
    all.groups?.map(({ title }) => title),
    ['News', 'Ungrouped'],
  );
  assert.deepEqual(
    all.feeds_groups?.map(({ feed_ids }) => feed_ids),
    [`${a},${b}`, `${c}`],
  );
  assert.ok(all.groups?.every(({ id }) => id > 0 && id < 2 ** 31));
  const { last_updated_on_time: updatedAt, ...feed } = all.feeds?.[0] ?? {};
  assert.deepEqual(feed, {
    id: a,
    favicon_id: all.favicons?.[0]?.id,
    title: 'Feed of a.example',
    url: 'https://a.example/feed',
    site_url: 'https://site.example/',
    is_spark: 0,
  });
  assert.match(all.favicons?.[0]?.data ?? '', /^image\/gif;base64,/);
  // When a feed was last checked, not the current time.
  assert.equal(all.last_refreshed_on_time, updatedAt);
  await house.clock.advance(MINUTE);
  assert.equal((await fever(house, 'x')).last_refreshed_on_time, updatedAt);
  assert.deepEqual(idsOf(all.unread_item_ids), itemIds(all));
  assert.equal(all.saved_item_ids, '');
  assert.equal(all.items?.[0]?.html, '<p>Text 1</p>');
});

test('a group without a feed is listed, and stands in no list of members: an empty one is no list of numbers', async (t) => {
  const house = await compatHouse(t);
  await house.ines.client.groups.create({ title: 'Later' });
  const { groups, feeds_groups: members } = await fever(house, 'groups');
  assert.deepEqual(
    groups?.map(({ title }) => title),
    ['News', 'Later', 'Ungrouped'],
  );
  assert.deepEqual(
    members?.map(({ group_id }) => group_id),
    [groups?.[0]?.id, groups?.[2]?.id],
  );
});

test('items are paged upwards, downwards and by name, of all feeds or of some', async (t) => {
  const house = await compatHouse(t);
  const ids = itemIds(await fever(house, 'items'));
  const [a = 0, , c = 0] = house.feeds;
  const pages: [string, number[]][] = [
    ['since_id=0', ids],
    [`since_id=${ids[9]}`, ids.slice(10)],
    ['max_id=0', ids.toReversed()],
    ['since_id=9223372036854775807', []],
    ['since_id=9007199254740992', []],
    ['max_id=9223372036854775807', ids.toReversed()],
    [`max_id=${ids[2]}`, ids.slice(0, 2).toReversed()],
    ['with_ids=', []],
    [`with_ids=${ids[3]},900001,x,${ids[1]},${ids[3]}`, [ids[3] ?? 0, ids[1] ?? 0]],
    [`feed_ids=${a},${c}`, [...ids.slice(0, 4), ...ids.slice(8)]],
    ['group_ids=1', ids.slice(0, 8)],
    ['group_ids=2147483647', ids.slice(8)],
    ['feed_ids=900001', []],
    ['feed_ids=&group_ids=', ids],
  ];
  for (const [query, wanted] of pages) {
    assert.deepEqual(itemIds(await fever(house, `items&${query}`)), wanted, query);
  }
});

test('an item is as old as its date, or without one as its arrival, and has its author, if it has one', async (t) => {
  const house = await compatHouse(t);
  await house.clock.advance(999);
  const arrival = Math.floor(house.clock.now() / 1_000);
  const undated = { guid: 'u', title: 'Undated', author: 'Ann' };
  const dated = { guid: 'd', title: 'Dated', publishedAt: Date.UTC(2020, 0, 1) };
  house.web.serve('https://d.example/feed', rss('D', [undated, dated]));
  await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  const { items = [] } = await fever(house, 'items&max_id=0');
  const shown = items.map((item) => [item.title, item.created_on_time, item.author]);
  assert.deepEqual(shown.slice(0, 2).sort(), [
    ['Dated', Date.UTC(2020, 0, 1) / 1_000, ''],
    ['Undated', arrival, 'Ann'],
  ]);
});

test('no answer holds more than fifty items, and following since_id leads to all of them', async (t) => {
  const house = await compatHouse(t);
  house.web.serve('https://d.example/feed', rss('D', posts(1, 120)));
  await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  const seen: number[] = [];
  for (let since = 0; ; ) {
    const page = itemIds(await fever(house, `items&since_id=${since}`));
    if (page.length === 0) break;
    assert.ok(page.length <= 50);
    seen.push(...page);
    since = page.at(-1) ?? 0;
  }
  assert.deepEqual([seen.length, new Set(seen).size], [132, 132]);
  assert.deepEqual(itemIds(await fever(house, `items&with_ids=${seen}`)), seen.slice(0, 50));
  assert.deepEqual(itemIds(await fever(house, 'items&max_id=0')), seen.slice(-50).toReversed());
});

test('marks set what is to be however often they come, and answer with the list that has changed', async (t) => {
  const house = await compatHouse(t);
  const [first = 0, second = 0] = itemIds(await fever(house, 'items'));
  for (let times = 0; times < 2; times++) {
    const saved = await fever(house, 'x', { mark: 'item', as: 'saved', id: String(first) });
    assert.equal(saved.saved_item_ids, String(first));
    const read = await fever(house, 'x', { mark: 'item', as: 'read', id: String(second) });
    assert.ok(!idsOf(read.unread_item_ids).includes(second));
  }
  const marked = (await fever(house, `items&with_ids=${first},${second}`)).items ?? [];
  assert.deepEqual(
    marked.map(({ is_read, is_saved }) => [is_read, is_saved]),
    [
      [0, 1],
      [1, 0],
    ],
  );
  assert.equal((await fever(house, `mark=item&as=unsaved&id=${first}`)).saved_item_ids, '');
  const unread = await fever(house, `mark=item&as=unread&id=${second}`);
  assert.equal(idsOf(unread.unread_item_ids).length, 12);
  for (const nonsense of [
    'mark=item&as=toggled&id=1',
    'mark=item&as=read&id=900001',
    'mark=kin&as=read&id=1',
    'mark=item&as=toString&id=1',
    'mark=item&as=__proto__&id=1',
    'mark=item&id=1',
    `mark=feed&id=${house.feeds[0]}`,
    'mark=group&id=0',
    'mark=feed&as=read&id=0',
    'mark=feed&as=read&id=900001',
    'mark=group&as=read&id=900001',
    `mark=feed&as=unread&id=${house.feeds[0]}`,
    'mark=group&as=saved&id=0',
  ]) {
    assert.equal((await fever(house, nonsense)).auth, 1, nonsense);
  }
  assert.equal(idsOf((await fever(house, 'unread_item_ids')).unread_item_ids).length, 12);
});

/** Two items arrive a minute after the first twelve. */
async function lateComers(house: CompatHouse): Promise<{ before: number; late: number[] }> {
  const before = house.clock.now();
  await house.clock.advance(MINUTE);
  // Dated long ago: by the publisher's date they would be marked too.
  house.web.serve('https://d.example/feed', rss('D', posts(1, 2)));
  const feed = await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  const { items } = await house.ines.client.items.list({ limit: 200 });
  const late = items.filter((item) => item.feed_id === feed.id).map(({ id }) => id);
  await house.clock.advance(MINUTE);
  return { before, late: late.reverse() };
}

test('a feed or group is marked as far as the app has seen, whatever unit it takes for its time', async (t) => {
  const house = await compatHouse(t);
  const { before, late } = await lateComers(house);
  const seconds = Math.floor(before / 1_000);
  for (const time of [seconds, before, `${before}000`, `${before}000000`]) {
    const left = await fever(house, `mark=group&as=read&id=0&before=${time}`);
    assert.deepEqual(idsOf(left.unread_item_ids), late, String(time));
    await house.ines.client.items.markManyUnread(itemIds(await fever(house, 'items')));
  }
  assert.equal((await fever(house, 'mark=group&as=read&id=-1')).unread_item_ids?.split(',').length, 14);
  const grouped = await fever(house, `mark=group&as=read&id=1&before=${seconds}`);
  assert.equal(idsOf(grouped.unread_item_ids).length, 6);
  const ofFeed = await fever(house, `mark=feed&as=read&id=${house.feeds[2]}&before=${seconds}`);
  assert.deepEqual(idsOf(ofFeed.unread_item_ids), late);
  // Read You once sent the greatest possible number, meaning now.
  const all = await fever(house, 'mark=group&as=read&id=0&before=9223372036854775807');
  assert.equal(all.unread_item_ids, '');
});

test('who names the second in which an item came has seen all that came within it', async (t) => {
  const house = await compatHouse(t);
  await house.clock.advance(MINUTE + 400);
  house.web.serve('https://d.example/feed', rss('D', posts(1, 2)));
  await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  const second = Math.floor(house.clock.now() / 1_000);
  await house.clock.advance(MINUTE);
  const mark = (time: number) => fever(house, `mark=group&as=read&id=0&before=${time}`);
  assert.equal(idsOf((await mark(second - 1)).unread_item_ids).length, 2);
  assert.equal((await mark(second)).unread_item_ids, '');
});

test('without a time it is as far as this app has asked for items', async (t) => {
  const house = await compatHouse(t);
  await fever(house, 'items');
  const { late } = await lateComers(house);
  const left = await fever(house, 'mark=group&as=read&id=0');
  assert.deepEqual(idsOf(left.unread_item_ids), late);
});

test('up to the second that it is, all is marked, also what came while the clock was ahead', async (t) => {
  const house = await compatHouse(t);
  const right = house.clock.now();
  house.clock.set(right + 2 * 86_400_000);
  const { late } = await lateComers(house);
  house.clock.set(right + MINUTE);
  const mark = (time: number) => fever(house, `mark=group&as=read&id=0&before=${Math.floor(time / 1_000)}`);
  assert.deepEqual(idsOf((await mark(right)).unread_item_ids), late);
  assert.deepEqual(idsOf((await mark(house.clock.now())).unread_item_ids), []);
});

test('feeds without a group are marked by the group that they are shown in', async (t) => {
  const house = await compatHouse(t);
  const left = await fever(house, 'mark=group&as=read&id=2147483647');
  assert.equal(idsOf(left.unread_item_ids).length, 8);
});

test('what this app has marked a moment ago is taken back, and nothing that another has', async (t) => {
  const house = await compatHouse(t);
  const ids = itemIds(await fever(house, 'items'));
  const [one = 0, two = 0, three = 0, four = 0] = ids;
  await fever(house, `mark=item&as=read&id=${one}`);
  await house.clock.advance(11 * MINUTE);
  assert.ok(!idsOf((await fever(house, 'unread_recently_read=1')).unread_item_ids).includes(one));
  await house.ines.client.items.markRead(two);
  await fever(house, `mark=item&as=read&id=${two}`);
  await fever(house, `mark=item&as=read&id=${three}`);
  await fever(house, `mark=feed&as=read&id=${house.feeds[1]}`);
  const back = await fever(house, 'unread_recently_read=1');
  assert.deepEqual(
    idsOf(back.unread_item_ids),
    ids.filter((id) => id !== one && id !== two),
  );
  assert.ok(idsOf(back.unread_item_ids).includes(four));
  // Only once.
  await house.ines.client.items.markRead(three);
  assert.ok(!idsOf((await fever(house, 'unread_recently_read=1')).unread_item_ids).includes(three));
});

test('what this app has marked while the clock was ahead is not taken back once it is right', async (t) => {
  const house = await compatHouse(t);
  const [one = 0] = itemIds(await fever(house, 'items'));
  const right = house.clock.now();
  house.clock.set(right + 365 * 86_400_000);
  await fever(house, `mark=item&as=read&id=${one}`);
  house.clock.set(right);
  assert.ok(!idsOf((await fever(house, 'unread_recently_read=1')).unread_item_ids).includes(one));
});

test('what was read lately stays as others have marked it since', async (t) => {
  const house = await compatHouse(t);
  const { items } = house.ines.client;
  const ids = itemIds(await fever(house, 'items'));
  const [own = 0, read = 0, unread = 0, twice = 0] = ids;
  for (const id of [own, read, unread, twice]) await fever(house, `mark=item&as=read&id=${id}`);
  // More marks than are read in one go: those after them count as well.
  for (let marks = 0; marks <= changesAtOnce.portion; marks += 2) {
    await items.markRead(unread);
    await items.markUnread(unread);
    await items.markRead(unread);
  }
  await items.markUnread(read);
  await items.markRead(read);
  await items.markUnread(unread);
  await items.markUnread(twice);
  await fever(house, `mark=item&as=read&id=${twice}`);
  const back = await fever(house, 'unread_recently_read=1');
  assert.deepEqual(
    idsOf(back.unread_item_ids),
    ids.filter((id) => id !== read),
  );
});

test('two people see nothing of each other', async (t) => {
  const house = await compatHouse(t);
  const otto = await house.signIn('Otto');
  const { password } = await createAppPassword(
    house.house.accounts,
    { id: otto.userId, name: 'Otto' },
    { name: 'Reeder' },
  );
  // With the name in lower case, as a phone may write it.
  const key = feverKeyOf('otto', password);
  const ids = itemIds(await fever(house, 'items')).join();
  const ask = async (query: string): Promise<FeverAnswer> =>
    (await (await house.ask(`/fever/?api&api_key=${key}&${query}`)).json()) as FeverAnswer;
  const all = await ask(`items&with_ids=${ids}&feeds&groups&unread_item_ids`);
  assert.deepEqual([all.items, all.feeds, all.groups, all.unread_item_ids], [[], [], [], '']);
  assert.equal(all.last_refreshed_on_time, 0);
  for (const id of ids.split(',')) await ask(`mark=item&as=read&id=${id}`);
  await ask(`mark=feed&as=read&id=${house.feeds[0]}`);
  await ask('mark=group&as=read&id=1');
  assert.equal(idsOf((await fever(house, 'unread_item_ids')).unread_item_ids).length, 12);
});
