// The bundled program, the only one that `npm start` and the image run: each of its threads, and what it loads later.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addUsers } from './accounts.ts';
import { temporaryInstance } from './environment.ts';
import { startSite } from './feed-origin.ts';
import { program, type Running, startCourant } from './process.ts';
import { signInApp } from './sign-in.ts';

const build = fileURLToPath(new URL('../build.mjs', import.meta.url));
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const ines = { name: 'ines', password: 'a long password' };

before(() => {
  // `npm test` has made it, and other tests are running it.
  if (program === main) return;
  const { status, stderr } = spawnSync(process.execPath, [build], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});

test('npm start hands SIGTERM on, and leaves nothing behind that holds the port', async (t) => {
  const courant = await startCourant(t, await temporaryInstance(t), {
    command: 'npm',
    words: ['start', '--silent', '--ignore-scripts'],
  });
  await courant.stop();
  await assert.rejects(fetch(`${courant.url}/health/live`));
  assert.match(courant.err(), /"event":"closed"/);
});

test('the bundle finds its files, its threads and what it loads with the first use', async (t) => {
  const origin = await startSite(t, answer);
  const environment = await temporaryInstance(t, { COURANT_FETCH_ALLOW: origin.hostAndPort });
  await addUsers(environment, ines);
  const courant = await startCourant(t, environment, { command: process.execPath, words: [main, 'serve'] });
  await showsFiles(courant);
  await asksForPasskey(courant);
  const { client } = await signInApp({ baseUrl: courant.url, ...ines });
  // The crawler's thread, and in it a reading thread: a feed, then a page.
  assert.equal((await client.feeds.create({ feedUrl: `${origin.url}/feed.xml` })).title, 'Origin');
  const [item] = (await client.items.list()).items;
  assert.equal(item?.title, 'Post');
  assert.match((await client.fullText.fetch(item?.id ?? 0)).content, /sentence 30/);
  // Long enough to be read in a thread of its own.
  const outlines = `<outline text="${'x'.repeat(200_000)}"/><outline type="rss" xmlUrl="${origin.url}/feed.xml"/>`;
  const job = await client.transfer.importFile(`<opml version="2.0"><body>${outlines}</body></opml>`);
  assert.equal(job.feeds.total, 1);
  assert.match(await client.transfer.exportOpml(), /feed\.xml/);
  assert.equal(await courant.stop(), 0);
});

test('a character of the bundle takes one byte of memory', () => {
  const dist = fileURLToPath(new URL('../dist/', import.meta.url));
  const wide = globSync(`${dist}*.js`).filter((path) => /[\u0080-\uffff]/.test(readFileSync(path, 'utf8')));
  assert.deepEqual(wide, []);
});

async function showsFiles({ url }: Running): Promise<void> {
  const page = await (await fetch(`${url}/sign-in`)).text();
  for (const [, path = ''] of page.matchAll(/"(\/assets\/[^"]+)"/g)) {
    assert.equal((await fetch(url + path)).status, 200, path);
  }
  assert.equal((await fetch(`${url}/about/extensions/app.courant.items`)).status, 200);
}

async function asksForPasskey({ url }: Running): Promise<void> {
  const page = await fetch(`${url}/sign-in`);
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await page.text()) ?? [];
  const Cookie = page.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const asked = await fetch(`${url}/sign-in/passkey/options`, {
    method: 'POST',
    headers: { Cookie, Origin: url },
    body: new URLSearchParams({ csrf }),
  });
  assert.match(await asked.text(), /"challenge"/);
}

/** A site with a feed of one post, which gives only a beginning, and its page, which has the whole article. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/robots.txt') response.writeHead(404).end();
  else if (request.url === '/feed.xml')
    response
      .writeHead(200, { 'Content-Type': 'application/rss+xml' })
      .end(feed(`http://${request.headers.host}`));
  else response.writeHead(200, { 'Content-Type': 'text/html' }).end(article());
}

function feed(base: string): string {
  const item = `<item><title>Post</title><link>${base}/post</link><description>A start</description></item>`;
  return `<rss version="2.0"><channel><title>Origin</title><link>${base}/</link><description/>${item}</channel></rss>`;
}

function article(): string {
  const sentences = Array.from({ length: 60 }, (_, index) => `This is sentence ${index} of the article.`);
  return `<html><body><article><h1>Post</h1><p>${sentences.join(' ')}</p></article></body></html>`;
}
