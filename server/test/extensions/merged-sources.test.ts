// Two sources turn out to be one: what people have from either stays theirs, even if it is removed for now or has not arrived yet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { tagItems } from '../../src/library/tags.ts';
import { sql } from '../../src/store/sql.ts';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { beginCopy, download } from './copy.ts';
import { join } from './joined.ts';
import { bring } from './transfer-house.ts';

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';
const ELSEWHERE = 'https://elsewhere.example/feed';

test('a feed whose source was joined to another one meanwhile comes back with its ids, read, stars and tags', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ada, bob, cy] = [await house.signIn('ada'), await house.signIn('bob'), await house.signIn('cy')];
  const feed = await follow(house, ada.client, OLD, posts(1, 4));
  await follow(house, bob.client, OLD, posts(1, 4));
  await follow(house, cy.client, NEW, posts(2, 4));
  const [newest, next, third] = (await ada.client.items.list()).items;
  assert.ok(newest && next && third);
  await ada.client.stars.add(newest.id);
  await ada.client.items.markRead(next.id);
  await tagItems(house.house.library, ada.userId, [third.id], { put: ['Keep'], takeOff: [] });
  const before = await statesOf(ada.client);
  await ada.client.feeds.delete(feed.id);
  await join(house, OLD, NEW);
  const [entry] = await ada.client.journal.list();
  assert.equal((await ada.client.journal.undo(entry?.id ?? 0)).count, 4);
  assert.deepEqual(await statesOf(ada.client), before);
  assert.equal((await ada.client.feeds.get(feed.id)).feed_url, NEW);
});

test('a feed that comes back has what the other source had published before it was removed, as those who stayed have', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ada, bob, cy] = [await house.signIn('ada'), await house.signIn('bob'), await house.signIn('cy')];
  const feed = await follow(house, ada.client, OLD, posts(1, 4));
  await follow(house, bob.client, OLD, posts(1, 4));
  await follow(house, cy.client, NEW, posts(2, 6));
  await house.clock.advance(3_600_000);
  await ada.client.feeds.delete(feed.id);
  await join(house, OLD, NEW);
  const [entry] = await ada.client.journal.list();
  await ada.client.journal.undo(entry?.id ?? 0);
  const titles = async (client: Client) => (await client.items.list()).items.map(({ title }) => title);
  assert.deepEqual(await titles(ada.client), await titles(bob.client));
  assert.equal((await titles(bob.client))[0], 'Post 6');
});

test('a feed that was moved elsewhere and holds posts of a source that was joined comes back as it was', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ada, bob, cy] = [await house.signIn('ada'), await house.signIn('bob'), await house.signIn('cy')];
  const feed = await follow(house, ada.client, OLD, posts(1, 3));
  await follow(house, bob.client, OLD, posts(1, 3));
  await follow(house, cy.client, NEW, posts(1, 3));
  house.web.serve(ELSEWHERE, rss('Elsewhere', posts(10, 11)));
  await ada.client.health.repair(feed.id, { feedUrl: ELSEWHERE });
  await ada.client.stars.add((await ada.client.items.list()).items.at(-1)?.id ?? 0);
  const before = await statesOf(ada.client);
  assert.equal(before.length, 5);
  await ada.client.feeds.delete(feed.id);
  await join(house, OLD, NEW);
  const [entry] = await ada.client.journal.list();
  await ada.client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(await statesOf(ada.client), before);
});

test('whoever follows both has each post once, though the guids of one have changed since it was first read', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ada, bob] = [await house.signIn('ada'), await house.signIn('bob')];
  await follow(house, ada.client, NEW, posts(1, 4));
  const renamed = posts(1, 5).map((post) => ({ ...post, guid: `other-${post.guid}` }));
  house.web.serve(NEW, rss('New', renamed));
  await house.crawl(49 * 3_600_000);
  assert.equal((await ada.client.items.list()).items.length, 5, 'known again by what they show');
  await follow(house, ada.client, OLD, renamed);
  const before = await follow(house, bob.client, OLD, renamed);
  const [, starred, read] = (await bob.client.items.list()).items;
  assert.ok(starred && read);
  await bob.client.stars.add(starred.id);
  await bob.client.items.markRead(read.id);
  const state = await statesOf(bob.client);
  const copy = await beginCopy(ada.client, { limit: 100 });
  await join(house, OLD, NEW);
  assert.deepEqual(
    (await ada.client.items.list()).items.map(({ title }) => title),
    ['Post 5', 'Post 4', 'Post 3', 'Post 2', 'Post 1'],
  );
  assert.deepEqual(
    await statesOf(bob.client),
    state,
    'the ids, stars and statuses of those who followed one stay',
  );
  assert.equal((await bob.client.feeds.get(before.id)).feed_url, NEW);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(ada.client));
});

test('whoever follows the changes is told of items that show another text since their posts became one', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [dan, cy] = [await house.signIn('dan'), await house.signIn('cy')];
  await follow(house, dan.client, OLD, posts(1, 4));
  const corrected = posts(1, 4).map((post, index) =>
    index < 2 ? { ...post, content: '<p>Corrected</p>' } : post,
  );
  await follow(house, cy.client, NEW, corrected);
  const copy = await beginCopy(dan.client, { limit: 100 });
  const { cursor } = await cy.client.sync.changes();
  // So that no visit of the old address corrects them.
  house.web.serve(NEW, rss('New', posts(3, 6)));
  await join(house, OLD, NEW);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(dan.client));
  const { items } = await cy.client.sync.changes({ since: cursor });
  assert.deepEqual([items?.new?.length, items?.edited?.length ?? 0], [2, 0], 'theirs are what they were');
});

for (const links of ['of the other', 'of its own']) {
  test(`a source with links ${links} that is joined to another one keeps none of its posts from anybody, and puts none under its name`, async (t) => {
    const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
    const [mallory, bob, cy] = [
      await house.signIn('mallory'),
      await house.signIn('bob'),
      await house.signIn('cy'),
    ];
    // The guids that the other source will use are easily guessed.
    const forged = posts(1, 8).map(({ link = '', ...post }) => ({
      ...post,
      title: `Forged ${post.guid}`,
      link: links === 'of its own' ? `https://forged.example/${post.guid}` : link,
      content: '<p>Forged</p>',
    }));
    await follow(house, mallory.client, OLD, forged);
    await house.house.library.store.write((tx) =>
      tx.run(sql`
        INSERT INTO full_texts (post_id, url, host_id, fetched_at, content)
        SELECT id, url, 1, 1, '<p>Forged article</p>' FROM posts WHERE url LIKE '%forged%'`),
    );
    await follow(house, bob.client, NEW, posts(1, 4));
    await house.crawl(25 * 3_600_000);
    await join(house, OLD, NEW);
    const copy = await beginCopy(bob.client, { limit: 100 });
    house.web.serve(NEW, rss('New', posts(1, 6)));
    await house.crawl(49 * 3_600_000);
    const real = ['Post 6', 'Post 5', 'Post 4', 'Post 3', 'Post 2', 'Post 1'];
    assert.deepEqual(await wordsOf(bob.client), wordsOfPosts(real));
    assert.doesNotMatch(JSON.stringify((await bob.client.items.list()).items), /forged/i);
    await copy.catchUp(50);
    assert.deepEqual(copy.stock(), await download(bob.client));
    const { newest } = await cy.client.feeds.preview(NEW);
    assert.deepEqual(
      newest.map(({ title }) => title),
      real.slice(0, newest.length),
    );
    await cy.client.feeds.create({ feedUrl: NEW });
    assert.deepEqual(await wordsOf(cy.client), wordsOfPosts(real));
    await bring(house, cy.client, accountFile({ guid: 'post-8', content: '<p>Own</p>', starred: true }));
    assert.ok((await wordsOf(cy.client)).includes('Brought along <p>Own</p>'));
    // Then one more of the forged posts becomes a post of its own, and the others stay what they are.
    house.web.serve(NEW, rss('New', posts(1, 7)));
    await house.crawl(49 * 3_600_000);
    assert.ok((await wordsOf(cy.client)).includes('Post 7 <p>Text 7</p>'));
    assert.ok((await wordsOf(cy.client)).includes('Brought along <p>Own</p>'));
    assert.doesNotMatch(JSON.stringify((await cy.client.items.list()).items), /forged/i);
    assert.ok((await wordsOf(mallory.client)).includes('Forged post-8 <p>Forged</p>'), 'who had it has it');
  });
}

function accountFile(item: object): string {
  const lines = [
    { courant: 'account', version: 1, exported_at: '2026-01-01T00:00:00.000Z' },
    { feed: { url: NEW, title: 'New', groups: [] } },
    { item: { feed: NEW, title: 'Brought along', url: 'https://site.example/8', ...item } },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function wordsOfPosts(titles: readonly string[]): string[] {
  return titles.map((title) => `${title} <p>Text ${title.slice(5)}</p>`);
}

async function wordsOf(client: Client): Promise<string[]> {
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return items.map(({ title, content }) => `${title} ${content}`);
}

test('whoever follows both has one feed with the status, stars, tags, groups, title and wishes of either, and is told of it', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client, userId } = await house.signIn('ada');
  const going = await follow(house, client, OLD, posts(1, 4));
  const staying = await follow(house, client, NEW, posts(1, 4));
  const group = await client.groups.create({ title: 'Morning', feedIds: [going.id] });
  const theirs = (await client.items.list()).items.filter((item) => item.feed_id === going.id);
  const [starred, read, tagged] = theirs;
  assert.ok(starred && read && tagged);
  await client.stars.add(starred.id);
  await client.items.markRead(read.id);
  await tagItems(house.house.library, userId, [tagged.id], { put: ['Keep'], takeOff: [] });
  await client.feeds.update(going.id, { title: 'As I call it', intervalSeconds: 3_600 });
  await client.retention.setPolicy({ keep: 'days', count: 7 });
  await client.retention.setPolicy({ keep: 'forever', feedId: going.id });
  await client.fullText.setMode(going.id, 'always');
  const copy = await beginCopy(client, { limit: 100 });
  const { cursor } = copy;
  await join(house, OLD, NEW);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
  const [feed, ...others] = await client.feeds.list();
  assert.deepEqual(
    [feed?.id, others, feed?.group_ids, feed?.title],
    [staying.id, [], [group.id], 'As I call it'],
  );
  assert.deepEqual(
    [feed?.['app.courant.feeds']?.interval_seconds, feed?.['app.courant.full-text']],
    [3_600, { mode: 'always' }],
  );
  assert.deepEqual((await client.retention.policy()).feeds, [{ feed_id: staying.id, keep: 'forever' }]);
  const items = new Map((await client.items.list()).items.map((item) => [item.title, item]));
  assert.equal(items.get(starred.title)?.['app.courant.items']?.starred, true);
  assert.equal(items.get(read.title)?.read, true);
  const kept = items.get(tagged.title);
  assert.deepEqual(kept?.['app.courant.items']?.tags, ['Keep']);
  const { items: told } = await client.sync.changes({ since: cursor });
  assert.deepEqual(
    told?.edited?.map(({ id }) => id),
    [kept?.id],
  );
});

async function statesOf(client: Client): Promise<unknown[]> {
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return items.map(({ id, feed_id, title, read, 'app.courant.items': own }) => [
    id,
    feed_id,
    title,
    read,
    own?.starred,
    own?.tags,
  ]);
}
