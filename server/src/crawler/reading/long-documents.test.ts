// Many long documents may wait for a reader at a time: what is in memory of each meanwhile.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import type { WebAnswer } from '../../net/web.ts';
import { longDocument } from '../limits.ts';
import { bench, rss } from '../testing/bench.ts';
import { inlineReader } from '../testing/inline-reading.ts';
import type { Document } from './unpacked.ts';

const FEED = 'https://example.com/feed';
const DAY = 86_400_000;
const TEXT = 'Some words. '.repeat(longDocument / 12).trim();
const long = rss([{ n: 1, text: TEXT }]);

for (const [how, packed] of [
  ['as it came', { packing: 'br', bytes: brotliCompressSync(long) }],
  ['packed here', undefined],
] as const) {
  test(`a long document waits for its reader ${how}, and nothing holds its bytes`, async (t) => {
    const answer = { body: long, headers: { etag: 'long' }, ...(packed && { packed }) };
    const { waiting, held, items } = await nextVisit(t, answer);
    const [document] = waiting;
    assert.ok(document && 'packed' in document && document.packed.length * 4 < long.length);
    assert.equal(document.packing, packed?.packing ?? 'gzip');
    assert.deepEqual(held, [0]);
    assert.equal(items.find(({ title }) => title === 'Post 1')?.content?.length, TEXT.length);
  });
}

test('a short document is given to its reader as it is', async (t) => {
  const { waiting, items } = await nextVisit(t, { body: rss([2, 1]), headers: { etag: 'short' } });
  assert.ok(waiting[0] instanceof Uint8Array);
  assert.equal(items.length, 3);
});

/** What readers are given on the next visit, and how many bytes of each answer are there meanwhile. */
async function nextVisit(t: TestContext, answer: FakeAnswer) {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([9]), headers: { etag: 'first' } }, answer);
  const { userId } = await b.subscribe(FEED);
  const answers: WebAnswer[] = [];
  const waiting: Document[] = [];
  const held: number[] = [];
  const crawler = b.open({
    web: {
      ...b.web,
      async fetch(request) {
        const fetched = await b.web.fetch(request);
        answers.push(fetched);
        return fetched;
      },
    },
    read: (document, from) => {
      waiting.push(document);
      for (const each of answers) if (each.kind === 'response') held.push(each.body.length);
      return inlineReader(document, from);
    },
  });
  await b.clock.advance(DAY);
  await b.wait(crawler.runDue());
  await b.wait(crawler.close());
  return { waiting, held, items: await b.items(userId) };
}
