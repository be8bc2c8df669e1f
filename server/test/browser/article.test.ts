// Tests how the text of an item, its pictures and its files are shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, gif, readArticle } from './read-article.ts';
import { settled, untilTrue } from './reader-house.ts';

test('formulas and smileys stay in their line, other pictures among words can be enlarged, a drawing has its own styles, and in the dark one in black on nothing can be seen', {
  skip: !browser,
}, async (t) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">
    <style>rect { fill: #00f }</style><rect width="320" height="200"/></svg>`;
  const picture = (path = ''): Buffer | string => {
    if (path === '/drawing.svg') return drawing;
    return path === '/formula.gif' ? gif(90, 20) : gif(400, 300);
  };
  await readArticle(t, { item: { 'An article': pictures, 'Of art': art }, picture }, async (page, open) => {
    await page.getByRole('button', { name: 'Enlarge: A photograph' }).waitFor();
    // A photograph stays one, whatever its author says of it.
    await page.getByRole('button', { name: 'Enlarge: 🎉' }).waitFor();
    const text = page.locator('.body');
    assert.match(await text.innerText(), /Hello 🙂 there/);
    await page.getByRole('img', { name: 'x plus one' }).scrollIntoViewIfNeeded();
    const heightOf = 'document.querySelector(\'img[alt="x plus one"]\').naturalHeight';
    await settled(async () => assert.equal(await page.evaluate(heightOf), 20));
    assert.equal(await page.getByRole('button', { name: 'Enlarge: x plus one' }).count(), 0);
    const height = (await text.locator('p').first().boundingBox())?.height ?? 0;
    assert.ok(height < 60, `a line with a formula is ${height} pixels high`);
    // The way back takes an enlarged one along with its article.
    await page.getByRole('button', { name: 'Enlarge: A photograph' }).click();
    const enlarged = page.getByRole('dialog').getByRole('img', { name: 'A photograph' });
    await enlarged.waitFor();
    await page.goBack();
    await enlarged.waitFor({ state: 'detached' });

    await open('Of art');
    await page.getByRole('button', { name: 'Enlarge: A drawing' }).waitFor();
    await untilTrue(page, "document.querySelector('.body img').naturalWidth === 320");
    const pixel = await page.evaluate(`(() => {
      const context = document.createElement('canvas').getContext('2d');
      context.drawImage(document.querySelector('.body img'), 0, 0);
      return [...context.getImageData(5, 5, 1, 1).data];
    })()`);
    assert.deepEqual(pixel, [0, 0, 255, 255]);

    await open('An article');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Enlarge: A photograph' }).waitFor();
    const background = "getComputedStyle(document.querySelector('.body img')).backgroundColor";
    assert.equal(await page.evaluate(background), 'rgb(128, 128, 128)');
  });
});

test('code runs from left to right in an Arabic article, and is scrolled from its beginning, the player comes before the notes, and a narrow screen shows large numbers of a list whole, and the caption of a wide table wherever it is scrolled to; below a text, which may be only the beginning or nothing, the way leads on to its page and the comments, and a film among the words of one element can be loaded there', {
  skip: !browser,
}, async (t) => {
  const talk = '<link>https://news.example/1</link><comments>https://news.example/1#talk</comments>';
  await readArticle(
    t,
    { item: { 'An article': talk, 'A film': film, 'In Arabic': arabic } },
    async (page, open) => {
      const onward = page.locator('.art .after a');
      await onward.first().waitFor();
      // As in other readers, so does the title.
      const title = page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'An article' });
      assert.equal(await title.getAttribute('href'), 'https://news.example/1');
      assert.deepEqual(await onward.evaluateAll((links) => links.map((link) => link.getAttribute('href'))), [
        'https://news.example/1',
        'https://news.example/1#talk',
      ]);
      await open('A film');
      await page.getByRole('button', { name: 'Show youtube.com here' }).waitFor();

      await open('In Arabic');
      await page.getByText('npm start').waitFor();
      const directions =
        "['.body', '.body pre', '.body p code'].map((each) => getComputedStyle(document.querySelector(each)).direction).join()";
      assert.equal(await page.evaluate(directions), 'rtl,ltr,ltr');
      const hasBeginning =
        "document.querySelector('pre').getBoundingClientRect().left >= document.querySelector('.wide-box').getBoundingClientRect().left";
      assert.ok(await page.evaluate(hasBeginning), 'the beginning of the code is in sight');
      const top = async (name: string) => (await page.getByText(name).boundingBox())?.y ?? 0;
      assert.ok((await top('talk.mp3')) < (await top('npm start')), 'the player is above the text');
      assert.ok((await top('slides.pdf')) > (await top('npm start')), 'other files are below it');
      await page.setViewportSize({ width: 320, height: 700 });
      for (const [room, needed] of (await page.evaluate(roomForNumbers)) as [number, number][])
        assert.ok(room >= needed, `a number that is ${needed} wide has ${room}`);
      for (const by of [0, -400]) {
        await page.evaluate(`document.querySelector('caption').closest('.wide-box').scrollLeft = ${by}`);
        assert.ok(await page.evaluate(isCaptionSeen), `scrolled by ${by}`);
      }
    },
  );
});

/** Between the edge of the screen and the words of each list, and what its first number takes there. */
const roomForNumbers = `['1000. ', 'lxxxviii. '].map((number, index) => {
  const words = document.querySelectorAll('.body li')[index].firstChild;
  const [range, pen] = [document.createRange(), document.createElement('canvas').getContext('2d')];
  range.selectNode(words);
  pen.font = getComputedStyle(words.parentElement).font;
  return [innerWidth - range.getBoundingClientRect().right, pen.measureText(number).width];
})`;
const isCaptionSeen = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('caption'));
  const { left, right } = range.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
})()`;
const film = `<description><![CDATA[<div>before <iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe> after</div>]]></description>`;
const pictures = `<description><![CDATA[<p>Hello <img src="/smiley.gif" alt="🙂"> there, let <img src="/formula.gif" alt="x plus one"> be.</p>
  <p>Words beside <img src="/photograph.gif" alt="A photograph"> of it.</p>
  <p><img src="/photograph.gif?party" alt="🎉"></p>]]></description>`;
const art = `<description><![CDATA[<p>A drawing <img src="/drawing.svg" alt="A drawing"> of a flag.</p>]]></description>`;
const arabic = `<description><![CDATA[<p>مرحبا بكم في الميناء <code>f(x)</code></p><pre>npm start ${'12345678 '.repeat(60)}</pre>
  <ol start="1000"><li>ألف</li></ol><ol type="i" start="88"><li>باء</li></ol><table><caption>أوراق</caption><tr>${'<td>12345</td>'.repeat(20)}</tr></table>]]></description>
  <enclosure url="https://files.example/slides.pdf" type="application/pdf"/><enclosure url="https://files.example/talk.mp3" type="audio/mpeg"/>`;
