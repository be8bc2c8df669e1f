// What a retention policy has removed, when an account moves: it must not come as news where the account goes.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { retentionSteps } from '../../src/library/limits.ts';
import { applyRetention } from '../../src/library/retention.ts';
import { posts, rss } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';
import { accountOf, bring, statusesOf } from './transfer-house.ts';

const URL = 'https://a.example/feed';

test('what a policy has removed is read in the account that an export is brought to, and older than what was kept', async (t) => {
  const { house, client, into } = await removedThree(t);
  await bring(house, into, await client.transfer.exportAccount());
  assert.deepEqual(await statusesOf(into), [
    ['Post 1', true, false],
    ['Post 2', true, false],
    ['Post 3', true, false],
    ['Post 4', true, false],
    ['Post 5', false, false],
    ['Post 6', true, false],
  ]);
  assert.deepEqual(await accountOf(into), await accountOf(client));
});

test("what a policy has removed does not come back by the account's own export", async (t) => {
  const { house, client } = await removedThree(t);
  const before = await accountOf(client);
  await bring(house, client, await client.transfer.exportAccount({ content: true }));
  assert.deepEqual(await statusesOf(client), [
    ['Post 4', true, false],
    ['Post 5', false, false],
    ['Post 6', true, false],
  ]);
  assert.deepEqual(await accountOf(client), before);
});

test('what a policy has removed comes back by an export from before that has its text', async (t) => {
  const { house, client, earlier } = await removedThree(t);
  await client.retention.setPolicy({ keep: 'forever' });
  await bring(house, client, earlier);
  assert.deepEqual(
    (await statusesOf(client)).map(([title, read]) => [title, read]).sort(),
    [1, 2, 3, 4, 5, 6].map((number) => [`Post ${number}`, number !== 5]),
  );
});

test('what a policy has removed and the feed does not show any more stays out of an export', async (t) => {
  const { house, client } = await removedThree(t);
  house.web.serve(URL, rss('A', posts(3, 6)));
  await house.crawl(30 * 3_600_000);
  const lines = (await accountOf(client)) as { item?: { title: string } }[];
  assert.deepEqual(
    lines.flatMap(({ item }) => item?.title ?? []),
    ['Post 3', 'Post 4', 'Post 5', 'Post 6'],
  );
});

test('what the policies of two users have removed is once in the export of each', async (t) => {
  const { house, client } = await removedThree(t);
  const { client: otto } = await house.signIn('otto');
  await follow(house, otto, URL, posts(1, 6));
  await otto.items.markManyRead((await otto.items.list()).items.map(({ id }) => id));
  await otto.retention.setPolicy({ keep: 'newest', count: 1 });
  await sweepLater(house);
  assert.equal((await otto.items.list()).items.length, 1);
  for (const user of [client, otto]) {
    const lines = (await accountOf(user)) as { item?: { title: string } }[];
    assert.deepEqual(
      lines.flatMap(({ item }) => item?.title ?? []),
      ['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5', 'Post 6'],
    );
  }
});

test('a policy finds what an import has brought of long ago behind very many younger ones', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, URL, []);
  const day = (n: number): string => new Date(house.clock.now() - n * 24 * 3_600_000).toISOString();
  const lines = [...Array<number>(retentionSteps.lookedFirst).fill(1), 100].map((age, n) => ({
    item: {
      feed: URL,
      guid: `${n}`,
      title: `Aged ${age}`,
      created_at: day(age),
      read: true,
      content: `<p>${n}</p>`,
    },
  }));
  const account = [{ courant: 'account', version: 1 }, { feed: { url: URL } }, ...lines];
  await bring(house, client, account.map((line) => JSON.stringify(line)).join('\n'));
  await client.retention.setPolicy({ keep: 'days', count: 30 });
  await sweepLater(house);
  const titles = (await statusesOf(client)).map(([title]) => title);
  assert.deepEqual([titles.length, new Set(titles)], [retentionSteps.lookedFirst, new Set(['Aged 1'])]);
});

/** The day after, when what has just been marked is not spared any more. */
async function sweepLater({ house, clock }: TestHouse): Promise<void> {
  await clock.advance(24 * 3_600_000 + 1);
  await applyRetention(house.library);
}

/** Ines has read Posts 1 to 4 and 6, and keeps the newest three. `earlier`: her export, with content, from before. */
async function removedThree(
  t: TestContext,
): Promise<{ house: TestHouse; client: Client; into: Client; earlier: string }> {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off' });
  const { client } = await house.signIn('ines');
  await follow(house, client, URL, posts(1, 6));
  const { items } = await client.items.list();
  await client.items.markManyRead(items.filter(({ title }) => title !== 'Post 5').map(({ id }) => id));
  const earlier = await client.transfer.exportAccount({ content: true });
  await client.retention.setPolicy({ keep: 'newest', count: 3 });
  await sweepLater(house);
  assert.equal((await client.items.list()).items.length, 3);
  return { house, client, into: (await house.signIn('into')).client, earlier };
}
