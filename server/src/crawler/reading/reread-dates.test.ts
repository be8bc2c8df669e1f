// What a new version of Courant reads otherwise is told from what a site has edited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { findSource, keepBody, updateSource } from '../../store/sources/sources.ts';
import { sql } from '../../store/sql.ts';
import { rss } from '../testing/bench.ts';
import { readLongAgo } from '../testing/read-long-ago.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('a post that only we read otherwise is not said to be edited by its site', async (t) => {
  const { b, userId, texts } = await readLongAgo(t);
  await b.later(DAY);
  assert.equal((await texts())[0], '<p>Text 1</p>');
  assert.deepEqual(
    (await b.items(userId)).map(({ editedAt }) => editedAt),
    [undefined, undefined, undefined],
  );
  const edited = [3, 2, 1].map((n) => ({ n, text: n === 1 ? 'Edited' : `&lt;p&gt;Text ${n}&lt;/p&gt;` }));
  b.web.serve(FEED, { body: rss(edited), headers: { etag: 'F' } });
  await b.later(DAY);
  const times = (await b.items(userId)).map(({ editedAt }) => editedAt);
  assert.deepEqual(times.slice(0, 2), [undefined, undefined]);
  assert.ok(times[2] !== undefined && times[2] > b.clock.now() - DAY);
});

test('of another document, what the site had said before is told from what it says now', async (t) => {
  const { b, userId } = await readLongAgo(t);
  const posts = [4, 3, 2, 1].map((n) => ({ n, text: n === 3 ? 'Edited' : `&lt;p&gt;Text ${n}&lt;/p&gt;` }));
  b.web.serve(FEED, { body: rss(posts), headers: { etag: 'F' } });
  await b.later(DAY);
  assert.deepEqual(
    (await b.items(userId)).map(({ title, content, editedAt }) => [title, content, editedAt !== undefined]),
    [
      ['Post 4', '<p>Text 4</p>', false],
      ['Post 3', 'Edited', true],
      ['Post 2', '<p>Text 2</p>', false],
      ['Post 1', '<p>Text 1</p>', false],
    ],
  );
});

test('where documents break off, what their site edits is told from the kept one, and the next whole one is read again', async (t) => {
  const { b, userId, texts, setText } = await readLongAgo(t);
  const shown = (text: string) =>
    rss([3, 2, 1].map((n) => ({ n, text: n === 3 ? text : `&lt;p&gt;Text ${n}&lt;/p&gt;` })));
  const visitOf = async (body: string) => {
    const before = b.web.requests.length;
    b.web.serve(FEED, { body });
    while (b.web.requests.length === before) await b.later(DAY / 4);
    return (await b.items(userId))[0]?.editedAt ?? 0;
  };
  const edited = await visitOf(shown('Edited').slice(0, -200));
  assert.ok(edited > 0);
  await setText('Post 2', '<p onclick="x()">Text 2</p>', 'same words');
  assert.ok((await visitOf(shown('Text 3').slice(0, -200))) > edited, 'its site has changed it back');
  assert.deepEqual(await texts(), ['<p>old</p>', '<p onclick="x()">Text 2</p>', 'Text 3']);
  await visitOf(shown('Text 3'));
  assert.deepEqual(await texts(), ['<p>Text 1</p>', '<p>Text 2</p>', 'Text 3']);
  assert.equal((await b.items(userId))[2]?.editedAt, undefined, 'its site has never edited that one');
});

test('what a long document said before is known whichever of its ends is the new one', async (t) => {
  const { b, userId, sourceId } = await readLongAgo(t);
  const posts = Array.from({ length: 600 }, (_, index) => ({ n: index - 596 }));
  const texts = posts.map(({ n }) => ({ n, text: `&lt;p&gt;Text ${n}&lt;/p&gt;` }));
  const packed = gzipSync(rss(texts));
  await b.store.write((tx) =>
    keepBody(tx, sourceId, { packed, packing: 'gzip', url: FEED, contentType: undefined }, new Map()),
  );
  b.web.serve(FEED, { body: rss([...texts, { n: 4, text: 'Text 4' }]), headers: { etag: 'F' } });
  await b.later(DAY);
  const first = (await b.items(userId)).find(({ title }) => title === 'Post 1');
  assert.deepEqual([first?.content ?? first?.summary, first?.editedAt], ['<p>Text 1</p>', undefined]);
});

test('of a document that breaks off after an update, what it says is read as today without being dated', async (t) => {
  const { b, userId, texts } = await readLongAgo(t);
  const posts = [3, 2, 1, 0].map((n) => ({ n, text: `&lt;p&gt;Text ${n}&lt;/p&gt;`.padEnd(200) }));
  b.web.serve(FEED, { body: rss(posts).slice(0, -100) });
  await b.later(DAY);
  assert.deepEqual(await texts(), ['<p>Text 1</p>', '<p>Text 2</p>', '<p>Text 3</p>']);
  assert.equal((await b.items(userId))[2]?.editedAt, undefined);
});

test('where edits wait, only what was edited within the hour may be one', async (t) => {
  const { b, userId, sourceId, setText, texts } = await readLongAgo(t);
  for (const n of [2, 3]) await setText(`Post ${n}`, `<p>old ${n}</p>`, 'other words');
  const now = b.clock.now();
  await b.store.write(async (tx) => {
    const source = await findSource(tx, sourceId);
    assert.ok(source);
    // The edit of the second waits. That of the third was stored long before.
    await updateSource(tx, sourceId, { ...source, memory: { ...source.memory, editsDueAt: now + HOUR } });
    await tx.run(sql`UPDATE posts SET edited_at = ${now} WHERE title = 'Post 2'`);
    await tx.run(sql`UPDATE posts SET edited_at = ${now - 1} WHERE title = 'Post 3'`);
  });
  await b.later(DAY);
  assert.deepEqual(await texts(), ['<p>Text 1</p>', '<p>Text 2</p>', '<p>Text 3</p>']);
  const [third, second, first] = (await b.items(userId)).map(({ editedAt }) => editedAt);
  assert.deepEqual([third, first], [now - 1, undefined]);
  assert.ok(second !== undefined && second > now);
});
