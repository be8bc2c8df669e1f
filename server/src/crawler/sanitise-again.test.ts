import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
// Loaded beforehand: the clock of these tests waits for no file.
import '../formats/sanitise.ts';
import { SANITISER_VERSION } from '../formats/versions.ts';
import { silentLog } from '../log.ts';
import { readFact, writeFact } from '../store/facts.ts';
import { indexPosts } from '../store/search/search-index.ts';
import {
  type CleanedPost,
  htmlOfPost,
  lookAgainAt,
  type PostHtml,
  replaceHtml,
} from '../store/sources/older-texts.ts';
import { sql } from '../store/sql.ts';
import type { Store, WriteTx } from '../store/store.ts';
import { countFound } from '../store/testing/count-found.ts';
import { inOrderOfUsers } from '../store/testing/in-order-of-users.ts';
import { someFeed, someUser } from '../store/testing/rows.ts';
import { type CrawlerLimits, crawlerLimits } from './limits.ts';
import { openSanitisingAgain } from './sanitise-again.ts';

const bad = '<p onclick="steal()">Wind<script>steal()</script> and rain</p>';
const link = 'href="https://a.example/" rel="noopener noreferrer nofollow"';
const good = '<p>Wind and rain</p>';
const older = SANITISER_VERSION - 1;

test('what an older sanitiser has let through of posts and articles is sanitised again, and apps are told', async (t) => {
  const { store, clock, changed, run } = await someHouse(t);
  const { userId, posts, items } = await somePosts(store, 4);
  const [whole = 0, summed = 0, article = 0, fine = 0] = posts;
  await keepHtml(store, whole, { content: bad, first_content: bad });
  await keepHtml(store, summed, { summary: bad });
  await keepHtml(store, article, { content: good, article: bad });
  await keepHtml(store, fine, { content: `<a target="_blank" ${link}>Wind</a>` });
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE items SET read = 1`);
    await tx.run(sql`INSERT INTO wanted_articles (post_id, user_id) VALUES (${article}, ${userId})`);
  });

  await store.write(async (tx) =>
    indexPosts(tx, [
      { id: whole, post: { title: '', author: undefined, content: 'stolen', summary: undefined } },
    ]),
  );
  assert.equal(await countFound(store, userId, 'stolen'), 1);

  await run();

  assert.deepEqual(
    [await countFound(store, userId, 'stolen'), await countFound(store, userId, 'rain')],
    [0, 2],
  );
  assert.deepEqual(await htmlOf(store, whole), { ...nothing, content: good, first_content: good });
  assert.deepEqual(await htmlOf(store, summed), { ...nothing, summary: good });
  assert.deepEqual(await htmlOf(store, article), { ...nothing, content: good, article: good });
  const told = await store.read((tx) =>
    tx.all<{ kind: string; ids: string }>(sql`SELECT kind, ids FROM changes`),
  );
  assert.deepEqual(
    new Set(told.flatMap(({ kind, ids }) => (JSON.parse(ids) as number[]).map((id) => `${kind} ${id}`))),
    new Set(items.slice(0, 3).map((id) => `items.edited ${id}`)),
  );
  assert.deepEqual(changed, [userId]);
  const row = await store.read((tx) =>
    tx.get<{ unread: number }>(sql`
      SELECT count(*) AS unread FROM items i JOIN posts p ON p.id = i.post_id WHERE i.read = 0 OR p.edited_at IS NOT NULL`),
  );
  assert.equal(row?.unread, 0, 'nothing is unread, or says that its site has changed it');
  assert.equal(clock.pending, 0);
});

test('HTML that is not written as the sanitiser writes it is written again, even if it means the same', async (t) => {
  const { store, run } = await someHouse(t);
  const { posts } = await somePosts(store, 4);
  const written = `<a ${link} target="_blank">Wind</a>`;
  const others = [
    `<a  ${link} target="_blank">Wind</a>`,
    `<a ${link}" target="_blank">Wind</a>`,
    `<a ${link}\ntarget="_blank">Wind</a>`,
    `<a ${link.replaceAll('"', "'")} target="_blank">Wind</a>`,
  ];
  for (const [index, id] of posts.entries()) await keepHtml(store, id, { content: others[index] ?? '' });
  await run();
  for (const id of posts) assert.equal((await htmlOf(store, id))?.content, written);
});

test('a post of whose content nothing is left is shown by its summary', async (t) => {
  const { store, run } = await someHouse(t);
  const { posts } = await somePosts(store, 1);
  await keepHtml(store, posts[0] ?? 0, { content: '<script>steal()</script>', summary: good });
  await run();
  assert.deepEqual(await htmlOf(store, posts[0] ?? 0), { ...nothing, summary: good });
});

test('what a post said before an edit is sanitised again, though the edit has come since', async (t) => {
  const { store, run } = await someHouse(t);
  const { posts } = await somePosts(store, 1);
  const [id = 0] = posts;
  await keepHtml(store, id, { content: '<p>Edited</p>', first_content: bad }, SANITISER_VERSION);
  await run();
  assert.deepEqual(await htmlOf(store, id), { ...nothing, content: '<p>Edited</p>', first_content: good });
});

test('an edit that comes while a post is sanitised again keeps beside it what was sanitised', async (t) => {
  const { store, open, clock } = await someHouse(t);
  const { posts } = await somePosts(store, 1);
  const [id = 0] = posts;
  await keepHtml(store, id, { content: bad, summary: bad });
  const edit = sql`UPDATE post_contents SET first_content = content, content = '<p>Edited</p>' WHERE post_id = ${id}`;
  const work = open(interrupted(store, (tx) => tx.run(edit)));
  work.start();
  for (let turn = 0; turn < 10; turn++) await clock.advance(25);
  await work.stop();
  const kept = { ...nothing, content: '<p>Edited</p>', summary: good, first_content: good };
  assert.deepEqual(await htmlOf(store, id), kept);
});

test('an article that goes to a newer post meanwhile is sanitised again there', async (t) => {
  const { store, clock, open, run } = await someHouse(t);
  const { posts } = await somePosts(store, 250);
  const [oldest = 0, newest = 0] = [posts[0], posts.at(-1)];
  for (const post of posts) await keepHtml(store, post, { content: good });
  await keepHtml(store, oldest, { content: good, article: bad });
  const work = open(
    interrupted(store, async (tx) => {
      await tx.run(sql`UPDATE full_texts SET post_id = ${newest} WHERE post_id = ${oldest}`);
      await lookAgainAt(tx, newest);
    }),
  );
  work.start();
  await clock.settle();
  await work.stop();
  await run();
  assert.equal((await htmlOf(store, newest))?.article, good);
});

test('people who do not want an article are not told that there is another', async (t) => {
  const { store, run } = await someHouse(t);
  const { posts } = await somePosts(store, 1);
  await keepHtml(store, posts[0] ?? 0, { content: good, article: bad });
  await run();
  assert.equal((await htmlOf(store, posts[0] ?? 0))?.article, good);
  assert.equal(await store.read((tx) => tx.get(sql`SELECT * FROM changes`)), undefined);
});

test('posts are sanitised again once, the newest first, across a restart', async (t) => {
  const { store, clock, open, run } = await someHouse(t);
  const { posts } = await somePosts(store, 250);
  for (const post of posts) await keepHtml(store, post, { content: bad });
  const first = open();
  first.start();
  await clock.settle();
  await first.stop();
  const [oldest = 0, newest = 0] = [posts[0], posts.at(-1)];
  assert.equal((await htmlOf(store, newest))?.content, good);
  assert.equal((await htmlOf(store, oldest))?.content, bad);
  await run();
  assert.equal((await htmlOf(store, oldest))?.content, good);
  await keepHtml(store, newest, { content: bad });
  await run();
  assert.equal((await htmlOf(store, newest))?.content, bad, 'it is not looked at again');
});

const inSeveralGoes = [
  { what: 'long texts', content: `${bad}${'<p>Wind</p>'.repeat(20_000)}`, limits: crawlerLimits },
  { what: 'posts that very many have', content: bad, limits: { ...crawlerLimits, copiesAtOnce: 1 } },
];

for (const { what, content, limits } of inSeveralGoes) {
  test(`${what} are sanitised again, and told of, in several goes`, async (t) => {
    const { store, clock, open } = await someHouse(t);
    const { posts } = await somePosts(store, 3);
    for (const post of posts) await keepHtml(store, post, { content });
    const work = open(store, limits);
    work.start();
    await clock.settle();
    assert.deepEqual(await areCleaned(store, posts), [false, false, true]);
    for (let turn = 0; turn < 4; turn++) await clock.advance(25);
    await work.stop();
    assert.deepEqual(await areCleaned(store, posts), [true, true, true]);
  });
}

test('what this version or a newer one has written is left alone', async (t) => {
  const { store, run } = await someHouse(t);
  const { posts } = await somePosts(store, 2);
  const [newer = 0, other = 0] = posts;
  await keepHtml(store, newer, { content: bad }, SANITISER_VERSION);
  await run();
  assert.equal((await htmlOf(store, newer))?.content, bad);
  await keepHtml(store, other, { content: bad });
  const byNewer = `${SANITISER_VERSION + 1}:1000`;
  await store.write((tx) => writeFact(tx, 'sanitised-down-to', byNewer));
  await run();
  assert.equal((await htmlOf(store, other))?.content, bad, 'another node with a newer version does it');
  assert.equal(await store.read((tx) => readFact(tx, 'sanitised-down-to')), byNewer);
});

test('a post that has been edited meanwhile keeps the edit', async (t) => {
  const { store } = await someHouse(t);
  const { posts } = await somePosts(store, 1);
  const [id = 0] = posts;
  await keepHtml(store, id, { content: '<p>Edited</p>', article: '<p>Fetched anew</p>' });
  const before = { ...nothing, content: bad, article: bad };
  const cleaned: CleanedPost = { id, before, after: { ...nothing, content: good, article: good } };
  const replaced = await store.write((tx) => replaceHtml(tx, cleaned, SANITISER_VERSION));
  assert.deepEqual(replaced, { own: false, article: false });
  const kept = { ...nothing, content: '<p>Edited</p>', article: '<p>Fetched anew</p>' };
  assert.deepEqual(await htmlOf(store, id), kept);
});

const nothing: PostHtml = { content: null, summary: null, first_content: null, article: null };

async function someHouse(t: Parameters<typeof temporaryStore>[0]) {
  const clock: FakeClock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const changed: number[] = [];
  const open = (seen: Store = store, limits: CrawlerLimits = crawlerLimits) =>
    openSanitisingAgain({
      store: inOrderOfUsers(seen),
      limits,
      clock,
      log: silentLog,
      arePeopleHere: () => false,
      changed: (userIds) => changed.push(...userIds),
    });
  const run = async (): Promise<void> => {
    const work = open();
    work.start();
    for (let turn = 0; turn < 10; turn++) await clock.advance(25);
    await work.stop();
  };
  return { store, clock, changed, open, run };
}

/** A store in which something else comes once while posts are being sanitised, after they were read. */
function interrupted(store: Store, meanwhile: (tx: WriteTx) => Promise<unknown>): Store {
  let hasCome = false;
  const write: Store['write'] = async (fn) => {
    const isUnderWay = (await store.read((tx) => readFact(tx, 'sanitised-down-to'))) !== undefined;
    if (isUnderWay && !hasCome) await store.write(meanwhile);
    hasCome = isUnderWay;
    return store.write(fn);
  };
  return { ...store, write };
}

/** Somebody who follows a feed, and its posts. */
async function somePosts(
  store: Store,
  count: number,
): Promise<{ userId: number; posts: number[]; items: number[] }> {
  return store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count });
    const rows = await tx.all<{ post_id: number }>(sql`SELECT post_id FROM items ORDER BY id`);
    await tx.run(sql`DELETE FROM changes`);
    return { userId, posts: rows.map((row) => row.post_id), items: itemIds };
  });
}

async function keepHtml(store: Store, id: number, html: Partial<PostHtml>, sanitiser = older): Promise<void> {
  const { content, summary, first_content, article } = { ...nothing, ...html };
  await store.write(async (tx) => {
    await tx.run(sql`
      INSERT INTO post_contents (post_id, content, summary, first_content, sanitiser)
      VALUES (${id}, ${content}, ${summary}, ${first_content}, ${sanitiser})
      ON CONFLICT (post_id) DO UPDATE SET content = excluded.content, sanitiser = excluded.sanitiser`);
    if (article === null) return;
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, content, sanitiser)
      VALUES (${id}, 'https://a.example/', (SELECT min(id) FROM hosts), ${article}, ${sanitiser})`);
  });
}

async function htmlOf(store: Store, id: number): Promise<PostHtml | undefined> {
  const html = await store.read((tx) => htmlOfPost(tx, id));
  return html && { ...html };
}

async function areCleaned(store: Store, ids: readonly number[]): Promise<boolean[]> {
  const found = await Promise.all(ids.map((id) => htmlOf(store, id)));
  return found.map((html) => html?.content?.includes('steal') === false);
}
