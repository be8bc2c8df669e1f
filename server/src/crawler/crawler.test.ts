import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { changesAfter } from '../store/changes.ts';
import { deleteFeed, feedsWithWrongCount } from '../store/feeds.ts';
import { setRead } from '../store/items.ts';
import { openStore } from '../store/open.ts';
import { findSchedule, unscheduleIfUnfollowed } from '../store/schedules.ts';
import { type Bench, bench, rss } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Two visits lie this far apart at most, as long as all is well. */
const SOON = 8 * HOUR;

/** The conditional part of each request for the feed. */
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

test('rule 14: at least an hour lies between two visits of a busy feed', async (t) => {
  const b = await bench(t);
  let n = 1;
  b.web.serve(FEED, () => ({
    body: rss(Array.from({ length: 20 }, (_, i) => ({ n: n + 20 - i, hoursAgo: 0 })) && [++n]),
    headers: { etag: `${n}` },
  }));
  await b.subscribe(FEED);
  for (let minutes = 0; minutes < 24 * 60; minutes += 10) await b.later(600_000);
  const times = b.web.requestsFor(FEED).map((request) => request.at);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  assert.ok(times.length > 3);
  assert.ok(Math.min(...gaps) >= HOUR, `${Math.min(...gaps) / 60_000} min`);
});

test('rule 23: a restart causes no request', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  await b.subscribe(FEED);
  for (let restart = 0; restart < 5; restart++) {
    const next = b.open();
    next.start();
    await b.clock.advance(60_000);
    await next.close();
  }
  assert.equal(b.web.requests.length, 1);
});

test('rule 26: a person refreshes at most once in ten minutes, conditionally, and is told what came of it', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([2, 1]), headers: { etag: 'F' } },
  );
  const { sourceId } = await b.subscribe(FEED);
  await b.clock.advance(4 * 60_000);
  assert.match(await b.wait(b.crawler.refresh(sourceId)), /visited 4 minutes ago; .* again in 6 minutes/);
  await b.clock.advance(6 * 60_000);
  assert.equal(await b.wait(b.crawler.refresh(sourceId)), 'The feed was read and has 1 new post');
  assert.deepEqual(conditions(b).at(-1), ['E', undefined]);
  assert.equal(b.web.requests.length, 2);
});

test('rule 26: no refresh while Retry-After runs', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { status: 503, headers: { 'retry-after': '86400' } },
  );
  const { sourceId } = await b.subscribe(FEED);
  await b.later(SOON);
  await b.clock.advance(HOUR);
  assert.match(await b.wait(b.crawler.refresh(sourceId)), /again in 23 hours/);
  assert.equal(b.web.requests.length, 2);
});

test('rule 28: the feeds of one host are visited one after the other with a pause, hosts beside each other', async (t) => {
  const b = await bench(t);
  const urls = ['a', 'b', 'c'].flatMap((name) => [
    `https://example.com/${name}`,
    `https://${name}.example.com/x`,
  ]);
  urls.push('https://example.org/feed');
  for (const url of urls) b.web.serve(url, () => ({ body: rss([1]), headers: { etag: url }, afterMs: 700 }));
  for (const url of urls) await b.subscribe(url);
  b.web.forget();
  b.crawler.start();
  for (let hour = 0; hour < 12; hour++) await b.clock.advance(HOUR);
  const one = b.web.requests.filter((request) => request.url.includes('example.com'));
  assert.ok(one.length >= 6);
  for (const [index, request] of one.slice(1).entries()) {
    assert.ok(request.at - (one[index]?.endedAt ?? Number.POSITIVE_INFINITY) >= 1_000);
  }
  assert.ok(b.web.requestsFor('https://example.org/feed').length >= 1);
});

test('rule 19: a 429 keeps all feeds of the host from being visited', async (t) => {
  const b = await bench(t);
  const other = 'https://blog.example.com/feed';
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { status: 429, headers: { 'retry-after': '604800' } },
  );
  b.web.serve(other, { body: rss([1]), headers: { etag: 'O' } });
  const { sourceId } = await b.subscribe(FEED);
  await b.subscribe(other);
  await b.clock.advance(HOUR);
  await b.wait(b.crawler.refresh(sourceId));
  b.web.forget();
  for (let day = 0; day < 6; day++) await b.later(DAY);
  assert.equal(b.web.requests.length, 0);
  await b.later(1.1 * DAY);
  assert.ok(b.web.requests.length > 0);
});

test('rule 29: what nobody follows is not visited, and is again when somebody comes back', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const { userId, feedId, sourceId } = await b.subscribe(FEED);
  await b.store.write(async (tx) => {
    await deleteFeed(tx, userId, feedId);
    await unscheduleIfUnfollowed(tx, sourceId);
  });
  for (let day = 0; day < 5; day++) assert.equal(await b.later(DAY), 0);
  await b.subscribe(FEED);
  assert.equal(b.web.requests.length, 1, 'what is stored is enough to begin with');
  assert.equal(await b.later(1_000), 1);
});

test('rule 34: two 410 a day apart end the visits, the posts stay, and a new follower has it asked once more', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 410 });
  const { sourceId, userId } = await b.subscribe(FEED);
  await b.later(SOON);
  await b.later(2 * DAY);
  assert.deepEqual((await b.visits(sourceId))[0]?.outcome, { kind: 'gone', confirmed: true });
  b.web.forget();
  for (let day = 0; day < 10; day++) await b.later(DAY);
  assert.equal(b.web.requests.length, 0);
  assert.equal((await b.items(userId)).length, 1);
  const refused = await b.wait(b.crawler.follow(FEED));
  assert.match(refused.kind === 'refused' ? refused.sentence : '', /gone for good/);
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'F' } });
  await b.clock.advance(DAY);
  await b.subscribe(FEED, 'bob');
  assert.equal((await b.items(userId)).length, 2);
});

test('rule 39: a 304 that was not asked for is an error', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]) }, { status: 304 });
  const { sourceId } = await b.subscribe(FEED);
  await b.later(2 * DAY);
  const [last] = await b.visits(sourceId);
  assert.ok(last?.outcome.kind === 'unreachable' && last.outcome.reason === 'unasked-304');
});

test("rule 42: the true number of subscribers is told, or none where it is nobody's business", async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  await b.subscribe(FEED);
  await b.subscribe(FEED, 'bob');
  await b.later(SOON);
  assert.equal(
    b.web.requests.at(-1)?.headers['user-agent'],
    'Courant/0.1.0 (+https://courant.example/; 2 subscribers)',
  );
  const quiet = b.open({ tellsSubscribers: false });
  await b.clock.advance(SOON);
  await b.wait(quiet.runDue());
  assert.equal(b.web.requests.at(-1)?.headers['user-agent'], 'Courant/0.1.0 (+https://courant.example/)');
  await quiet.close();
});

test('a new post reaches every follower once, unread, with a place in the order of changes', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([3, 2, 1]), headers: { etag: 'F' } },
  );
  const ada = await b.subscribe(FEED);
  const bob = await b.subscribe(FEED, 'bob');
  await b.later(SOON);
  await b.later(SOON);
  for (const { userId, feedId } of [ada, bob]) {
    const items = await b.items(userId);
    assert.deepEqual(
      items.map((item) => [item.title, item.read, item.feedId]),
      ['Post 3', 'Post 2', 'Post 1'].map((title) => [title, false, feedId]),
    );
    const changes = await b.store.read((tx) => changesAfter(tx, userId, 0, 10));
    assert.deepEqual(
      changes.at(-1)?.ids,
      items
        .slice(0, 2)
        .map((item) => item.id)
        .reverse(),
    );
    assert.deepEqual(await b.store.read((tx) => feedsWithWrongCount(tx, userId)), []);
  }
  assert.deepEqual(b.events, [{ kind: 'changed', userIds: [ada.userId, bob.userId] }]);
});

test('row 37: an edited post keeps its first text, stays read, and is told as edited', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([{ n: 1, text: 'First' }]), headers: { etag: 'E' } },
    { body: rss([{ n: 1, text: 'Second' }]), headers: { etag: 'F' } },
  );
  const { userId, feedId } = await b.subscribe(FEED);
  const [item] = await b.items(userId);
  assert.ok(item);
  await b.store.write((tx) => setRead(tx, [{ id: item.id, feedId }], true));
  await b.later(SOON);
  const [edited] = await b.items(userId);
  assert.deepEqual([edited?.id, edited?.read], [item.id, true]);
  assert.match(edited?.content ?? edited?.summary ?? '', /Second/);
  const changes = await b.store.read((tx) => changesAfter(tx, userId, 0, 10));
  assert.deepEqual([changes.at(-1)?.kind, changes.at(-1)?.ids], ['items.edited', [item.id]]);
});

test('row 41: an archive that is shown anew arrives read', async (t) => {
  const b = await bench(t);
  const archive = Array.from({ length: 20 }, (_, i) => ({
    n: 500 + i,
    guid: `old-${i}`,
    hoursAgo: 2_000 + i,
  }));
  b.web.serve(
    FEED,
    { body: rss([{ n: 1, hoursAgo: 1 }]), headers: { etag: 'E' } },
    { body: rss([{ n: 2, hoursAgo: 0 }, ...archive]), headers: { etag: 'F' } },
  );
  const { userId } = await b.subscribe(FEED);
  await b.later(SOON);
  const items = await b.items(userId);
  assert.equal(items.length, 22);
  assert.deepEqual(
    items.filter((item) => !item.read).map((item) => item.title),
    ['Post 2', 'Post 1'],
  );
  assert.deepEqual(await b.store.read((tx) => feedsWithWrongCount(tx, userId)), []);
});

test('row 43: another feed at the address brings nothing, until a person wants it', async (t) => {
  const b = await bench(t);
  const sold = rss([901, 902], { title: 'Casino', site: 'https://casino.test/' });
  b.web.serve(FEED, { body: rss([3, 2, 1]), headers: { etag: 'E' } }, { body: sold, headers: { etag: 'S' } });
  const { userId, sourceId } = await b.subscribe(FEED);
  await b.later(SOON);
  assert.equal((await b.items(userId)).length, 3);
  assert.deepEqual((await b.visits(sourceId))[0]?.outcome, { kind: 'not-a-feed', why: 'another-feed' });
  assert.equal((await b.source(sourceId)).title, 'The feed');
  assert.equal(await b.later(6 * DAY), 0, 'asked once a week');
  await b.wait(b.crawler.refresh(sourceId));
  assert.equal((await b.items(userId)).length, 5);
  assert.equal((await b.source(sourceId)).title, 'Casino');
});

test('a visit whose lease was lost records nothing', async (t) => {
  const b = await bench(t);
  const other = b.open();
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([2, 1]), afterMs: 200_000 },
    { status: 304 },
  );
  const { sourceId, userId } = await b.subscribe(FEED);
  await b.clock.advance(SOON);
  const zombie = b.crawler.runDue();
  await b.clock.advance(130_000);
  assert.equal(await b.wait(other.runDue()), 1, 'the lease has ended, another node takes over');
  assert.equal(await b.wait(zombie), 0);
  assert.deepEqual(
    (await b.visits(sourceId)).map(({ outcome }) => outcome.kind),
    ['unchanged', 'document'],
  );
  assert.equal((await b.items(userId)).length, 1);
  await other.close();
});

test('several crawlers on one store never visit a host at once, and miss none', async (t) => {
  const b = await bench(t);
  const urls = Array.from({ length: 30 }, (_, i) => `https://s${i % 3}.host${i % 10}.com/${i}`);
  for (const url of urls) b.web.serve(url, () => ({ body: rss([1]), headers: { etag: url }, afterMs: 400 }));
  for (const url of urls) await b.subscribe(url);
  b.web.forget();
  const stores = await Promise.all([1, 2].map(() => openStore(b.address, b.clock)));
  const crawlers = [b.crawler, ...stores.map((store) => b.open({ store }))];
  for (const crawler of crawlers) crawler.start();
  await b.clock.advance(SOON);
  await b.clock.advance(30_000);
  assert.deepEqual(new Set(b.web.requests.map((request) => request.url)), new Set(urls));
  for (const [, requests] of Map.groupBy(b.web.requests, ({ url }) => new URL(url).hostname.split('.')[1])) {
    const inOrder = requests.sort((x, y) => x.at - y.at);
    for (const [index, request] of inOrder.slice(1).entries()) {
      assert.ok(request.at - (inOrder[index]?.endedAt ?? Number.POSITIVE_INFINITY) >= 1_000);
    }
  }
  await Promise.all(crawlers.slice(1).map((crawler) => crawler.close()));
  await Promise.all(stores.map((store) => store.close()));
});

test('a document that cannot be recorded costs the visit, and the source is not due again at once', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([2, 1]), headers: { etag: 'F' } },
  );
  const { sourceId } = await b.subscribe(FEED);
  await breakPosts(b);
  await b.later(SOON);
  const [last] = await b.visits(sourceId);
  assert.ok(last?.outcome.kind === 'unreachable' && last.outcome.reason === 'our-fault');
  const schedule = await b.store.read((tx) => findSchedule(tx, sourceId));
  assert.ok((schedule?.nextVisitAt ?? 0) >= b.clock.now() + HOUR / 2);
});

/** Posts cannot be added any more. */
function breakPosts({ store }: Bench): Promise<number> {
  return store.write((tx) =>
    tx.run({
      text: `CREATE TRIGGER broken BEFORE INSERT ON posts BEGIN SELECT raise(ABORT, 'broken on purpose'); END`,
      values: [],
    }),
  );
}

test('the loop sleeps until the next visit, and makes it', async (t: TestContext) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  await b.subscribe(FEED);
  b.crawler.start();
  await b.clock.advance(SOON);
  assert.equal(b.web.requests.length, 2);
  await b.crawler.close();
  await b.clock.advance(SOON);
  assert.equal(b.web.requests.length, 2);
});
