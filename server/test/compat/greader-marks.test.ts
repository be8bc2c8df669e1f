// Google Reader, changes: marks, feeds, labels, import and export of OPML.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAppPassword } from '../../src/accounts/app-passwords.ts';
import { marksOf } from '../../src/http/greader/marks.ts';
import { posts, rss } from '../documents.ts';
import { whileTimePasses } from '../fake-clock.ts';
import { type Answer, type CompatHouse, compatHouse } from './compat-house.ts';

const API = '/reader/api/0';
const state = (name: string): string => `user/-/state/com.google/${name}`;
type Fields = [string, string][] | Record<string, string>;

const send = (house: CompatHouse, name: string, form: Fields): Promise<Answer> =>
  house.greader(`${API}/${name}`, { form });

async function done(house: CompatHouse, name: string, form: Fields): Promise<void> {
  const answer = await send(house, name, form);
  assert.deepEqual([answer.status, answer.text], [200, 'OK'], JSON.stringify(form));
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
}

async function unreadIds({ ines }: CompatHouse): Promise<number[]> {
  return (await ines.client.items.list({ limit: 200, only: 'unread' })).items.map(({ id }) => id).reverse();
}

interface Subscription {
  id: string;
  title: string;
  categories: { id: string; label: string }[];
  url: string;
}

async function subscriptions(house: CompatHouse): Promise<Subscription[]> {
  const { text } = await house.greader(`${API}/subscription/list?output=json`);
  return (JSON.parse(text) as { subscriptions: Subscription[] }).subscriptions;
}

const all = Array.from({ length: 12 }, (_, index) => index + 1);

const tags: [added: string[], removed: string[], marks: string[]][] = [
  [['read'], ['kept-unread'], ['read']],
  [[], ['kept-unread'], ['read']],
  [['kept-unread', 'tracking-kept-unread'], ['read'], ['unread']],
  [['tracking-kept-unread'], [], ['unread']],
  [['kept-unread'], [], ['unread']],
  [['read'], ['read'], ['unread']],
  [['starred'], [], ['starred']],
  [['read', 'starred'], [], ['read', 'starred']],
  [[], ['starred'], ['unstarred']],
  [['broadcast', 'like', 'fresh', 'nonsense'], ['fresh', 'like'], []],
];
for (const [added, removed, marks] of tags) {
  test(`adding ${added.join(', ') || 'nothing'} and removing ${removed.join(', ') || 'nothing'} means ${marks.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(marksOf(new Set(added), new Set(removed)), marks);
  });
}

test('many items are marked at once, in all forms of ids, and may be marked again', async (t) => {
  const house = await compatHouse(t);
  const form: Fields = [
    ['i', '1'],
    ['i', 'tag:google.com,2005:reader/item/0000000000000002'],
    ['i', '900001'],
    ['i', 'nonsense'],
    ['a', state('read')],
    ['a', state('starred')],
  ];
  for (let times = 0; times < 2; times++) {
    await done(house, 'edit-tag', form);
    assert.deepEqual(await unreadIds(house), all.slice(2));
    const { items } = await house.ines.client.stars.list({});
    assert.deepEqual(
      items.map(({ id }) => id),
      [2, 1],
    );
  }
  await done(house, 'edit-tag', { i: '1', r: 'user/7/state/com.google/read' });
  assert.deepEqual(await unreadIds(house), [1, ...all.slice(2)]);
  const many = Array.from({ length: 9_999 }, (_, index): [string, string] => [
    'i',
    `tag:google.com,2005:reader/item/${(index + 1).toString(16).padStart(16, '0')}`,
  ]);
  await done(house, 'edit-tag', [...many, ['a', state('read')]]);
  assert.deepEqual(await unreadIds(house), []);
});

test('everything, a label, a feed or the stars are marked read as far as the app has seen', async (t) => {
  const house = await compatHouse(t);
  const seen = house.clock.now();
  // Not at the beginning of a second: whoever names it has seen what came within it.
  await house.clock.advance(60_400);
  house.web.serve('https://d.example/feed', rss('D', posts(1, 2)));
  const late = await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  await house.ines.client.groups.create({ title: 'Late', feedIds: [late.id, house.feeds[2] ?? 0] });
  await house.ines.client.stars.addMany([3, 13]);
  const streams: [form: Record<string, string>, left: number[]][] = [
    [{ s: state('reading-list'), ts: `${seen}000` }, [13, 14]],
    [{ s: state('reading-list'), ts: String(seen) }, [13, 14]],
    [{ s: state('reading-list'), ts: String(Math.floor(seen / 1_000)) }, [13, 14]],
    [{ s: state('reading-list'), ts: String(Math.floor(house.clock.now() / 1_000)) }, []],
    [{ s: state('reading-list'), ts: '99999999999999999' }, []],
    [{ s: state('reading-list'), ts: String(seen / 1_000 + 0.5) }, [13, 14]],
    [{ s: state('reading-list'), ts: '0' }, []],
    [{ s: state('reading-list'), ts: '' }, []],
    [{ s: state('reading-list') }, []],
    [{ s: `feed/${house.feeds[0]}` }, [...all.slice(4), 13, 14]],
    [{ s: 'feed/https://a.example/feed' }, [...all.slice(4), 13, 14]],
    [{ s: 'user/-/label/Late', ts: `${seen}000` }, [...all.slice(0, 8), 13, 14]],
    [{ s: 'user/-/label/Late' }, all.slice(0, 8)],
    [{ s: state('starred'), ts: `${seen}000` }, [...all.filter((id) => id !== 3), 13, 14]],
    [{ s: state('starred') }, [...all.filter((id) => id !== 3), 14]],
    [{ s: state('fresh'), ts: `${seen}000` }, [13, 14]],
    [{ s: state('read') }, [...all, 13, 14]],
    [{ s: 'feed/900001' }, [...all, 13, 14]],
    [{ s: 'user/-/label/Nothing' }, [...all, 13, 14]],
  ];
  for (const [form, left] of streams) {
    await house.ines.client.items.markManyUnread([...all, 13, 14]);
    await done(house, 'mark-all-as-read', form);
    assert.deepEqual(await unreadIds(house), left, JSON.stringify(form));
  }
  assert.equal((await send(house, 'mark-all-as-read', {})).status, 400);
  // Whoever cannot say how far it has seen has not seen everything.
  await house.ines.client.items.markManyUnread([...all, 13, 14]);
  for (const ts of ['now', '-1', 'NaN', '1e12', `${seen}000;`]) {
    const { status, text } = await send(house, 'mark-all-as-read', { s: state('reading-list'), ts });
    assert.deepEqual([status, text], [400, 'Cannot mark all as read: ts is not a time\n'], ts);
  }
  assert.deepEqual(await unreadIds(house), [...all, 13, 14]);
});

test('all that is there is marked, also what came while the clock was ahead', async (t) => {
  const house = await compatHouse(t);
  const right = house.clock.now();
  house.clock.set(right + 2 * 86_400_000);
  house.web.serve('https://d.example/feed', rss('D', posts(1, 2)));
  const { id } = await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  house.clock.set(right + 60_000);
  await house.ines.client.stars.add(13);
  await done(house, 'edit-tag', { i: '14', a: 'user/-/label/X' });
  const seen = { ts: String(Math.floor(right / 1_000)) };
  for (const s of [state('reading-list'), `feed/${id}`, 'user/-/label/X', state('starred')]) {
    await house.ines.client.items.markManyUnread([13, 14]);
    await done(house, 'mark-all-as-read', { s, ...seen });
    assert.deepEqual((await unreadIds(house)).slice(-2), [13, 14], s);
    await done(house, 'mark-all-as-read', { s });
    assert.notDeepEqual((await unreadIds(house)).slice(-2), [13, 14], s);
  }
  // Up to the second that it is.
  const now = { ts: String(Math.floor(house.clock.now() / 1_000)) };
  await done(house, 'mark-all-as-read', { s: state('reading-list'), ...now });
  assert.deepEqual(await unreadIds(house), []);
});

test('a feed is followed, titled, labelled, moved and left, by its address or its number', async (t) => {
  const house = await compatHouse(t);
  house.web.serve('https://d.example/feed/2', rss('D', posts(1, 2)));
  const stream = 'feed/https://d.example/feed/2';
  const found = async () =>
    (await subscriptions(house)).find(({ url }) => url === 'https://d.example/feed/2');
  await whileTimePasses(
    house.clock,
    done(house, 'subscription/edit', { ac: 'subscribe', s: stream, t: 'Dee', a: 'user/-/label/New one' }),
  );
  const fresh = await found();
  assert.deepEqual(
    [fresh?.title, fresh?.categories],
    ['Dee', [{ id: 'user/-/label/New one', label: 'New one' }]],
  );
  const id = fresh?.id ?? '';
  await done(house, 'subscription/edit', { ac: 'edit', s: id, t: 'A & B <c>' });
  await done(house, 'subscription/edit', [
    ['ac', 'edit'],
    ['s', stream],
    ['a', 'user/-/label/News'],
    ['a', state('starred')],
    ['r', 'user/-/label/New one'],
  ]);
  const moved = await found();
  assert.deepEqual([moved?.title, moved?.categories.map(({ label }) => label)], ['A & B <c>', ['News']]);
  await done(house, 'subscription/edit', { ac: 'edit', s: id, r: 'user/-/label/News' });
  assert.deepEqual((await found())?.categories, []);
  for (const form of [{ s: id }, { s: 'feed/900001' }].map((each) => ({ ac: 'unsubscribe', ...each }))) {
    await done(house, 'subscription/edit', form);
    assert.equal(await found(), undefined);
  }
  assert.equal(
    (await send(house, 'subscription/edit', { ac: 'edit', s: 'feed/900001', t: 'x' })).status,
    404,
  );
  assert.equal((await send(house, 'subscription/edit', { ac: 'edit' })).status, 400);
  for (const ac of ['x', 'toString', '__proto__'])
    assert.equal((await send(house, 'subscription/edit', { ac, s: id })).status, 400, ac);
  for (const title of ['x'.repeat(201), 'a\0b']) {
    const edit = { ac: 'edit', s: `feed/${house.feeds[0]}`, a: `user/-/label/${title}` };
    assert.equal((await send(house, 'subscription/edit', edit)).status, 400);
  }
});

test('of several feeds each is given its own title, and all of them the label', async (t) => {
  const house = await compatHouse(t);
  const [a, b] = house.feeds;
  await done(house, 'subscription/edit', [
    ['ac', 'edit'],
    ['s', `feed/${a}`],
    ['s', `feed/${b}`],
    ['t', 'First'],
    ['t', 'Second'],
    ['a', 'user/-/label/Both'],
  ]);
  const found = (await subscriptions(house)).slice(0, 2);
  assert.deepEqual(
    found.map(({ title, categories }) => [title, categories.at(-1)?.label]),
    [
      ['First', 'Both'],
      ['Second', 'Both'],
    ],
  );
  await done(house, 'subscription/edit', [
    ['ac', 'edit'],
    ['s', `feed/${a}`],
    ['s', `feed/${b}`],
    ['t', 'Alone'],
  ]);
  const titles = (await subscriptions(house)).map(({ title }) => title);
  assert.deepEqual(titles.slice(0, 2), ['Alone', 'Second']);
});

test('quickadd gives the feed that is in the list, the same one again, and a sentence where there is none', async (t) => {
  const house = await compatHouse(t);
  house.web.serve('https://d.example/feed', rss('D', posts(1, 2)));
  const add = async (query: string) => {
    const answer = await whileTimePasses(
      house.clock,
      house.greader(`${API}/subscription/quickadd?quickadd=${encodeURIComponent(query)}`, { method: 'POST' }),
    );
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as { numResults: number; streamId?: string; error?: string };
  };
  const added = await add('https://d.example/feed');
  const listed = (await subscriptions(house)).find(({ url }) => url === 'https://d.example/feed');
  assert.deepEqual([added.numResults, added.streamId], [1, listed?.id]);
  for (const query of ['feed/https://d.example/feed', 'feed/feed/https://d.example/feed'])
    assert.deepEqual(await add(query), { ...added, query });
  // What stands before the address goes, and nothing of the address itself.
  house.web.serve('https://e.example/feed/all', rss('E', posts(1, 2)));
  assert.equal((await add('https://e.example/feed/all')).numResults, 1);
  for (const address of ['https://nobody.example/', 'https://', 'feed/feed/https://']) {
    const nothing = await add(address);
    assert.equal(nothing.numResults, 0, address);
    assert.match(nothing.error ?? '', /^Cannot create feed/, address);
  }
  const missing = await house.greader(`${API}/subscription/quickadd?quickadd=feed/`, { method: 'POST' });
  assert.deepEqual([missing.status, /quickadd is missing/.test(missing.text)], [400, true]);
});

test('labels are renamed and removed, and their feeds stay', async (t) => {
  const house = await compatHouse(t);
  await done(house, 'rename-tag', { s: 'user/-/label/News', dest: 'user/-/label/Old/News & co' });
  const [first] = await subscriptions(house);
  assert.equal(first?.categories[0]?.label, 'Old/News & co');
  await house.ines.client.groups.create({ title: 'Taken' });
  const taken = { s: 'user/-/label/Old/News & co', dest: 'user/-/label/Taken' };
  assert.equal((await send(house, 'rename-tag', taken)).status, 409);
  const unknown = { s: 'user/-/label/News', dest: 'user/-/label/x' };
  assert.equal((await send(house, 'rename-tag', unknown)).status, 404);
  assert.equal((await send(house, 'disable-tag', { s: 'user/-/label/News' })).status, 404);
  const from = { s: 'user/-/label/Taken' };
  for (const form of [from, { ...from, dest: 'Bare' }, { ...from, dest: state('read') }, { dest: from.s }])
    assert.equal((await send(house, 'rename-tag', form)).status, 400, JSON.stringify(form));
  for (const form of [{}, { s: 'Taken' }, { s: state('starred') }])
    assert.equal((await send(house, 'disable-tag', form)).status, 400, JSON.stringify(form));
  const both: Fields = [
    ['s', 'user/-/label/Taken'],
    ['s', 'user/-/label/Old/News & co'],
  ];
  await done(house, 'disable-tag', both);
  const left = await subscriptions(house);
  assert.deepEqual([left.length, left.flatMap(({ categories }) => categories)], [3, []]);
});

test('a list of feeds goes out as OPML, and comes in at once', async (t) => {
  const house = await compatHouse(t);
  const { text } = await house.greader(`${API}/subscription/export`);
  assert.match(text, /<opml version="2.0">[\s\S]*xmlUrl="https:\/\/a\.example\/feed"/);
  const answer = await house.ask(`${API}/subscription/import`, {
    method: 'POST',
    headers: { authorization: `GoogleLogin auth=${house.token}`, 'content-type': 'text/xml' },
    body: '<opml version="2.0"><body><outline text="In"><outline type="rss" xmlUrl="https://e.example/feed"/></outline></body></opml>',
  });
  assert.deepEqual([answer.status, await answer.text()], [200, 'OK']);
  const { text: tagList } = await house.greader(`${API}/tag/list`);
  assert.match(tagList, /user\/-\/label\/In/);
});

test('two people see nothing of each other, and change nothing of each other', async (t) => {
  const house = await compatHouse(t);
  const otto = await house.signIn('otto');
  const { accounts } = house.house;
  const { password } = await createAppPassword(accounts, { id: otto.userId, name: 'otto' }, { name: 'x' });
  const login = await house.ask(`/accounts/ClientLogin?output=json&Email=otto&Passwd=${password}`);
  const { Auth } = (await login.json()) as { Auth: string };
  const headers = { authorization: `GoogleLogin auth=${Auth}` };
  const ask = async (path: string, form?: Fields): Promise<string> => {
    const answer = await house.greader(API + path, { headers, ...(form === undefined ? {} : { form }) });
    return answer.text;
  };
  assert.equal(await ask('/subscription/list'), '{"subscriptions":[]}');
  assert.equal(await ask('/stream/items/ids'), '{"itemRefs":[]}');
  assert.match(await ask('/stream/items/contents', { i: '1' }), /"items":\[\]/);
  for (const s of [`feed/${house.feeds[0]}`, 'feed/https://a.example/feed', 'user/-/label/News']) {
    assert.equal(await ask(`/stream/items/ids?s=${encodeURIComponent(s)}`), '{"itemRefs":[]}', s);
    assert.match(await ask(`/stream/contents/${encodeURIComponent(s)}`), /"items":\[\]/, s);
    assert.equal(await ask('/mark-all-as-read', { s }), 'OK');
  }
  assert.equal(await ask('/edit-tag', { i: '1', a: state('read') }), 'OK');
  await ask('/subscription/edit', { ac: 'unsubscribe', s: `feed/${house.feeds[0]}` });
  await ask('/disable-tag', { s: 'user/-/label/News' });
  assert.deepEqual(await unreadIds(house), all);
  assert.equal((await subscriptions(house)).filter(({ categories }) => categories.length > 0).length, 2);
});
