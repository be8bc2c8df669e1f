// The icons of sites, as apps get them: data in Fever, an address that needs no cookie in Google Reader.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { forgetSources } from '../../src/crawler/forgetting/forget-sources.ts';
import { sql } from '../../src/store/sql.ts';
import { posts, rss } from '../documents.ts';
import { publicUrl } from '../house.ts';
import { type CompatHouse, compatHouse } from './compat-house.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
const BLANK = 2_147_483_647;
const PICTURE = 'https://pictures.example/c.png';

interface Fever {
  feeds: { id: number; favicon_id: number }[];
  favicons: { id: number; data: string }[];
}

async function fever(house: CompatHouse): Promise<Fever> {
  const answer = await house.ask(`/fever/?api&feeds&favicons&api_key=${house.feverKey}`, { method: 'POST' });
  return (await answer.json()) as Fever;
}

/** Always text: NewsFlash takes no list of feeds of which one lacks it. */
async function iconUrls(house: CompatHouse): Promise<string[]> {
  const { text } = await house.greader('/reader/api/0/subscription/list');
  const { subscriptions } = JSON.parse(text) as { subscriptions: { iconUrl: string }[] };
  return subscriptions.map(({ iconUrl }) => iconUrl);
}

/** Three feeds of one site without an icon, and one of a site with one. */
async function someHouse(t: TestContext): Promise<CompatHouse> {
  const house = await compatHouse(t, {}, { findsIcons: true });
  const document = rss('D', posts(1, 2)).replace('https://site.example/', 'https://icons.example/');
  house.web.serve('https://d.example/feed', document);
  house.web.serve('https://icons.example/favicon.ico', { body: PNG }, { status: 304 });
  await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  return house;
}

/** Advances the time and lets a search be made: its requests wait for the gap between two to one host. */
async function pass(house: CompatHouse, ms: number): Promise<void> {
  await house.crawl(ms);
  for (let call = 0; call < 5; call++) await house.crawl(2_000);
}

test('what a site has for an icon is given to every app, and what has none is a transparent point', async (t) => {
  const house = await someHouse(t);
  assert.deepEqual(
    (await fever(house)).favicons.map(({ id }) => id),
    [BLANK],
  );
  assert.deepEqual(await iconUrls(house), ['', '', '', '']);
  await pass(house, 3_600_000);
  const { feeds, favicons } = await fever(house);
  const own = feeds.at(-1)?.favicon_id ?? 0;
  assert.deepEqual(
    feeds.map((feed) => feed.favicon_id),
    [BLANK, BLANK, BLANK, own],
  );
  assert.deepEqual(favicons, [
    { id: own, data: `image/png;base64,${Buffer.from(PNG).toString('base64')}` },
    { id: BLANK, data: favicons[1]?.data },
  ]);
  const urls = await iconUrls(house);
  assert.ok(urls[3]?.startsWith(`${publicUrl}/images/site/`), urls[3]);
  const shown = await house.ask(new URL(urls[3] ?? '').pathname);
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png']);
  assert.deepEqual(await shown.bytes(), PNG);
  assert.match(shown.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.match(shown.headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
  assert.equal(house.web.requests.filter(({ url }) => url.startsWith('https://icons.example/')).length, 3);
});

test('an address that we have not made shows no icon', async (t) => {
  const house = await someHouse(t);
  await pass(house, 3_600_000);
  const path = new URL((await iconUrls(house))[3] ?? '').pathname;
  const [, id = ''] = /site\/(\d+)-/.exec(path) ?? [];
  for (const wrong of [
    path.replace(/site\/\d+/, 'site/1'),
    `/images/site/${id}`,
    `/images/site/${id}-${'A'.repeat(22)}`,
    '/images/site/x',
  ].filter((each) => each !== path)) {
    assert.equal((await house.ask(wrong)).status, 404, wrong);
  }
  const gone = house.house.library.images.iconPathOf(900);
  assert.equal((await house.ask(gone)).status, 404);
});

test('a picture that a feed names is fetched by us for apps, until there is an icon', async (t) => {
  const house = await compatHouse(t);
  const named = rss('D', posts(1, 2)).replace(
    '<description/>',
    `<description/><image><url>${PICTURE}</url></image>`,
  );
  house.web.serve('https://d.example/feed', named);
  house.web.serve(PICTURE, { body: PNG });
  await house.ines.client.feeds.create({ feedUrl: 'https://d.example/feed' });
  const url = (await iconUrls(house)).at(-1) ?? '';
  assert.ok(url.startsWith(`${publicUrl}/images/`), url);
  assert.equal((await house.ask(new URL(url).pathname)).status, 200);
});

test('the icon of a site goes when nobody has followed it for a month, and not before', async (t) => {
  const house = await someHouse(t);
  await pass(house, 3_600_000);
  const feeds = await house.ines.client.feeds.list();
  await house.ines.client.feeds.delete(feeds.at(-1)?.id ?? 0);
  const { store } = house.house.library;
  const sites = async () =>
    (await store.read((tx) => tx.all<{ site: string }>(sql`SELECT site FROM icons ORDER BY site`))).map(
      ({ site }) => site,
    );
  await forgetSources(store);
  assert.deepEqual(await sites(), ['https://icons.example', 'https://site.example']);
  await pass(house, 31 * 86_400_000);
  await forgetSources(store);
  await pass(house, 32 * 86_400_000);
  await forgetSources(store);
  assert.deepEqual(await sites(), ['https://site.example']);
  assert.equal(house.web.requests.filter(({ url }) => url.startsWith('https://icons.example/')).length, 3);
});
