import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleAwaited } from '../../crawler/imports/settle-awaited.ts';
import type { PostDetails, PostEnclosure } from '../../model/post.ts';
import { updateFace } from '../../store/feeds/feeds.ts';
import { addFeedsToGroup, insertGroup, updateGroup } from '../../store/feeds/groups.ts';
import { insertItems } from '../../store/items/items.ts';
import { keepPositions } from '../../store/items/playback.ts';
import { putTag, tagTitled } from '../../store/items/tags.ts';
import { sql } from '../../store/sql.ts';
import { countTurns } from '../../store/testing/count-turns.ts';
import { someFeed, somePosts, someTexts } from '../../store/testing/rows.ts';
import { insertAwaited } from '../../store/transfer/awaited-posts.ts';
import { textsAtOnce } from '../limits.ts';
import { someLibrary } from '../testing/some-library.ts';
import { exportAccount } from './export.ts';
import { exportPages } from './limits.ts';
import { readDocument } from './read-document.ts';

const TURNS = 40;

for (const { what, feeds, count } of [
  { what: 'at each feed, be it empty,', feeds: TURNS, count: 0 },
  { what: 'at each page of a feed', feeds: 1, count: TURNS * exportPages.content },
]) {
  test(`others have their turn ${what} of an account that is taken along, however quickly it is read`, async (t) => {
    const { library, ines } = await someLibrary(t);
    await library.store.write(async (tx) => {
      for (let number = 0; number < feeds; number++)
        await someFeed(tx, ines.userId, { url: `https://${number}.example/`, count });
    });
    const { value: lines, turns } = await countTurns(async () => {
      const pieces: string[] = [];
      for await (const piece of exportAccount(library, ines.userId, { content: true })) pieces.push(piece);
      return pieces.join('').trim().split('\n').length;
    });
    assert.ok(lines > feeds + feeds * count);
    assert.ok(turns > TURNS, `${turns} turns`);
  });
}

const letters = textsAtOnce.bytes * 0.6;

test('very long texts of an account that is taken along are read a few at a time', async (t) => {
  const { library, ines } = await someLibrary(t);
  await library.store.write(async (tx) => {
    const { itemIds } = await someFeed(tx, ines.userId, { url: 'https://long.example/', count: 5 });
    await someTexts(tx, itemIds, Array<number>(5).fill(letters));
  });
  await assertOneAtATime(exportAccount(library, ines.userId, { content: true }));
});

test('very long texts that were imported and whose posts have not come are read a few at a time', async (t) => {
  const { library, ines } = await someLibrary(t);
  await library.store.write(async (tx) => {
    const feed = await someFeed(tx, ines.userId, { url: 'https://long.example/', count: 0 });
    for (let number = 0; number < 5; number++) {
      const url = `https://long.example/${number}`;
      const item = { feedUrl: 'https://long.example/', url, title: '', content: 'a'.repeat(letters) };
      await insertAwaited(
        tx,
        {
          userId: ines.userId,
          feedId: feed.id,
          itemId: undefined,
          item: { ...item, read: true, starred: false },
        },
        { name: undefined, link: url },
      );
    }
  });
  await assertOneAtATime(exportAccount(library, ines.userId, { content: false }));
});

test('what was imported about a post is in the file also if the post comes while the file is read', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const [url, name] = ['https://late.example/', 'g:late'];
  const feed = await store.write(async (tx) => {
    const made = await someFeed(tx, userId, { url, count: 2 });
    const item = { feedUrl: url, url: `${url}1`, guid: 'late', title: 'Late', read: true, starred: false };
    await insertAwaited(tx, { userId, feedId: made.id, itemId: undefined, item }, { name, link: undefined });
    return made;
  });
  const pieces: string[] = [];
  for await (const piece of exportAccount(library, userId, { content: false })) {
    // The client takes its time with the first of it.
    if (pieces.push(piece) > 1) continue;
    await store.write(async (tx) => {
      const [id = 0] = await somePosts(tx, feed.sourceId, 1);
      await tx.run(sql`UPDATE posts SET identity = ${name} WHERE id = ${id}`);
      await insertItems(tx, { id: feed.id, userId }, [id]);
      const post = { id, identity: name, url: `${url}1`, title: 'Late', publishedAt: undefined };
      await settleAwaited(tx, feed.sourceId, [post], { areNew: true });
    });
  }
  const lines = pieces.join('').trimEnd().split('\n');
  const items = lines.map((line) => JSON.parse(line).item).filter((item) => item?.feed === url);
  assert.equal(items.length, 3);
  assert.equal(items.find((item) => item.guid === 'late')?.read, true);
});

test('groups and feeds are in the file in the order of their user, and each feed with its groups and what was set on it', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  const [a = 0, b = 0] = feeds.map(({ id }) => id);
  await library.store.write(async (tx) => {
    const [last = 0, first = 0] = [
      await insertGroup(tx, userId, 'Last'),
      await insertGroup(tx, userId, 'First'),
    ];
    await updateGroup(tx, userId, { id: last, title: 'Last', position: 9 });
    await updateFace(tx, userId, { id: a, customTitle: 'Ours', position: 9 });
    await tx.run(sql`UPDATE feeds SET interval_ms = 900000 WHERE id = ${a}`);
    await tx.run(sql`INSERT INTO feed_wishes (feed_id, user_id, full_text) VALUES (${a}, ${userId}, 1)`);
    await addFeedsToGroup(tx, last, [a]);
    await addFeedsToGroup(tx, first, [a]);
    await addFeedsToGroup(tx, first, [b]);
  });
  const lines = await linesOf(exportAccount(library, userId, { content: false }));
  assert.deepEqual(
    lines.flatMap(({ group }) => (group ? [group.title] : [])),
    ['First', 'Last'],
  );
  assert.deepEqual(
    lines.flatMap(({ feed }) => feed ?? []),
    [
      {
        url: 'https://b.example/',
        title: 'Title of https://b.example/',
        site_url: 'https://b.example/',
        groups: ['First'],
      },
      {
        url: 'https://a.example/',
        title: 'Ours',
        site_url: 'https://a.example/',
        groups: ['First', 'Last'],
        custom_title: 'Ours',
        interval_seconds: 900,
        full_text: true,
      },
    ],
  );
});

test('what waits for its post is in the file with the address that its feed has by now', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  const item = { feedUrl: 'https://before.example/', url: 'https://a.example/9', title: 'Awaited' };
  await library.store.write((tx) =>
    insertAwaited(
      tx,
      { userId, feedId: feeds[0]?.id ?? 0, itemId: undefined, item: { ...item, read: true, starred: false } },
      { name: undefined, link: 'a.example/9' },
    ),
  );
  const lines = await linesOf(exportAccount(library, userId, { content: false }));
  const awaited = lines.find((line) => line.item?.title === 'Awaited');
  assert.equal(awaited?.item?.feed, 'https://a.example/');
});

test('all that is known of an item is in the file, and nothing that is not', async (t) => {
  const { library, ines, clock } = await someLibrary(t);
  const { userId, feeds } = ines;
  const [bare = 0, full = 0] = feeds[0]?.itemIds ?? [];
  const position = { url: 'https://a.example/1.mp3', seconds: 9, at: clock.now() };
  // The compiler asks for what is new.
  const file: Required<PostEnclosure> = {
    url: position.url,
    type: 'audio/mpeg',
    length: 5,
    durationSeconds: 60,
    title: 'Part 1',
  };
  const details: Required<PostDetails> = {
    enclosures: [file],
    categories: ['News'],
    commentsUrl: 'https://a.example/1/comments',
    imageUrl: 'https://a.example/1.png',
  };
  await library.store.write(async (tx) => {
    const post = sql`(SELECT post_id FROM items WHERE id = ${full})`;
    await tx.run(sql`UPDATE posts SET identity = 'g:1', url = 'https://a.example/1', title = 'One',
      author = 'Ada', published_at = ${Date.UTC(2026, 0, 2)} WHERE id = ${post}`);
    await tx.run(sql`INSERT INTO post_contents (post_id, content, summary, details, sanitiser)
      SELECT post_id, 'Words', 'In short', ${JSON.stringify(details)}, 1 FROM items WHERE id = ${full}`);
    await tx.run(sql`UPDATE posts SET identity = 'u:example.org/'
      WHERE id = (SELECT post_id FROM items WHERE id = ${bare})`);
    await tx.run(sql`UPDATE items SET read = 1, starred = 1 WHERE id = ${full}`);
    await putTag(tx, userId, await tagTitled(tx, userId, 'Later'), [full]);
    await keepPositions(tx, { userId, id: full }, [position]);
  });
  const lines = await linesOf(exportAccount(library, userId, { content: true }));
  const at = new Date(clock.now()).toISOString();
  const items = lines.flatMap(({ item }) => (item?.feed === 'https://a.example/' ? [item] : []));
  assert.ok(bare < full);
  assert.deepEqual(items, [
    {
      feed: 'https://a.example/',
      identity: 'u:example.org/',
      url: 'https://example.org/',
      title: 'Post 1',
      created_at: at,
      read: false,
      starred: false,
    },
    {
      feed: 'https://a.example/',
      identity: 'g:1',
      guid: '1',
      url: 'https://a.example/1',
      title: 'One',
      author: 'Ada',
      published: '2026-01-02T00:00:00.000Z',
      created_at: at,
      read: true,
      starred: true,
      tags: ['Later'],
      positions: [{ url: position.url, seconds: 9, at }],
      content: 'Words',
      summary: 'In short',
      enclosures: [
        { url: position.url, type: 'audio/mpeg', length: 5, duration_seconds: 60, title: 'Part 1' },
      ],
      categories: ['News'],
      comments_url: 'https://a.example/1/comments',
      image_url: 'https://a.example/1.png',
    },
  ]);
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const taken = [...(readDocument(new TextEncoder().encode(text))?.parts ?? [])];
  const [one] = taken.filter((part) => part.part === 'item' && part.item.title === 'One');
  assert.deepEqual(one?.part === 'item' && one.item.details, details, 'and an import takes it');
});

test('a file without contents has none', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  await library.store.write((tx) => someTexts(tx, feeds[0]?.itemIds ?? [], [3]));
  for (const content of [false, true]) {
    const lines = await linesOf(exportAccount(library, userId, { content }));
    assert.equal(lines.filter(({ item }) => item?.content).length, content ? 1 : 0);
  }
});

interface Line {
  group?: { title: string };
  feed?: object;
  item?: { feed: string; title: string; content?: string } & Record<string, unknown>;
}

async function linesOf(account: AsyncIterable<string>): Promise<Line[]> {
  const pieces = await Array.fromAsync(account);
  return pieces
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function assertOneAtATime(account: AsyncIterable<string>): Promise<void> {
  const pieces = await Array.fromAsync(account);
  assert.equal(pieces.filter((piece) => piece.length > letters).length, 5);
  assert.ok(Math.max(...pieces.map((piece) => piece.length)) < 2 * letters);
}
