// Pictures through the service: which addresses are accepted, what is passed on, and what publishers learn.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createClient } from '@courant/client';
import { disableUser, enableUser } from '../../src/accounts/administration.ts';
import { imageLimits } from '../../src/crawler/images/limits.ts';
import { setPlansBack } from '../../src/crawler/schedule/set-plans-back.ts';
import { hostKey } from '../../src/net/host-key.ts';
import { writeBucket } from '../../src/store/accounts/throttles.ts';
import { backoffOf } from '../../src/store/sources/hosts.ts';
import { imagesKept } from '../../src/store/sources/images.ts';
import { sql } from '../../src/store/sql.ts';
import { follow, publicUrl, type TestHouse, testHouse } from '../house.ts';

const PICTURE = 'https://cdn.example/a.png';
const png = (length = 100): Uint8Array => {
  const bytes = new Uint8Array(length);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return bytes;
};

async function pathOf(house: TestHouse, url: string, name = 'ines'): Promise<string> {
  const { client } = await house.signIn(name);
  return (await client.images.addresses([url])).get(url) ?? '';
}

async function house(t: TestContext): Promise<TestHouse> {
  const opened = await testHouse(t);
  opened.web.serve(PICTURE, { body: png(), headers: { 'content-type': 'text/html', 'set-cookie': 'id=1' } });
  return opened;
}

test('an app that asks for it gets items whose pictures lie here, and others get them as they were', async (t) => {
  const h = await house(t);
  const { client, accessToken } = await h.signIn('ines');
  const html = `<p>Look: <img src="${PICTURE}" alt="A"></p>`;
  await follow(h, client, 'https://a.example/feed', [
    { guid: '1', content: html },
    { guid: '2', content: '<p>Only words</p>' },
  ]);
  const [plain, words] = (await client.items.list()).items;
  assert.ok(plain);
  assert.ok(plain.content?.includes(PICTURE));
  assert.equal(plain['app.courant.images'], undefined);
  const wishing = createClient({
    baseUrl: publicUrl,
    fetch: (url, init) => h.ask(new URL(url).pathname + new URL(url).search, init),
    tokens: { accessToken },
    images: 'proxied',
    validate: true,
  });
  const [item, only] = (await wishing.items.list()).items;
  assert.deepEqual(only, { ...words, 'app.courant.images': {} }, 'a text without pictures is not told twice');
  assert.deepEqual(item?.content, plain.content);
  const proxied = item?.['app.courant.images']?.content ?? '';
  assert.doesNotMatch(proxied, /cdn\.example/);
  const path = /src="(\/images\/[^"]+)"/.exec(proxied)?.[1] ?? '';
  assert.equal((await h.ask(path)).status, 200);
  for (const same of [await wishing.items.get(item?.id ?? 0), await wishing.items.markRead(item?.id ?? 0)])
    assert.equal(same['app.courant.images']?.content, proxied);
});

test('a picture is handed on with its true type, nothing of its site, and a policy that lets nothing run', async (t) => {
  const h = await house(t);
  const answer = await h.ask(await pathOf(h, PICTURE));
  assert.equal(answer.status, 200);
  assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), png());
  const header = (name: string) => answer.headers.get(name);
  assert.equal(header('content-type'), 'image/png');
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.equal(header('content-security-policy'), "default-src 'none'; sandbox");
  assert.match(header('cache-control') ?? '', /^private, max-age=\d+, immutable$/);
  assert.equal(header('set-cookie'), null);
});

test('a drawing is handed on as one that is shown as a picture, and never as a page', async (t) => {
  const h = await house(t);
  h.web.serve(PICTURE, { body: '<svg xmlns="http://www.w3.org/2000/svg"><style>a{}</style></svg>' });
  const path = await pathOf(h, PICTURE);
  for (const answer of [await h.ask(path), await h.ask(path)]) {
    const header = (name: string) => answer.headers.get(name);
    assert.equal(header('content-type'), 'image/svg+xml');
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.equal(header('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    assert.match(header('content-disposition') ?? '', /^attachment;/);
  }
});

test('the site is asked once, without a cookie or a referrer, however many look and whoever they are', async (t) => {
  const h = await house(t);
  h.web.serve(PICTURE, { body: png(), afterMs: 2_000 });
  const paths = [await pathOf(h, PICTURE), await pathOf(h, PICTURE, 'otto')];
  assert.notEqual(paths[0], paths[1]);
  const asked = [...paths, ...paths].map((path) =>
    h.ask(path, { headers: { cookie: 'a=b', referer: 'https://x.example/' } }),
  );
  await h.clock.advance(2_000);
  for (const answer of await Promise.all(asked)) assert.equal(answer.status, 200);
  await h.ask(paths[0] ?? '');
  const seen = h.web.requestsFor(PICTURE);
  assert.equal(seen.length, 1);
  assert.deepEqual(Object.keys(seen[0]?.headers ?? {}).sort(), ['accept', 'user-agent']);
});

test('an address that was not made here shows nothing, and nobody is asked', async (t) => {
  const h = await house(t);
  const path = await pathOf(h, PICTURE);
  const [, , signature = '', encoded = ''] = path.split('/');
  const other = Buffer.from('http://127.0.0.1:8080/health').toString('base64url');
  const forged = [
    `/images/${signature}/${other}`,
    `/images/${signature.replace(/^\d+/, '99')}/${encoded}`,
    `/images/1-${'A'.repeat(22)}/${encoded}`,
    `/images/x/${encoded}`,
    `/images/${signature}/`,
    '/images/no/such/path',
  ];
  for (const each of forged) {
    const answer = await h.ask(each);
    // As for a picture, so that a page of another origin learns that much.
    assert.deepEqual([answer.status, answer.headers.get('Access-Control-Allow-Origin')], [404, '*'], each);
    assert.equal(await answer.text(), '', each);
  }
  assert.equal(h.web.requests.length, 0);
  assert.equal((await h.ask(path)).status, 200);
});

test('an address with a password is never asked', async (t) => {
  const h = await house(t);
  assert.equal((await h.ask(await pathOf(h, 'https://me:secret@cdn.example/a.png'))).status, 404);
  assert.equal(h.web.requests.length, 0);
});

test('what is no picture is not handed on, whatever it says it is, and is not asked for again that day', async (t) => {
  const h = await house(t);
  const answers = {
    running: { body: '<svg onload="alert(1)"/>', headers: { 'content-type': 'image/png' } },
    large: { body: png(imageLimits.maxBytes + 1) },
    cut: { body: png(), truncatedEncoding: true },
  };
  for (const [name, given] of Object.entries(answers)) {
    const url = `https://cdn.example/${name}.png`;
    h.web.serve(url, given, { body: png() });
    const path = await pathOf(h, url, name);
    const answer = await h.ask(path);
    assert.deepEqual([answer.status, await answer.text()], [404, ''], name);
    await h.clock.advance(imageLimits.finalMs - 1);
    await h.ask(path);
    assert.equal(h.web.requestsFor(url).length, 1, name);
    await h.clock.advance(1);
    assert.equal((await h.ask(path)).status, 200, name);
  }
});

test('a failure that may pass is tried again soon, and a site that wants rest is left alone', async (t) => {
  const h = await house(t);
  h.web.serve(
    PICTURE,
    { fails: 'reset' },
    { status: 429, headers: { 'retry-after': '3600' } },
    { body: png() },
  );
  const path = await pathOf(h, PICTURE);
  assert.equal((await h.ask(path)).status, 502);
  assert.equal((await h.ask(path)).status, 502);
  assert.equal(h.web.requestsFor(PICTURE).length, 1);
  await h.clock.advance(imageLimits.passingMs);
  assert.equal((await h.ask(path)).status, 502);
  const neighbour = 'https://cdn.example/b.png';
  await h.clock.advance(3_000_000);
  const { house: inner } = h;
  const beside = inner.library.images.pathOf(1, neighbour);
  assert.equal((await h.ask(beside)).status, 502);
  assert.equal(h.web.requestsFor(neighbour).length, 0);
  await h.clock.advance(600_000);
  assert.equal((await h.ask(path)).status, 200);
});

test('a site that says that it is asked too often, and not until when, is left alone for a while', async (t) => {
  const h = await house(t);
  h.web.serve(PICTURE, { status: 429 });
  assert.equal((await h.ask(await pathOf(h, PICTURE))).status, 502);
  const neighbour = 'https://cdn.example/b.png';
  assert.equal((await h.ask(await pathOf(h, neighbour, 'otto'))).status, 502);
  assert.equal(h.web.requestsFor(neighbour).length, 0);
});

test('a site that wants rest is left alone by feeds too, by other nodes, and after a restart', async (t) => {
  const h = await house(t);
  const { client } = await h.signIn('ines');
  await follow(h, client, 'https://cdn.example/feed', [{ guid: '1' }]);
  h.web.serve(PICTURE, { status: 429, headers: { 'retry-after': '259200' } });
  await h.ask((await client.images.addresses([PICTURE])).get(PICTURE) ?? '');
  // What the store knows, every process knows.
  const until = await h.house.library.store.read((tx) => backoffOf(tx, hostKey(PICTURE)));
  assert.equal(until, h.clock.now() + 259_200_000);
  const visits = h.web.requestsFor('https://cdn.example/feed').length;
  await h.crawl(2 * 86_400_000);
  assert.equal(h.web.requestsFor('https://cdn.example/feed').length, visits);
  await h.crawl(2 * 86_400_000);
  assert.ok(h.web.requestsFor('https://cdn.example/feed').length > visits);
});

test('the site that wants rest has it, not the one that led there, and a clock that was ahead makes it no longer', async (t) => {
  const h = await house(t);
  const elsewhere = 'https://elsewhere.example/a.png';
  h.web.serve(PICTURE, { status: 302, headers: { location: elsewhere } });
  h.web.serve(elsewhere, { status: 429, headers: { 'retry-after': '7200' } });
  const restOf = async (url: string): Promise<number> =>
    (await h.house.library.store.read((tx) => backoffOf(tx, hostKey(url)))) - h.clock.now();
  h.clock.set(h.clock.now() + 365 * 86_400_000);
  await h.ask(await pathOf(h, PICTURE));
  assert.ok((await restOf(PICTURE)) < 0);
  assert.equal(await restOf(elsewhere), 7_200_000);
  h.clock.set(h.clock.now() - 365 * 86_400_000);
  await setPlansBack(h.house.library.store);
  assert.equal(await restOf(elsewhere), 7_200_000);
});

test('what is kept on the disk stays within its bound, and an old picture goes for a new one', async (t) => {
  const h = await house(t);
  const path = await pathOf(h, PICTURE);
  const { store } = h.house.library;
  await store.write((tx) =>
    tx.run(sql`
      INSERT INTO images (key, failure, size, expires_at, used_at)
      VALUES ('old', 'refused', ${256 * 1024 * 1024}, ${tx.now + 1}, ${tx.now - 1})`),
  );
  assert.equal((await h.ask(path)).status, 200);
  assert.deepEqual(await store.read(imagesKept), { count: 1, bytes: png().length });
});

test('an account may have only so many fetched, and what is kept costs nothing', async (t) => {
  const h = await house(t);
  await h.signIn('ines');
  const { store, images } = h.house.library;
  const show = async (userId: number, url: string) => (await h.ask(images.pathOf(userId, url))).status;
  const key = 'image:user:1';
  await store.write((tx) => writeBucket(tx, key, { tokens: 2, refilledAt: tx.now }));
  assert.equal(await show(1, PICTURE), 200);
  assert.equal(await show(1, 'https://none.example/'), 404);
  const refused = await h.ask(images.pathOf(1, 'https://another.example/'));
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(await show(1, PICTURE), 200);
  assert.equal(await show(2, 'https://another.example/'), 404);
});

test('for whoever was shut out nothing is fetched any more, by the addresses that were made for them', async (t) => {
  const h = await house(t);
  await h.signIn('otto');
  const { client, userId } = await h.signIn('ines');
  const other = 'https://cdn.example/b.png';
  h.web.serve(other, { body: png() });
  const paths = await client.images.addresses([PICTURE, other]);
  const statusOf = async (url: string) => (await h.ask(paths.get(url) ?? '')).status;
  assert.equal(await statusOf(PICTURE), 200);
  const { accounts } = h.house;
  await disableUser(accounts, { userId, byUserId: undefined });
  const before = h.web.requests.length;
  assert.equal(await statusOf(other), 404);
  assert.equal(h.web.requests.length, before);
  await enableUser(accounts, { userId, byUserId: undefined });
  assert.equal(await statusOf(other), 200);
});
