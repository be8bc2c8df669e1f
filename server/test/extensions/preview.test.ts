// The extension app.courant.feeds: what following an address would bring, before it is followed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss } from '../documents.ts';
import { testHouse } from '../house.ts';

const page = 'https://site.example/';
const url = `${page}feed`;

test('a preview tells the facts and follows nothing; the follow after it costs no request', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const other = await house.signIn('otto');
  house.web.serve(page, {
    headers: { 'content-type': 'text/html' },
    body: `<html><head><link rel="alternate" type="application/rss+xml" href="/feed">
<link rel="alternate" type="application/rss+xml" href="/comments" title="Comments"></head></html>`,
  });
  house.web.serve(url, rss('The site', posts(1, 12)));
  const found = await client.feeds.preview(page);
  assert.deepEqual(
    { ...found, newest: found.newest.map(({ title }) => title) },
    {
      feed_url: url,
      title: 'The site',
      site_url: page,
      posts_per_week: found.posts_per_week,
      newest: ['Post 12', 'Post 11', 'Post 10', 'Post 9', 'Post 8'],
      others: [{ feed_url: `${page}comments`, title: 'Comments' }],
    },
  );
  assert.deepEqual([await client.feeds.list(), (await client.items.list()).items], [[], []]);

  const asked = house.web.requests.length;
  const feed = await client.feeds.create({ feedUrl: found.feed_url });
  assert.equal(house.web.requests.length, asked);
  assert.equal((await client.items.list()).items.length, 12);
  // Only the follower is told that the feed is followed already.
  assert.equal((await client.feeds.preview(url)).feed_id, feed.id);
  assert.equal((await other.client.feeds.preview(url)).feed_id, undefined);
  assert.deepEqual(await other.client.feeds.list(), []);
  // Nor does the page itself, for anybody who types it.
  assert.equal((await other.client.feeds.create({ feedUrl: page })).feed_url, url);
  assert.equal(house.web.requests.length, asked);
});

test('what has no feed, or may not be asked, is refused in words', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await assert.rejects(client.feeds.preview('https://nothing.example/'), {
    status: 422,
    message: /^Cannot preview feed: /,
    retryAfterSeconds: undefined,
  });
  house.web.serve(url, { status: 429, headers: { 'retry-after': '120' } });
  await assert.rejects(client.feeds.preview(url), { reason: 'site-wants-rest', retryAfterSeconds: 120 });
  const reader = await house.signIn('otto', 'read');
  await assert.rejects(reader.client.feeds.preview(url), { status: 403 });
});

test('previews count as follows do', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(url, rss('The site', posts(1, 1)));
  for (let times = 0; times < 300; times++) await client.feeds.preview(url);
  await assert.rejects(client.feeds.create({ feedUrl: url }), { status: 429 });
});
