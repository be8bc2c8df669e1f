// The text of a stranger on a page without script: whatever its HTML is, the page around it stays as it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse } from './reader-house.ts';

const browser = await openBrowser();

/** Browsers end elements of it before their end tags, which would then end elements of the page, or leave some open that would go on after it. */
const texts = [
  '<p>One with nothing odd</p><table><tr><td>x</td></tr></table>',
  '<li><div>a<li>b</li></div></li><p>c</p>',
  '<dl><dd><div><dt>a</dt></div></dd></dl><p>b</p>',
  '<table><article><main><table><tr><td>a</td></tr></table></main></article></table><p>b</p>',
  '<table><tr><td><section><article><td>a</td></article></section></td></tr></table>',
  '<table><b><main><article><table></table></article></main></b></table><p>a</p>',
  `<table><caption>c</caption><tr>${'<td>12345678</td>'.repeat(60)}</tr></table>`,
];

test('no text of a post reaches beyond its place on a page without script, and the caption of a wide table is in sight', {
  skip: !browser,
}, async (t) => {
  const items = texts.map(
    (text, index) =>
      `<item><title>${index}</title><guid isPermaLink="false">${index}</guid><description><![CDATA[${text}]]></description></item>`,
  );
  const site = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Site</title>${items.join('')}</channel></rss>`);
  });
  const house = await openReaderHouse(t, browser, 0);
  const feed = await house.client.feeds.create({ feedUrl: `${site.url}/feed.xml` });
  const { items: found } = await house.client.feeds.items(feed.id);
  assert.equal(found.length, texts.length);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    for (const { id, title } of found) {
      await page.goto(`/lite/items/${id}`);
      assert.deepEqual(await page.evaluate(outline), around, texts[Number(title)]);
      assert.deepEqual(await page.evaluate(hiddenCaptions), []);
    }
  });
});

test('without script, a title that is written from right to left begins at the right, and long words are divided as in the reader', {
  skip: !browser,
}, async (t) => {
  const site = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Site</title><language>ar</language>
      <item><title>مرحبا</title><guid>1</guid><description><![CDATA[<p>ألف <code>a()</code></p>]]></description></item></channel></rss>`);
  });
  const house = await openReaderHouse(t, browser, 0);
  await house.client.feeds.create({ feedUrl: `${site.url}/feed.xml` });
  await house.readOnce({ ...desktop, at: '/lite', javaScriptEnabled: false }, async (page) => {
    assert.ok(await page.evaluate(beginsAtRight('.row-title')));
    assert.equal(await page.evaluate(hyphensOf('.row-title')), 'ar auto');
  });
  const { items } = await house.client.items.list();
  await house.readOnce(
    { ...desktop, locale: 'ar', at: `/lite/items/${items[0]?.id}`, javaScriptEnabled: false },
    async (page) => {
      assert.ok(await page.evaluate(beginsAtRight('h1 a')));
      for (const [selector, hyphens] of [
        ['h1', 'ar auto'],
        ['.reading', 'ar auto'],
        ['.reading code', 'ar none'],
      ] as const)
        assert.equal(await page.evaluate(hyphensOf(selector)), hyphens, selector);
      assert.equal(await page.evaluate("getComputedStyle(document.querySelector('code')).direction"), 'ltr');
      assert.equal(await page.evaluate(spacingWithoutLanguage), 'normal');
    },
  );
});

/** That of the letters in the title of a feed that does not name its language, which the language of the page is likely to be. */
const spacingWithoutLanguage = `(() => {
  const title = document.querySelector('h1');
  title.lang = '';
  return getComputedStyle(title).letterSpacing;
})()`;
const beginsAtRight = (selector: string): string => `(() => {
  const words = document.querySelector('${selector}');
  const block = words.closest('h1, div').getBoundingClientRect();
  return block.right - words.getBoundingClientRect().right < 1 && block.width > 300;
})()`;
const hyphensOf = (selector: string): string => `(() => {
  const words = document.querySelector('${selector}');
  return words.closest('[lang]').lang + ' ' + getComputedStyle(words).hyphens;
})()`;

/** The elements of the page from the text outwards, each as the children of the one around it. */
const outline = `['article', 'main', 'body'].map((name) =>
  [...document.querySelector('body' + { body: '', main: '>main', article: '>main>article' }[name]).childNodes]
    .filter((node) => node.nodeType === 1 || node.data.trim() !== '')
    .map((node) => [node.localName, node.className].filter(Boolean).join('.')).join(' '))`;
const hiddenCaptions = `[...document.querySelectorAll('caption')].flatMap((caption) => {
  const words = document.createRange();
  words.selectNodeContents(caption);
  return words.getBoundingClientRect().right > innerWidth ? [caption.textContent] : [];
})`;
const around = [
  'h1 p.sub div.reading p.note',
  'a.wordmark nav.lite p.note article div.doings',
  'main.wide footer',
];
