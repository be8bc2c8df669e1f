import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { changesAfter, latestSeq } from '../../store/changes.ts';
import { setMark } from '../../store/items/marks.ts';
import { findSource, keepBody, updateSource } from '../../store/sources/sources.ts';
import { type Bench, bench, rss, type TestPost } from '../testing/bench.ts';
import { inlineReader } from '../testing/inline-reading.ts';

const FEED = 'https://example.com/feed';
const MINUTE = 60_000;
const DAY = 86_400_000;
/** The publisher allows a visit every quarter of an hour. */
const headers = { 'cache-control': 'max-age=900' };

for (const { says, unchanged } of [
  { says: '304', unchanged: { status: 304, headers } },
  { says: 'the same bytes', unchanged: { body: document('Final'), headers: { etag: '4', ...headers } } },
]) {
  test(`row 37: an edit that had to wait arrives once its hour is over, though the site says ${says} from then on`, async (t) => {
    const { b, reads, visitAfter, text } = await edited(t, unchanged);
    // The post was edited last at 12:40, and once more at 13:15.
    await visitAfter(40);
    await visitAfter(35);
    assert.equal(await text(), 'Second');
    assert.equal(reads(), 3);
    await visitAfter(20);
    assert.equal(await text(), 'Second', 'the hour is not over');
    assert.equal(reads(), 3, 'nothing is read before');
    await visitAfter(15);
    assert.equal(await text(), 'Final');
    assert.equal(b.web.requests.length, 5, 'no request more is made');
    assert.equal(reads(), 4);
    await visitAfter(61);
    await visitAfter(61);
    assert.equal(reads(), 4, 'and it is read once');
  });
}

test('row 37: an edit that had to wait arrives by the visits that are planned', async (t) => {
  const { b, text } = await edited(t, { status: 304, headers });
  for (let step = 0; step < 40; step++) await b.later(5 * MINUTE);
  assert.equal(await text(), 'Final');
});

test('what has waited is told as any edit, and makes nothing unread', async (t) => {
  const { b, visitAfter, sourceId, userId } = await edited(t, { status: 304, headers });
  await visitAfter(40);
  await visitAfter(35);
  const item = (await b.items(userId)).find(({ title }) => title === 'Post 1');
  assert.ok(item);
  const seq = await b.store.write(async (tx) => {
    await setMark(tx, userId, [item.id], 'read');
    return latestSeq(tx, userId);
  });
  await visitAfter(35);
  const [visit] = await b.visits(sourceId);
  assert.deepEqual(visit?.outcome, { kind: 'document', newPosts: 0, editedPosts: 1 });
  const changes = await b.store.read((tx) => changesAfter(tx, userId, seq, 10));
  assert.deepEqual(
    changes.map(({ kind, ids }) => [kind, ids]),
    [['items.edited', [item.id]]],
  );
  assert.equal((await b.items(userId)).find(({ id }) => id === item.id)?.read, true);
});

test('a kept document that cannot be read any more is not tried at each visit', async (t) => {
  const { b, visitAfter, text, sourceId } = await edited(t, { status: 304, headers });
  await visitAfter(40);
  await visitAfter(35);
  await b.store.write((tx) =>
    keepBody(
      tx,
      sourceId,
      { packed: new Uint8Array([1]), packing: 'gzip', url: FEED, contentType: undefined },
      new Map(),
    ),
  );
  await visitAfter(35);
  assert.equal(await text(), 'Second');
  assert.deepEqual((await b.visits(sourceId))[0]?.outcome, { kind: 'unchanged' });
  assert.equal((await b.source(sourceId)).memory.editsDueAt, undefined);
});

test('an edit waits on while documents break off before its post', async (t) => {
  const whole = document('Final');
  const broken = whole.slice(0, whole.indexOf('<guid', whole.indexOf('guid-1')));
  const { visitAfter, text } = await edited(
    t,
    { body: broken, headers: { etag: 'broken', ...headers } },
    { status: 304, headers },
  );
  await visitAfter(40);
  await visitAfter(35);
  await visitAfter(35);
  assert.equal(await text(), 'Second');
  await visitAfter(35);
  assert.equal(await text(), 'Final');
});

test('an edit that waits while older readers have read the document arrives as well', async (t) => {
  const { b, visitAfter, text, sourceId } = await edited(t, { status: 304, headers });
  await visitAfter(40);
  await visitAfter(35);
  await b.store.write(async (tx) => {
    const source = await findSource(tx, sourceId);
    assert.ok(source);
    await updateSource(tx, sourceId, { ...source, memory: { ...source.memory, readBy: '0.9' } });
  });
  await visitAfter(20);
  assert.equal(await text(), 'Second', 'newer readers do not shorten the hour');
  await visitAfter(DAY / MINUTE);
  assert.equal(await text(), 'Final');
});

/** A feed whose oldest post is edited again within an hour, and that then gives the answers of `unchanged`. */
async function edited(t: TestContext, ...unchanged: FakeAnswer[]) {
  let count = 0;
  const b = await bench(t, {
    read: (bytes, from) => {
      count++;
      return inlineReader(bytes, from);
    },
  });
  const answers = ['Draft', 'Second', 'Final'].map((text, index) => ({
    body: document(text),
    headers: { etag: `${index}`, ...headers },
  }));
  b.web.serve(FEED, ...answers, ...unchanged);
  const { sourceId, userId } = await b.subscribe(FEED);
  return {
    b,
    sourceId,
    userId,
    reads: () => count,
    visitAfter: async (minutes: number) => {
      await b.clock.advance(minutes * MINUTE);
      await b.wait(b.crawler.refresh(sourceId));
    },
    text: () => textOf(b, userId),
  };
}

function document(text: string): string {
  const lively: TestPost[] = Array.from({ length: 40 }, (_, n) => ({ n: 41 - n, hoursAgo: (40 - n) * 0.2 }));
  return rss([...lively.reverse(), { n: 1, text, hoursAgo: 9 }]);
}

async function textOf(b: Bench, userId: number): Promise<string | undefined> {
  const item = (await b.items(userId)).find(({ title }) => title === 'Post 1');
  return item?.content ?? item?.summary ?? undefined;
}
