// Lists of items that have not changed: recognised by their ETags, and never when anything that they show has changed.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Endpoint, endpoints } from '@courant/protocol';
import { BodilessRequest } from '../src/http/asked.ts';
import { sql } from '../src/store/sql.ts';
import { rss } from './documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from './house.ts';

const feedUrl = 'https://a.example/feed';
const [first, second] = [
  { guid: '1', title: 'First' },
  { guid: '2', title: 'Second' },
];

test('a list that has not changed is not sent again to whoever has it', async (t) => {
  const { list } = await open(t);
  const page = await list('?limit=1');
  const etag = page.headers.get('ETag') ?? '';
  assert.match(etag, /^W\/"/);
  const again = await list('?limit=1', { 'If-None-Match': `"other", ${etag}` });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get('ETag'), etag);
  assert.equal(await again.text(), '');
});

test('who says that every version will do has it already, and an empty list of tags names none', async (t) => {
  const { list, ask } = await open(t);
  for (const [known, status] of Object.entries({ '*': 304, ' * ': 304, '"*"': 200, '': 200, ',': 200 }))
    assert.equal((await list('', { 'If-None-Match': known })).status, status, known);
  assert.equal((await list('?limit=x', { 'If-None-Match': '*' })).status, 400);
  assert.equal((await ask('/api/v1/groups/999/items', { 'If-None-Match': '*' })).status, 404);
});

test('a tag is known again by whoever has kept its value without the sign that it is weak', async (t) => {
  const { list } = await open(t);
  const etag = (await list('')).headers.get('ETag') ?? '';
  const [, value] = /^W\/(".+")$/.exec(etag) ?? [];
  assert.equal((await list('', { 'If-None-Match': value ?? '' })).status, 304);
  assert.equal((await list('?limit=1', { 'If-None-Match': value ?? '' })).status, 200);
});

test('the description of the interface says which answers have a tag', async (t) => {
  const { house, ines } = await open(t);
  const group = await ines.client.groups.create({ title: 'News' });
  let asked = 0;
  for (const [name, { method, path, events, hasTag }] of Object.entries<Endpoint>(endpoints)) {
    if (method !== 'GET' || events) continue;
    const headers = { authorization: `Bearer ${ines.accessToken}` };
    const answer = await house.ask(path.replace(':id', String(group.id)), { headers });
    await answer.text();
    if (answer.status !== 200) continue;
    assert.equal(answer.headers.has('ETag'), hasTag === true, name);
    asked++;
  }
  assert.ok(asked > 15, String(asked));
});

test('whoever does not say what they have gets the same bytes and links once more', async (t) => {
  const { list } = await open(t);
  const [one, other] = [await list('?limit=1'), await list('?limit=1')];
  assert.equal(await other.text(), await one.text());
  assert.match(one.headers.get('Link') ?? '', /rel="next"/);
  assert.equal(other.headers.get('Link'), one.headers.get('Link'));
  assert.notEqual(other.headers.get('X-Request-Id'), one.headers.get('X-Request-Id'));
});

test('what is packed for one who takes that is not told to one who does not', async (t) => {
  const { house, list } = await open(t);
  await publish(house, [{ guid: '3', title: 'Long '.repeat(500) }, first, second]);
  for (let round = 0; round < 2; round++) {
    assert.equal((await list('', { 'Accept-Encoding': 'gzip' })).headers.get('Content-Encoding'), 'gzip');
    assert.equal((await list('')).headers.get('Content-Encoding'), null);
  }
});

test('another question, another person and another wish have other tags', async (t) => {
  const { house, list } = await open(t);
  const otto = await house.signIn('otto');
  await follow(house, otto.client, feedUrl, [first, second]);
  const ask = listOf(house, otto);
  const answers = [
    await list('?limit=1'),
    await list('?limit=2'),
    await list('?limit=1', { Prefer: 'images=proxied' }),
    await ask('?limit=1'),
  ];
  assert.equal(new Set(answers.map(({ headers }) => headers.get('ETag'))).size, answers.length);
});

type Change = (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>;
const changes: Record<string, Change> = {
  'a mark': ({ ines, ids }) => ines.client.items.markRead(ids[0] ?? 0),
  'a mark that is taken back': async ({ ines, ids, list }) => {
    await ines.client.items.markRead(ids[0] ?? 0);
    await list('');
    await ines.client.items.markUnread(ids[0] ?? 0);
    await ines.client.items.markRead(ids[1] ?? 0);
  },
  'a new post': ({ house }) => publish(house, [{ guid: '3', title: 'Third' }, first, second]),
  'an edit': ({ house }) => publish(house, [{ ...first, title: 'First, corrected' }, second]),
  'an end of its feed': ({ ines, feedId }) => ines.client.feeds.delete(feedId),
};

for (const [what, change] of Object.entries(changes)) {
  test(`${what} is seen by whoever has the list from before`, async (t) => {
    const opened = await open(t);
    const before = await opened.list('');
    const text = await before.text();
    await change(opened);
    const after = await opened.list('', { 'If-None-Match': before.headers.get('ETag') ?? '' });
    assert.equal(after.status, 200);
    assert.notEqual(await after.text(), text);
  });
}

const counted = ['/api/v1/groups', '/api/app.courant.sync/v1/counts'];
const countedChanges: Record<string, Change> = {
  'a mark': ({ ines, ids }) => ines.client.items.markRead(ids[0] ?? 0),
  'a mark of everything': ({ ines, ids }) => ines.client.bulk.markRead({ upTo: ids[0] ?? 0 }),
  'a new post': ({ house }) => publish(house, [{ guid: '3', title: 'Third' }, first, second]),
  'an end of a feed': ({ ines, feedId }) => ines.client.feeds.delete(feedId),
  'a group': ({ ines, feedId }) => ines.client.groups.create({ title: 'New', feedIds: [feedId] }),
  'an end of a group': async ({ ines }) => {
    const [group] = await ines.client.groups.list();
    await ines.client.groups.delete(group?.id ?? 0);
  },
};

for (const [what, change] of Object.entries(countedChanges)) {
  test(`groups and what is unread are not told again as long as they are the same, and told after ${what}`, async (t) => {
    const opened = await open(t);
    const { ask, ines, feedId } = opened;
    await ines.client.groups.create({ title: 'All', feedIds: [feedId] });
    const before = await Promise.all(counted.map((path) => ask(path)));
    const askKnown = () =>
      Promise.all(
        counted.map((path, place) =>
          ask(path, { 'If-None-Match': before[place]?.headers.get('ETag') ?? '' }),
        ),
      );
    assert.deepEqual(
      (await askKnown()).map(({ status }) => status),
      [304, 304],
    );
    await change(opened);
    for (const [place, after] of (await askKnown()).entries()) {
      assert.equal(after.status, 200, counted[place]);
      assert.notEqual(await after.text(), await before[place]?.text());
    }
  });
}

test('a token that was revoked or has expired opens nothing, however often it did just before', async (t) => {
  const { house, list } = await open(t, '3600');
  assert.equal((await list('')).status, 200);
  await house.clock.advance(3_600_000);
  assert.equal((await list('')).status, 401);
  const otto = await house.signIn('otto');
  const ask = listOf(house, otto);
  assert.equal((await ask('')).status, 200);
  await house.house.library.store.write((tx) => tx.run(sql`UPDATE grants SET revoked_at = 1`));
  assert.equal((await ask('')).status, 401);
});

async function open(t: TestContext, accessTokenTtl = '0') {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: accessTokenTtl });
  const ines = await house.signIn('ines');
  const feed = await follow(house, ines.client, feedUrl, [first, second]);
  const { items } = await ines.client.items.list();
  const list = listOf(house, ines);
  return { house, ines, feedId: feed.id, ids: items.map(({ id }) => id), list, ask: asker(house, ines) };
}

function listOf(house: TestHouse, person: SignedIn) {
  const ask = asker(house, person);
  return (query: string, headers: Record<string, string> = {}) => ask(`/api/v1/items${query}`, headers);
}

function asker(house: TestHouse, { accessToken }: SignedIn) {
  return (path: string, headers: Record<string, string> = {}): Promise<Response> => {
    const rawHeaders = Object.entries({ ...headers, Authorization: `Bearer ${accessToken}` }).flat();
    const makeSignal = () => new AbortController().signal;
    // In the form that the listener gives them: only then is a repeated request recognised.
    const request = new BodilessRequest({
      method: 'GET',
      url: `http://host.invalid${path}`,
      rawHeaders,
      makeSignal,
    });
    return house.house.app(request, { address: '192.0.2.1', secure: true });
  };
}

async function publish(house: TestHouse, posts: Parameters<typeof rss>[1]): Promise<void> {
  house.web.serve(feedUrl, rss('Feed of a.example', posts));
  await house.crawl(30 * 3_600_000);
}
