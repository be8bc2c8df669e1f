// Whole accounts: exported and imported again without loss, whatever the publisher shows by then, and never visible to anybody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import fc from 'fast-check';
import { tagItems } from '../../src/library/tags.ts';
import { sql } from '../../src/store/sql.ts';
import { posts, rss } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';
import { propertyRuns } from '../property-runs.ts';
import { isOnPostgres } from '../temporary-store.ts';
import { beginCopy, download } from './copy.ts';
import { accountOf, bring, opml, outline, statusesOf } from './transfer-house.ts';

/** The others run what these ask of the database there as well. */
const onSqlite = { skip: isOnPostgres && 'PostgreSQL is asked for nothing else than by the others' };

const A = 'https://a.example/feed';
const B = 'https://b.example/feed';

test('an exported account brings the very same account about, with and without contents', async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off' });
  let run = 0;
  const wish = fc.record({
    read: fc.array(fc.nat(11), { maxLength: 8 }),
    starred: fc.array(fc.nat(11), { maxLength: 5 }),
    tagged: fc.array(
      fc.tuple(fc.constantFrom('Later', 'a/b & \u00e9', 'a/b  & \u00e9', 'tab\there'), fc.nat(11)),
      {
        maxLength: 5,
      },
    ),
    groups: fc.array(fc.record({ title: fc.string({ minLength: 1, maxLength: 12 }), members: fc.nat(3) }), {
      maxLength: 3,
    }),
    title: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
    content: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(wish, async ({ read, starred, tagged, groups, title, content }) => {
      const { client: from, userId } = await house.signIn(`from ${run}`);
      const into = (await house.signIn(`into ${run++}`)).client;
      const feeds = [await follow(house, from, A, posts(1, 6)), await follow(house, from, B, posts(4, 9))];
      const items = (await Array.fromAsync(from.items.all({ limit: 200 }))).map((item) => item.id);
      const chosen = (places: readonly number[]) => places.map((place) => items[place] ?? 0).filter(Boolean);
      await from.items.markManyRead(chosen(read));
      await from.stars.addMany(chosen(starred));
      for (const [tag, place] of tagged) {
        await tagItems(house.house.library, userId, chosen([place]), { put: [tag], takeOff: [] });
      }
      for (const [index, { title: name, members }] of groups.entries()) {
        const feedIds = feeds.filter((_, place) => members & (1 << place)).map((feed) => feed.id);
        await from.groups.create({ title: `${name.replaceAll('\0', '_')} ${index}`, feedIds });
      }
      if (title?.trim()) await from.feeds.update(feeds[0]?.id ?? 0, { title: title.trim() });
      const before = await accountOf(from, content);
      const job = await bring(house, into, await from.transfer.exportAccount({ content }));
      assert.deepEqual([job.kind, job.feeds.failed, job.items.done], ['courant', 0, items.length]);
      assert.deepEqual(await accountOf(into, content), before);
    }),
    propertyRuns(5, 9),
  );
});

test('groups and tags whose titles differ by a blank or a sign that nobody sees are as many when they come back', async (t) => {
  const house = await testHouse(t);
  const { client: from, userId } = await house.signIn('from');
  const { client: into } = await house.signIn('into');
  const feed = await follow(house, from, A, posts(1, 3));
  const titles = ['a b', 'a  b', 'tab\there', 'two\nlines', 'zero\u200bwidth', '\u{1f980}'.repeat(200)];
  for (const title of titles) await from.groups.create({ title, feedIds: [feed.id] });
  const [newest] = (await from.items.list({ limit: 1 })).items;
  await tagItems(house.house.library, userId, [newest?.id ?? 0], { put: titles, takeOff: [] });
  const before = await accountOf(from);
  await bring(house, into, await from.transfer.exportAccount());
  assert.deepEqual(await accountOf(into), before);
  assert.deepEqual(
    (await into.groups.list()).map(({ title }) => title),
    titles,
  );
});

test('posts that the feed no longer shows come with the file, in their place, with text, status and date', async (t) => {
  const { text, lines } = await exportedElsewhere(t, { content: true });
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('Feed of a.example', posts(5, 8)));
  await bring(house, client, text);
  assert.deepEqual(await statusesOf(client), [
    ['Post 1', true, true],
    ['Post 2', false, false],
    ['Post 3', true, false],
    ['Post 4', true, false],
    ['Post 5', false, false],
    ['Post 6', true, false],
    ['Post 7', false, false],
    ['Post 8', false, false],
  ]);
  const [first] = (await Array.fromAsync(client.items.all({ limit: 200 }))).reverse();
  assert.deepEqual([first?.content, first?.published], ['<p>Text 1</p>', '2026-01-01T01:00:00.000Z']);
  assert.deepEqual(
    (await client.search.newest('"text 2"')).items.map(({ title }) => title),
    ['Post 2'],
  );
  const after = await accountOf(client, true);
  assert.deepEqual(after.slice(0, lines.length), lines);
  await bring(house, client, text);
  assert.deepEqual(await accountOf(client, true), after);
});

test('without contents only what was read waits unseen, goes along with every export, and is read when it comes', async (t) => {
  const { text, lines } = await exportedElsewhere(t, { content: false });
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('Feed of a.example', posts(5, 6)));
  await bring(house, client, text);
  assert.deepEqual(await statusesOf(client), [
    ['Post 1', true, true],
    ['Post 2', false, false],
    ['Post 5', false, false],
    ['Post 6', true, false],
  ]);
  const sorted = (all: readonly unknown[]) => all.map((line) => JSON.stringify(line)).sort();
  assert.deepEqual(sorted(await accountOf(client)), sorted(lines));
  const [ids] = [(await client.items.list()).items.map((item) => item.id)];
  house.web.serve(A, rss('Feed of a.example', posts(1, 6)));
  await house.crawl(30 * 3_600_000);
  assert.deepEqual((await statusesOf(client)).sort(), [
    ['Post 1', true, true],
    ['Post 2', false, false],
    ['Post 3', true, false],
    ['Post 4', true, false],
    ['Post 5', false, false],
    ['Post 6', true, false],
  ]);
  const now = (await client.items.list()).items;
  for (const id of ids)
    assert.ok(
      now.some((item) => item.id === id),
      'items keep their ids when their post comes',
    );
  assert.equal(now.find((item) => item.title === 'Post 1')?.content, '<p>Text 1</p>');
  assert.deepEqual(sorted(await accountOf(client)), sorted(lines));
});

test('what somebody imports is seen by nobody else, and stands in nobody’s way', async (t) => {
  const house = await testHouse(t);
  const mallory = (await house.signIn('mallory')).client;
  const ines = (await house.signIn('ines')).client;
  await follow(house, ines, A, posts(1, 2));
  const forged = [3, 4].map((n) =>
    JSON.stringify({
      item: {
        feed: A,
        identity: `g:post-${n}`,
        guid: `post-${n}`,
        url: `https://site.example/${n}`,
        title: `Forged ${n}`,
        published: '2026-01-05T11:00:00.000Z',
        content: `<p>Forged</p><script>alert(${n})</script>`,
        read: false,
        starred: true,
      },
    }),
  );
  await bring(
    house,
    mallory,
    ['{"courant":"account","version":1}', JSON.stringify({ feed: { url: A } }), ...forged].join('\n'),
  );
  const own = (await mallory.items.list()).items.find((item) => item.title === 'Forged 3');
  assert.equal(own?.content, '<p>Forged</p>');
  assert.deepEqual(titlesOf(await statusesOf(ines)), ['Post 1', 'Post 2']);
  const otto = (await house.signIn('otto')).client;
  await follow(house, otto, A, posts(1, 3));
  assert.deepEqual(titlesOf(await statusesOf(otto)), ['Post 1', 'Post 2']);
  house.web.serve(A, rss('A', posts(1, 3)));
  await house.crawl(30 * 3_600_000);
  for (const client of [ines, otto])
    assert.deepEqual(titlesOf(await statusesOf(client)), ['Post 1', 'Post 2', 'Post 3']);
  const real = await mallory.items.get(own?.id ?? 0);
  assert.deepEqual([real.title, real.content], ['Post 3', '<p>Text 3</p>']);
  assert.equal((await mallory.items.list()).items.filter((item) => /3/.test(item.title)).length, 1);
});

test('what is there already stays read and starred, and gets what the file has', onSqlite, async (t) => {
  const { text } = await exportedElsewhere(t, { content: false });
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, A, posts(1, 6));
  const items = (await client.items.list()).items;
  const id = (title: string) => items.find((item) => item.title === title)?.id ?? 0;
  await client.items.markManyRead([id('Post 2')]);
  await client.stars.addMany([id('Post 5')]);
  const job = await bring(house, client, text);
  assert.deepEqual([job.feeds.already_there, job.feeds.followed], [1, 0]);
  assert.deepEqual(await statusesOf(client), [
    ['Post 1', true, true],
    ['Post 2', true, false],
    ['Post 3', true, false],
    ['Post 4', true, false],
    ['Post 5', false, true],
    ['Post 6', true, false],
  ]);
  assert.equal((await client.groups.list())[0]?.feed_ids.length, 1);
});

test(
  'a feed that is gone comes with all that the file has of it, and goes on should it come back',
  onSqlite,
  async (t) => {
    const { text, lines } = await exportedElsewhere(t, { content: true });
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    const job = await bring(house, client, text);
    assert.deepEqual([job.feeds.followed, job.feeds.failed, job.items], [1, 0, { total: 6, done: 6 }]);
    assert.deepEqual(job.notes, [
      {
        sentence: '1 feed gives nothing at the moment: followed anyway, with what the document has',
        code: 'silent-feeds',
        count: 1,
      },
    ]);
    assert.deepEqual((await client.transfer.imports())[0]?.notes, job.notes);
    assert.equal((await client.groups.list())[0]?.feed_ids.length, 1);
    const [silent] = await client.feeds.list();
    assert.deepEqual([silent?.title, silent?.['app.courant.health']?.state], ['Feed of a.example', 'new']);
    assert.deepEqual((await accountOf(client, true)).slice(-6), lines.slice(-6));
    await house.crawl(7 * 3_600_000);
    const [feed] = await client.feeds.list();
    assert.deepEqual(
      (await client.health.get(feed?.id ?? 0)).sentence,
      'The site has nothing at this address (404)',
    );
    house.web.serve(A, rss('Feed of a.example', posts(5, 7)));
    await house.crawl(30 * 3_600_000);
    assert.deepEqual(
      (await statusesOf(client)).map(([title]) => title).sort(),
      [1, 2, 3, 4, 5, 6, 7].map((n) => `Post ${n}`),
    );
  },
);

test(
  'a feed that was brought along without an answer has no title of its own once it answers, unless it was given one',
  onSqlite,
  async (t) => {
    const { text } = await exportedElsewhere(t, { content: false });
    const house = await testHouse(t);
    const [{ client }, otto] = [await house.signIn('ines'), await house.signIn('otto')];
    await bring(house, client, text);
    await bring(house, otto.client, text.replace('"groups"', '"custom_title":"As I call it","groups"'));
    const silent = await client.transfer.exportAccount();
    house.web.serve(A, rss('Feed of a.example', posts(1, 6)));
    const copy = await beginCopy(client, { limit: 100 });
    await house.crawl(30 * 3_600_000);
    const titles = [client, otto.client].map(async (each) => {
      const [feed] = await each.feeds.list();
      return [feed?.title, feed?.['app.courant.feeds']?.custom_title];
    });
    assert.deepEqual(await Promise.all(titles), [
      ['Feed of a.example', undefined],
      ['As I call it', 'As I call it'],
    ]);
    await copy.catchUp(50);
    assert.deepEqual(copy.stock(), await download(client));
    const { client: third } = await house.signIn('third');
    await bring(house, third, silent);
    const [feed] = await third.feeds.list();
    assert.equal(
      feed?.['app.courant.feeds']?.custom_title,
      undefined,
      'nor does the file from before give it one',
    );
  },
);

test('a feed that was brought along without an answer stands in nobody’s way', onSqlite, async (t) => {
  const { text } = await exportedElsewhere(t, { content: false });
  const house = await testHouse(t);
  const mallory = (await house.signIn('mallory')).client;
  const page = 'https://page.example/';
  await bring(house, mallory, text.replaceAll(A, page));
  const { client } = await house.signIn('ines');
  await assert.rejects(client.feeds.create({ feedUrl: page }), { status: 422 });
  const headers = { 'content-type': 'text/html' };
  const body = '<html><head><link rel="alternate" type="application/rss+xml" href="/rss"></head></html>';
  house.web.serve(page, { body, headers });
  house.web.serve(`${page}rss`, rss('Real', posts(1, 2)));
  await house.clock.advance(60_000);
  const feed = await client.feeds.create({ feedUrl: page });
  assert.deepEqual([feed.title, feed.feed_url], ['Real', `${page}rss`]);
});

test(
  'how often a feed is wanted, and that its articles are, comes with the account, but no interval that nobody may choose',
  onSqlite,
  async (t) => {
    const house = await testHouse(t);
    const { client: from } = await house.signIn('from');
    const feed = await follow(house, from, A, posts(1, 1));
    await from.feeds.update(feed.id, { title: 'Mine', intervalSeconds: 7_200 });
    await from.fullText.setMode(feed.id, 'always');
    const text = await from.transfer.exportAccount();
    for (const [seconds, kept] of [
      [7_200, 7_200],
      [899, undefined],
      [2_592_001, undefined],
    ] as const) {
      const { client } = await house.signIn(`wants ${seconds}`);
      await bring(house, client, text.replace('"interval_seconds":7200', `"interval_seconds":${seconds}`));
      const [own] = await client.feeds.list();
      assert.deepEqual(
        [own?.title, own?.['app.courant.feeds']?.interval_seconds, own?.['app.courant.full-text']],
        ['Mine', kept, { mode: 'always' }],
      );
    }
  },
);

test(
  'what a user has chosen for a feed stays if an import brings the feed once more',
  onSqlite,
  async (t) => {
    const { text } = await exportedElsewhere(t, { content: false });
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    const { id } = await follow(house, client, A, posts(1, 6));
    await client.feeds.update(id, { title: 'Mine', intervalSeconds: 7_200, position: 0.5 });
    await bring(
      house,
      client,
      text.replace('"groups"', '"custom_title":"Theirs","interval_seconds":3600,"full_text":true,"groups"'),
    );
    const [feed] = await client.feeds.list();
    const { custom_title, interval_seconds, position } = feed?.['app.courant.feeds'] ?? {};
    assert.deepEqual([custom_title, interval_seconds, position], ['Mine', 7_200, 0.5]);
    assert.deepEqual(feed?.['app.courant.full-text'], { mode: 'never' });
  },
);

test(
  'a feed comes with an account without an answer, also if the file has no more of it than its title',
  onSqlite,
  async (t) => {
    const { text } = await exportedElsewhere(t, { content: false });
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    const job = await bring(house, client, text.replace(/^\{"item".*\n/gm, ''));
    assert.deepEqual([job.feeds.followed, job.feeds.failed, job.items.total], [1, 0, 0]);
    assert.deepEqual(
      (await client.feeds.list()).map(({ title }) => title),
      ['Feed of a.example'],
    );
  },
);

test(
  'a feed that has been renamed since an account was exported has its new name, and none as if the user had chosen the old one',
  onSqlite,
  async (t) => {
    const { text } = await exportedElsewhere(t, { content: false });
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    house.web.serve(A, rss('Renamed', posts(1, 6)));
    await bring(house, client, text);
    const [feed] = await client.feeds.list();
    assert.deepEqual([feed?.title, feed?.['app.courant.feeds']?.custom_title], ['Renamed', undefined]);
  },
);

test('of a feed that is only an address nothing is made before it answers', onSqlite, async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const job = await bring(house, client, opml(outline(A)));
  assert.deepEqual([job.feeds.followed, job.feeds.failed, job.notes], [0, 1, []]);
});

test('a file that was cut short is read up to there', onSqlite, async (t) => {
  const { text } = await exportedElsewhere(t, { content: true });
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(7, 7)));
  const job = await bring(house, client, text.slice(0, -60));
  const note = { sentence: '1 line of the file cannot be read', code: 'unreadable-lines', count: 1 };
  assert.deepEqual(job.notes, [note]);
  assert.equal(job.items.done, 5);
});

test('an import of an earlier version still has its notes, without words', onSqlite, async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const { id } = await bring(house, client, opml(outline(A)));
  const kept = JSON.stringify(['2 lines of the file cannot be read']);
  await house.house.library.store.write((tx) => tx.run(sql`UPDATE imports SET notes = ${kept}`));
  const { notes } = await client.transfer.getImport(id);
  assert.deepEqual(notes, [{ sentence: '2 lines of the file cannot be read' }]);
});

function titlesOf(statuses: readonly (readonly [string, boolean, boolean])[]): string[] {
  return statuses.map(([title]) => title);
}

/** An account of another service: posts 1 to 6 of a feed in a group, 1 read and starred, 3, 4 and 6 read. */
async function exportedElsewhere(
  t: Parameters<typeof testHouse>[0],
  { content }: { content: boolean },
): Promise<{ text: string; lines: unknown[] }> {
  const house: TestHouse = await testHouse(t);
  const client: Client = (await house.signIn('ines')).client;
  const feed = await follow(house, client, A, posts(1, 6));
  await client.groups.create({ title: 'Kept', feedIds: [feed.id] });
  const ids = (await client.items.list()).items.reverse().map((item) => item.id);
  await client.items.markManyRead([0, 2, 3, 5].map((place) => ids[place] ?? 0));
  await client.stars.addMany([ids[0] ?? 0]);
  return { text: await client.transfer.exportAccount({ content }), lines: await accountOf(client, content) };
}
