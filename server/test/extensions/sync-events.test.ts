// app.courant.sync as a stream: events come when something happens, and the stream ends when it should.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpoints } from '@courant/protocol';
import { connectedApps, removeApp } from '../../src/accounts/connected-apps.ts';
import { appendChange } from '../../src/store/changes.ts';
import { insertGroup } from '../../src/store/feeds/groups.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { beginCopy, download } from './copy.ts';

const BEAT_MS = 15_000;

interface Reading {
  response: Response;
  /** The next piece of the stream; undefined at its end. */
  next(): Promise<string | undefined>;
  cancel(): Promise<void>;
}

/** Opens a stream as a socket would, and reads the first piece, which only says how to reconnect. */
async function listenTo(
  house: TestHouse,
  { accessToken }: SignedIn,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Reading> {
  const response = await house.ask(`${endpoints.followEvents.path}${query}`, {
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  });
  assert.equal(response.status, 200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const next = async (): Promise<string | undefined> => {
    const { value, done } = await reader.read();
    return done ? undefined : new TextDecoder().decode(value);
  };
  assert.equal(await next(), 'retry: 3000\n\n');
  return { response, next, cancel: () => reader.cancel() };
}

test('an event is an answer of changes, its id the cursor of that answer, and it comes at once', async (t) => {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const { cursor: since } = await ines.client.sync.changes();
  const { response, next } = await listenTo(house, ines, { query: `?since=${since}` });
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.match(response.headers.get('cache-control') ?? '', /no-store/);
  const coming = next();
  // It has read the changes once and sleeps.
  await house.clock.settle();
  await ines.client.groups.create({ title: 'News' });
  const answer = await ines.client.sync.changes({ since });
  assert.equal(await coming, `id: ${answer.cursor}\nevent: changes\ndata: ${JSON.stringify(answer)}\n\n`);
});

test('a stream without a cursor begins with one, and with the way to a snapshot', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const events = client.sync.events();
  const first = (await events.next()).value;
  assert.deepEqual(first, await client.sync.changes());
  await client.groups.create({ title: 'News' });
  assert.equal((await events.next()).value?.groups?.changed?.[0]?.title, 'News');
  await events.return();
});

test('Last-Event-ID resumes where the stream broke off, and goes before since', async (t) => {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const { cursor: since } = await ines.client.sync.changes();
  await ines.client.groups.create({ title: 'Before' });
  const { cursor } = await ines.client.sync.changes({ since });
  await ines.client.groups.create({ title: 'After' });
  const resumed = await listenTo(house, ines, {
    query: `?since=${since}`,
    headers: { 'last-event-id': cursor },
  });
  const event = await resumed.next();
  assert.match(event ?? '', /"After"/);
  assert.doesNotMatch(event ?? '', /"Before"/);
});

test('a cursor that is not good is told with a status, before the stream begins', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  const answer = await house.ask(endpoints.followEvents.path, {
    headers: { authorization: `Bearer ${accessToken}`, 'last-event-id': 'nonsense' },
  });
  assert.equal(answer.status, 410);
  assert.match(((await answer.json()) as { error: string }).error, /start again/);
});

test('what the crawler brings comes by the stream, and a copy that listens has what there is', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const url = 'https://a.example/feed';
  await follow(house, client, url, posts(1, 3));
  const copy = await beginCopy(client, { limit: 2 });
  const events = client.sync.events({ since: copy.cursor, limit: 2 });
  house.web.serve(url, rss('Feed of a.example', posts(1, 9)));
  await house.crawl(30 * 3_600_000);
  while (copy.stock().items.length < 9) copy.take((await events.next()).value ?? assert.fail('it ended'));
  await client.items.markManyRead(copy.stock().items.map((item) => item.id));
  while (copy.stock().counts.total > 0) copy.take((await events.next()).value ?? assert.fail('it ended'));
  assert.deepEqual(copy.stock(), await download(client));
  await events.return();
});

test('a stream on which nothing happens gives a sign of life with each beat', async (t) => {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const { cursor } = await ines.client.sync.changes();
  const { next } = await listenTo(house, ines, { query: `?since=${cursor}` });
  for (let beat = 0; beat < 3; beat++) {
    const coming = next();
    await house.clock.advance(BEAT_MS);
    assert.equal(await coming, ':\n\n');
  }
});

test('any number of streams share one timer, and the last to go takes it along', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const before = house.clock.pending;
  const streams = [];
  for (const who of [ines, otto, ines]) streams.push(await listenTo(house, who));
  assert.equal(house.clock.pending, before + 1);
  for (const stream of streams) await stream.cancel();
  assert.equal(house.clock.pending, before);
});

test('what another process has committed is seen at the next beat', async (t) => {
  const folder = temporaryFolder(t);
  const database = `file:${join(folder, 'courant.db')}`;
  const house = await testHouse(t, { COURANT_DATABASE: database });
  const ines = await house.signIn('ines');
  const { cursor } = await ines.client.sync.changes();
  const { next } = await listenTo(house, ines, { query: `?since=${cursor}` });
  const coming = next();
  // It has read the changes once and sleeps.
  await house.clock.settle();
  const other = await openStore(database, house.clock);
  await other.write(async (tx) => {
    const id = await insertGroup(tx, ines.userId, 'From elsewhere');
    await appendChange(tx, ines.userId, 'groups.new', [id ?? 0]);
  });
  await other.close();
  await house.clock.advance(BEAT_MS);
  const pieces = [await coming, await next()];
  assert.ok(pieces.some((piece) => piece?.includes('From elsewhere')));
});

test('a stream ends where a failover has lost a change, also if another one has taken its place', async (t) => {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  await ines.client.groups.create({ title: 'Lost' });
  const { cursor } = await ines.client.sync.changes();
  const { next } = await listenTo(house, ines, { query: `?since=${cursor}` });
  const life = next();
  await house.clock.advance(BEAT_MS);
  assert.equal(await life, ':\n\n');
  const end = next();
  // As another node would write it, of which this one has heard nothing.
  await house.house.library.store.write((tx) =>
    tx.run(sql`UPDATE changes SET kind = 'groups.edited', at = ${tx.now} WHERE user_id = ${ines.userId}`),
  );
  await house.clock.advance(BEAT_MS);
  assert.equal(await end, undefined);
});

test('a stream ends at the next beat after its app was put out', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const [mine, theirs] = [await listenTo(house, ines), await listenTo(house, otto)];
  for (const stream of [mine, theirs]) assert.match((await stream.next()) ?? '', /"snapshot"/);
  const [end, life] = [mine.next(), theirs.next()];
  const { accounts } = house.house;
  for (const { grantId } of await connectedApps(accounts, ines.userId))
    await removeApp(accounts, ines.userId, grantId);
  await house.clock.advance(BEAT_MS);
  assert.equal(await end, undefined);
  assert.equal(await life, ':\n\n');
});

test('a stream ends within a minute after its token has expired', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '100' });
  const { next } = await listenTo(house, await house.signIn('ines'));
  assert.match((await next()) ?? '', /"snapshot"/);
  await house.clock.advance(90_000);
  assert.equal(await next(), ':\n\n');
  const end = next();
  await house.clock.advance(60_000);
  assert.equal(await end, undefined);
});

test('streams end when the house closes, the waiting and the idle ones', async (t) => {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const [waiting, unread] = [await listenTo(house, ines), await listenTo(house, ines)];
  assert.match((await waiting.next()) ?? '', /"snapshot"/);
  const end = waiting.next();
  house.house.library.events.close();
  assert.equal(await end, undefined);
  assert.equal(await unread.next(), undefined);
  assert.equal(house.clock.pending, 0);
});

test('a user may have 20 streams; one more is a 429, until one has gone', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const open: Reading[] = [];
  for (let count = 0; count < 20; count++) open.push(await listenTo(house, ines));
  const refused = await house.ask(endpoints.followEvents.path, {
    headers: { authorization: `Bearer ${ines.accessToken}` },
  });
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30']);
  await listenTo(house, otto);
  await open[7]?.cancel();
  await listenTo(house, ines);
});

test('whoever asks with HEAD gets the fields, and leaves no stream behind', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  const before = house.clock.pending;
  const answer = await house.ask(endpoints.followEvents.path, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  assert.deepEqual([answer.status, await answer.text()], [200, '']);
  assert.equal(house.clock.pending, before);
});

test('a reader that is slow gets at once what it has missed, as one event', async (t) => {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  const { cursor } = await ines.client.sync.changes();
  const { next } = await listenTo(house, ines, { query: `?since=${cursor}` });
  for (const title of ['One', 'Two', 'Three']) await ines.client.groups.create({ title });
  const event = (await next()) ?? '';
  for (const title of ['One', 'Two', 'Three']) assert.ok(event.includes(title), title);
});
