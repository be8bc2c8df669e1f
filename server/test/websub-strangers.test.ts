// Hubs that somebody else names for a feed: with one, whoever can follow a feed could write posts into it for all who read it here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss } from './documents.ts';
import { fakeHub } from './fake-hub.ts';
import { testHouse } from './house.ts';
import { announced, feedUrl, followIn, hubUrl } from './websub-feeds.ts';

const forged = rss('Announced', [{ guid: 'forged', title: 'Forged', link: 'https://site.example/forged' }]);

function page(feed: string, hub: string) {
  const head = `<link rel="alternate" type="application/rss+xml" href="${feed}"><link rel="hub" href="${hub}"><link rel="self" href="${feed}">`;
  return { headers: { 'content-type': 'text/html' }, body: `<!doctype html><head>${head}</head>` };
}

const strangers = [
  ['of another user of the host', 'https://site.example/~stranger/', undefined],
  ['of another user whose pages have names', 'https://site.example/@stranger', undefined],
  ['of another user of an application', 'https://site.example/?user=stranger', undefined],
  ['of another site', 'https://stranger.example/', undefined],
  ['of another host of the same owner', 'https://stranger.site.example/', undefined],
  ['that anybody on the way could have written', 'http://site.example/', undefined],
  ['of another site that redirects to it', 'https://stranger.example/', 'https://stranger.example/feed'],
] as const;

for (const [name, address, redirecting] of strangers) {
  test(`a page ${name} names no hub for a feed, and nobody else may write into it`, async (t) => {
    const house = await testHouse(t);
    const hub = fakeHub(house, 'https://hub.stranger.example/');
    house.web.serve(feedUrl, { headers: { etag: '"1"' }, body: rss('Announced', posts(1, 3)) });
    if (redirecting !== undefined)
      house.web.serve(redirecting, { status: 301, headers: { location: feedUrl } });
    house.web.serve(address, page(redirecting ?? feedUrl, hub.url));
    const mallory = await house.signIn('mallory');
    await mallory.client.feeds.create({ feedUrl: address });
    const { titles } = await followIn(house, hub);
    if (hub.asked.length > 0) await hub.push(forged);
    assert.deepEqual(await titles(), ['Post 1', 'Post 2', 'Post 3']);
    assert.equal(hub.asked.length, 0);
  });
}

for (const [address, feed] of [
  ['https://site.example/', feedUrl],
  ['https://www.site.example/index.html', feedUrl],
  ['https://site.example/~ann/', 'https://site.example/~ann/feed'],
  ['https://site.example/blog', 'https://site.example/blog/feed'],
] as const) {
  test(`the page above a feed names its hub: ${address}`, async (t) => {
    const house = await testHouse(t);
    const hub = fakeHub(house);
    house.web.serve(feed, { headers: { etag: '"1"' }, body: rss('Announced', posts(1, 3)) });
    house.web.serve(address, page(feed, hub.url));
    await followIn(house, hub, address);
    assert.deepEqual(
      hub.asked.map(({ topic }) => topic),
      [feed],
    );
  });
}

for (const [name, address] of [
  ['of a tag', 'https://site.example/tag/feed'],
  ['of another site', 'https://copied.example/feed'],
] as const) {
  test(`a feed ${name} that names another feed as itself gets none of its posts by a push`, async (t) => {
    const house = await testHouse(t);
    const hub = fakeHub(house, hubUrl);
    const titled = (first: number, last: number): string =>
      announced(posts(first, last)).replace('<title>Announced', '<title>Some of it');
    house.web.serve(address, { headers: { etag: '"1"' }, body: titled(1, 1) });
    const { titles } = await followIn(house, hub, address);
    assert.equal(hub.asked[0]?.topic, feedUrl);
    assert.equal((await hub.push(announced(posts(1, 4)))).status, 204);
    assert.deepEqual(await titles(), ['Post 1']);
    // Some of it may be new in this feed as well.
    house.web.serve(address, { headers: { etag: '"2"' }, body: titled(1, 2) });
    await house.crawl(3_600_000);
    assert.deepEqual(await titles(), ['Post 1', 'Post 2']);
  });
}
