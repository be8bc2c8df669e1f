import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../store/open.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Two visits are at most this far apart as long as all is well. */
const SOON = 8 * HOUR;

/** The validators that each request for the feed sent. */
function conditions({ web }: Bench, url = FEED): (string | undefined)[][] {
  return web.requestsFor(url).map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']]);
}

const oddEtags = [
  '"a"',
  'W/"a"',
  '"a-gzip"',
  '"a;gz"',
  'a',
  '""',
  'W/a',
  '"ä\u0080"',
  '"a b"',
  "'a'",
  '"a,b"',
  '*',
];
for (const etag of oddEtags) {
  test(`rule 2: the ETag ${etag} is sent back byte for byte`, async (t) => {
    const b = await bench(t);
    b.web.serve(FEED, { body: rss([1]), headers: { etag } });
    await b.subscribe(FEED);
    await b.later(SOON);
    assert.deepEqual(conditions(b), [
      [undefined, undefined],
      [etag, undefined],
    ]);
  });
}

for (const date of [
  '2024-01-01 00:00',
  'mon, 01 jan 2024 00:00:00 gmt',
  'Sat, 05 Jan 2041 00:00:00 GMT',
  'never',
]) {
  test(`rule 3: the Last-Modified ${date} is sent back as it is`, async (t) => {
    const b = await bench(t);
    b.web.serve(FEED, { body: rss([1]), headers: { 'last-modified': date } });
    await b.subscribe(FEED);
    await b.later(SOON);
    assert.deepEqual(conditions(b).at(-1), [undefined, date]);
  });
}

test('rules 4 and 5: both validators are sent, and both are replaced by every 200 even if the document is the same', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E1', 'last-modified': 'L1' } },
    { body: rss([1]), headers: { etag: 'E2', 'last-modified': 'L1' } },
    { status: 304 },
  );
  await b.subscribe(FEED);
  await b.later(SOON);
  await b.later(SOON);
  assert.deepEqual(conditions(b).slice(1), [
    ['E1', 'L1'],
    ['E2', 'L1'],
  ]);
});

test('rule 6: a 200 without validators clears those that are kept', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E1' } },
    { body: rss([2, 1]) },
    { body: rss([2, 1]) },
  );
  await b.subscribe(FEED);
  await b.later(SOON);
  await b.later(2 * DAY);
  assert.deepEqual(conditions(b), [
    [undefined, undefined],
    ['E1', undefined],
    [undefined, undefined],
  ]);
});

test('rule 13: one answer without validators, as from past a cache, costs no day; the second in a row does', async (t) => {
  const b = await bench(t);
  const [cached, plain] = [{ body: rss([1]), headers: { etag: 'E' } }, { body: rss([1]) }];
  b.web.serve(FEED, cached, plain, cached, plain, plain);
  const { sourceId } = await b.subscribe(FEED);
  for (let hour = 0; hour < 72; hour++) await b.later(DAY / 24);
  const at = (await b.visits(sourceId)).map((visit) => visit.at).reverse();
  const gaps = at.slice(1, 6).map((time, index) => (time - (at[index] ?? 0)) / (DAY / 24));
  assert.ok(gaps.slice(0, 4).every((hours) => hours < 9) && (gaps[4] ?? 0) >= 24, gaps.join(' '));
});

test('rule 7: a 304 replaces the validators that it carries and leaves the others', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E1', 'last-modified': 'L1' } },
    { status: 304, headers: { etag: 'E2' } },
    { status: 304 },
  );
  await b.subscribe(FEED);
  await b.later(SOON);
  await b.later(SOON);
  assert.deepEqual(conditions(b).at(-1), ['E2', 'L1']);
});

test('rule 8: errors, empty answers and pages change no validator', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E1' } },
    { status: 500, headers: { etag: 'X' } },
    { status: 404, headers: { etag: 'X' } },
    { fails: 'body-timeout' },
    { status: 200, body: '', headers: { etag: 'X' } },
    { status: 204, headers: { etag: 'X' } },
    { status: 206, body: rss([9]), headers: { etag: 'X' } },
    { body: '<!doctype html><title>Sign in</title><p>Please</p>', headers: { etag: 'X' } },
    { body: rss([2]).slice(0, 300), truncatedEncoding: true, headers: { etag: 'X' } },
    { status: 304 },
  );
  const { sourceId, userId } = await b.subscribe(FEED);
  for (let visit = 1; visit <= 9; visit++) assert.equal(await b.later(8 * DAY), 1);
  assert.deepEqual(
    conditions(b).slice(1),
    Array.from({ length: 9 }, () => ['E1', undefined]),
  );
  assert.deepEqual((await b.visits(sourceId)).map(({ outcome }) => outcome.kind).reverse(), [
    'document',
    'unreachable',
    'refused',
    'unreachable',
    'not-a-feed',
    'unreachable',
    'unreachable',
    'not-a-feed',
    'unreachable',
    'unchanged',
  ]);
  assert.equal((await b.items(userId)).length, 1, 'the posts stay');
});

test('row 20: of a document that breaks off the posts are taken, and not its validators: the rest is still to come', async (t) => {
  const b = await bench(t);
  const whole = rss([3, 2, 1]);
  const cut = whole.slice(0, whole.lastIndexOf('<item>') + 20);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E1' } },
    { body: cut, headers: { etag: 'E2' } },
    { body: whole, headers: { etag: 'E2' } },
  );
  const { userId } = await b.subscribe(FEED);
  await b.later(SOON);
  assert.deepEqual(
    (await b.items(userId)).map((item) => item.title),
    ['Post 3', 'Post 2', 'Post 1'],
  );
  await b.later(SOON);
  assert.deepEqual(conditions(b).at(-1), ['E1', undefined]);
});

test('row 20: a document that breaks off at the same place again and again is never asked for by its validators', async (t) => {
  const b = await bench(t);
  const whole = rss([3, 2, 1]);
  const cut = whole.slice(0, whole.lastIndexOf('<item>') + 20);
  let visits = 0;
  b.web.serve(FEED, ({ headers }) => {
    visits++;
    if (visits > 3 && headers['if-none-match'] === 'E1') return { status: 304 };
    return { body: visits > 3 ? whole : cut, headers: { etag: 'E1' } };
  });
  const { userId } = await b.subscribe(FEED);
  for (let visit = 2; visit <= 5; visit++) await b.later(2 * DAY);
  assert.deepEqual(
    conditions(b).map(([etag]) => etag),
    [undefined, undefined, undefined, undefined, 'E1'],
  );
  assert.equal((await b.items(userId)).length, 3);
});

test('row 20: a document that breaks off changes nothing of what is known of the whole one', async (t) => {
  const b = await bench(t);
  const whole = { body: rss([3, 2, 1]), headers: { etag: 'E1' } };
  const cut = { body: whole.body.slice(0, whole.body.lastIndexOf('<item>') + 20), headers: { etag: 'E2' } };
  b.web.serve(FEED, whole, cut, cut, whole);
  const { sourceId } = await b.subscribe(FEED);
  const { bodyHash } = await b.source(sourceId);
  for (let visit = 2; visit <= 4; visit++) await b.later(2 * DAY);
  assert.deepEqual(conditions(b).slice(1), [
    ['E1', undefined],
    ['E1', undefined],
    ['E1', undefined],
  ]);
  assert.equal((await b.source(sourceId)).bodyHash, bodyHash);
  const [last] = await b.visits(sourceId);
  assert.deepEqual(last?.outcome, { kind: 'unchanged' });
});

test('a document that always breaks off at the same place costs its site the whole of it once a day, not each hour', async (t) => {
  const b = await bench(t);
  const whole = rss([3, 2, 1].map((n) => ({ n, hoursAgo: n })));
  const cut = whole.slice(0, whole.lastIndexOf('<item>') + 20);
  b.web.serve(
    FEED,
    { body: whole, headers: { etag: 'E1' } },
    { body: cut, headers: { etag: 'E2' } },
    { body: cut, headers: { etag: 'E2' } },
    { body: cut, headers: { etag: 'E2' } },
    { body: rss([4, 3, 2, 1].map((n) => ({ n, hoursAgo: n }))), headers: { etag: 'E3' } },
    { status: 304 },
  );
  await b.subscribe(FEED);
  for (let hour = 0; hour < 6 * 24; hour++) await b.later(HOUR);
  const times = b.web.requestsFor(FEED).map(({ at }) => at);
  const gaps = times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / HOUR);
  const [, again, repeated, repeatedAgain, whole2] = gaps;
  assert.ok(again && again < 24, 'once may be a mishap');
  assert.ok(repeated && repeated >= 24);
  assert.ok(repeatedAgain && repeatedAgain >= 24);
  assert.ok(whole2 && whole2 < 24, 'it is as before once it is whole');
});

test('rule 9: validators survive a restart', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E1' } }, { status: 304 });
  await b.subscribe(FEED);
  await b.crawler.close();
  const store = await openStore(b.address, b.clock);
  const next = b.open({ store });
  await b.clock.advance(SOON);
  await b.wait(next.runDue());
  assert.deepEqual(conditions(b).at(-1), ['E1', undefined]);
  await next.close();
  await store.close();
});

test('rule 10: validators go back to the address that gave them and to no other', async (t) => {
  const b = await bench(t);
  const target = 'https://cdn.example.com/feed';
  b.web.serve(FEED, { status: 302, headers: { location: target } });
  b.web.serve(target, { body: rss([1]), headers: { etag: 'T' } }, { status: 304 });
  const { sourceId } = await b.subscribe(FEED);
  await b.later(SOON);
  assert.deepEqual(conditions(b).at(-1), [undefined, undefined]);
  assert.deepEqual(conditions(b, target).at(-1), ['T', undefined]);
  assert.equal((await b.visits(sourceId))[0]?.outcome.kind, 'unchanged');
});

test('rule 11: a server that never knows its ETag is asked by its date, once a week', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E', 'last-modified': 'L' } });
  await b.subscribe(FEED);
  for (let visit = 0; visit < 8; visit++) await b.later(SOON);
  assert.deepEqual(
    conditions(b).map(([etag]) => etag),
    [undefined, 'E', 'E', 'E', 'E', 'E', undefined, 'E', 'E'],
  );
  assert.deepEqual(conditions(b)[6], [undefined, 'L']);
  b.web.serve(FEED, { status: 304 });
  await b.later(8 * DAY);
  await b.later(SOON);
  assert.deepEqual(conditions(b).slice(-2), [
    [undefined, 'L'],
    [undefined, 'L'],
  ]);
});

test('rule 10: where each redirect leads to another address, the whole document is fetched once a day', async (t) => {
  const b = await bench(t);
  const cdn = 'https://cdn.example.net/feed';
  const news = Array.from({ length: 20 }, (_, n) => ({ n, hoursAgo: n }));
  let signature = 0;
  b.web.serve(FEED, () => {
    const signed = `${cdn}?signature=${++signature}`;
    b.web.serve(signed, { body: rss(news), headers: { etag: 'E' } });
    return { status: 302, headers: { location: signed } };
  });
  await b.subscribe(FEED);
  for (let visit = 0; visit < 4 * 48; visit++) await b.later(DAY / 48);
  const documents = b.web.requests.filter(({ url }) => url.startsWith(cdn)).length;
  assert.ok(documents >= 4 && documents <= 6, `${documents}`);
});
