// The extension app.courant.transfer: imports that report their progress, are not stopped by bad feeds, and survive restarts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxImportBytes } from '@courant/protocol';
import type { Reader } from '../../src/crawler/reading/reading.ts';
import { setPlansBack } from '../../src/crawler/schedule/set-plans-back.ts';
import { inlineReader } from '../../src/crawler/testing/inline-reading.ts';
import { changesAfter } from '../../src/store/changes.ts';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { bring, opml, outline, statusesOf, untilEnded } from './transfer-house.ts';

const HOUR = 3_600_000;

test('OPML brings groups at once and feeds by and by, in order, each in its groups', async (t) => {
  const house = await testHouse(t);
  const { client, userId } = await house.signIn('ines');
  for (const letter of ['a', 'b', 'c'])
    house.web.serve(`https://${letter}.example/feed`, rss(`Feed ${letter}`, posts(1, 2)));
  const text = opml(`
    <outline text="News"><outline text="Local">${outline('https://a.example/feed', 'My own title')}</outline></outline>
    <outline text="Art">${outline('feed:https://b.example/feed', 'Feed b')}${outline('https://a.example/feed')}</outline>
    ${outline('https://c.example/feed')}`);
  const job = await client.transfer.importFile(text, 'text/x-opml');
  assert.deepEqual([job.kind, job.feeds.total, job.feeds.done], ['opml', 3, 0]);
  const groups = await client.groups.list();
  assert.deepEqual(
    groups.map(({ title, feed_ids }) => [title, feed_ids]),
    [
      ['News / Local', []],
      ['Art', []],
    ],
  );
  const done = await untilEnded(house, client, job.id);
  assert.deepEqual(
    [done.state, done.feeds, done.failures, done.notes],
    ['done', { total: 3, done: 3, followed: 3, already_there: 0, failed: 0 }, [], []],
  );
  assert.ok(done.ended_at);
  const feeds = (await client.feeds.list()).sort(
    (a, b) => (a['app.courant.feeds']?.position ?? 0) - (b['app.courant.feeds']?.position ?? 0),
  );
  const titles = (ids: readonly number[]) => ids.map((id) => groups.find((group) => group.id === id)?.title);
  assert.deepEqual(
    feeds.map((feed) => [feed.title, titles(feed.group_ids)]),
    [
      ['My own title', ['News / Local', 'Art']],
      ['Feed b', ['Art']],
      ['Feed', []],
    ],
  );
  assert.equal((await statusesOf(client)).length, 6);
  assert.deepEqual(
    (await client.transfer.imports()).map(({ id, failures }) => [id, failures]),
    [[job.id, undefined]],
  );
  const kinds = (await house.house.library.store.read((tx) => changesAfter(tx, userId, 0, 100))).map(
    (change) => change.kind,
  );
  assert.deepEqual(kinds.slice(0, 2), ['groups.new', 'feeds.new']);
});

test('a bad feed stops nothing, is named with its reason and group, and can be tried again', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve('https://good.example/feed', rss('Good', posts(1, 1)));
  await follow(house, client, 'https://there.example/feed', posts(1, 1));
  const done = await bring(
    house,
    client,
    opml(
      `<outline text="G">${outline('https://bad.example/feed', 'Bad')}${outline('nonsense')}${outline('https://good.example/feed')}</outline>
       ${outline('https://there.example/feed')}`,
    ),
  );
  const [group] = await client.groups.list();
  assert.deepEqual(done.feeds, { total: 4, done: 4, followed: 1, already_there: 1, failed: 2 });
  assert.deepEqual(done.failures, [
    {
      feed_url: 'https://bad.example/feed',
      title: 'Bad',
      group_ids: [group?.id],
      reason: 'The site has nothing at this address (404)',
      code: 'site-not-found',
    },
    {
      feed_url: 'nonsense',
      title: 'Feed',
      group_ids: [group?.id],
      reason: 'This is not the address of a web site or feed',
      code: 'bad-address',
    },
  ]);
  house.web.serve('https://bad.example/feed', rss('Bad', posts(1, 3)));
  const retried = await client.transfer.retryImport(done.id);
  assert.deepEqual([retried.state, retried.feeds.done], ['waiting', 2]);
  const again = await untilEnded(house, client, done.id);
  assert.deepEqual(again.feeds, { total: 4, done: 4, followed: 2, already_there: 1, failed: 1 });
  assert.equal((await client.groups.list())[0]?.feed_ids.length, 2);
});

test('one host is called by one feed at a time, and one that asks to be left alone is left alone', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const urls = [1, 2, 3, 4].map((n) => `https://many.example/${n}`);
  house.web.serve(
    urls[0] ?? '',
    { status: 429, headers: { 'retry-after': '1800' } },
    rss('One', posts(1, 1)),
  );
  for (const url of urls.slice(1)) house.web.serve(url, { body: rss(url, posts(1, 1)), afterMs: 3_000 });
  const { id } = await client.transfer.importFile(opml(urls.map((url) => outline(url)).join('')));
  await house.clock.advance(60_000);
  const waiting = await client.transfer.getImport(id);
  assert.deepEqual([waiting.state, waiting.feeds.failed], ['running', 0]);
  assert.equal(house.web.requestsFor(urls[0] ?? '').length, 1);
  await house.clock.advance(HOUR);
  const done = await untilEnded(house, client, id);
  assert.deepEqual([done.feeds.followed, done.feeds.failed], [4, 0]);
  const asked = house.web.requests.filter(({ url }) => urls.includes(url));
  assert.equal(asked.length, 5);
  const [first, again] = house.web.requestsFor(urls[0] ?? '');
  assert.ok((again?.at ?? 0) >= (first?.at ?? 0) + 1_800_000);
  for (const [index, { at }] of asked.entries()) {
    const before = asked[index - 1];
    if (before) assert.ok(at >= (before.endedAt ?? Number.POSITIVE_INFINITY), 'never two calls at once');
  }
});

test('a feed that was put off while the clock was ahead is tried within hours once the clock is right', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const url = 'https://busy.example/feed';
  const busy = { status: 429, headers: { 'retry-after': '60' } };
  house.web.serve(url, busy, rss('Feed', posts(1, 1)));
  const right = house.clock.now();
  house.clock.set(right + 30 * 24 * HOUR);
  const { id } = await client.transfer.importFile(opml(outline(url)));
  await house.clock.advance(10_000);
  assert.equal(house.web.requestsFor(url).length, 1);
  house.clock.set(right);
  await setPlansBack(house.house.library.store);
  for (let hour = 0; hour < 7; hour++) await house.clock.sleep(HOUR);
  assert.equal((await untilEnded(house, client, id)).feeds.followed, 1);
});

test('what an import follows is read in its turn, and what its user follows is read first', async (t) => {
  const urgent: boolean[] = [];
  const read: Reader = (bytes, from, urgency) => {
    urgent.push(urgency?.isAwaited ?? false);
    return inlineReader(bytes, from);
  };
  const house = await testHouse(t, {}, { read });
  const { client } = await house.signIn('ines');
  house.web.serve('https://a.example/feed', rss('A', posts(1, 2)));
  const { id } = await client.transfer.importFile(opml(outline('https://a.example/feed')));
  await untilEnded(house, client, id);
  await follow(house, client, 'https://b.example/feed', posts(1, 2));
  assert.deepEqual(urgent, [false, true]);
});

test('an import can be cancelled and taken up again; one of a user runs at a time', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const slow = (name: string) => {
    const url = `https://${name}.example/feed`;
    house.web.serve(url, { body: rss(name, posts(1, 1)), afterMs: 10_000 });
    return outline(url);
  };
  const first = await client.transfer.importFile(
    opml(
      'abcdefghijkl'
        .split('')
        .map((letter) => slow(letter))
        .join(''),
    ),
  );
  const second = await client.transfer.importFile(opml(slow('z')));
  await house.clock.advance(5_000);
  assert.equal(house.web.requests.length, 6);
  assert.deepEqual(
    (await client.transfer.imports()).map(({ state }) => state),
    ['waiting', 'running'],
  );
  const cancelled = await client.transfer.cancelImport(first.id);
  assert.equal(cancelled.state, 'cancelled');
  await untilEnded(house, client, second.id);
  assert.ok((await client.feeds.list()).some(({ feed_url: url }) => url === 'https://z.example/feed'));
  await assert.rejects(client.transfer.cancelImport(first.id), { status: 422 });
  await client.transfer.retryImport(first.id);
  const done = await untilEnded(house, client, first.id);
  assert.equal(done.feeds.followed, 12);
  await assert.rejects(client.transfer.retryImport(first.id), { status: 422 });
});

test('what is no document is refused with a sentence, and nothing is kept of it', async (t) => {
  const house = await testHouse(t);
  const { client, accessToken } = await house.signIn('ines');
  for (const nothing of ['', ' \r\n\t\n'])
    await assert.rejects(client.transfer.importFile(nothing), { status: 400, message: /document is empty/ });
  for (const text of [
    'hello',
    '<rss version="2.0"/>',
    '{"a":1}',
    '[]',
    '[1,2]',
    'null',
    '{"items":[]}',
    opml(''),
  ]) {
    await assert.rejects(client.transfer.importFile(text), { status: 422 }, text);
  }
  await assert.rejects(client.transfer.importFile('PK\u0003\u0004'), { message: /ZIP archive/ });
  await assert.rejects(client.transfer.importFile('x', 'multipart/form-data; boundary=x'), { status: 415 });
  const long = await house.ask('/api/app.courant.transfer/v1/imports', {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-length': String(maxImportBytes + 1) },
    body: 'x',
  });
  assert.equal(long.status, 413);
  const untyped = await house.ask('/api/app.courant.transfer/v1/imports', {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: new TextEncoder().encode(opml('')),
  });
  assert.equal(untyped.status, 422, 'a body without a type is read');
  assert.deepEqual(await client.transfer.imports(), []);
  for (const method of ['getImport', 'retryImport', 'cancelImport'] as const) {
    await assert.rejects(client.transfer[method](1), { status: 404 });
  }
});

test('nobody sees the imports of another, or can touch them', async (t) => {
  const house = await testHouse(t);
  const ines = (await house.signIn('ines')).client;
  const otto = (await house.signIn('otto')).client;
  house.web.serve('https://a.example/feed', rss('A', posts(1, 2)));
  const job = await bring(
    house,
    ines,
    opml(outline('https://a.example/feed') + outline('https://b.example/feed')),
  );
  assert.deepEqual(await otto.transfer.imports(), []);
  for (const method of ['getImport', 'retryImport', 'cancelImport'] as const) {
    await assert.rejects(otto.transfer[method](job.id), {
      status: 404,
      message: /there is no import/,
    });
  }
  assert.deepEqual(await otto.feeds.list(), []);
  assert.doesNotMatch(await otto.transfer.exportOpml(), /a\.example/);
  assert.doesNotMatch(await otto.transfer.exportAccount({ content: true }), /a\.example/);
});

test('an eleventh import waits its turn outside', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve('https://a.example/feed', { body: rss('A', posts(1, 1)), afterMs: 40_000 });
  for (let n = 0; n < 10; n++) await client.transfer.importFile(opml(outline('https://a.example/feed')));
  await assert.rejects(client.transfer.importFile(opml(outline('https://a.example/feed'))), { status: 429 });
  // The house must not be closed during a visit, which would need the clock to go on.
  await house.clock.advance(120_000);
});

test('exported OPML brings the same groups and feeds into another account', async (t) => {
  const house = await testHouse(t);
  const ines = (await house.signIn('ines')).client;
  const otto = (await house.signIn('otto')).client;
  for (const letter of ['a', 'b'])
    await follow(house, ines, `https://${letter}.example/feed?x=1&y=2`, posts(1, 1));
  const [a, b] = await ines.feeds.list();
  await ines.groups.create({ title: '<News> & "More"', feedIds: [a?.id ?? 0, b?.id ?? 0] });
  await ines.groups.create({ title: 'Art', feedIds: [a?.id ?? 0] });
  const text = await ines.transfer.exportOpml();
  assert.match(text, /<opml version="2.0">/);
  await bring(house, otto, text);
  const line = /<(title|dateCreated)>.*\n/g;
  assert.equal((await otto.transfer.exportOpml()).replace(line, ''), text.replace(line, ''));
});

test('progress is told each time that something has come, to the end', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  // Each feed comes when what was there before has been told.
  const told = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const [place, letter] of ['a', 'b'].entries())
    house.web.serve(`https://${letter}.example/feed`, async () => {
      await told[place]?.promise;
      return { body: rss(letter, posts(1, 1)) };
    });
  const { id } = await client.transfer.importFile(
    opml(outline('https://a.example/feed') + outline('https://b.example/feed')),
  );
  const seen: number[] = [];
  const progress = (async () => {
    for await (const { feeds } of client.transfer.importProgress(id, { everyMs: 1 })) {
      seen.push(feeds.done);
      told[feeds.done]?.resolve();
    }
  })();
  await untilEnded(house, client, id);
  await progress;
  assert.deepEqual([...new Set(seen)], [0, 1, 2]);
});
