// ZIP archives as a whole: what FreshRSS exports, and Google once did.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { posts, rss } from '../documents.ts';
import { testHouse } from '../house.ts';
import { zip } from '../zip.ts';
import { bring, opml, outline, statusesOf } from './transfer-house.ts';

const A = 'https://a.example/feed';
const B = 'https://b.example/feed';

function item(n: number, url: string, state: string): object {
  return {
    guid: `post-${n}`,
    title: `Post ${n}`,
    published: Date.UTC(2026, 0, 1, n) / 1_000,
    canonical: [{ href: `https://site.example/${n}` }],
    origin: { streamId: 'feed/1', title: 'As there', feedUrl: url },
    categories: [`user/-/state/com.google/${state}`],
  };
}

test('an archive brings its list of feeds first, then all its items, and counts what it leaves out', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(1, 2)));
  house.web.serve(B, rss('B', posts(3, 3)));
  const stranger = item(9, 'https://stranger.example/feed', 'read');
  const file = zip({
    'feed_2026_1_1.json': JSON.stringify({ id: 'feed/1', items: [item(1, A, 'read'), item(2, A, 'unread')] }),
    'feed_2026_1_2.json': JSON.stringify({ id: 'feed/2', items: [item(3, B, 'starred')] }),
    'Takeout/': '',
    'Takeout/liked.json': JSON.stringify({ id: 'user/1/state/com.google/like', items: [stranger] }),
    'Takeout/index.html': '<html></html>',
    'packed.opml.gz': gzipSync(opml(outline('https://packed.example/feed'))),
    '__MACOSX/feeds.opml.xml': 'x',
    'feeds.opml.xml': opml(`<outline text="Kept">${outline(A, 'Mine')}${outline(B, 'B')}</outline>`),
  });
  for (const turn of [1, 2]) {
    const job = await bring(house, client, new Blob([file]));
    assert.deepEqual([job.kind, job.feeds.total, job.feeds.failed, job.items.done], ['freshrss', 2, 0, 3]);
    assert.deepEqual(
      job.notes.map(({ code, count }) => [code, count]),
      [['unknown-files', 3]],
      `turn ${turn}`,
    );
    assert.deepEqual((await client.feeds.list()).map(({ title }) => title).sort(), ['B', 'Mine']);
    assert.deepEqual(
      (await client.groups.list()).map(({ title, feed_ids }) => [title, feed_ids.length]),
      [['Kept', 2]],
    );
    assert.deepEqual((await statusesOf(client)).sort(), [
      ['Post 1', true, false],
      ['Post 2', false, false],
      ['Post 3', true, true],
    ]);
  }
});

test('a feed that two lists of an archive have is in the groups of both', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', posts(1, 2)));
  const file = zip({
    'home.opml': opml(`<outline text="Home">${outline(A)}</outline>`),
    'work.opml': opml(`<outline text="Work">${outline(A)}</outline><outline text="Empty"/>`),
  });
  await bring(house, client, new Blob([file]));
  assert.deepEqual(
    (await client.groups.list()).map(({ title, feed_ids }) => [title, feed_ids.length]),
    [
      ['Home', 1],
      ['Work', 1],
      ['Empty', 0],
    ],
  );
});

test('an archive that is damaged, or becomes too long, is refused and leaves nothing behind', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const whole = zip({ 'feeds.opml': opml(outline(A)) });
  const long = zip({ 'a.opml': opml(outline(A)), 'b.txt': ' '.repeat(101 * 1024 * 1024) });
  const bring = (bytes: Buffer) => client.transfer.importFile(new Blob([bytes]));
  await assert.rejects(bring(whole.subarray(0, -30)), { status: 422, message: /ZIP archive/ });
  await assert.rejects(bring(zip({ 'a.txt': 'Hello' })), { status: 422, message: /ZIP archive/ });
  await assert.rejects(bring(long), { status: 422, message: /too large/ });
  assert.deepEqual([await client.transfer.imports(), await client.groups.list()], [[], []]);
});
