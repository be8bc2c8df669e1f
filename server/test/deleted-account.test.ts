// What is left of an account that was deleted: after the time in which others might still need what it had, nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetPosts } from '../src/crawler/forgetting/forget-posts.ts';
import { forgetSources } from '../src/crawler/forgetting/forget-sources.ts';
import { removeAccount } from '../src/library/accounts.ts';
import { tagItems } from '../src/library/tags.ts';
import { tablesOf } from '../src/store/copy/tables.ts';
import type { Store } from '../src/store/store.ts';
import { browserClient } from './browser-client.ts';
import { compatHouse } from './compat/compat-house.ts';
import { rss } from './documents.ts';
import { bring, opml, outline } from './extensions/transfer-house.ts';
import { type TestHouse, testHouse } from './house.ts';
import { liteHouse } from './lite-house.ts';

const DAY = 86_400_000;
const feedUrl = 'https://ines:geheim@some.example/geheim?token=geheim';

test('nothing is left of a deleted account, not even the addresses and titles of its feeds', async (t) => {
  const house = await testHouse(t);
  await browserClient(house, 'admin');
  const { client, userId } = await browserClient(house, 'ines', { userAgent: 'geheim' });
  const posts = [1, 2, 3].map((n) => ({
    guid: `geheim-${n}`,
    title: `Geheim ${n}`,
    link: `https://some.example/geheim/${n}`,
    publishedAt: Date.UTC(2026, 0, n),
    content: '<p>Geheim <img src="https://some.example/geheim.png"></p>',
  }));
  house.web.serve(feedUrl, {
    body: rss('Geheim', posts).replaceAll('site.example', 'geheim.example'),
    headers: { etag: '"geheim"' },
  });
  const feed = await client.feeds.create({ feedUrl });
  const group = await client.groups.create({ title: 'Geheim', feedIds: [feed.id] });
  await client.feeds.update(feed.id, { title: 'Geheim', groupIds: [group.id] });
  const [item] = (await client.items.list()).items;
  await tagItems(house.house.library, userId, [item?.id ?? 0], { put: ['Geheim'], takeOff: [] });
  await client.appPasswords.create('Geheim');
  const account = await client.transfer.exportAccount({ content: true });
  const another = account
    .replaceAll(/geheim-(\d)/g, 'geheim-1$1')
    .replaceAll(/geheim\/(\d)"/g, 'geheim/1$1"')
    .replaceAll(/Geheim (\d)/g, 'Geheim 1$1');
  await bring(house, client, another);
  assert.ok((await client.items.list()).items.length > 3);
  assert.notDeepEqual(await placesOf(house, /geheim/i), []);
  const { library } = house.house;
  const { store } = library;
  await removeAccount(library, userId);
  // What the hourly sweep forgets: posts that nobody has any more after 35 days, and the source that held them once it is empty.
  for (let days = 0; days < 90; days += 10) {
    await house.clock.advance(10 * DAY);
    await forgetPosts(store);
    await forgetSources(store);
  }
  assert.deepEqual(await placesOf(house, /geheim/i), []);
});

test('a call whose account goes while it is answered is told that nobody is signed in', async (t) => {
  const house = await testHouse(t);
  const { accessToken, userId } = await house.signIn('ines');
  goWithNextWrite(house, userId);
  const response = await house.ask('/api/app.courant.transfer/v1/imports', {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'text/x-opml' },
    body: opml(outline('https://one.example/feed')),
  });
  assert.equal(response.status, 401);
});

test('so is an app of Google Reader', async (t) => {
  const house = await compatHouse(t);
  const { userId, client } = house.ines;
  const [item] = (await client.items.list({ limit: 1 })).items;
  goWithNextWrite(house, userId);
  const form = { i: String(item?.id), a: 'user/-/state/com.google/starred' };
  const { status, headers } = await house.greader('/reader/api/0/edit-tag', { form });
  assert.deepEqual([status, headers.get('google-bad-token')], [401, 'true']);
});

test('and one of Fever', async (t) => {
  const house = await compatHouse(t);
  const { userId, client } = house.ines;
  const [item] = (await client.items.list({ limit: 1 })).items;
  goWithNextWrite(house, userId);
  const body = new URLSearchParams({ api_key: house.feverKey, mark: 'item', as: 'saved', id: `${item?.id}` });
  const response = await house.ask('/fever/?api', { method: 'POST', body });
  assert.deepEqual([response.status, await response.json()], [200, { api_version: 3, auth: 0 }]);
});

test('and a person who reads without script is led to the sign-in page', async (t) => {
  const { house, reader } = await liteHouse(t, 1);
  const [item] = (await reader.client.items.list()).items;
  const path = `/lite/items/${item?.id}/tags`;
  const page = await reader.visitor.go(path);
  goWithNextWrite(house, reader.userId);
  const done = await reader.visitor.submit(page, path, { typed: 'Later' });
  assert.deepEqual([done.status, done.location], [303, '/sign-in?next=%2Flite']);
});

/** Lets an account go right before the house writes something for it, and its items be removed later. */
function goWithNextWrite({ house }: TestHouse, userId: number): void {
  const { store } = house.library;
  const { write } = store;
  store.write = async (fn, options) => {
    if (options?.userId !== userId) return write(fn, options);
    store.write = write;
    let writes = 0;
    const dying: Store = {
      ...store,
      write: (...given) => (++writes > 1 ? Promise.reject(new Error('killed')) : write(...given)),
    };
    await assert.rejects(removeAccount({ store: dying }, userId), /killed/);
    return write(fn, options);
  };
}

/** The tables in which something is written. */
function placesOf({ house }: TestHouse, written: RegExp): Promise<string[]> {
  return house.library.store.read(async (tx) => {
    const places: string[] = [];
    for (const { name } of await tablesOf(tx)) {
      const rows = await tx.all<Record<string, unknown>>({ text: `SELECT * FROM ${name}`, values: [] });
      for (const row of rows) {
        const text = Object.entries(row)
          .map(
            ([k, value]) =>
              `${k}=${value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)}`,
          )
          .join(' ');
        if (written.test(text)) places.push(`${name}: ${text.slice(0, 300)}`);
      }
    }
    return places;
  });
}
