// A site that turns us away is left alone, whoever waits for a turn, presses Refresh or says that there is news.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hubsOf } from '../store/sources/hubs.ts';
import { bench, rss } from './testing/bench.ts';

const HOUR = 3_600_000;
const FEED = 'https://example.com/feed';
const restful = { status: 429, headers: { 'retry-after': '86400' }, afterMs: 300 };

test('whoever waits for a turn at a host hears of the rest that it asks for meanwhile', async (t) => {
  const b = await bench(t);
  const addresses = [1, 2, 3, 4].map((n) => `${FEED}${n}`);
  for (const address of addresses) b.web.serve(address, restful);
  const answers = await b.wait(Promise.all(addresses.map((address) => b.crawler.follow(address))));
  assert.equal(b.web.requests.length, 1);
  const reasons = answers.map((answer) => answer.kind === 'refused' && answer.reason);
  assert.deepEqual(new Set(reasons.slice(1)), new Set(['site-wants-rest']));
});

test('whoever waits to refresh a feed of a host hears of it as well', async (t) => {
  const b = await bench(t);
  const ids: number[] = [];
  for (const n of [1, 2, 3]) {
    b.web.serve(`${FEED}${n}`, { body: rss([1], { title: `Feed ${n}` }) }, restful);
    ids.push((await b.subscribe(`${FEED}${n}`, `user ${n}`)).sourceId);
  }
  await b.clock.advance(HOUR / 3);
  b.web.forget();
  const said = await b.wait(Promise.all(ids.map((id) => b.crawler.refresh(id))));
  assert.equal(b.web.requests.length, 1);
  assert.deepEqual(new Set(said.map(({ code }) => code)), new Set(['site-wants-rest']));
});

test('another feed at an address can be accepted at once, but not asked for again and again when the site has closed', async (t) => {
  const b = await bench(t);
  const casino = rss([{ n: 7, guid: 'casino7' }], { title: 'Casino', site: 'https://casino.example.org/' });
  b.web.serve(FEED, { body: rss([3, 2, 1]) }, { body: casino }, { status: 403 });
  const { sourceId } = await b.subscribe(FEED);
  await b.later(48 * HOUR);
  b.web.forget();
  for (let n = 0; n < 3; n++) await b.wait(b.crawler.refresh(sourceId));
  assert.equal(b.web.requests.length, 1);
});

test('a hub brings a site forward that fails, and never one that turns us away', async (t) => {
  for (const [answer, isVisited] of [
    [{ status: 403 }, false],
    [{ status: 500 }, true],
  ] as const) {
    const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
    const links = ['hub" href="https://hub.example/"', `self" href="${FEED}"`].map(
      (link) => `<link rel="${link} xmlns="http://www.w3.org/2005/Atom"/>`,
    );
    b.web.serve(FEED, { body: rss([2, 1], { extra: links.join('') }), headers: { etag: 'E' } }, answer);
    const { sourceId } = await b.subscribe(FEED);
    const [hub] = await b.store.read((tx) => hubsOf(tx, sourceId));
    assert.ok(hub);
    await b.later(8 * HOUR);
    b.web.forget();
    const body = new TextEncoder().encode('ping');
    const signature = `sha256=${createHmac('sha256', hub.secret ?? '')
      .update(body)
      .digest('hex')}`;
    await b.crawler.deliver({ callback: hub.callback, body, contentType: undefined, signature });
    await b.clock.settle();
    await b.later(HOUR / 2);
    assert.equal(b.web.requestsFor(FEED).length > 0, isVisited, `${answer.status}`);
  }
});
