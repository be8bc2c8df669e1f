// How often the icon of a site is asked for: once a month, for however many feeds, and as politely as every other call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteFeed } from '../../store/feeds/feeds.ts';
import { hostNamed } from '../../store/sources/hosts.ts';
import { continueIconSearch } from '../../store/sources/icons.ts';
import { sql } from '../../store/sql.ts';
import { forgetSources } from '../forgetting/forget-sources.ts';
import { bench } from '../testing/bench.ts';
import {
  addressOf,
  advance,
  FEED,
  feed,
  ICO,
  later,
  month,
  none,
  PNG,
  page,
  SITE,
  someSite,
  types,
} from '../testing/icon-site.ts';
import { DAY, HOUR, MINUTE } from '../testing/plan.ts';

test('after a month one question is asked: whether the icon has changed', async (t) => {
  const { b, calls } = await someSite(t, {});
  const headers = { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
  b.web.serve(`${SITE}/`, page('<link rel=icon href=/i.png>'));
  b.web.serve(
    `${SITE}/i.png`,
    { body: PNG, headers },
    { status: 304, headers },
    { body: ICO, headers: {} },
    none,
  );
  await month(b);
  b.web.forget();
  await later(b);
  assert.deepEqual(calls(), [`${SITE}/i.png`]);
  const [again] = b.web.requestsFor(`${SITE}/i.png`);
  assert.deepEqual(
    [again?.headers['if-none-match'], again?.headers['if-modified-since']],
    [headers.etag, headers['last-modified']],
  );
  assert.deepEqual(await types(b), ['image/png']);
  await later(b);
  assert.deepEqual([calls().length, await types(b)], [2, ['image/x-icon']]);
  // The icon is gone from its address: the search begins again, and ends with the icon that the page names, which is gone, too.
  b.web.forget();
  await later(b);
  assert.deepEqual(calls(), ['/i.png', '/robots.txt', '/', '/i.png'].map(addressOf));
  assert.deepEqual(await types(b), []);
});

test('an icon is kept while the site cannot be reached', async (t) => {
  const { b, calls } = await someSite(t, {});
  b.web.serve(`${SITE}/favicon.ico`, { body: ICO }, { fails: 'connect-refused' });
  await month(b);
  b.web.forget();
  await later(b);
  assert.deepEqual([calls().length, await types(b)], [2, ['image/x-icon']]);
});

test('all feeds of a site share its icon, and what is a picture of one of them only is not the site’s', async (t) => {
  const b = await bench(t, { findsIcons: true });
  for (const n of [1, 2, 3]) {
    b.web.serve(`${SITE}/rss/${n}`, feed(`https://pictures.net/${n}.png`));
    await b.subscribe(`${SITE}/rss/${n}`, `reader ${n}`);
  }
  b.web.serve(`${SITE}/favicon.ico`, { body: ICO });
  await month(b);
  assert.equal(b.web.requests.filter(({ url }) => url.startsWith('https://pictures.net/')).length, 0);
  assert.equal(b.web.requestsFor(`${SITE}/favicon.ico`).length, 1);
  const ids = await b.store.read((tx) =>
    tx.all<{ icon_id: number }>(sql`SELECT DISTINCT icon_id FROM sources`),
  );
  assert.equal(ids.length, 1);
});

test('whoever follows another feed of the site while its icon is looked for makes the search no longer', async (t) => {
  const { b, calls } = await someSite(t, {});
  b.web.serve('https://feeds2.net/rss', feed());
  b.web.serve(`${SITE}/`, page('<link rel=icon href=/i.png>'));
  b.web.serve(`${SITE}/i.png`, { body: PNG });
  await b.clock.sleep(11 * MINUTE);
  for (let step = 0; step < 20 && b.web.requestsFor(`${SITE}/`).length === 0; step++) {
    await b.wait(b.crawler.runDue());
    await b.clock.advance(1_200);
  }
  await b.subscribe('https://feeds2.net/rss', 'otto');
  await month(b);
  assert.deepEqual(
    calls().filter((url) => url.startsWith(SITE)),
    ['/robots.txt', '/', '/i.png'].map(addressOf),
  );
});

test('a host that a search waits for is not forgotten, and is planned at the next start', async (t) => {
  const { b, calls } = await someSite(t, { picture: 'https://pictures.net/c.png' });
  await b.clock.sleep(11 * MINUTE);
  // A search that went on to another host, by a process that ended before it could plan that host.
  const hostId = await b.store.write((tx) => hostNamed(tx, 'pictures.net'));
  await b.store.write((tx) =>
    continueIconSearch(tx, 1, { step: 'feed', url: 'https://pictures.net/c.png', hostId, hops: 0 }),
  );
  await b.clock.sleep(3 * DAY);
  await forgetSources(b.store);
  const other = b.open({ findsIcons: true });
  t.after(() => b.wait(other.close()));
  other.start();
  await b.clock.advance(5_000);
  assert.equal(calls()[0], 'https://pictures.net/c.png');
});

test('a site that nobody follows is not asked, and one that is followed again within the month is not asked twice', async (t) => {
  const { b, feedId, userId, calls } = await someSite(t, {});
  b.web.serve(`${SITE}/favicon.ico`, { body: ICO });
  await b.store.write((tx) => deleteFeed(tx, userId, feedId));
  await month(b);
  assert.deepEqual(calls(), []);
  await b.subscribe(FEED, 'otto');
  await month(b);
  assert.equal(calls().length, 3);
  const feeds = await b.store.read((tx) =>
    tx.all<{ id: number; user_id: number }>(sql`SELECT id, user_id FROM feeds`),
  );
  for (const each of feeds) await b.store.write((tx) => deleteFeed(tx, each.user_id, each.id));
  await advance(b, HOUR);
  await b.subscribe(FEED, 'eva');
  b.web.forget();
  await advance(b, 12 * HOUR);
  assert.deepEqual(calls(), []);
  await advance(b, DAY);
  assert.deepEqual(calls(), ['/robots.txt', '/favicon.ico'].map(addressOf));
});

test('the crawler looks for icons only where it is told to', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, feed());
  await b.subscribe(FEED);
  await month(b);
  assert.deepEqual(
    b.web.requests.filter(({ url }) => url !== FEED),
    [],
  );
});

test('no icon is fetched while the host is leased by another, nor within the gap', async (t) => {
  const { b } = await someSite(t, { feed: `${SITE}/rss` });
  b.web.serve(`${SITE}/`, { ...page('<link rel=icon href=/i.png>'), afterMs: 2_000 });
  b.web.serve(`${SITE}/i.png`, { body: PNG, afterMs: 2_000 });
  await month(b);
  const calls = b.web.requests.filter(({ url }) => url.startsWith(SITE)).toSorted((x, y) => x.at - y.at);
  assert.ok(calls.length >= 4);
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1];
    if (before) assert.ok(call.at >= (before.endedAt ?? Number.POSITIVE_INFINITY) + 1_000, call.url);
  }
});

test('a delay that robots.txt asks for is kept after the page', async (t) => {
  const { b } = await someSite(t, {});
  b.web.serve(`${SITE}/robots.txt`, 'User-agent: *\nCrawl-delay: 20');
  b.web.serve(`${SITE}/`, page('<link rel=icon href=/i.png>'));
  b.web.serve(`${SITE}/i.png`, { body: PNG });
  await advance(b, 10 * MINUTE);
  await advance(b, 10 * MINUTE);
  const [front] = b.web.requestsFor(`${SITE}/`);
  const [picture] = b.web.requestsFor(`${SITE}/i.png`);
  assert.ok((picture?.at ?? 0) - (front?.at ?? 0) >= 20_000);
});
