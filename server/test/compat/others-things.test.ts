// The things of others at the doors that speak as other services do: they are answered like things that nobody has, and stay as they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts } from '../documents.ts';
import { follow, type SignedIn } from '../house.ts';
import { browserOf, type CompatHouse, compatHouse } from './compat-house.ts';

interface Ids {
  feed: number;
  group: number;
  item: number;
}

type Ask = [door: string, path: string, form?: Record<string, string>];

/** Each with the id of a feed, a group or an item of somebody else, in every place for one. */
function asks({ feed, group, item }: Ids): Ask[] {
  const hex = item.toString(16).padStart(16, '0');
  const long = `tag:google.com,2005:reader/item/${hex}`;
  const stream = `feed/${feed}`;
  const read = 'user/-/state/com.google/read';
  const api = '/reader/api/0';
  return [
    ['greader', `${api}/stream/contents/${stream}?n=50`],
    ['greader', `${api}/stream/items/ids?s=${stream}&n=50`],
    ['greader', `${api}/stream/items/contents?i=${item}`],
    ['greader', `${api}/stream/items/contents`, { i: long }],
    ['greader', `${api}/stream/items/ids?s=${encodeURIComponent(read)}&c=${item}`],
    ['greader', `${api}/edit-tag`, { i: long, a: read }],
    ['greader', `${api}/edit-tag`, { i: String(item), a: 'user/-/state/com.google/starred' }],
    ['greader', `${api}/edit-tag`, { i: long, a: 'user/-/label/Mine' }],
    ['greader', `${api}/mark-all-as-read`, { s: stream }],
    ['greader', `${api}/subscription/edit`, { ac: 'unsubscribe', s: stream }],
    ['greader', `${api}/subscription/edit`, { ac: 'edit', s: stream, t: 'Renamed', a: 'user/-/label/Mine' }],
    ['greader', `/reader/atom/${stream}`],
    ['fever', '&items', { with_ids: String(item) }],
    ['fever', '&items', { feed_ids: String(feed), since_id: '0' }],
    ['fever', '&items', { group_ids: String(group), since_id: '0' }],
    ['fever', '', { mark: 'item', as: 'read', id: String(item) }],
    ['fever', '', { mark: 'item', as: 'saved', id: String(item) }],
    ['fever', '', { mark: 'feed', as: 'read', id: String(feed) }],
    ['fever', '', { mark: 'group', as: 'read', id: String(group) }],
    ['pages', `/lite?feed=${feed}&show=all`],
    ['pages', `/lite?group=${group}&show=all`],
    ['pages', `/lite/items/${item}`],
    ['pages', `/lite/items/${item}/mark`, { mark: 'starred' }],
    ['pages', '/lite/read', { up_to: '1', next: `/lite?feed=${feed}&show=all` }],
    ['pages', '/lite/read', { up_to: '1', next: `/lite?group=${group}&show=all` }],
    ['pages', '/lite/read', { up_to: '1', next: `/lite/search?feed=${feed}&q=a` }],
    ['pages', `/lite/search?feed=${feed}&q=a`],
    ['pages', `/lite/search?group=${group}&q=a`],
    ['pages', `/lite/search?q=feed:${feed}`],
    ['pages', `/lite/items/${item}/tags`],
    ['pages', `/lite/items/${item}/tags`, { typed: 'Mine' }],
    ['pages', '/lite/undo', { entry: String(item) }],
  ];
}

test('an id of somebody else is answered like one that nobody has, in every tongue', async (t) => {
  const house = await compatHouse(t);
  const otto = await house.signIn('otto');
  const theirs = await thingsOf(house, otto);
  const nobodys: Ids = { feed: 900_001, group: 900_002, item: 900_003 };
  const before = [await stateOf(otto), await stateOf(house.ines)];
  const browser = await browserOf(house, 'ines');
  const [real, none] = [asks(theirs), asks(nobodys)];
  for (const [place, ask] of real.entries()) {
    const answers = [];
    for (const [one, ids] of [
      [ask, theirs],
      [none[place] ?? ask, nobodys],
    ] as const)
      answers.push(withoutIds(await answerTo(house, browser, one), ids));
    assert.deepEqual(answers[0], answers[1], ask.slice(0, 2).join(' '));
  }
  assert.deepEqual([await stateOf(otto), await stateOf(house.ines)], before);
});

async function thingsOf(house: CompatHouse, { client }: SignedIn): Promise<Ids> {
  for (let n = 0; n < 30; n++) await client.groups.create({ title: `Group ${n}` });
  for (let n = 0; n < 30; n++) await follow(house, client, `https://${n}.example/feed`, posts(1, 2));
  const feed = await follow(house, client, 'https://secret.example/feed', posts(1, 2));
  const group = await client.groups.create({ title: 'Secret', feedIds: [feed.id] });
  return { feed: feed.id, group: group.id, item: (await client.items.list()).items[0]?.id ?? 0 };
}

async function answerTo(house: CompatHouse, browser: Record<string, string>, [door, path, form]: Ask) {
  if (door === 'greader') {
    const { status, text } = await house.greader(
      path,
      form ? { form: { ...form, T: await tokenOf(house) } } : {},
    );
    return { status, text };
  }
  const body = new URLSearchParams({
    ...form,
    ...(door === 'fever' && { api_key: house.feverKey }),
    ...(form && door === 'pages' && { csrf: await csrfOf(house, browser) }),
  });
  const method = form || door === 'fever' ? 'POST' : 'GET';
  const asked = await house.ask(door === 'fever' ? `/fever/?api${path}` : path, {
    method,
    headers: door === 'pages' ? browser : {},
    ...(method === 'POST' && { body }),
  });
  return { status: asked.status, text: await asked.text(), to: asked.headers.get('location') };
}

async function tokenOf(house: CompatHouse): Promise<string> {
  return (await house.greader('/reader/api/0/token')).text.trim();
}

async function csrfOf(house: CompatHouse, browser: Record<string, string>): Promise<string> {
  const page = await (await house.ask('/lite?show=all', { headers: browser })).text();
  return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

function withoutIds(answer: object, { feed, group, item }: Ids): string {
  const hex = item.toString(16).padStart(16, '0');
  let text = JSON.stringify(answer);
  for (const id of [hex, item, feed, group]) text = text.replaceAll(String(id), '#');
  return text.replace(/[0-9a-f-]{36}|\d{10,}/g, '~');
}

async function stateOf({ client }: SignedIn): Promise<unknown> {
  return [
    await client.groups.list(),
    await client.feeds.list(),
    (await client.items.list({ limit: 200 })).items,
  ];
}
