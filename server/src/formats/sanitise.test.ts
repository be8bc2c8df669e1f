import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attacks } from './fixtures/attacks.ts';
import { assertHarmless } from './fixtures/harmless.ts';
import { sanitise } from './sanitise.ts';

const base = 'https://example.org/blog/';
const clean = (html: string): string => sanitise(html, base);
const link = (href: string, text: string): string =>
  `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;

for (const [index, attack] of attacks.entries()) {
  test(`Attack ${index + 1} comes out harmless: ${attack.slice(0, 60).replace(/\s+/g, ' ')}`, () => {
    assertHarmless(clean(attack));
    // In the middle of a post, and inside an attribute that somebody forgot to close.
    assertHarmless(clean(`<p>before ${attack} after</p>`));
    assertHarmless(clean(`<table><td title="${attack}">x`));
    // In what is written again before it is judged.
    assertHarmless(clean(`<math><mi>${attack}</mi></math><table role=none><tr hidden>${attack}`));
    assertHarmless(clean(`<math><mfenced close="${attack}"><mi>x${attack}`));
  });
}

/** What comes out as it goes in. */
const twice = (html: string): [string, string] => [html, html];

/** What it shows, what goes in, what comes out. */
const rows: [string, string, string][] = [
  ['Plain markup stays', '<p>Hi <em>you</em></p>', '<p>Hi <em>you</em></p>'],
  ['Unclosed elements are closed', '<p>Hi <b>there', '<p>Hi <b>there</b></p>'],
  ['Styles, classes, ids and events go', '<p style="x" class="y" id="z" onclick="a()">t</p>', '<p>t</p>'],
  [
    'Links become absolute and say nothing of their reader',
    '<a href="../a?b=1&c=2">x</a>',
    link('https://example.org/a?b=1&amp;c=2', 'x'),
  ],
  [
    'A link keeps what is said of it, and in which language',
    '<a lang="he" dir="rtl" title="The post" href="../a">x</a>',
    '<a href="https://example.org/a" title="The post" rel="noopener noreferrer nofollow" target="_blank" dir="rtl" lang="he">x</a>',
  ],
  [
    'A link within the post leads to the page',
    '<a href="#note">1</a>',
    link('https://example.org/blog/#note', '1'),
  ],
  [
    'The source of a quotation becomes absolute',
    '<q cite="../a">q</q><blockquote cite="b">a</blockquote><blockquote cite="javascript:x()">b</blockquote>',
    '<q cite="https://example.org/a">q</q><blockquote cite="https://example.org/blog/b">a</blockquote><blockquote>b</blockquote>',
  ],
  [
    'A number that is none goes',
    '<ol start="a"><li value="b">1</li></ol><table><colgroup span="c"></colgroup><tr><td colspan="d" rowspan="e">2</td></tr></table>',
    '<ol><li>1</li></ol><table><colgroup></colgroup><tr><td>2</td></tr></table>',
  ],
  ['Mail links stay', '<a href="mailto:a@example.org">m</a>', link('mailto:a@example.org', 'm')],
  [
    'Numbers to call, and links and pictures that are not encrypted, stay',
    '<a href="tel:+431">t</a><a href="http://example.org/">h</a><img src="http://example.org/a.png">',
    `${link('tel:+431', 't')}${link('http://example.org/', 'h')}<img src="http://example.org/a.png" loading="lazy" />`,
  ],
  ['A link of no use is only its text', '<a href="javascript:x()">t</a>', 't'],
  ['An anchor without address is only its text', '<a name="x">t</a>', 't'],
  [
    'What follows an anchor without address ends where it ends',
    '<h2><a name="x"></a>t</h2><p><em>u</em> v <a id="y"></a><b>w</b> x</p><a name="z"></a><h2>y</h2><p>z</p>',
    '<h2>t</h2><p><em>u</em> v <b>w</b> x</p><h2>y</h2><p>z</p>',
  ],
  [
    'So does what follows a picture, a field or another element that goes',
    '<p><img src="" alt=""><b>t</b> u</p><p><input type="text"><i>v</i> w</p><p><gone lang="en">x</gone><b>y</b> &lt;gone&gt;</p>',
    '<p><b>t</b> u</p><p><i>v</i> w</p><p>x<b>y</b> &lt;gone&gt;</p>',
  ],
  [
    'The title of a picture stays',
    '<img src="c.png" title="The joke" alt="">',
    '<img src="https://example.org/blog/c.png" alt="" title="The joke" loading="lazy" />',
  ],
  [
    'A lazy picture is restored',
    '<img src="data:image/gif;base64,R0lGOD" data-src="/r.jpg">',
    '<img src="https://example.org/r.jpg" loading="lazy" />',
  ],
  [
    'A lazy picture without src is restored',
    '<img data-lazy-src="r.jpg">',
    '<img src="https://example.org/blog/r.jpg" loading="lazy" />',
  ],
  [
    'A lazy srcset is restored',
    '<img src="a.png" data-srcset="b.png 2x">',
    '<img src="https://example.org/blog/a.png" srcset="https://example.org/blog/b.png 2x" loading="lazy" />',
  ],
  [
    'The copy for readers without scripts goes',
    '<img data-src="a.png"><noscript><img src="a.png"></noscript>!',
    '<img src="https://example.org/blog/a.png" loading="lazy" />!',
  ],
  ['What only readers without scripts can see stays', '<noscript><p>seen</p></noscript>', '<p>seen</p>'],
  ['A tracking pixel goes', 'a<img src="t.gif" width="1" height="1">b', 'ab'],
  ['A tracking pixel by style goes', 'a<img src="t.gif" style="width:1px; height:1px">b', 'ab'],
  ['A known counter goes', 'a<img src="https://pixel.wp.com/b.gif?x=1">b', 'ab'],
  [
    'A small raster picture in its own address stays',
    '<img src="data:image/png;base64,iVBORw0KGgo=">',
    '<img src="data:image/png;base64,iVBORw0KGgo=" loading="lazy" />',
  ],
  [
    'A picture in its own address may be written over lines',
    '<img src="data:image/png;base64,iVBORw0\nKGgo=\n">',
    '<img src="data:image/png;base64,iVBORw0KGgo=" loading="lazy" />',
  ],
  ['A drawing in its own address goes', '<img src="data:image/svg+xml;base64,PHN2Zz4=">', ''],
  ['A huge picture in its own address goes', `<img src="data:image/png;base64,${'A'.repeat(70_000)}">`, ''],
  [
    'A srcset is judged candidate by candidate',
    '<img src="a.png" srcset="javascript:x() 1x, b.png 2x, data:image/png;base64,AA== 3x">',
    '<img src="https://example.org/blog/a.png" srcset="https://example.org/blog/b.png 2x" loading="lazy" />',
  ],
  [
    'A srcset may have commas in its addresses',
    '<img srcset="/a,b.png 100w, /c.png 200w" sizes="50vw">',
    '<img src="https://example.org/c.png" srcset="https://example.org/a%2Cb.png 100w, https://example.org/c.png 200w" sizes="50vw" loading="lazy" />',
  ],
  [
    'A frame becomes a link',
    '<iframe src="https://maps.example/e?x" title="A map">fallback</iframe>',
    `<p>${link('https://maps.example/e?x', 'A map')}</p>`,
  ],
  [
    'A video frame leads to the video',
    '<iframe src="//www.youtube.com/embed/abc?rel=0"></iframe>',
    `<p>${link('https://www.youtube.com/watch?v=abc', 'youtube.com')}</p>`,
  ],
  [
    'A frame whose address a script sets later is restored, once',
    '<iframe src="about:blank" data-lazy-src="https://www.youtube.com/embed/abc"></iframe><noscript><iframe src="https://www.youtube.com/embed/abc"></iframe></noscript>',
    `<p>${link('https://www.youtube.com/watch?v=abc', 'youtube.com')}</p>`,
  ],
  [
    'Links to frames do not run into one another',
    '<iframe src="https://a.example/"></iframe><iframe src="https://b.example/"></iframe>',
    `<p>${link('https://a.example/', 'a.example')}</p> <p>${link('https://b.example/', 'b.example')}</p>`,
  ],
  [
    'A frame that nobody sees goes',
    'a<iframe src="https://count.example/" height="0" width="0" style="display:none"></iframe>b',
    'ab',
  ],
  ['A frame without address goes', 'a<iframe srcdoc="<p>x"></iframe>b', 'ab'],
  [
    'An embed becomes a link',
    '<embed src="https://player.vimeo.com/video/12">',
    link('https://vimeo.com/12', 'vimeo.com'),
  ],
  [
    'A frame in the manner of XML hides nothing of what follows it',
    '<p>a<iframe src="https://maps.example/e"/>b</p><p>c</p>',
    `<p>a<span>${link('https://maps.example/e', 'maps.example')}</span> b</p><p>c</p>`,
  ],
  [
    'Nor do a script, a style or a template',
    'a<script src="/x.js" />b<style/>c<template />d<textarea\n/>e<TITLE/>f',
    'abcdef',
  ],
  [
    'Nor does a film, whose content no browser shows',
    '<video controls src="v.mp4"/>a<audio src="s.mp3" />b',
    '<video src="https://example.org/blog/v.mp4" controls preload="none"></video>a<audio src="https://example.org/blog/s.mp3" controls preload="none"></audio>b',
  ],
  [
    'Nor does an icon without words change the looks of what follows',
    'a<i class="icon"/>b<h2/>c<p/>d<br/>e',
    'a<i></i>b<h2></h2>c<p>d<br />e</p>',
  ],
  [
    'A slash at the end of an address ends no element',
    '<iframe src=https://maps.example/>b</iframe>c',
    `<p>${link('https://maps.example/', 'maps.example')}</p> c`,
  ],
  [
    'Media never play by themselves',
    '<video src="v.mp4" autoplay loop></video>',
    '<video src="https://example.org/blog/v.mp4" controls preload="none"></video>',
  ],
  [
    'A film keeps its first picture, its size and its language',
    '<video poster="/p.jpg" src="v.mp4" width="640" height="360" lang="de"></video>',
    '<video src="https://example.org/blog/v.mp4" controls preload="none" poster="https://example.org/p.jpg" width="640" height="360" lang="de"></video>',
  ],
  [
    'A film whose address a script sets later is restored',
    '<video data-src="v.mp4"></video><video><source data-src="w.mp4"></video>',
    '<video src="https://example.org/blog/v.mp4" controls preload="none"></video><video controls preload="none"><source src="https://example.org/blog/w.mp4" /></video>',
  ],
  [
    'Forms go, their words stay',
    '<form action="/x"><label>Name</label><input value="v"><button>Go</button></form>',
    'NameGo',
  ],
  [
    'A list of tasks says which are done',
    '<ul><li><input type="checkbox" checked disabled> a</li><li><input type="Checkbox" disabled> b</li></ul>',
    '<ul><li><span>☑</span> a</li><li><span>☐</span> b</li></ul>',
  ],
  ['Scripts and styles go whole', 'a<script>x<b></script>b<style>c{}</style>d', 'abd'],
  ['Drawings go whole', 'a<svg><text>x</text><a href="/">y</a></svg>b', 'ab'],
  ['Unknown elements leave their text', '<x-foo>a<blink>b</blink></x-foo>', 'ab'],
  ['Comments and instructions go', 'a<!-- b --><?php c ?>d<![CDATA[e]]>', 'ad'],
  [
    'Tables stay',
    '<table><tr><td colspan="2" width="9">x</td></tr></table>',
    '<table><tr><td colspan="2">x</td></tr></table>',
  ],
  ['Direction and language stay', '<p dir="rtl" lang="he">x</p>', '<p dir="rtl" lang="he">x</p>'],
  [
    'So do those of any kind, and how lists count',
    '<ol start="-3" reversed type="i" dir="auto"><li value="12" lang="zh-Hant-TW">x</li></ol><p dir="LTR">y</p>',
    '<ol start="-3" reversed type="i" dir="auto"><li value="12" lang="zh-Hant-TW">x</li></ol><p dir="LTR">y</p>',
  ],
  [
    'What cells and columns span, and head, stays',
    ...twice(
      '<table><colgroup span="2"><col span="2" /></colgroup><tr><th scope="col">a</th><th scope="row">b</th><th scope="colgroup">c</th></tr><tr><th rowspan="2" scope="rowgroup">d</th><td colspan="10" rowspan="2">e</td></tr></table>',
    ),
  ],
  [
    'Times, sources of changes and explanations stay, and what is open',
    ...twice(
      '<details open><summary>s</summary><time datetime="2024-05-01T10:30:00.5+02:00">t</time><del datetime="2024-05-01" cite="https://example.org/why">d</del><ins datetime="2024-05-01" cite="https://example.org/why">i</ins><abbr title="A &amp; B">AB</abbr><dfn title="C">c</dfn></details>',
    ),
  ],
  [
    'Which file is for which screen stays',
    ...twice(
      '<picture><source srcset="https://example.org/b.jpg 600w" sizes="(min-width: 36.5em) calc(50vw - 2*1em), 100%" type="image/webp" media="(600px &lt;= width) and (orientation:landscape)" /><img src="https://example.org/a.jpg" loading="lazy" /></picture>',
    ),
  ],
  [
    'Values that these cannot have go',
    '<p dir="xrtl" lang="en_US">x</p><p dir="rtlx" lang="">y</p><table><tr><th scope="xrow">a</th><th scope="colx">b</th></tr></table><time datetime="&quot;">t</time><ol start="1x" type="a"><li value="--1">z</li></ol>',
    '<p>x</p><p>y</p><table><tr><th>a</th><th>b</th></tr></table><time>t</time><ol type="a"><li>z</li></ol>',
  ],
  [
    'Sizes, queries and times with anything before or after them go',
    '<picture><source srcset="/a.jpg" sizes="url(&quot;x&quot;) 50vw" media="&quot;(width&gt;1px)"><source srcset="/b.jpg" sizes="50vw;" media="(width&gt;1px)/**/"></picture><time datetime="2024-05-01&quot;">t</time>',
    '<picture><source srcset="https://example.org/a.jpg" /><source srcset="https://example.org/b.jpg" /></picture><time>t</time>',
  ],
  ['Numbers that are none go', '<ol start="2"><li value="x">a</li></ol>', '<ol start="2"><li>a</li></ol>'],
  ['Text with signs is text', '1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
  ['Blanks around text go', ' a ', 'a'],
  ['Nothing is nothing', '', ''],
];

for (const [name, html, expected] of rows) {
  test(name, () => {
    assert.equal(clean(html), expected);
    assertHarmless(clean(html));
  });
}

test('Nesting deeper than the limit is flattened, and its text stays', () => {
  const out = clean(`${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}`);
  assert.match(out, /deep/);
  assert.ok((out.match(/<div>/g) ?? []).length <= 100);
});

test('An end tag that closes a quote, a list or a heading is not lost behind the end tag of a paragraph', () => {
  const frame = '<iframe src="https://example.org/film"></iframe>';
  const row = (html: string) => clean(`${html}${frame}`).split('<p><a ')[0];
  assert.equal(row('<p>a<blockquote>b</p></blockquote>c'), '<p>a</p><blockquote>b<p></p></blockquote>c');
  assert.equal(row('<p><ul><li>b</p></li></ul>c'), '<p></p><ul><li>b<p></p></li></ul>c');
  assert.equal(row('<p><h2>b</p></h2>c'), '<p></p><h2>b<p></p></h2>c');
});

test('Thousands of cells without end tags are in one table', () => {
  const out = clean(`<table>${'<tr><th>a<td>b'.repeat(3_000)}</table>`);
  assert.equal(out.match(/<td>/g)?.length, 3_000);
});

/** Each is about a megabyte. The bound is of processor time, whatever else runs; quadratic time would be minutes. */
const floods: [string, string][] = [
  ['open elements', '<b>'.repeat(333_000)],
  ['elements that close one another', '<p><li>'.repeat(140_000)],
  ['stray end tags', '<b>'.repeat(3_000) + '</x>'.repeat(240_000)],
  ['tracking pixels', '<img width=1 height=1 src=a>'.repeat(35_000)],
  ['angle brackets', '<'.repeat(1_000_000)],
  ['ampersands', '&'.repeat(1_000_000)],
  ['open frames', '<iframe '.repeat(120_000)],
  ['closed frames', '<iframe src=a></iframe>'.repeat(40_000)],
  ['copies of pictures', '<img src=x data-a="a"><noscript><img src="a"></noscript>'.repeat(20_000)],
  [
    'addresses for scripts',
    `<img ${Array.from({ length: 30_000 }, (_, i) => `data-a${i}="${i}.jpg?a.jpg?"`).join(' ')}>`,
  ],
  ['noscripts', `${'<noscript></p>'.repeat(70_000)} data-src= data-src`],
  ['drawings', '<svg>'.repeat(200_000)],
  ['links', '<a href=x>'.repeat(100_000)],
  ['attributes', `<a ${Array.from({ length: 100_000 }, (_, i) => `a${i}`).join(' ')}>`],
  ['candidates', `<img srcset="${'a,'.repeat(8_000)}">`],
  ['comments', '<!--'.repeat(250_000)],
  ['textareas', '<textarea>'.repeat(100_000)],
  ['tables', '<table><tr><td>'.repeat(60_000)],
  ['raw text', '<xmp></xmp>'.repeat(90_000)],
  ['films that close themselves', '<video a/>'.repeat(90_000)],
  ['films that nearly close themselves', '<video /'.repeat(120_000)],
  ['words of placeholders', `<img data-src="x.png" src="${'blank'.repeat(120_000)}">`],
];

for (const [name, html] of floods) {
  test(`A flood of ${name} is cleaned in bounded time`, () => {
    const begun = process.cpuUsage();
    clean(html);
    const { user, system } = process.cpuUsage(begun);
    assert.ok(user + system < 30_000_000);
  });
}

test('All that gives a text its shape stays', () => {
  const shaped = `<main><header><h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6></header>
<section><article><nav><address>a</address></nav><div>d</div><center>c</center><hr /></article><aside>e</aside></section>
<p><a>x</a><b>b</b><i>i</i><u>u</u><s>s</s><em>e</em><strong>s</strong><strike>s</strike><small>s</small><span>s</span>
<sub>1</sub><sup>2</sup><code>c</code><kbd>k</kbd><samp>s</samp><var>v</var><tt>t</tt><cite>c</cite><q>q</q><dfn>d</dfn>
<abbr title="b">a</abbr><data value="1">d</data><time datetime="2026-01-05">t</time><mark>m</mark><ins>i</ins><del>d</del>
<bdi>b</bdi><bdo dir="rtl">b</bdo><ruby>r<rp>(</rp><rt>t</rt><rp>)</rp></ruby>a<br />b<wbr />c</p>
<pre>p</pre><blockquote>b</blockquote><figure>f<figcaption>c</figcaption></figure><details open><summary>s</summary>d</details>
<ul><li value="2">u</li></ul><ol start="2" reversed type="a"><li>o</li></ol><dl><dt>t</dt><dd>d</dd></dl>
<table><caption>c</caption><colgroup span="1"><col span="1" /></colgroup><thead><tr><th colspan="2" scope="col">h</th></tr></thead>
<tbody><tr><td rowspan="2">d</td></tr></tbody><tfoot><tr><td dir="ltr" lang="en">f</td></tr></tfoot></table><footer>f</footer></main>`
    .replace('<a>x</a>', link('https://example.org/', 'x'))
    .replaceAll('\n', '');
  assert.equal(clean(shaped), shaped);
});
