// Tests how pictures are shown that come in several sizes, are small, or cannot be had.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, gif, readArticle } from './read-article.ts';
import { telephone, untilTrue } from './reader-house.ts';

/** Those of the site, each in a size of its own; there are no others. */
const sizes: Record<string, [width: number, height: number]> = {
  '/small.gif': [120, 90],
  '/middle.gif': [400, 300],
  '/large.gif': [1_600, 1_200],
  '/strip.gif': [400, 6_000],
  '/portrait.gif': [1_000, 1_500],
};
const picture = (path = ''): Buffer | string => {
  const size = sizes[path.replace(/\?.*/, '')];
  return size === undefined ? '' : gif(...size);
};
const item = (html: string): string => `<description><![CDATA[${html}]]></description>`;

test('a picture that offers other sizes is shown in them, here and enlarged, and where they cannot be had in its own, or by its words within a line, and its title below it, unless that is the name of a file or said already', {
  skip: !browser,
}, async (t) => {
  const offers = `<picture><source srcset="/middle.gif"><img src="/small.gif" alt="A photograph"></picture>
    <p><img src="/small.gif" srcset="/middle.gif 400w, /large.gif 1600w" sizes="200px" alt="A harbour"></p>
    <p><img src="/small.gif" srcset="/middle.gif 400w, /gone.gif 1600w" sizes="200px" alt="A boat"></p>
    <picture><source media="(max-width: 1px)" srcset="/gone.gif"><source srcset="/middle.gif 400w, /large.gif 1600w" sizes="200px"><img src="/small.gif" alt="A quay"></picture>`;
  const broken = `<p><img src="/small.gif" srcset="/gone.gif 1600w" sizes="100vw" alt="A boat"></p>
    <picture><source srcset="/gone.gif"><img src="/small.gif" alt="A harbour"></picture>
    <p>It is <img src="/gone.gif" alt="x plus one"> here.</p><p><img src="/gone.gif" alt="A lighthouse"></p>`;
  const titled = `<p><img src="/small.gif" title="The last joke" alt=""></p><p><img src="/small.gif" title="DSC_0123" alt=""></p>
    <p><img src="/small.gif" title="2026年の夏、君と海へ行った。" alt=""></p><p><img src="/small.gif" title="“1984”" alt=""></p>
    <figure><img src="/small.gif" title="A boat" alt=""><figcaption>A boat, at sea</figcaption></figure>`;
  const items = { Offers: item(offers), Broken: item(broken), Titled: item(titled) };
  await readArticle(t, { item: items, picture }, async (page, open) => {
    await page.getByRole('button', { name: 'Enlarge: A photograph' }).waitFor();
    await untilTrue(page, `document.querySelector('.body picture > img').naturalWidth === 400`);
    for (const [name, width] of [
      ['A harbour', 1_280],
      ['A boat', 400],
      ['A quay', 1_280],
    ] as const) {
      await page.getByRole('button', { name: `Enlarge: ${name}` }).click();
      await untilTrue(page, `document.querySelector('.lightbox img').naturalWidth === ${width}`);
      await page.keyboard.press('Escape');
    }
    await open('Broken');
    const widths = "[...document.querySelectorAll('.body img')].map((each) => each.naturalWidth).join()";
    await untilTrue(page, `${widths} === '120,120'`);
    const text = await page.locator('.body').innerText();
    assert.match(text, /It is x plus one here\.\s+This picture could not be loaded\s+A lighthouse/);

    await open('Titled');
    await page.getByText('The last joke').waitFor();
    assert.deepEqual(await page.locator('.picture-title').allInnerTexts(), [
      'The last joke',
      '2026年の夏、君と海へ行った。',
      '“1984”',
    ]);
  });
});

test('a strip that is taller than the window is scrolled when it is enlarged, and on a telephone a small picture in a figure keeps its size, a large one takes all of the width, and those of a gallery are no wider than the screen', {
  skip: !browser,
}, async (t) => {
  const strips =
    '<p><img src="/strip.gif" alt="A comic"></p><p><img src="/portrait.gif" alt="A captain"></p>' +
    `${'<p>Words</p>'.repeat(200)}<p><img src="/strip.gif?2" alt="The next comic"></p>`;
  const figures = `<figure><img src="/small.gif" alt="A stamp"></figure><figure><a href="/"><img src="/middle.gif" alt="A boat"></a></figure>`;
  const gallery = `<figure><figure><img src="/large.gif" alt="A boat"></figure><figure><img src="/large.gif?2" alt="A quay"></figure></figure>`;
  const items = { Strips: item(strips), Figures: item(figures), Gallery: item(gallery) };
  await readArticle(t, { item: items, picture }, async (page, open) => {
    await page.getByRole('button', { name: 'Enlarge: A comic' }).click();
    await untilTrue(page, "document.querySelector('.lightbox img').clientWidth === 400");
    await untilTrue(
      page,
      "(({ left, right }) => left + right === innerWidth)(document.querySelector('.lightbox img').getBoundingClientRect())",
    );
    const scrolled = "document.querySelector('.lightbox').scrollTop";
    for (const [key, place] of [
      ['ArrowDown', '=== 80'],
      ['PageDown', '=== 800'],
      ['Home', '=== 0'],
      ['End', '> 5200'],
    ]) {
      await page.keyboard.press(key ?? '');
      await untilTrue(page, `${scrolled} ${place}`);
    }
    await page.keyboard.press('ArrowRight');
    // A portrait is seen as a whole, and what it may show through is no wider.
    await untilTrue(
      page,
      `(({ width, height }) => height > 600 && height <= innerHeight && Math.round(width * 1.5) === Math.round(height))(
        document.querySelector('.lightbox img').getBoundingClientRect())`,
    );
    const background = "getComputedStyle(document.querySelector('.lightbox img')).backgroundColor";
    assert.equal(await page.evaluate(background), 'rgb(128, 128, 128)');
    // A strip to which nobody has come yet in the article is scrolled, too.
    await page.keyboard.press('ArrowRight');
    await untilTrue(page, "document.querySelector('.lightbox img').clientWidth === 400");
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.lightbox').waitFor({ state: 'detached' });

    await open('Figures');
    await page.setViewportSize(telephone.viewport ?? { width: 360, height: 740 });
    const widths = "[...document.querySelectorAll('.body img')].map((each) => each.clientWidth).join()";
    await untilTrue(page, `${widths} === '120,360'`);
    await page.keyboard.press('Escape');
    await open('Gallery');
    await untilTrue(page, `${widths} === '360,360'`);
    const scroller = "document.querySelector('.article-scroll')";
    assert.equal(await page.evaluate(`${scroller}.scrollWidth - ${scroller}.clientWidth`), 0);
  });
});
