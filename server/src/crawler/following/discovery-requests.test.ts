import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from '../testing/bench.ts';

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
