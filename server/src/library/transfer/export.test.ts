import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleAwaited } from '../../crawler/imports/settle-awaited.ts';
import { insertItems } from '../../store/items/items.ts';
import { sql } from '../../store/sql.ts';
import { countTurns } from '../../store/testing/count-turns.ts';
import { someFeed, somePosts, someTexts } from '../../store/testing/rows.ts';
import { insertAwaited } from '../../store/transfer/awaited-posts.ts';
import { textsAtOnce } from '../limits.ts';
import { someLibrary } from '../testing/some-library.ts';
import { exportAccount } from './export.ts';
import { exportPages } from './limits.ts';

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

async function assertOneAtATime(account: AsyncIterable<string>): Promise<void> {
  const pieces = await Array.fromAsync(account);
  assert.equal(pieces.filter((piece) => piece.length > letters).length, 5);
  assert.ok(Math.max(...pieces.map((piece) => piece.length)) < 2 * letters);
}
