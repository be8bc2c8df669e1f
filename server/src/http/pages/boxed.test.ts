// Which texts browsers end where they end, and which must be kept from ending something of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxed } from './boxed.ts';

const asTheyAre = [
  '',
  'Words',
  '<h2>a</h2><p>b <a href="x"><img src="y" /></a><br /></p><hr /><h2>c</h2>',
  '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>',
  '<dl><dt>a</dt><dd><dl><dt>b</dt></dl></dd></dl>',
  '<table><caption>a</caption><colgroup><col /></colgroup><thead><tr><th>b</th></tr></thead><tbody><tr><td><table><tr><td>c</td></tr></table></td></tr></tbody></table>',
  '<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>',
];
const inABox = [
  '<li><div><li>a</li></div></li>',
  '<dd><span><dt>a</dt></span></dd>',
  '<table><div>a</div></table>',
  '<td>a</td>',
  '<table><tr><td><div><tr></tr></div></td></tr></table>',
  '<h2><span><h3>a</h3></span></h2>',
  '<a href="x"><b><a href="y">a</a></b></a>',
  '<p><b><p>a</p></b></p>',
  '<div>a',
  'a</div>',
];

for (const html of asTheyAre) test(`As it is: ${html}`, () => assert.equal(boxed(html), html));
for (const html of inABox)
  test(`In a box: ${html}`, () => assert.equal(boxed(html), `<object role="document">${html}</object>`));

/** A megabyte, deeper than the sanitiser lets through. The bound is of processor time, whatever else runs; quadratic time would be minutes. */
test('A long text of deep nesting is judged in linear time', () => {
  const deep = '<div>'.repeat(50_000);
  const html = `<ul>${deep}${'<li>a</li>'.repeat(50_000)}${deep.replaceAll('<', '</')}</ul>`;
  const { user } = process.cpuUsage();
  assert.equal(boxed(html), html);
  assert.ok(process.cpuUsage().user - user < 5e6);
});
