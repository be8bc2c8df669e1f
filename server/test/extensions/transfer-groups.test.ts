// How many groups of a feed an import takes: each is looked up again and again while the import is under way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss } from '../documents.ts';
import { testHouse } from '../house.ts';
import { bring } from './transfer-house.ts';

const A = 'https://a.example/feed';

test('a feed of an imported account is put into a hundred groups at most, however often the file names it', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('Feed of a.example', posts(1, 2)));
  const groups = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => `${from + place}`);
  const lines = [
    { courant: 'account', version: 1 },
    { feed: { url: A, groups: groups(1, 60) } },
    { feed: { url: A, groups: groups(61, 120_000) } },
    { feed: { url: A, groups: groups(41, 90) } },
  ];
  const job = await bring(house, client, lines.map((line) => JSON.stringify(line)).join('\n'));
  assert.deepEqual(
    [job.feeds.followed, job.notes.map(({ code, count }) => [code, count])],
    [1, [['too-many-groups', 100]]],
  );
  const [feed] = await client.feeds.list();
  assert.equal(feed?.group_ids.length, 100);
  const titles = (await client.groups.list()).map(({ title }) => Number(title));
  assert.deepEqual(
    titles.filter((title) => title <= 60),
    groups(1, 60).map(Number),
  );
  assert.ok(titles.length < 200, `${titles.length} groups`);
});
