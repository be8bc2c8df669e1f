import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, rss } from '../testing/bench.ts';

const PAGE = 'https://example.com/';

test('a page that names many feeds which are none costs its site six requests and no more', async (t) => {
  const { web, wait, crawler } = await bench(t);
  const names = Array.from({ length: 20 }, (_, n) => `/feed-${n}.xml`);
  const links = names.map((name) => `<link rel="alternate" type="application/rss+xml" href="${name}">`);
  web.serve(PAGE, {
    body: `<!doctype html><title>Site</title>${links.join('')}`,
    headers: { 'content-type': 'text/html' },
  });
  for (const name of names) web.serve(`https://example.com${name}`, { status: 404 });
  assert.equal((await wait(crawler.discover(PAGE))).kind, 'refused');
  assert.equal(web.requests.length, 6);
});

test('a platform that answers one request a minute is asked for the feed, and not for the page before it', async (t) => {
  const { web, subscribe, source, wait, crawler } = await bench(t);
  const feed = 'https://www.reddit.com/r/rss/.rss';
  web.serve(feed, rss([1]));
  const { sourceId } = await subscribe('reddit.com/r/rss');
  assert.equal((await source(sourceId)).url, feed);
  assert.deepEqual(
    web.requests.map(({ url }) => url),
    [feed],
  );
  await subscribe('https://www.reddit.com/r/rss/', 'bob');
  assert.equal(web.requests.length, 1);
  web.serve('https://www.reddit.com/r/private/.rss', { status: 403 });
  const refused = await wait(crawler.follow('https://www.reddit.com/r/private'));
  assert.equal(refused.kind === 'refused' && refused.reason, 'site-forbids');
  assert.equal(web.requests.length, 2);
});

test('where the first feed of a page may not be asked just now, nobody is given another in its place', async (t) => {
  const { web, wait, crawler } = await bench(t);
  const [feed, comments] = ['https://feeds.example.net/posts', `${PAGE}comments`];
  const links = [feed, comments].map(
    (url) => `<link rel="alternate" type="application/rss+xml" href="${url}">`,
  );
  web.serve(PAGE, {
    body: `<!doctype html><title>Site</title>${links.join('')}`,
    headers: { 'content-type': 'text/html' },
  });
  web.serve(comments, rss([1]));
  web.serve(feed, { status: 429, headers: { 'retry-after': '3600' } });
  await wait(crawler.follow(feed));
  const refused = await wait(crawler.follow(PAGE));
  assert.equal(refused.kind === 'refused' && refused.reason, 'site-wants-rest');
  assert.deepEqual(
    web.requests.map(({ url }) => url),
    [feed, PAGE],
  );
});
