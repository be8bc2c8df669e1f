// A document that says nothing but where the feed is now is followed at once, and believed like any other permanent redirect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, rss } from '../testing/bench.ts';

const OLD = 'https://example.com/feed';
const NEW = 'https://example.org/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const sentTo = (url: string): { body: string } => ({
  body: `<?xml version="1.0"?><redirect><newLocation>${url}</newLocation></redirect>`,
});

test('rule 41: whoever follows an address that holds only a redirect, or leads to one for good, follows the feed where it is in the end', async (t) => {
  const [older, between] = ['https://example.net/feed', 'https://example.org/between'];
  for (const [typed, to] of [
    [OLD, `${NEW}#posts`],
    [older, between],
  ] as const) {
    const b = await bench(t);
    b.web.serve(older, { status: 301, headers: { location: OLD } });
    b.web.serve(OLD, sentTo(to));
    b.web.serve(between, { status: 301, headers: { location: NEW } });
    b.web.serve(NEW, { body: rss([2, 1]), headers: { etag: 'N' } });
    const { userId, sourceId } = await b.subscribe(typed);
    assert.equal((await b.source(sourceId)).url, NEW);
    assert.equal((await b.items(userId)).length, 2);
    assert.deepEqual([b.web.requestsFor(OLD).length, b.web.requestsFor(NEW).length], [1, 1]);
  }
});

test('what has posts or a name is read where it is, whatever other address it gives', async (t) => {
  const extra = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${NEW}</itunes:new-feed-url>`;
  const nothing = { title: '', extra: '' };
  for (const [numbers, more] of [
    [[1], { title: '', extra }],
    [[], { extra }],
    [[], nothing],
  ] as const) {
    const b = await bench(t);
    b.web.serve(OLD, { body: rss(numbers, more) });
    b.web.serve(NEW, { body: rss([3]) });
    const { userId, sourceId } = await b.subscribe(OLD);
    assert.equal((await b.source(sourceId)).url, OLD);
    assert.equal((await b.items(userId)).length, numbers.length);
    assert.equal(b.web.requestsFor(NEW).length, 0);
  }
});

test('rule 41: posts come from where a redirect in XML leads while it is not believed yet', async (t) => {
  const b = await bench(t);
  b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, sentTo(NEW));
  b.web.serve(NEW, { body: rss([3, 2, 1]), headers: { etag: 'N' } }, { status: 304 });
  const { userId, sourceId } = await b.subscribe(OLD);
  await b.later(8 * HOUR);
  assert.equal((await b.items(userId)).length, 3);
  assert.equal((await b.source(sourceId)).url, OLD);
  for (let visit = 0; visit < 5; visit++) await b.later(8 * HOUR);
  assert.equal((await b.source(sourceId)).url, NEW);
  const [first, ...later] = b.web.requestsFor(NEW);
  assert.equal(first?.headers['if-none-match'], undefined);
  assert.ok(later.length > 2 && later.every(({ headers }) => headers['if-none-match'] === 'N'));
  assert.ok(
    b.web
      .requestsFor(OLD)
      .slice(2)
      .every(({ headers }) => headers['if-none-match'] === undefined),
  );
});

test('rule 41: a redirect in XML behind one for now moves nothing', async (t) => {
  const b = await bench(t);
  const between = 'https://example.com/between';
  b.web.serve(
    OLD,
    { body: rss([1]), headers: { etag: 'E' } },
    { status: 302, headers: { location: between } },
  );
  b.web.serve(between, sentTo(NEW));
  b.web.serve(NEW, { body: rss([2, 1]), headers: { etag: 'N' } });
  const { userId, sourceId } = await b.subscribe(OLD);
  for (let visit = 0; visit < 6; visit++) await b.later(8 * HOUR);
  assert.equal((await b.items(userId)).length, 2);
  assert.equal((await b.source(sourceId)).url, OLD);
});

test('rule 33: redirects in XML that lead in a circle, to each other or nowhere cost two requests at most', async (t) => {
  for (const to of [OLD, NEW, 'file:///etc/passwd', 'https://127.0.0.1/feed']) {
    const b = await bench(t);
    b.web.serve(OLD, { body: rss([1]), headers: { etag: 'E' } }, sentTo(to));
    b.web.serve(NEW, sentTo(OLD));
    const { sourceId } = await b.subscribe(OLD);
    b.web.forget();
    await b.later(8 * HOUR);
    assert.ok(b.web.requests.length <= (to === OLD ? 1 : 2), to);
    const [last] = await b.visits(sourceId);
    if (to === NEW)
      assert.equal(last?.outcome.kind === 'unreachable' && last.outcome.reason, 'too-many-redirects');
    assert.equal((await b.source(sourceId)).url, OLD);
  }
});

test('a redirect in XML does not lead to a host that has asked for a rest', async (t) => {
  const b = await bench(t);
  const other = 'https://example.org/other';
  b.web.serve(
    other,
    { body: rss([9]), headers: { etag: 'O' } },
    { status: 429, headers: { 'retry-after': '432000' } },
    { status: 304 },
  );
  b.web.serve(
    OLD,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([1]), headers: { etag: 'E' } },
    sentTo(NEW),
  );
  b.web.serve(NEW, { body: rss([2, 1]), headers: { etag: 'N' } });
  await b.subscribe(other);
  const { sourceId } = await b.subscribe(OLD);
  for (let visit = 0; visit < 9; visit++) await b.later(8 * HOUR);
  assert.equal(b.web.requestsFor(NEW).length, 0);
  const [last] = await b.visits(sourceId);
  assert.equal(last?.outcome.kind === 'unreachable' && last.outcome.reason, 'resting');
  for (let visit = 0; visit < 9; visit++) await b.later(DAY);
  assert.ok(b.web.requestsFor(NEW).length > 0);
});
