// A machine without room for another connection, or for a reader (its file descriptors are used up): no site and no document is to blame.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureReason } from '../net/failure.ts';
import type { Reader } from './reading/reading.ts';
import { healthOf } from './schedule/health.ts';
import { bench, rss } from './testing/bench.ts';
import { inlineReader } from './testing/inline-reading.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const full = { fails: 'no-room' as FailureReason };

test('an import asks again for a feed for which there was no room, and nobody is told that the site is away', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, full);
  const answer = await b.wait(b.crawler.follow(FEED, { isAwaited: false }));
  assert.equal(answer.kind, 'refused');
  if (answer.kind !== 'refused') return;
  assert.ok((answer.againInMs ?? 0) > 0);
  assert.equal(answer.reason, 'interrupted');
  assert.match(answer.sentence, /a reason of our own/);
  b.web.serve(FEED, { body: rss([1]) });
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'source', 'and a person need not wait');
});

test('feeds that were not visited for lack of room are not failing, and are visited soon after', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: '"1"' } }, full);
  const { sourceId, userId } = await b.subscribe(FEED);
  await b.later(24 * HOUR);
  const health = await b.store.read((tx) => healthOf(tx, sourceId));
  assert.ok((health?.failures ?? 0) > 0);
  assert.equal(health?.state, 'hiccup');
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: '"2"' } });
  await b.later(4 * HOUR);
  assert.equal((await b.items(userId)).length, 2);
});

test('a document for which there was no reader is not to blame: it is no success either, and is read with the next visit', async (t) => {
  const room = openRoom();
  const b = await bench(t, { read: room.read });
  const fresh = { etag: '"2"', 'cache-control': 'max-age=345600' };
  b.web.serve(FEED, { body: rss([1]), headers: { etag: '"1"' } }, { body: rss([2, 1]), headers: fresh });
  const { sourceId, userId } = await b.subscribe(FEED);
  room.isFull = true;
  await b.later(24 * HOUR);
  const [last] = await b.visits(sourceId);
  assert.equal(last?.outcome.kind === 'unreachable' && last.outcome.reason, 'our-fault');
  room.isFull = false;
  await b.later(24 * HOUR);
  assert.equal((await b.items(userId)).length, 2);
});

test('whoever follows a feed for which there was no reader is told of a fault of ours, and an import asks for it again', async (t) => {
  const room = openRoom();
  const b = await bench(t, { read: room.read });
  b.web.serve(FEED, { body: rss([1]) });
  room.isFull = true;
  const answer = await b.wait(b.crawler.follow(FEED, { isAwaited: false }));
  assert.equal(answer.kind, 'refused');
  if (answer.kind !== 'refused') return;
  assert.equal(answer.reason, 'interrupted');
  assert.match(answer.sentence, /a reason of our own/);
  assert.ok((answer.againInMs ?? 0) > 0);
});

/** A machine that may have no room for a reader. */
function openRoom(): { isFull: boolean; read: Reader } {
  const room: { isFull: boolean; read: Reader } = {
    isFull: false,
    read: async (...given) =>
      room.isFull ? { kind: 'not-a-feed', why: 'no-reader', detail: 'EMFILE' } : inlineReader(...given),
  };
  return room;
}
