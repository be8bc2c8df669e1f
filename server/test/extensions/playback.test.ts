// The extension app.courant.playback: what is played on one device continues on another.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import type { ItemPlayback } from '@courant/protocol';
import { forgetPositions } from '../../src/library/playback.ts';
import { sql } from '../../src/store/sql.ts';
import { type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { accountOf, bring } from './transfer-house.ts';

const url = 'https://pod.example/1.mp3';

test('what was heard on one device goes on there on another that follows the changes', async (t) => {
  const { house, client: telephone, id } = await someListener(t);
  const { cursor } = await telephone.sync.changes();
  const before = await telephone.items.list();
  assert.equal(before.items.find((item) => item.id === id)?.['app.courant.playback'], undefined);
  const kept = await telephone.playback.keep(id, { url, seconds: 321.5 });
  const at = new Date(house.clock.now()).toISOString();
  assert.deepEqual(kept, { positions: [{ url, seconds: 321.5, at }] });
  const changes = await telephone.sync.changes({ since: cursor });
  assert.deepEqual(changes.items, { played: [{ id, positions: kept.positions }] });
  assert.equal(changes.counts, undefined);
  assert.deepEqual((await telephone.items.get(id))['app.courant.playback'], kept);
  const listed = (await telephone.items.list()).items.find((item) => item.id === id);
  assert.deepEqual(listed?.['app.courant.playback'], kept);
});

test('of two devices the later by time stands, whichever comes first and whatever their clocks say', async (t) => {
  const { house, client, id } = await someListener(t);
  await house.clock.advance(3_600_000);
  await client.playback.keep(id, { url, seconds: 600 });
  const { cursor } = await client.sync.changes();
  const late = await client.playback.keep(id, { url, seconds: 60, agoSeconds: 1_800 });
  assert.equal(late.positions[0]?.seconds, 600);
  assert.deepEqual(await client.sync.changes({ since: cursor }), { cursor, more: false });
  await house.clock.advance(20_000);
  const next = await client.playback.keep(id, { url, seconds: 610, agoSeconds: 10 });
  assert.equal(next.positions[0]?.seconds, 610);
});

test('a file that was heard to its end begins anew, and no older device takes it back', async (t) => {
  const { house, client, id } = await someListener(t);
  await client.playback.keep(id, { url, seconds: 600 });
  await house.clock.advance(60_000);
  const { cursor } = await client.sync.changes();
  assert.deepEqual(await client.playback.keep(id, { url, seconds: 0 }), { positions: [] });
  assert.deepEqual((await client.sync.changes({ since: cursor })).items?.played, [{ id, positions: [] }]);
  assert.deepEqual(await client.playback.keep(id, { url, seconds: 590, agoSeconds: 50 }), { positions: [] });
  assert.equal((await client.items.get(id))['app.courant.playback'], undefined);
});

test('the files of one item are kept apart', async (t) => {
  const { client, id } = await someListener(t);
  const other = 'https://pod.example/1.ogg';
  await client.playback.keep(id, { url, seconds: 10 });
  const both = await client.playback.keep(id, { url: other, seconds: 20 });
  assert.deepEqual(
    both.positions.map(({ url: file, seconds }) => [file, seconds]),
    [
      [url, 10],
      [other, 20],
    ],
  );
});

test('what is no item of the user, no file of it and no number is refused, and nothing is kept', async (t) => {
  const { house, client, id } = await someListener(t);
  const { client: otto } = await house.signIn('otto');
  const refused = async (who: Client, status: number, what: { id: number; url: string; seconds: number }) =>
    assert.rejects(who.playback.keep(what.id, what), { status }, JSON.stringify(what));
  await refused(otto, 404, { id, url, seconds: 1 });
  await refused(client, 404, { id: 999_999, url, seconds: 1 });
  await refused(client, 422, { id, url: 'https://elsewhere.example/1.mp3', seconds: 1 });
  await refused(client, 400, { id, url: '', seconds: 1 });
  await refused(client, 400, { id, url: `https://pod.example/${'a'.repeat(8_000)}`, seconds: 1 });
  for (const seconds of [-1, Number.NaN, 1e8]) await refused(client, 400, { id, url, seconds });
  assert.equal((await client.items.get(id))['app.courant.playback'], undefined);
});

test('a number is understood however a program writes it, and is kept to the millisecond', async (t) => {
  const { house, id, accessToken } = await someListener(t);
  const headers = { authorization: `Bearer ${accessToken}` };
  const written = [
    ['12.450000000000001', 12.45],
    ['0.10000000000000009', 0.1],
    ['1.5e2', 150],
    ['5.551115123125783e-17', undefined],
  ] as const;
  for (const [seconds, kept] of written) {
    const body = new URLSearchParams({ url, seconds, ago_seconds: seconds });
    const path = `/api/app.courant.playback/v1/items/${id}/position`;
    await house.clock.advance(600_000);
    const answer = await house.ask(path, { method: 'POST', headers, body });
    assert.equal(answer.status, 200, seconds);
    const { positions } = (await answer.json()) as ItemPlayback;
    assert.equal(positions[0]?.seconds, kept, seconds);
  }
});

test('an unfollowed feed that is brought back has what was heard of it', async (t) => {
  const { house, client, id, feedId } = await someListener(t);
  const { positions } = await client.playback.keep(id, { url, seconds: 77 });
  await client.feeds.delete(feedId);
  await forgetPositions(house.house.library);
  const [entry] = await client.journal.list();
  await client.journal.undo(entry?.id ?? 0);
  assert.deepEqual((await client.items.get(id))['app.courant.playback'], { positions });
});

test('what was heard of items that are gone for good is forgotten, and of others kept', async (t) => {
  const { house, client, id, userId } = await someListener(t);
  const { store } = house.house.library;
  const kept = (await client.items.list()).items.find((item) => item.id !== id)?.id ?? 0;
  await client.playback.keep(id, { url, seconds: 5 });
  await client.playback.keep(kept, { url: 'https://pod.example/2.mp3', seconds: 5 });
  await store.write((tx) => tx.run(sql`DELETE FROM items WHERE id = ${id} AND user_id = ${userId}`));
  await forgetPositions({ store });
  const rows = await store.read((tx) => tx.all<{ id: number }>(sql`SELECT item_id AS id FROM played_items`));
  assert.deepEqual(
    rows.map((row) => row.id),
    [kept],
  );
});

test('it goes along with an exported account, and of two accounts that are joined the later stands', async (t) => {
  const { house, client, id } = await someListener(t);
  await client.playback.keep(id, { url, seconds: 0 });
  await house.clock.advance(1_000);
  await client.playback.keep(id, { url: 'https://pod.example/1.ogg', seconds: 20.25 });
  for (const content of [true, false]) {
    const { client: into } = await house.signIn(`into ${content}`);
    const before = await accountOf(client, content);
    await bring(house, into, await client.transfer.exportAccount({ content }));
    assert.deepEqual(await accountOf(into, content), before);
    assert.match(JSON.stringify(before), /"positions":\[\{"url"/);
  }
  const exported = await client.transfer.exportAccount({ content: true });
  await house.clock.advance(60_000);
  await client.playback.keep(id, { url, seconds: 500 });
  const { cursor } = await client.sync.changes();
  await bring(house, client, exported);
  assert.equal((await client.items.get(id))['app.courant.playback']?.positions[0]?.seconds, 500);
  assert.equal((await client.sync.changes({ since: cursor })).items?.played, undefined);
});

interface Listener extends SignedIn {
  house: TestHouse;
  feedId: number;
  /** The item with two files. */
  id: number;
}

/** A user who follows a podcast of two posts. */
async function someListener(t: TestContext): Promise<Listener> {
  const house = await testHouse(t);
  const signedIn = await house.signIn('ines');
  house.web.serve('https://pod.example/feed', podcast);
  const feed = await signedIn.client.feeds.create({ feedUrl: 'https://pod.example/feed' });
  const { items } = await signedIn.client.feeds.items(feed.id);
  const id = items.find(({ title }) => title === 'One')?.id ?? 0;
  return { ...signedIn, house, feedId: feed.id, id };
}

const podcast = `<rss version="2.0"><channel><title>Pod</title><link>https://pod.example/</link>
  <item><guid>1</guid><title>One</title><enclosure url="${url}" type="audio/mpeg"/>
    <enclosure url="https://pod.example/1.ogg" type="audio/ogg"/></item>
  <item><guid>2</guid><title>Two</title><enclosure url="https://pod.example/2.mp3" type="audio/mpeg"/></item>
  </channel></rss>`;
