// Tests that whoever breaks a page learns why its test fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../feed-origin.ts';
import { inContext, openBrowser } from './open-browser.ts';
import { settled } from './reader-house.ts';

const browser = await openBrowser();

/** A script that asks for twenty addresses, each a moment after the one before, and waits for all answers. */
const askOneByOne = `(async () => {
  const asked = [];
  for (let at = 0; at < 20; at++) {
    asked.push(fetch('/asked/' + at).catch(() => {}));
    await new Promise((next) => setTimeout(next));
  }
  await Promise.all(asked);
})()`;

test('a test that fails in a browser says what its page threw and what it showed', {
  skip: !browser,
}, async () => {
  assert.ok(browser);
  const run = inContext(browser, {}, async (context) => {
    const page = await context.newPage();
    const threw = context.waitForEvent('weberror');
    await page.setContent('<p>Words<script>throw new TypeError("broken")</script>');
    await threw;
    throw new Error('no row came');
  });
  await assert.rejects(run, ({ message }: Error) => {
    assert.match(message, /^no row came\n\nThe browser complained: TypeError: broken/);
    assert.match(message, /about:blank showed: Words$/);
    return true;
  });
});

test('a page is in English and its clock in UTC, whatever the machine speaks and wherever it is', {
  skip: !browser,
}, async () => {
  assert.ok(browser);
  await inContext(browser, {}, async (context) => {
    const page = await context.newPage();
    const zone = 'Intl.DateTimeFormat().resolvedOptions().timeZone';
    assert.deepEqual(await page.evaluate(`[navigator.language, ${zone}]`), ['en-US', 'UTC']);
  });
});

test('a page that throws fails its test, whatever else was right', { skip: !browser }, async () => {
  assert.ok(browser);
  const run = inContext(browser, {}, async (context) => {
    const page = await context.newPage();
    const threw = context.waitForEvent('weberror');
    await page.setContent('<script>throw new TypeError("broken")</script>');
    await threw;
  });
  await assert.rejects(run, /The browser complained: TypeError: broken/);
});

test('a request that a test holds back when it ends fails nothing, though its answer is gone by then', {
  skip: !browser,
}, async (t) => {
  assert.ok(browser);
  const site = await startSite(t, (_request, response) => response.end('Words'));
  const over = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await inContext(browser, {}, async (context) => {
    const page = await context.newPage();
    const held = Promise.withResolvers<void>();
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      held.resolve();
      await over.promise;
      setImmediate(ended.resolve);
      await response.text();
    });
    page.goto(site.url).catch(() => {});
    await held.promise;
  });
  over.resolve();
  // What the handler throws now would fail this file.
  await ended.promise;
});

test('requests that are under way while a route is taken back end, and are told of', {
  skip: !browser,
}, async (t) => {
  assert.ok(browser);
  const site = await startSite(t, (_request, response) => response.end('Words'));
  await inContext(browser, {}, async (context) => {
    const page = await context.newPage();
    await page.goto(site.url);
    const ended: string[] = [];
    page.on('requestfinished', (request) => ended.push(request.url()));
    page.on('requestfailed', (request) => ended.push(request.url()));
    for (let round = 0; round < 20; round++) {
      await page.route('**/asked/*', (route) => route.abort());
      const some = page.waitForEvent('request', (request) => request.url().endsWith(`/${round % 20}`));
      const all = page.evaluate(askOneByOne);
      await some;
      await page.unroute('**/asked/*');
      await all;
    }
    await settled(async () => assert.equal(ended.length, 20 * 20));
  });
});

test('what is pressed after a route was set cannot come before the page knows of it', {
  skip: !browser,
}, async () => {
  assert.ok(browser);
  await inContext(browser, {}, async (context) => {
    const page = await context.newPage();
    for (const routed of [page, context]) {
      let isOver = false;
      const busy = page.evaluate('for (const end = performance.now() + 300; performance.now() < end; );');
      const over = busy.then(() => {
        isOver = true;
      });
      await routed.route('**/asked', (route) => route.abort());
      assert.ok(isOver);
      await over;
    }
  });
});
