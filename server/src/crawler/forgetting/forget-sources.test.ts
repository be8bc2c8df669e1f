import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteFeed, insertFeed } from '../../store/feeds/feeds.ts';
import { tryLease } from '../../store/sources/hosts.ts';
import { hubsOf, insertHub } from '../../store/sources/hubs.ts';
import { scheduleIfUnscheduled, unscheduleIfUnfollowed } from '../../store/sources/schedules.ts';
import { findSourceAt } from '../../store/sources/sources.ts';
import { noteUnfollowed, removeUnfollowed } from '../../store/sources/unfollowed-sources.ts';
import { sql } from '../../store/sql.ts';
import type { ReadTx } from '../../store/store.ts';
import { somePosts, someUser } from '../../store/testing/rows.ts';
import { spiedStore } from '../../store/testing/spied-store.ts';
import { adoptSource } from '../following/adopt-source.ts';
import { fillFeed } from '../following/fill-feed.ts';
import { iconLimits } from '../icons/limits.ts';
import { type Bench, bench, rss, type Subscribed } from '../testing/bench.ts';
import { forgetSources } from './forget-sources.ts';
import { resting } from './limits.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('what nobody has followed for 30 days goes, with its posts and all that was kept for it', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'E' } });
  await unfollow(b, await b.subscribe('example.com/feed'));
  await forgetSources(b.store);
  await b.clock.advance(30 * DAY - HOUR);
  await forgetSources(b.store);
  assert.equal(await countOf(b, 'posts'), 2);
  await b.clock.advance(2 * HOUR);
  await forgetSources(b.store);
  for (const table of [
    'sources',
    'source_bodies',
    'source_addresses',
    'schedules',
    'visits',
    'posts',
    'post_contents',
    'unfollowed_sources',
    'hosts',
  ]) {
    assert.equal(await countOf(b, table), 0, table);
  }
  // A new follower starts again from the document.
  const again = await b.subscribe(FEED);
  assert.equal((await b.items(again.userId)).length, 2);
});

test('an icon stays while a feed here shows it, it is to be asked for, or it was asked for lately', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, rss([1]));
  const { sourceId } = await b.subscribe(FEED);
  const left = await b.store.write(async (tx) => {
    await tx.run(sql`DELETE FROM icons`);
    const insert = async (site: string, dueAt: number | null, askedAt: number) => {
      const row = await tx.get<{ id: number }>(sql`
        INSERT INTO icons (site, step, url, host_id, due_at, asked_at)
        VALUES (${site}, 'site', 'https://example.com/', 1, ${dueAt}, ${askedAt}) RETURNING id`);
      return row?.id ?? 0;
    };
    const long = tx.now - iconLimits.restMs - 1;
    await insert('https://nobody.example', null, long);
    const shown = await insert('https://shown.example', null, long);
    await tx.run(sql`UPDATE sources SET icon_id = ${shown} WHERE id = ${sourceId}`);
    return [
      shown,
      await insert('https://due.example', tx.now, long),
      await insert('https://lately.example', null, long + 1),
    ];
  });
  await forgetSources(b.store);
  const rows = await b.store.read((tx) => tx.all<{ id: number }>(sql`SELECT id FROM icons ORDER BY id`));
  assert.deepEqual(
    rows.map(({ id }) => id),
    left,
  );
});

test('icons of very many sites without a feed go in portions', async (t) => {
  const b = await bench(t);
  const { store, spied } = spiedStore(b.store);
  const count = 2 * resting.iconsAtOnce + 1;
  await b.store.write(async (tx) => {
    const numbers = tx.dialect.numbers(Array.from({ length: count }, (_, index) => index));
    await tx.run(sql`
      INSERT INTO icons (site, step, url, host_id)
      SELECT 'https://' || value || '.example', 'site', 'https://example.com/', 1 FROM (${numbers}) AS numbers`);
  });
  await forgetSources(store);
  assert.equal(await countOf(b, 'icons'), 0);
  assert.equal(spied.mostChanged, resting.iconsAtOnce);
});

test('what nobody has followed since a time to come, by a clock that was ahead, goes 30 days after the clock is right', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, rss([1]));
  await unfollow(b, await b.subscribe(FEED));
  const right = b.clock.now();
  b.clock.set(right + 10 * 365 * DAY);
  await forgetSources(b.store);
  b.clock.set(right);
  await forgetSources(b.store);
  for (const [days, left] of [
    [29, 1],
    [2, 0],
  ] as const) {
    await b.clock.advance(days * DAY);
    await forgetSources(b.store);
    assert.equal(await countOf(b, 'sources'), left);
  }
});

test('a source with very many posts goes in portions, and nothing is left of it', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const feed = await b.subscribe(FEED);
  await unfollow(b, feed);
  await b.store.write((tx) => somePosts(tx, feed.sourceId, 2 * resting.postsAtOnce + 7));
  await forgetSources(b.store);
  await b.clock.advance(31 * DAY);
  const left = [await countOf(b, 'posts')];
  const write: typeof b.store.write = async (fn, options) => {
    const value = await b.store.write(fn, options);
    left.push(await countOf(b, 'posts'));
    return value;
  };
  await forgetSources({ ...b.store, write });
  const gone = left.map((count, index) => (left[index - 1] ?? count) - count);
  assert.ok(Math.max(...gone) <= resting.postsAtOnce, `${Math.max(...gone)} posts in one transaction`);
  for (const table of ['sources', 'posts', 'unfollowed_sources'])
    assert.equal(await countOf(b, table), 0, table);
});

test('what is half gone stays once somebody follows it', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const feed = await b.subscribe(FEED);
  await unfollow(b, feed);
  await b.store.write((tx) => somePosts(tx, feed.sourceId, 9));
  await b.store.write(noteUnfollowed);
  await b.store.write((tx) => removeUnfollowed(tx, feed.sourceId, 5));
  await b.subscribe(FEED, 'bob');
  await b.store.write((tx) => removeUnfollowed(tx, feed.sourceId, 5));
  // The one that its document shows had gone, and has come again.
  assert.deepEqual([await countOf(b, 'sources'), await countOf(b, 'posts')], [1, 6]);
  assert.equal(await countOf(b, 'unfollowed_sources'), 0);
});

test('whoever follows what is half gone has all that the document shows', async (t) => {
  const b = await bench(t);
  const shown = Array.from({ length: 12 }, (_, index) => 12 - index);
  b.web.serve(FEED, ({ headers }) =>
    headers['if-none-match'] === 'E' ? { status: 304 } : { body: rss(shown), headers: { etag: 'E' } },
  );
  const feed = await b.subscribe(FEED);
  await unfollow(b, feed);
  await b.store.write(noteUnfollowed);
  await b.store.write((tx) => removeUnfollowed(tx, feed.sourceId, 5));
  const { userId } = await b.subscribe(FEED, 'bob');
  assert.equal((await b.items(userId)).length, shown.length);
});

for (const says of ['304', 'the same bytes']) {
  test(`whoever has what is half gone from an import has all that the document shows, though its site would say ${says}`, async (t) => {
    const b = await bench(t);
    const shown = Array.from({ length: 12 }, (_, index) => 12 - index);
    b.web.serve(FEED, ({ headers }) => {
      const isKnown = says === '304' && headers['if-none-match'] === 'E';
      return isKnown ? { status: 304 } : { body: rss(shown), headers: { etag: 'E' } };
    });
    const feed = await b.subscribe(FEED);
    await unfollow(b, feed);
    await b.store.write(noteUnfollowed);
    await b.store.write((tx) => removeUnfollowed(tx, feed.sourceId, 5));
    // Its site was away just then, so nobody has asked it.
    const userId = await b.store.write(async (tx) => {
      const id = await someUser(tx, 'bob');
      const sourceId = (await adoptSource(tx, FEED)) ?? 0;
      await fillFeed(tx, { id: await insertFeed(tx, id, sourceId), userId: id, sourceId });
      await scheduleIfUnscheduled(tx, sourceId);
      return id;
    });
    assert.equal((await b.items(userId)).length, 7);
    await b.later(2 * DAY);
    assert.equal((await b.items(userId)).length, shown.length);
  });
}

test('what somebody follows stays, and so does what is gone for good', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 410 });
  const { sourceId, userId } = await b.subscribe(FEED);
  for (let visit = 0; visit < 3; visit++) await b.later(2 * DAY);
  assert.equal((await b.source(sourceId)).memory.state, 'gone');
  await forgetSources(b.store);
  assert.equal(await countOf(b, 'unfollowed_sources'), 0);
  await b.clock.advance(60 * DAY);
  await forgetSources(b.store);
  assert.equal((await b.items(userId)).length, 1);
});

test('somebody who comes within the month sets the time back', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 304 });
  await unfollow(b, await b.subscribe(FEED));
  await forgetSources(b.store);
  await b.clock.advance(29 * DAY);
  const second = await b.subscribe(FEED, 'bob');
  await forgetSources(b.store);
  await unfollow(b, second);
  await forgetSources(b.store);
  await b.clock.advance(2 * DAY);
  await forgetSources(b.store);
  assert.equal(await countOf(b, 'posts'), 1);
});

test('somebody who comes between the look and the removal keeps it', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const first = await b.subscribe(FEED);
  await unfollow(b, first);
  await b.store.write(noteUnfollowed);
  await b.subscribe(FEED, 'bob');
  await b.store.write((tx) => removeUnfollowed(tx, first.sourceId, 10));
  assert.equal(await b.store.read((tx) => findSourceAt(tx, FEED)), first.sourceId);
  assert.equal(await countOf(b, 'unfollowed_sources'), 0);
});

test('the hub of what goes is told that it is over', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const feed = await b.subscribe(FEED);
  const { hostId } = await b.source(feed.sourceId);
  const hub = {
    url: 'https://hub.example/',
    topic: FEED,
    callback: 'c',
    secret: undefined,
    dueAt: undefined,
  };
  await b.store.write((tx) =>
    insertHub(tx, { ...hub, sourceId: feed.sourceId, hostId, dueAt: tx.now + DAY }),
  );
  await b.store.write((tx) => deleteFeed(tx, feed.userId, feed.feedId));
  await b.store.write((tx) => removeUnfollowed(tx, feed.sourceId, 10));
  assert.deepEqual(await b.store.read((tx) => hubsOf(tx, feed.sourceId)), []);
  const due = await b.store.read((tx) => rows(tx, 'SELECT source_id, due_at FROM hubs'));
  assert.deepEqual(due, [{ source_id: null, due_at: b.clock.now() }]);
  // Its host is needed until that is done, even while nothing is due there.
  for (const text of ['UPDATE hubs SET due_at = NULL', 'UPDATE hosts SET ready_at = NULL']) {
    await b.store.write((tx) => tx.run({ text, values: [] }));
  }
  await b.clock.advance(2 * DAY);
  await forgetSources(b.store);
  assert.equal(await countOf(b, 'hosts'), 1);
});

test('a host that was only ever a mistyped address goes after a day', async (t) => {
  const b = await bench(t);
  b.web.serve('https://exmaple.com/', { fails: 'dns-not-found' });
  assert.equal((await b.wait(b.crawler.follow('https://exmaple.com/'))).kind, 'refused');
  await b.clock.advance(DAY - HOUR);
  await forgetSources(b.store);
  assert.equal(await countOf(b, 'hosts'), 1);
  // Typed once more: the host is about to be called.
  await b.wait(b.crawler.follow('https://exmaple.com/'));
  await b.clock.advance(2 * HOUR);
  await forgetSources(b.store);
  assert.equal(await countOf(b, 'hosts'), 1);
  await b.clock.advance(DAY);
  await forgetSources(b.store);
  assert.equal(await countOf(b, 'hosts'), 0);
});

test('a host that has asked for a pause, that has raised its floor, or that somebody calls just now stays', async (t) => {
  const b = await bench(t);
  const { now } = b.clock;
  for (const [name, change] of [
    ['pause', `backoff_until = ${now() + 9 * DAY}`],
    ['floor', `floor_ms = 3600000, floor_since = ${now()}`],
    ['idle', `name = 'idle'`],
    ['called', `name = 'called'`],
  ]) {
    await b.store.write((tx) =>
      tx.run({ text: 'INSERT INTO hosts (name) VALUES (?)', values: [name ?? ''] }),
    );
    await b.store.write((tx) =>
      tx.run({ text: `UPDATE hosts SET ${change} WHERE name = ?`, values: [name ?? ''] }),
    );
  }
  await b.clock.advance(8 * DAY);
  await b.store.write((tx) => tryLease(tx, { hostId: 4, token: 'somebody' }, DAY));
  await forgetSources(b.store);
  const left = await b.store.read((tx) => rows(tx, 'SELECT name FROM hosts ORDER BY id'));
  assert.deepEqual(left, [{ name: 'pause' }, { name: 'floor' }, { name: 'called' }]);
  await b.clock.advance(60 * DAY);
  await forgetSources(b.store);
  assert.deepEqual(await b.store.read((tx) => rows(tx, 'SELECT name FROM hosts')), [{ name: 'called' }]);
});

function unfollow(b: Bench, { userId, feedId, sourceId }: Subscribed): Promise<void> {
  return b.store.write(async (tx) => {
    await deleteFeed(tx, userId, feedId);
    await unscheduleIfUnfollowed(tx, sourceId);
  });
}

async function countOf(b: Bench, table: string): Promise<number> {
  const [row] = await b.store.read((tx) => rows(tx, `SELECT count(*) AS count FROM ${table}`));
  return Number(row?.count);
}

async function rows(tx: ReadTx, text: string): Promise<Record<string, unknown>[]> {
  return (await tx.all<Record<string, unknown>>({ text, values: [] })).map((row) => ({ ...row }));
}
