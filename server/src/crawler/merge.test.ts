import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { changesAfter, latestSeq } from '../store/changes.ts';
import { deleteFeed, updateInterval } from '../store/feeds/feeds.ts';
import { hostNamed, restHost } from '../store/sources/hosts.ts';
import { findSchedule, unscheduleIfUnfollowed } from '../store/sources/schedules.ts';
import { findSource, findSourceAt, updateSource } from '../store/sources/sources.ts';
import { sql } from '../store/sql.ts';
import { feedsWithWrongCount } from '../store/testing/wrong-counts.ts';
import { readers } from './reading/reread.ts';
import { healthOf } from './schedule/health.ts';
import { type Bench, bench, rss, type Subscribed } from './testing/bench.ts';

const OLD = 'https://example.com/feed';
const NEW = 'https://example.org/feed';
const THIRD = 'https://example.net/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When a source is asked, and what becomes one with what, is decided before anything is written; the other tests write it. */
const decided = { skip: isOnPostgres ? 'it does not depend on the database' : false };

const to = (url: string): { status: number; headers: Record<string, string> } => ({
  status: 301,
  headers: { location: url },
});
const another = (...posts: number[]): { body: string; headers: Record<string, string> } => ({
  body: rss(posts, { title: 'Quite another', site: 'https://another.example.net/' }),
  headers: { etag: `another ${posts}` },
});
const document = (...posts: number[]): { body: string; headers: Record<string, string> } => ({
  body: rss(posts),
  headers: { etag: `${posts}` },
});

interface Two {
  b: Bench;
  /** Follows the old address. */
  ada: Subscribed;
  /** Follows the new one. */
  bob: Subscribed;
}

/** Two sources of one post each; the old one begins to send on with its next visit. `meanwhile`: what befalls the new one first. */
async function two(t: TestContext, meanwhile: (b: Bench, bob: Subscribed) => Promise<void>): Promise<Two> {
  const b = await bench(t);
  b.web.serve(NEW, document(1));
  const bob = await b.subscribe(NEW, 'bob');
  await meanwhile(b, bob);
  b.web.serve(OLD, document(1), to(NEW));
  const ada = await b.subscribe(OLD, 'ada');
  b.web.serve(NEW, document(3, 2, 1));
  return { b, ada, bob };
}

/** Makes visits until the two sources are one. */
async function untilOne({ b, bob }: Two): Promise<void> {
  for (let hours = 0; hours < 10 * 24; hours++) {
    if ((await b.store.read((tx) => findSourceAt(tx, OLD))) === bob.sourceId) return;
    await b.later(HOUR);
  }
  assert.fail('the sources are still two');
}

async function titles(b: Bench, { userId }: Subscribed): Promise<string[]> {
  return (await b.items(userId)).map((item) => item.title).sort();
}

async function days(b: Bench, count: number): Promise<void> {
  for (let hours = 0; hours < count * 24; hours++) await b.later(HOUR);
}

function leave(b: Bench, { userId, feedId, sourceId }: Subscribed): Promise<void> {
  return b.store.write(async (tx) => {
    await deleteFeed(tx, userId, feedId);
    await unscheduleIfUnfollowed(tx, sourceId);
  });
}

async function endWith410(b: Bench): Promise<void> {
  b.web.serve(NEW, { status: 410 });
  await days(b, 4);
}

test('a source that is gone and shown to be there by another is visited again, and all who follow it are told', async (t) => {
  const pair = await two(t, async (b, bob) => {
    await endWith410(b);
    assert.equal((await b.source(bob.sourceId)).memory.state, 'gone');
  });
  const { b, ada, bob } = pair;
  let before = 0;
  while ((await b.source(bob.sourceId)).memory.state !== undefined) {
    before = await b.store.read((tx) => latestSeq(tx, bob.userId));
    await b.later(HOUR);
  }
  const told = await b.store.read((tx) => changesAfter(tx, bob.userId, before, 100));
  assert.ok(told.some(({ kind, ids }) => kind === 'feeds.changed' && ids.includes(bob.feedId)));
  await untilOne(pair);
  const health = await b.store.read((tx) => healthOf(tx, bob.sourceId));
  assert.deepEqual([health?.state, health?.failures, health?.visits[0]?.ok], ['well', 0, true]);
  b.web.serve(NEW, document(4, 3, 2, 1));
  await days(b, 2);
  const all = ['Post 1', 'Post 2', 'Post 3', 'Post 4'];
  assert.deepEqual([await titles(b, ada), await titles(b, bob)], [all, all]);
});

test('a source that is gone once more after a merge is gone by the same rule', decided, async (t) => {
  const pair = await two(t, endWith410);
  const { b, bob } = pair;
  await untilOne(pair);
  b.web.serve(NEW, { status: 410 });
  b.web.forget();
  await days(b, 10);
  assert.equal((await b.source(bob.sourceId)).memory.state, 'gone');
  const [first, second, ...more] = b.web.requestsFor(NEW);
  assert.ok(first && second && more.length === 0);
  assert.ok(second.at - first.at >= DAY);
});

test(
  'a source that has failed for long is visited soon after another has shown it to be there',
  decided,
  async (t) => {
    const pair = await two(t, async (b) => {
      b.web.serve(NEW, { status: 500 });
      await days(b, 30);
    });
    const { b, ada, bob } = pair;
    await untilOne(pair);
    b.web.forget();
    b.web.serve(NEW, document(4, 3, 2, 1));
    await days(b, 0.5);
    assert.equal(b.web.requestsFor(NEW).length > 0, true);
    assert.deepEqual([(await titles(b, ada)).length, (await titles(b, bob)).length], [4, 4]);
  },
);

for (const followed of [true, false]) {
  test(
    `the source that stays is asked within hours, and not within the hour of the last request (${followed ? 'followed' : 'left'} before)`,
    decided,
    async (t) => {
      const pair = await two(t, async (b, { userId, feedId, sourceId }) => {
        await b.store.write(async (tx) => {
          await updateInterval(tx, userId, feedId, 30 * DAY);
        });
        if (!followed) await leave(b, { userId, feedId, sourceId });
        await days(b, 1);
      });
      const { b, ada, bob } = pair;
      await untilOne(pair);
      const last = b.web.requestsFor(NEW).at(-1)?.at ?? Number.NaN;
      const plan = await b.store.read((tx) => findSchedule(tx, bob.sourceId));
      const waits = (plan?.nextVisitAt ?? Number.NaN) - last;
      assert.ok(waits >= HOUR && waits <= 2 * HOUR, `${waits / HOUR} h`);
      b.web.serve(NEW, document(4, 3, 2, 1));
      await days(b, 0.5);
      for (const each of followed ? [ada, bob] : [ada]) assert.equal((await titles(b, each)).length, 4);
    },
  );
}

test('nor sooner than the host wants to which its address leads', decided, async (t) => {
  const platform = 'https://platform.net/feed';
  const onward = { status: 302, headers: { location: platform } };
  const pair = await two(t, async (b, { userId, feedId }) => {
    b.web.serve(NEW, onward);
    b.web.serve(platform, document(1));
    await days(b, 1);
    await b.store.write(async (tx) => {
      await updateInterval(tx, userId, feedId, 30 * DAY);
      await restHost(tx, await hostNamed(tx, 'platform.net'), { floorMs: 8 * HOUR });
    });
  });
  pair.b.web.serve(NEW, onward);
  await untilOne(pair);
  const last = pair.b.web.requestsFor(platform).at(-1)?.at ?? Number.NaN;
  const plan = await pair.b.store.read((tx) => findSchedule(tx, pair.bob.sourceId));
  const waits = (plan?.nextVisitAt ?? Number.NaN) - last;
  assert.ok(waits >= 8 * HOUR && waits <= 9 * HOUR, `${waits / HOUR} h`);
});

test(
  'a source that nobody follows and that is gone is there again for those who are led to it, though it fails at first',
  decided,
  async (t) => {
    const pair = await two(t, async (b, bob) => {
      await endWith410(b);
      await leave(b, bob);
    });
    const { b, ada } = pair;
    await untilOne(pair);
    b.web.serve(NEW, { status: 503 }, document(4, 3, 2, 1));
    await days(b, 2);
    assert.equal((await titles(b, ada)).length, 4);
  },
);

test('whoever follows the source that stays gets what only the other has published, once', async (t) => {
  const pair = await two(t, async (b, { userId, feedId }) => {
    await b.store.write((tx) => updateInterval(tx, userId, feedId, 30 * DAY));
    await days(b, 1);
  });
  const { b, ada, bob } = pair;
  const cyd = await b.subscribe(OLD, 'cyd');
  const cydToo = await b.subscribe(NEW, 'cyd');
  await days(b, 0.5);
  assert.deepEqual(
    [await titles(b, ada), await titles(b, bob)],
    [['Post 1', 'Post 2', 'Post 3'], ['Post 1']],
  );
  await untilOne(pair);
  await days(b, 1);
  const all = ['Post 1', 'Post 2', 'Post 3'];
  assert.deepEqual([await titles(b, ada), await titles(b, bob), await titles(b, cyd)], [all, all, all]);
  assert.ok((await b.items(cyd.userId)).every(({ feedId }) => feedId === cydToo.feedId));
  assert.deepEqual(await b.store.read(feedsWithWrongCount), []);
});

test('whoever followed the source that goes has what only the other one has been seen to publish, too', async (t) => {
  const pair = await two(t, () => Promise.resolve());
  const { b, ada, bob } = pair;
  let newest = 3;
  b.web.serve(NEW, () => document(...Array.from({ length: ++newest }, (_, before) => newest - before)));
  await untilOne(pair);
  // From now on nothing new is there to be seen.
  b.web.serve(NEW, document(1));
  await days(b, 1);
  assert.deepEqual(await titles(b, ada), await titles(b, bob));
  assert.deepEqual(await b.store.read(feedsWithWrongCount), []);
});

test('what is found at an old address of a source that is lost goes on beside it', decided, async (t) => {
  const elsewhere = 'https://example.net/feed';
  const { b, ada, bob } = await two(t, async (b, bob) => {
    b.web.serve(NEW, to(elsewhere));
    b.web.serve(elsewhere, document(1));
    await days(b, 2);
    assert.equal((await b.source(bob.sourceId)).url, elsewhere);
    b.web.serve(elsewhere, { status: 410 });
    await days(b, 3);
  });
  b.web.forget();
  await days(b, 10);
  assert.deepEqual(b.web.requestsFor(elsewhere), [], 'what is gone is not asked again for that');
  assert.equal((await b.source(bob.sourceId)).memory.state, 'gone');
  b.web.serve(NEW, document(4, 3, 2, 1));
  await days(b, 1);
  assert.deepEqual(
    [(await b.source(bob.sourceId)).url, (await b.source(ada.sourceId)).url],
    [elsewhere, OLD],
  );
  assert.deepEqual([(await titles(b, ada)).length, (await titles(b, bob)).length], [4, 1]);
});

for (const [what, elsewhere] of [
  ['has another feed by now', undefined],
  ['still leads there', { status: 302, headers: { location: THIRD } }],
] as const)
  test(`a source that moves to where another once was, which ${what}, ${elsewhere ? 'becomes one with it' : 'goes on by itself'}`, async (t) => {
    const b = await bench(t);
    b.web.serve(NEW, to(THIRD));
    b.web.serve(THIRD, document(3, 2, 1));
    const bob = await b.subscribe(NEW, 'bob');
    assert.equal((await b.source(bob.sourceId)).url, THIRD);
    b.web.serve(OLD, elsewhere ? document(3, 2, 1) : another(13, 12, 11));
    const ada = await b.subscribe(OLD, 'ada');
    b.web.serve(OLD, to(NEW));
    b.web.serve(NEW, elsewhere ?? another(14, 13, 12, 11));
    await days(b, 4);
    const at = await b.store.read((tx) => findSourceAt(tx, NEW));
    assert.equal(at, elsewhere ? bob.sourceId : ada.sourceId);
    b.web.serve(NEW, elsewhere ?? another(15, 14, 13, 12, 11));
    await days(b, 2);
    assert.equal((await titles(b, ada)).length, elsewhere ? 3 : 5);
    assert.equal((await titles(b, bob)).length, 3);
  });

test('a visit whose lease was lost makes nothing one and mends nothing', async (t) => {
  const { b, ada, bob } = await two(t, async () => {});
  const { memory, ...rest } = await b.source(bob.sourceId);
  const failing = { ...rest, memory: { ...memory, failingSince: 1 } };
  b.web.serve(NEW, document(1));
  for (const state of [failing, { ...rest, memory }]) {
    await b.store.write((tx) => updateSource(tx, bob.sourceId, state));
    b.web.serve(OLD, async () => {
      await b.store.write((tx) => tx.run(sql`UPDATE hosts SET lease = 'of another' WHERE lease IS NOT NULL`));
      return to(NEW);
    });
    await b.store.write(async (tx) => {
      const source = await findSource(tx, ada.sourceId);
      const moving = { to: NEW, via: 'redirect' as const, since: 1, visits: 5 };
      if (source) await updateSource(tx, source.id, { ...source, memory: { ...source.memory, moving } });
    });
    await b.clock.advance(DAY);
    b.web.forget();
    await b.wait(b.crawler.refresh(ada.sourceId));
    assert.equal(b.web.requestsFor(OLD).length, 1);
    assert.equal(await b.store.read((tx) => findSourceAt(tx, OLD)), ada.sourceId);
    assert.equal((await b.source(bob.sourceId)).memory.failingSince, state.memory.failingSince);
  }
});

test(
  'a source becomes one with the other also where its kept document is read again just then',
  decided,
  async (t) => {
    const b = await bench(t);
    b.web.serve(NEW, to(THIRD));
    b.web.serve(THIRD, document(3, 2, 1));
    const bob = await b.subscribe(NEW, 'bob');
    b.web.serve(OLD, document(3, 2, 1));
    const ada = await b.subscribe(OLD, 'ada');
    b.web.serve(OLD, to(NEW));
    b.web.serve(NEW, { status: 302, headers: { location: THIRD } });
    for (let hours = 0; hours < 4 * 24; hours++) {
      const older = sql`UPDATE sources SET details = replace(details, ${`"${readers}"`}, '"older"') WHERE id = ${ada.sourceId}`;
      await b.store.write((tx) => tx.run(older));
      await b.later(HOUR);
    }
    assert.equal(await b.store.read((tx) => findSourceAt(tx, OLD)), bob.sourceId);
  },
);

test(
  'a source that moves to where another is, in another notation, becomes one with it',
  decided,
  async (t) => {
    const b = await bench(t);
    const www = NEW.replace('//', '//www.');
    const self = `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="${NEW}"/>`;
    for (const url of [NEW, www]) b.web.serve(url, rss([3, 2, 1], { extra: self }));
    const bob = await b.subscribe(NEW, 'bob');
    assert.equal((await b.subscribe(www, 'cem')).sourceId, bob.sourceId);
    b.web.serve(OLD, document(3, 2, 1));
    const ada = await b.subscribe(OLD, 'ada');
    b.web.serve(OLD, to(www));
    await untilOne({ b, ada, bob });
  },
);

test('rule 31: nobody is given another feed by a merge before having been asked', async (t) => {
  const other = rss([13, 12, 11], { title: 'Quite another', site: 'https://example.net/' });
  const b = await bench(t);
  b.web.serve(NEW, document(3, 2, 1), { body: other, headers: { etag: 'other' } });
  const bob = await b.subscribe(NEW, 'bob');
  await days(b, 1);
  assert.equal((await b.source(bob.sourceId)).memory.state, 'another-feed');
  b.web.serve(OLD, { body: other, headers: { etag: 'O' } }, to(NEW));
  const ada = await b.subscribe(OLD, 'ada');
  await days(b, 10);
  assert.deepEqual(await titles(b, bob), ['Post 1', 'Post 2', 'Post 3']);
  assert.equal(await b.store.read((tx) => findSourceAt(tx, OLD)), ada.sourceId);
  await b.wait(b.crawler.refresh(bob.sourceId));
  assert.equal((await titles(b, bob)).length, 6);
  await untilOne({ b, ada, bob });
});

test('rule 31: nor where the site has not been visited since its address came to that feed', async (t) => {
  const b = await bench(t);
  const cached = { status: 304, headers: { etag: '3,2,1' } };
  b.web.serve(NEW, document(3, 2, 1));
  const bob = await b.subscribe(NEW, 'bob');
  b.web.serve(OLD, another(13, 12, 11));
  const ada = await b.subscribe(OLD, 'ada');
  b.web.serve(OLD, to(NEW));
  // A cache says to whoever comes with the former validators that nothing has changed.
  b.web.serve(NEW, ({ headers }) => (headers['if-none-match'] === '3,2,1' ? cached : another(13, 12, 11)));
  await days(b, 4);
  b.web.serve(NEW, another(14, 13, 12, 11));
  await days(b, 2);
  assert.equal((await b.source(bob.sourceId)).memory.state, 'another-feed');
  assert.deepEqual(await titles(b, bob), ['Post 1', 'Post 2', 'Post 3']);
  assert.deepEqual(await titles(b, ada), ['Post 11', 'Post 12', 'Post 13', 'Post 14']);
});

test(
  'rule 31: nor by what came with a merge, to which those who were led there had agreed',
  decided,
  async (t) => {
    const b = await bench(t);
    b.web.serve(NEW, document(3, 2, 1));
    const bob = await b.subscribe(NEW, 'bob');
    b.web.serve(OLD, another(13, 12, 11));
    const ada = await b.subscribe(OLD, 'ada');
    b.web.serve(OLD, to(NEW));
    await days(b, 1);
    await b.wait(b.crawler.refresh(ada.sourceId));
    await untilOne({ b, ada, bob });
    b.web.serve(NEW, another(13, 12, 11));
    await days(b, 1);
    assert.equal((await b.source(bob.sourceId)).memory.state, 'another-feed');
    b.web.serve(NEW, another(14, 13, 12, 11));
    await days(b, 1);
    assert.equal((await b.source(bob.sourceId)).memory.state, 'another-feed');
    assert.deepEqual(await titles(b, bob), ['Post 1', 'Post 2', 'Post 3']);
  },
);

test('what has become another feed is shown to those who are led there, if nobody else followed it', async (t) => {
  const other = rss([13, 12, 11], { title: 'Quite another', site: 'https://example.net/' });
  const b = await bench(t);
  b.web.serve(NEW, document(3, 2, 1), { body: other, headers: { etag: 'other' } });
  const bob = await b.subscribe(NEW, 'bob');
  await days(b, 1);
  assert.equal((await b.source(bob.sourceId)).memory.state, 'another-feed');
  await leave(b, bob);
  const left = await b.source(bob.sourceId);
  await b.store.write((tx) =>
    updateSource(tx, left.id, { ...left, memory: { ...left.memory, identity: 'link' } }),
  );
  b.web.serve(OLD, { body: other, headers: { etag: 'O' } }, to(NEW));
  const ada = await b.subscribe(OLD, 'ada');
  await untilOne({ b, ada, bob });
  assert.equal((await b.source(bob.sourceId)).memory.identity, undefined, 'that was of the former one');
  b.web.serve(NEW, rss([14, 13, 12, 11], { title: 'Quite another', site: 'https://example.net/' }));
  await days(b, 1);
  assert.deepEqual(await titles(b, ada), ['Post 11', 'Post 12', 'Post 13', 'Post 14']);
  assert.equal((await b.store.read((tx) => healthOf(tx, bob.sourceId)))?.state, 'well');
  // The former one is another feed to them.
  b.web.serve(NEW, document(4, 3, 2, 1));
  await days(b, 2);
  assert.equal((await titles(b, ada)).length, 4);
  assert.equal((await b.source(bob.sourceId)).memory.state, 'another-feed');
});

test('a source that moves brings nothing along for those who follow the other', async (t) => {
  const pair = await two(t, () => Promise.resolve());
  const { b, ada, bob } = pair;
  b.web.serve(OLD, document(92, 91), to(NEW));
  await untilOne(pair);
  await days(b, 2);
  assert.deepEqual(await titles(b, bob), ['Post 1', 'Post 2', 'Post 3']);
  assert.equal((await titles(b, ada)).length, 5);
});
