// How long the address of a feed may be: what the documentation allows is fetched and stored in either database, and more is refused plainly.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { maxFeedUrlCharacters } from '@courant/protocol';
import { adoptSource } from '../src/crawler/following/adopt-source.ts';
import { maxAddressChars } from '../src/crawler/limits.ts';
import { bench, rss } from '../src/crawler/testing/bench.ts';

const site = 'https://example.com/feed?';

test('the longest address that the description allows is followed, one more is refused for what it is', async (t) => {
  assert.equal(maxAddressChars, maxFeedUrlCharacters);
  const { web, wait, crawler, store } = await bench(t);
  for (const chars of [maxFeedUrlCharacters, maxFeedUrlCharacters + 1]) web.serve(addressOf(chars), rss([1]));
  assert.equal((await wait(crawler.follow(addressOf(maxFeedUrlCharacters)))).kind, 'source');
  const asked = web.requests.length;
  for (const way of ['follow', 'discover'] as const) {
    const found = await wait(crawler[way](addressOf(maxFeedUrlCharacters + 1)));
    assert.equal(
      found.kind === 'refused' && found.sentence,
      `The address is longer than ${maxFeedUrlCharacters} characters`,
    );
  }
  assert.equal(web.requests.length, asked);
  assert.equal(
    await store.write((tx) => adoptSource(tx, addressOf(maxFeedUrlCharacters + 1))),
    undefined,
    'nor is it adopted',
  );
});

test('a feed that is sent on to too long an address is kept where it was typed, and one that is announced there is passed over', async (t) => {
  const { web, subscribe, source, wait, crawler } = await bench(t);
  const long = addressOf(4_000);
  web.serve(long, rss([1]));
  web.serve('https://example.net/feed', { status: 301, headers: { location: long } });
  const { sourceId } = await subscribe('https://example.net/feed');
  assert.equal((await source(sourceId)).url, 'https://example.net/feed');
  const links = [long, 'https://example.net/feed'].map(
    (href) => `<link rel="alternate" type="application/rss+xml" href="${href}">`,
  );
  web.serve('https://example.net/', {
    body: `<!doctype html><title>Site</title>${links.join('')}`,
    headers: { 'content-type': 'text/html' },
  });
  const found = await wait(crawler.follow('https://example.net/'));
  assert.equal(found.kind === 'source' && found.sourceId, sourceId);
});

/** An address of this length that cannot be compressed, which a database would try. */
function addressOf(chars: number): string {
  let noise = '';
  for (let n = 0; noise.length < chars; n++) noise += createHash('sha256').update(`${n}`).digest('base64url');
  return `${site}${noise.slice(0, chars - site.length)}`;
}
