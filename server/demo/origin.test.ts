import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FeedDocument } from '../src/formats/feed-document.ts';
import { readFeed } from '../src/formats/read-feed.ts';
import { openOrigin, type ServedSite } from './origin.ts';

test('every feed is whole, without a warning, and has six posts or more that can be read', async (t) => {
  for (const site of await serveSites(t)) {
    const feed = await fetchFeed(site);
    assert.deepEqual([feed.whole, feed.warnings], [true, []], site.title);
    assert.equal(feed.title, site.title);
    assert.equal(feed.siteUrl, site.url);
    assert.ok(feed.posts.length >= 6 && feed.posts.length <= 12, site.title);
    for (const post of feed.posts) {
      assert.ok((post.content ?? post.summary ?? '') !== '', `${site.title}: a post without text`);
      assert.ok(
        post.guid && post.url && post.publishedAt,
        `${site.title}: a post without guid, link or date`,
      );
      assert.ok(post.publishedAt < Date.UTC(2026, 10, 21), `${site.title}: ${post.title} is of the future`);
    }
  }
});

test('among them are RSS, RDF, Atom and JSON, and a document that is not in UTF-8', async (t) => {
  const sites = await serveSites(t);
  const documents = await Promise.all(sites.map(async ({ feedUrl }) => (await fetch(feedUrl)).text()));
  const roots = documents.map((text) => /^\{|<(?:rss|rdf:RDF|feed)\b/.exec(text)?.[0]);
  assert.deepEqual([...new Set(roots)].sort(), ['<feed', '<rdf:RDF', '<rss', '{']);
  const feeds = await Promise.all(sites.map(fetchFeed));
  const russian = feeds.find((feed) => feed.language === 'ru');
  assert.equal(russian?.posts[0]?.title, 'Лимон № 3 передумал');
});

test('whatever a post links to, shows or plays is served, with the length that the feed says', async (t) => {
  for (const site of await serveSites(t)) {
    const feed = await fetchFeed(site);
    const markup = feed.posts.map((post) => `${post.content ?? ''}${post.summary ?? ''}`).join('');
    const linked = [...markup.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? '');
    const links = [...linked, ...feed.posts.map((post) => post.url ?? '')];
    if (feed.imageUrl) links.push(feed.imageUrl);
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
    for (const enclosure of feed.posts.flatMap((post) => post.enclosures)) {
      const { byteLength } = await (await fetch(enclosure.url)).arrayBuffer();
      assert.equal(byteLength, enclosure.length ?? byteLength, enclosure.url);
    }
  }
});

test('every page announces the feed of its site', async (t) => {
  for (const { title, url, feedUrl } of await serveSites(t)) {
    const page = readFeed(await fetchBytes(url), { url, contentType: 'text/html; charset=utf-8' });
    assert.ok(page.kind === 'not-a-feed');
    assert.deepEqual(page.page?.feeds[0]?.url, feedUrl, title);
  }
});

test('a document that is known is answered with 304, by its ETag or else by its date', async (t) => {
  for (const { feedUrl } of await serveSites(t)) {
    const { headers } = await fetch(feedUrl);
    const [etag, date] = [headers.get('ETag') ?? '', headers.get('Last-Modified') ?? ''];
    const ask = async (known: Record<string, string>) => (await fetch(feedUrl, { headers: known })).status;
    assert.equal(await ask({ 'If-None-Match': etag }), 304);
    assert.equal(await ask({ 'If-Modified-Since': date }), 304);
    assert.equal(await ask({ 'If-None-Match': '"another"', 'If-Modified-Since': date }), 200);
    assert.equal(await ask({ 'If-Modified-Since': new Date(Date.parse(date) - 1000).toUTCString() }), 200);
  }
});

async function serveSites(t: TestContext): Promise<ServedSite[]> {
  const origin = await openOrigin();
  t.after(origin.close);
  return [...origin.sites.values()];
}

async function fetchFeed({ feedUrl }: ServedSite): Promise<FeedDocument> {
  const contentType = (await fetch(feedUrl)).headers.get('Content-Type') ?? '';
  const reading = readFeed(await fetchBytes(feedUrl), { url: feedUrl, contentType });
  assert.ok(reading.kind === 'feed');
  return reading.document;
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
