// Imported items keep the times at which their user got them elsewhere: apps that ask by time miss none of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss } from '../documents.ts';
import { bring } from '../extensions/transfer-house.ts';
import { type CompatHouse, compatHouse } from './compat-house.ts';

const DAY = 86_400_000;
const A = 'https://a.example/feed';
const B = 'https://b.example/feed';
const C = 'https://c.example/feed';
const reading = 's=user/-/state/com.google/reading-list';

test('items within a time are listed whatever was imported before and after them', async (t) => {
  const house = await someImported(t);
  const all = await Array.fromAsync(house.ines.client.items.all({ limit: 200 }));
  assert.equal(all.length, 12 + 70);
  const now = house.clock.now();
  for (const days of [1, 45, 365, 780, 1000]) {
    const ot = Math.floor((now - days * DAY) / 1000);
    const wanted = all
      .filter((item) => Date.parse(item.created_at) >= (ot - 10) * 1000)
      .map((item) => item.id);
    assert.deepEqual(await idsOf(house, `${reading}&n=10000&ot=${ot}`), wanted, `of ${days} days`);
    const unread = `${reading}&n=10000&ot=${ot}&xt=user/-/state/com.google/read`;
    assert.deepEqual(await idsOf(house, unread), wanted);
    assert.deepEqual(await idsOf(house, `${reading}&n=10000&r=o&ot=${ot}`), wanted.toReversed());
    const older = all.filter((item) => Date.parse(item.created_at) <= ot * 1000).map((item) => item.id);
    assert.deepEqual(await idsOf(house, `${reading}&n=10000&nt=${ot}`), older);
  }
});

test('what is marked up to a time is what was given until then, wherever it was imported', async (t) => {
  const house = await someImported(t);
  const ts = house.clock.now() - 45 * DAY;
  const form = { s: 'user/-/state/com.google/reading-list', ts: `${ts}000` };
  assert.equal((await house.greader('/reader/api/0/mark-all-as-read', { form })).status, 200);
  for await (const item of house.ines.client.items.all({ limit: 200 })) {
    assert.equal(item.read, Date.parse(item.created_at) <= ts, item.created_at);
  }
});

test('what comes after an import is found by its time, and so is a post whose status was imported before it came', async (t) => {
  const house = await someImported(t);
  const { clock, ines } = house;
  const come = async (count: number): Promise<void> => {
    await clock.advance(5 * DAY);
    house.web.serve(C, rss('C', posts(1, count)));
    await house.crawl(30 * 3_600_000);
  };
  await clock.advance(DAY);
  const since = Math.floor(clock.now() / 1000);
  const at = new Date(clock.now() - 100 * DAY).toISOString();
  // Read long ago, and without a text: its status waits for the post.
  const named = {
    feed: C,
    identity: 'g:post-5',
    guid: 'post-5',
    url: 'https://site.example/5',
    title: 'Post 5',
  };
  await bring(
    house,
    ines.client,
    account(clock.now(), [
      feedLine(C),
      JSON.stringify({ item: { ...named, created_at: at, read: true, starred: false } }),
    ]),
  );
  await come(5);
  await come(6);
  const [sixth, fifth] = (await ines.client.items.list({ limit: 2 })).items;
  assert.deepEqual([sixth?.title, fifth?.title, fifth?.created_at], ['Post 6', 'Post 5', at]);
  assert.deepEqual(await idsOf(house, `${reading}&ot=${since}`), [sixth?.id]);
  const wide = Math.floor((clock.now() - 105 * DAY) / 1000);
  const all = await Array.fromAsync(ines.client.items.all({ limit: 200 }));
  const wanted = all.filter((item) => Date.parse(item.created_at) >= wide * 1000).map((item) => item.id);
  assert.deepEqual(await idsOf(house, `${reading}&n=100&ot=${wide}`), wanted);
});

/** A reader of three feeds who imports two of them from elsewhere: items of the last weeks, then those of two years ago. */
async function someImported(t: Parameters<typeof compatHouse>[0]): Promise<CompatHouse> {
  const house = await compatHouse(t);
  const now = house.clock.now();
  const items = (of: string, count: number, days: number) =>
    Array.from({ length: count }, (_, index) => {
      const guid = `${new URL(of).hostname} ${index}`;
      const at = new Date(now - (days - index) * DAY).toISOString();
      const named = { feed: of, identity: `g:${guid}`, guid, url: `${of}/${index}`, title: guid };
      return JSON.stringify({ item: { ...named, created_at: at, read: false, starred: false } });
    });
  const lines = [feedLine(A), ...items(A, 30, 60), feedLine(B), ...items(B, 40, 800)];
  const job = await bring(house, house.ines.client, account(now, lines));
  assert.equal(job.items.done, 70);
  return house;
}

function account(now: number, lines: readonly string[]): string {
  const first = { courant: 'account', version: 1, exported_at: new Date(now).toISOString() };
  return [JSON.stringify(first), ...lines].join('\n');
}

function feedLine(url: string): string {
  return JSON.stringify({ feed: { url, title: 'F', site_url: url, groups: [] } });
}

async function idsOf(house: CompatHouse, query: string): Promise<number[]> {
  const answer = await house.greader(`/reader/api/0/stream/items/ids?${query}`);
  assert.equal(answer.status, 200, answer.text);
  const { itemRefs } = JSON.parse(answer.text) as { itemRefs: { id: string }[] };
  return itemRefs.map(({ id }) => Number(id));
}
