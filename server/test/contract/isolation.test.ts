// Users cannot see each other: every endpoint that takes an id answers for another user's as for one that nobody has, byte for byte.
// Such a call changes nothing, and no site is asked for it. Lists hold only what is the user's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { endpoints } from '@courant/protocol';
import { assertNone } from '../assert-none.ts';
import { browserClient } from '../browser-client.ts';
import { posts } from '../documents.ts';
import { bring, opml, outline } from '../extensions/transfer-house.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';

/** What the other parameters have to be, so that the answer depends on the id; of one endpoint only, behind its path. */
const others: Readonly<Record<string, string>> = {
  title: 'New',
  name: 'New',
  feed_url: 'https://a.example/feed',
  mode: 'always',
  keep: 'newest',
  count: '5',
  url: 'https://a.example/1.mp3',
  seconds: '5',
  q: 'text',
  up_to: '1000000',
  '/api/app.courant.health/v1/feeds/:id/repair keep': 'true',
};

test('two users who follow one address have their own feeds and items, and share one fetch', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const mine = await follow(house, ines.client, 'https://a.example/feed', posts(1, 3));
  const calls = house.web.requests.length;
  const theirs = await otto.client.feeds.create({ feedUrl: 'https://a.example/feed' });
  assert.equal(house.web.requests.length, calls);
  assert.notEqual(mine.id, theirs.id);
  const [inesItems, ottoItems] = [await ines.client.items.list(), await otto.client.items.list()];
  assert.deepEqual(
    inesItems.items.map((item) => item.title),
    ottoItems.items.map((item) => item.title),
  );
  const ids = new Set([...inesItems.items, ...ottoItems.items].map((item) => item.id));
  assert.equal(ids.size, 6);
  await ines.client.items.markRead(inesItems.items[0]?.id ?? 0);
  await ines.client.feeds.update(mine.id, { title: 'Mine' });
  assert.ok((await otto.client.items.list()).items.every((item) => !item.read));
  assert.equal((await otto.client.feeds.get(theirs.id)).title, theirs.title);
});

test("every endpoint that takes an id answers for somebody else's as for one that nobody has", async (t) => {
  const house = await testHouse(t);
  const ines = await browserClient(house, 'ines');
  const theirs = await idsOf(house, ines.client);
  const otto = await browserClient(house, 'otto');
  await otto.client.feeds.create({ feedUrl: 'https://a.example/feed' });
  const [before, own] = [await stateOf(ines.client), await stateOf(otto.client)];
  assert.deepEqual({ ...own, feeds: [], items: [], sessions: [] }, nothing);
  house.web.forget();
  let asked = 0;
  const unread = new Set<string>();
  for (const call of callsWithIds()) {
    const nobodys = await answerTo(house, otto.headers(), { call, id: '900001' });
    for (const [kind, id] of Object.entries(theirs)) {
      const none =
        typeof id === 'number'
          ? nobodys
          : await answerTo(house, otto.headers(), { call, id: id.replace(/.{4}$/, 'AAAA') });
      const real = await answerTo(house, otto.headers(), { call, id: String(id) });
      assert.deepEqual(real, none, `${call.method} ${call.path} ${call.name} with the id of ${kind}`);
      if (real.status === 404 || real.status === 422) asked++;
      if (real.status === 400 && typeof id === 'number')
        unread.add(`${call.method} ${call.path}: ${real.text}`);
    }
  }
  assertNone([...unread], 'Nobody looked at the ids: put what these endpoints want into `others`.');
  assert.ok(asked > 300, String(asked));
  assert.deepEqual(await stateOf(ines.client), before);
  assert.deepEqual(house.web.requests, []);
});

/** Places in a list: an id only says where a page begins or ends, whether or not there is such an item. */
const bounds = /^(max|min|since|older_than|newer_than)_id$/;

interface IdCall {
  method: string;
  path: string;
  /** The parameter that has the id; `:id` is a part of the path. */
  name: string;
  fields: readonly string[];
}

function callsWithIds(): IdCall[] {
  return Object.values(endpoints).flatMap((endpoint) => {
    if (!('scope' in endpoint)) return [];
    const { method, path } = endpoint;
    const fields = [
      ...('query' in endpoint ? fieldsOf(endpoint.query) : []),
      ...('form' in endpoint ? fieldsOf(endpoint.form) : []),
    ];
    const names = [
      ...(path.includes(':id') ? [':id'] : []),
      ...fields.filter((field) => /(^|_)ids?$/.test(field) && !bounds.test(field)),
    ];
    return names.map((name) => ({ method, path, name, fields }));
  });
}

function fieldsOf(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object }).shape ?? {});
}

async function answerTo(
  house: TestHouse,
  headers: Record<string, string>,
  { call, id }: { call: IdCall; id: string },
): Promise<{ status: number; text: string }> {
  const parameters = new URLSearchParams();
  for (const field of call.fields) {
    const value = field === call.name ? id : (others[`${call.path} ${field}`] ?? others[field]);
    if (value !== undefined) parameters.set(field, value);
  }
  const path = call.path.replace(':id', id);
  const answer =
    call.method === 'GET'
      ? await house.ask(`${path}?${parameters}`, { headers })
      : await house.ask(path, {
          method: 'POST',
          headers,
          ...(call.fields.length > 0 && { body: parameters }),
        });
  return { status: answer.status, text: (await answer.text()).replaceAll(id, '#') };
}

/** One of each kind of thing that has an id. Their numbers are beyond those of what the other user gets. */
async function idsOf(house: TestHouse, client: Client): Promise<Record<string, number | string>> {
  const invitation = await client.admin.invite('for somebody');
  for (let n = 0; n < 4; n++) {
    await client.groups.create({ title: `Group ${n}` });
    await client.appPasswords.create(`phone ${n}`);
  }
  await follow(house, client, 'https://a.example/feed', posts(1, 40));
  for (let n = 0; n < 4; n++) await follow(house, client, `https://${n}.example/feed`, posts(1, 2));
  const feed = (await client.feeds.list()).at(-1)?.id ?? 0;
  const group = await client.groups.create({ title: 'Mine', feedIds: [feed] });
  const upTo = (await client.items.list()).items[0]?.id ?? 0;
  for (let n = 0; n < 2; n++) {
    await client.bulk.markUnread({ upTo });
    await client.bulk.markRead({ upTo });
  }
  const { id: importId } = await bring(house, client, opml(outline('https://1.example/feed')));
  const { id: appPassword } = await client.appPasswords.create('phone');
  const [session] = await client.account.sessions.list();
  const ids = {
    feed,
    group: group.id,
    item: (await client.items.list()).items[0]?.id,
    import: importId,
    'app password': appPassword,
    'journal entry': (await client.journal.list()).at(-1)?.id,
    session: session?.id,
    user: (await client.account.me()).id,
    invitation: invitation.id,
  };
  for (const [kind, id] of Object.entries(ids)) assert.ok(id, kind);
  return ids as Record<string, number | string>;
}

async function stateOf(client: Client) {
  return {
    groups: await client.groups.list(),
    feeds: await client.feeds.list(),
    items: (await client.items.list({ limit: 200 })).items,
    imports: await client.transfer.imports(),
    appPasswords: await client.appPasswords.list(),
    journal: await client.journal.list(),
    sessions: await client.account.sessions.list(),
  };
}

const nothing = {
  groups: [],
  feeds: [],
  items: [],
  imports: [],
  appPasswords: [],
  journal: [],
  sessions: [],
};
