// A new address that a document names and that does not answer when it is tried is not forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { bench, rss } from '../testing/bench.ts';

const OLD = 'https://example.com/feed';
const NEW = 'https://example.org/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const frozen = rss([4, 3, 2, 1], {
  extra: `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${NEW}</itunes:new-feed-url>`,
});
const there = { body: rss([5, 4, 3, 2, 1]), headers: { etag: 'N' } };

const soon = { body: '<!DOCTYPE html><title>Soon</title><p>We are moving.' };
const empty = { body: rss([], { title: 'New podcast', site: 'https://host.example.net/' }) };

for (const away of [
  { fails: 'connect-timeout' },
  { status: 503 },
  { status: 404 },
  soon,
  empty,
] as FakeAnswer[]) {
  test(`rule 41: a new address is tried again after ${JSON.stringify(away)}, though the old document never changes`, async (t) => {
    const b = await bench(t);
    b.web.serve(OLD, { body: frozen, headers: { etag: 'E' } }, { status: 304 });
    b.web.serve(NEW, away, there);
    const { sourceId, userId } = await b.subscribe(OLD);
    for (let visit = 0; visit < 24; visit++) await b.later(8 * HOUR);
    assert.equal((await b.source(sourceId)).url, NEW);
    assert.equal((await b.items(userId)).length, 5);
  });
}

test('rule 41: a new address that never answers is tried once a week in the end, and the old one is read meanwhile', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { body: frozen, headers: { etag: 'E' } }, { status: 304 });
  b.web.serve(NEW, { status: 404 });
  const { sourceId } = await b.subscribe(OLD);
  for (let visit = 0; visit < 3 * 56; visit++) await b.later(8 * HOUR);
  const tries = b.web.requestsFor(NEW).map(({ at }) => at);
  assert.ok(tries.length >= 6 && tries.length <= 10, `${tries.length} tries in eight weeks`);
  assert.ok((tries.at(-1) ?? 0) - (tries.at(-2) ?? 0) >= 7 * DAY);
  assert.equal((await b.source(sourceId)).url, OLD);
  assert.ok(b.web.requestsFor(OLD).length > 100);
  // Where visits are rarer than tries, the old one still has every other.
  b.web.forget();
  for (let visit = 0; visit < 4; visit++) await b.later(8 * DAY);
  assert.deepEqual([b.web.requestsFor(OLD).length, b.web.requestsFor(NEW).length], [2, 2]);
});

test('rule 41: a new address that is gone, or has another feed, is not tried again, be it known or not', async (t) => {
  const other = { body: rss([9], { title: 'Another', site: 'https://another.example.net/' }) };
  for (const [answer, isKnown] of [
    [{ status: 410 }, false],
    [other, false],
    [other, true],
  ] as const) {
    const b = await bench(t);
    b.web.serve(NEW, answer);
    if (isKnown) await b.wait(b.crawler.follow(NEW));
    b.web.forget();
    b.web.serve(OLD, { body: frozen, headers: { etag: 'E' } }, { status: 304 });
    const { sourceId } = await b.subscribe(OLD);
    for (let visit = 0; visit < 28; visit++) await b.later(DAY);
    assert.equal(b.web.requestsFor(NEW).length, 1);
    const { url, memory } = await b.source(sourceId);
    assert.deepEqual([url, memory.state, memory.goneSince], [OLD, undefined, undefined]);
  }
});

test('rule 41: a feed that asks for a password is asked with it at a new address of the same host, and of no other', async (t) => {
  const own = 'https://ines:secret@example.com';
  const moves = [
    ['https://example.com/new', `${own}/new`],
    ['/new', `${own}/new`],
    ['https://example.org/new', 'https://example.org/new'],
  ] as const;
  for (const [named, asked] of moves) {
    const b = await bench(t);
    const document = { body: frozen.replace(NEW, named), headers: { etag: 'E' } };
    b.web.serve(`${own}/feed`, document, { status: 304 });
    b.web.serve(asked, there);
    const { sourceId } = await b.subscribe(`${own}/feed`);
    for (let visit = 0; visit < 5; visit++) await b.later(DAY);
    assert.equal((await b.source(sourceId)).url, asked);
  }
});
