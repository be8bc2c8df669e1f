// Posts that a feed has from the source it was read from before arrive only once, whatever happens to that source, and in whichever way.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { tagItems } from '../../src/library/tags.ts';
import { removeItems } from '../../src/store/items/removed-items.ts';
import { posts, rss, type TestPost } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { beginCopy, download } from './copy.ts';
import { join } from './joined.ts';
import { accountOf, bring } from './transfer-house.ts';

const OLD = 'https://old.example/feed';
const WRONG = 'https://wrong.example/feed';
const NEW = 'https://new.example/feed';

test('a feed that was moved has a post once when its former source is joined to the one it shows, with what either item had', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client, userId } = await house.signIn('ada');
  const bob = await house.signIn('bob');
  const feed = await follow(house, client, OLD, posts(1, 4));
  await follow(house, bob.client, OLD, posts(1, 4));
  house.web.serve(NEW, rss('New', posts(4, 5)));
  await client.health.repair(feed.id, { feedUrl: NEW });
  const held = (await client.items.list()).items;
  const [starred, tagged] = ['Post 1', 'Post 2'].map((title) => held.find((item) => item.title === title));
  assert.ok(starred && tagged);
  await client.stars.add(starred.id);
  await tagItems(house.house.library, userId, [tagged.id], { put: ['Keep'], takeOff: [] });
  await client.items.markRead(tagged.id);
  // Now the new address shows what the old one did.
  house.web.serve(NEW, rss('New', posts(1, 5)));
  await house.crawl(49 * 3_600_000);
  const copy = await beginCopy(client, { limit: 100 });
  await join(house, OLD, NEW);
  assert.deepEqual(await titlesOf(client), ['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5']);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
  const items = new Map((await client.items.list()).items.map((item) => [item.title, item]));
  assert.equal(items.get('Post 1')?.['app.courant.items']?.starred, true);
  assert.deepEqual(items.get('Post 2')?.['app.courant.items']?.tags, ['Keep']);
  assert.equal(items.get('Post 2')?.read, true);
  const [count] = (await client.sync.counts()).feeds;
  assert.equal(count?.unread, 4);
});

test('a feed that is moved back has a post once that came from both sources', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ada');
  const feed = await follow(house, client, OLD, posts(1, 4));
  house.web.serve(NEW, rss('New', posts(4, 5)));
  await client.health.repair(feed.id, { feedUrl: NEW });
  house.web.serve(NEW, rss('New', posts(3, 5)));
  await house.crawl(49 * 3_600_000);
  const copy = await beginCopy(client, { limit: 100 });
  await client.health.repair(feed.id, { feedUrl: OLD });
  assert.deepEqual(await titlesOf(client), ['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5']);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
});

test('a feed that is moved to one beside it has a post once that shows the same under another guid', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ada');
  const feed = await follow(house, client, OLD, posts(1, 4));
  const others = posts(2, 5).map((post) => ({ ...post, guid: `other ${post.guid}` }));
  await follow(house, client, NEW, [...others, { guid: 'another', title: 'Post 1' }]);
  const copy = await beginCopy(client, { limit: 100 });
  await client.health.repair(feed.id, { feedUrl: NEW });
  assert.deepEqual(await titlesOf(client), ['Post 1', 'Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5']);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
});

test('a feed that is moved has a post without a date once that shows the same under another guid, or not at all if a policy has removed it', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client, userId } = await house.signIn('ada');
  const undated = posts(1, 5).map(({ publishedAt: _, ...post }) => post);
  const feed = await follow(house, client, OLD, undated);
  const old = (await client.items.list()).items.filter(({ title = '' }) =>
    ['Post 4', 'Post 5'].includes(title),
  );
  for (const { id } of old) await client.items.markRead(id);
  const gone = old.map(({ id }) => id);
  await house.house.library.store.write((tx) => removeItems(tx, { id: feed.id, userId }, gone));
  await house.clock.advance(3_600_000);
  const other = undated.map((post) =>
    post.title === 'Post 5' ? post : { ...post, guid: `other ${post.guid}` },
  );
  house.web.serve(NEW, rss('New', other));
  await client.health.repair(feed.id, { feedUrl: NEW });
  assert.deepEqual(await titlesOf(client), ['Post 1', 'Post 2', 'Post 3']);
});

test('a feed that was moved to a source that is joined to its former one has a post once', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ada');
  const feed = await follow(house, client, NEW, posts(1, 4));
  house.web.serve(OLD, rss('Old', posts(9, 9)));
  await client.health.repair(feed.id, { feedUrl: OLD });
  house.web.serve(OLD, rss('Old', posts(1, 9)));
  await house.crawl(49 * 3_600_000);
  await join(house, OLD, NEW);
  assert.deepEqual(
    await titlesOf(client),
    posts(1, 9).map(({ title }) => title),
  );
});

test('a feed that was moved to a wrong address first shows and gets what the right one has', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ada');
  const feed = await follow(house, client, OLD, posts(1, 4));
  house.web.serve(WRONG, rss('Wrong', posts(19, 20).map(elsewhere)));
  await client.health.repair(feed.id, { feedUrl: WRONG });
  house.web.serve(NEW, rss('New', [...posts(2, 4).map(corrected), ...posts(5, 6)]));
  const copy = await beginCopy(client, { limit: 100 });
  await client.health.repair(feed.id, { feedUrl: NEW });
  const words = (await client.items.list()).items.map(({ content }) => content?.slice(3, -4)).reverse();
  const wrong = ['Text 19', 'Text 20'];
  assert.deepEqual(words, [
    'Text 1',
    'Corrected 2',
    'Corrected 3',
    'Corrected 4',
    ...wrong,
    'Text 5',
    'Text 6',
  ]);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
});

test('a feed that is moved back from a wrong address gets what its own has published meanwhile', async (t) => {
  const { house, client, feed } = await movedToWrong(t);
  house.web.serve(OLD, rss('Old', posts(1, 6)));
  await house.crawl(49 * 3_600_000);
  await client.health.repair(feed.id, { feedUrl: OLD });
  const titles = (await client.items.list()).items.map(({ title }) => title).reverse();
  assert.deepEqual(titles, ['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 20', 'Post 5', 'Post 6']);
});

for (const what of ['somebody else follows elsewhere', 'was imported']) {
  test(`a feed that is moved to the right address gets its news, also if one of them is what ${what}`, async (t) => {
    const { house, client, bob, feed } = await movedToWrong(t);
    if (what === 'was imported') await bring(house, client, starred(WRONG, 6));
    else await follow(house, bob.client, 'https://mirror.example/feed', posts(1, 6));
    house.web.serve(OLD, rss('Old', posts(1, 6)));
    await house.crawl(49 * 3_600_000);
    await client.health.repair(feed.id, { feedUrl: OLD });
    const titles = await titlesOf(client);
    assert.deepEqual(titles, ['Post 1', 'Post 2', 'Post 20', 'Post 3', 'Post 4', 'Post 5', 'Post 6']);
  });
}

for (const content of [true, false]) {
  test(`an account ${content ? 'with' : 'without'} its contents that comes back into itself brings nothing twice of a feed that was moved`, async (t) => {
    const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
    const { client } = await house.signIn('ada');
    const feed = await follow(house, client, OLD, posts(1, 4));
    house.web.serve(NEW, rss('New', posts(4, 5)));
    await client.health.repair(feed.id, { feedUrl: NEW });
    const [newest, next] = (await client.items.list()).items;
    await client.items.markManyRead([newest?.id ?? 0, next?.id ?? 0]);
    const text = await client.transfer.exportAccount({ content });
    const before = await accountOf(client, true);
    assert.equal(before.length, 6);
    await bring(house, client, text);
    assert.deepEqual(await accountOf(client, true), before);
  });
}

test('a group that is away has the feed into which one of its feeds went when it comes back', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ada');
  const going = await follow(house, client, OLD, posts(1, 4));
  const staying = await follow(house, client, NEW, posts(1, 4));
  const group = await client.groups.create({ title: 'Morning', feedIds: [going.id] });
  await client.groups.delete(group.id);
  const [entry] = await client.journal.list();
  await join(house, OLD, NEW);
  const copy = await beginCopy(client, { limit: 100 });
  await client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(
    (await client.groups.list()).map(({ id, feed_ids: feedIds }) => [id, feedIds]),
    [[group.id, [staying.id]]],
  );
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
});

/** An account in which a post of a feed is starred. */
function starred(feed: string, n: number): string {
  const item = {
    feed,
    identity: `g:post-${n}`,
    guid: `post-${n}`,
    url: `https://site.example/${n}`,
    title: `Post ${n}`,
    published: new Date(Date.UTC(2026, 0, 1, n)).toISOString(),
    created_at: '2026-01-01T00:00:00.000Z',
    read: false,
    starred: true,
  };
  const lines = [{ courant: 'account', version: 1 }, { feed: { url: feed } }, { item }];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

function corrected(post: TestPost): TestPost {
  return { ...post, content: `<p>Corrected ${post.guid.slice(5)}</p>` };
}

function elsewhere(post: TestPost): TestPost {
  return { ...post, guid: `elsewhere-${post.guid}` };
}

async function titlesOf(client: Client): Promise<string[]> {
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return items.map(({ title }) => title).sort();
}

/** A feed of ada's, which bob follows as well, after she has moved it to a wrong address. */
async function movedToWrong(t: TestContext) {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [{ client }, bob] = [await house.signIn('ada'), await house.signIn('bob')];
  const feed = await follow(house, client, OLD, posts(1, 4));
  await follow(house, bob.client, OLD, posts(1, 4));
  house.web.serve(WRONG, rss('Wrong', posts(20, 20).map(elsewhere)));
  await client.health.repair(feed.id, { feedUrl: WRONG });
  return { house, client, bob, feed };
}
