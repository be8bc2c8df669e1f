import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { changesAfter } from '../../store/changes.ts';
import { findBody, keepBody } from '../../store/sources/sources.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';
import { readLongAgo } from '../testing/read-long-ago.ts';
import { readers } from './reread.ts';

const FEED = 'https://example.com/feed';
const DAY = 86_400_000;

test('rule 12: what older readers have read is read again at the next 304, without a request more', async (t) => {
  const { b, userId, texts } = await readLongAgo(t);
  assert.deepEqual(await texts(), ['<p>old</p>', '<p>Text 2</p>', '<p>Text 3</p>']);
  const requests = b.web.requests.length;
  await b.later(DAY);
  assert.equal(b.web.requests.length, requests + 1);
  assert.equal(b.web.requests.at(-1)?.headers['if-none-match'], 'E');
  assert.deepEqual(await texts(), ['<p>Text 1</p>', '<p>Text 2</p>', '<p>Text 3</p>']);
  const items = await b.items(userId);
  assert.deepEqual(
    items.map(({ title, read }) => [title, read]),
    [
      ['Post 3', false],
      ['Post 2', true],
      ['Post 1', true],
    ],
  );
});

test('what reads otherwise is told, words and tags, and nothing else is', async (t) => {
  const { b, userId, sourceId, setText } = await readLongAgo(t);
  // Other tags around the same words, as from an older sanitiser.
  await setText('Post 2', '<p onclick="x()">Text 2</p>', 'same words');
  const before = await changes(b, userId);
  await b.later(DAY);
  const told = (await changes(b, userId)).slice(before.length);
  const ids = (await b.items(userId)).filter(({ title }) => title !== 'Post 3').map(({ id }) => id);
  assert.deepEqual(
    told.flatMap(({ kind, ids: named }): unknown[] => (kind === 'items.edited' ? [...named] : [kind])).sort(),
    ids.sort(),
  );
  assert.ok((await b.items(userId)).every(({ content, summary }) => !/onclick/.test(`${content}${summary}`)));
  assert.equal((await b.source(sourceId)).memory.readBy, readers);
});

test('what older readers have read is read again where the site sends a new document, too', async (t) => {
  const { b, userId, setText } = await readLongAgo(t);
  await setText('Post 2', '<p onclick="x()">Text 2</p>', 'same words');
  const posts = [4, 3, 2, 1].map((n) => ({ n, text: `&lt;p&gt;Text ${n}&lt;/p&gt;` }));
  b.web.serve(FEED, { body: rss(posts), headers: { etag: 'F' } });
  const before = (await changes(b, userId)).length;
  await b.later(DAY);
  const items = await b.items(userId);
  assert.deepEqual(
    items.map(({ title, read, content, summary }) => [title, read, /onclick/.test(`${content}${summary}`)]),
    [
      ['Post 4', false, false],
      ['Post 3', false, false],
      ['Post 2', true, false],
      ['Post 1', true, false],
    ],
  );
  const told = (await changes(b, userId)).slice(before);
  const [, , second, first] = items;
  assert.deepEqual(
    told.flatMap(({ kind, ids }): unknown[] => (kind === 'items.edited' ? [...ids] : [])).sort(),
    [second?.id, first?.id].sort(),
  );
});

test('a feed in whose place another was shown once is read again from its own document', async (t) => {
  const { b, sourceId, texts } = await readLongAgo(t);
  const another = rss([903, 902, 901], { title: 'Casino', site: 'https://casino.test/' });
  b.web.serve(FEED, { body: another, headers: { etag: 'C' } }, { status: 304 });
  await b.later(DAY);
  assert.equal((await b.source(sourceId)).memory.state, 'another-feed');
  await b.later(DAY);
  assert.deepEqual(await texts(), ['<p>Text 1</p>', '<p>Text 2</p>', '<p>Text 3</p>']);
  assert.equal((await b.source(sourceId)).memory.state, undefined);
});

test('a kept document is read again once', async (t) => {
  const { b, setText, texts } = await readLongAgo(t);
  await b.later(DAY);
  await setText('Post 1', '<p>as it would be read again</p>', 'other words');
  await b.later(DAY);
  assert.equal((await texts())[0], '<p>as it would be read again</p>');
});

test('a kept document that cannot be read any more leaves everything as it is, and the visit is a good one', async (t) => {
  for (const packed of [new Uint8Array([1, 2, 3]), new Uint8Array()]) {
    const { b, sourceId, texts } = await readLongAgo(t);
    await b.store.write((tx) =>
      keepBody(tx, sourceId, { packed, packing: 'gzip', url: FEED, contentType: undefined }, new Map()),
    );
    await b.later(DAY);
    assert.deepEqual(await texts(), ['<p>old</p>', '<p>Text 2</p>', '<p>Text 3</p>']);
    assert.deepEqual((await b.visits(sourceId))[0]?.outcome, { kind: 'unchanged' });
    assert.equal((await b.source(sourceId)).memory.readBy, readers, 'it is not tried again');
  }
});

test('a document that broke off, and was kept with its validators by an older version, is asked for whole', async (t) => {
  const { b, sourceId } = await readLongAgo(t);
  const packed = gzipSync(rss([3, 2, 1]).slice(0, -200));
  await b.store.write((tx) =>
    keepBody(tx, sourceId, { packed, packing: 'gzip', url: FEED, contentType: undefined }, new Map()),
  );
  await b.later(DAY);
  const { validators, bodyHash } = await b.source(sourceId);
  assert.deepEqual([validators, bodyHash], [undefined, undefined]);
  b.web.serve(FEED, { body: rss([3, 2, 1, 0]), headers: { etag: 'E' } });
  // Without validators a source is asked once a day, and a little later by chance.
  await b.later(2 * DAY);
  assert.equal(b.web.requests.at(-1)?.headers['if-none-match'], undefined);
  assert.equal((await b.visits(sourceId))[0]?.newPosts, 1);
  assert.equal((await b.source(sourceId)).validators?.etag, 'E');
});

test('a document that came packed is kept as it came; one that was hardly packed is packed anew', async (t) => {
  const document = rss([{ n: 1, text: 'word '.repeat(400) }]);
  const [zipped, loose] = [9, 0].map((level) => gzipSync(document, { level }));
  assert.ok(zipped && loose);
  for (const { packing, bytes, stays } of [
    { packing: 'gzip' as const, bytes: zipped, stays: true },
    { packing: 'br' as const, bytes: brotliCompressSync(document), stays: true },
    { packing: 'gzip' as const, bytes: loose, stays: false },
  ]) {
    const b = await bench(t);
    b.web.serve(FEED, { body: document, packed: { packing, bytes } });
    const { sourceId } = await b.subscribe(FEED);
    const kept = await b.store.read((tx) => findBody(tx, sourceId));
    assert.equal(kept?.packing, packing);
    assert.equal(bytes.equals(kept.packed), stays);
    const unpacked = packing === 'br' ? brotliDecompressSync(kept.packed) : gunzipSync(kept.packed);
    assert.equal(unpacked.toString(), document);
  }
});

for (const packing of ['gzip', 'br'] as const) {
  test(`a document that is kept as ${packing} is read again`, async (t) => {
    const bytes = (body: string) => (packing === 'br' ? brotliCompressSync(body) : gzipSync(body));
    const { b, texts } = await readLongAgo(t, {}, (body) => ({ packing, bytes: bytes(body) }));
    await b.later(DAY);
    assert.deepEqual(await texts(), ['<p>Text 1</p>', '<p>Text 2</p>', '<p>Text 3</p>']);
  });
}

test('hubs that the headers of the answer had named are not forgotten', async (t) => {
  const { b, sourceId } = await readLongAgo(t, {
    link: '<https://hub.example/>; rel="hub", <https://example.com/feed>; rel="self"',
  });
  assert.deepEqual((await b.source(sourceId)).memory.hubUrls, ['https://hub.example/']);
  await b.later(DAY);
  const { memory, validators } = await b.source(sourceId);
  assert.deepEqual([memory.hubUrls, memory.selfUrl], [['https://hub.example/'], 'https://example.com/feed']);
  assert.deepEqual(validators, { url: FEED, etag: 'E', lastModified: undefined });
});

function changes(b: Bench, userId: number) {
  return b.store.read((tx) => changesAfter(tx, userId, 0, 100));
}
