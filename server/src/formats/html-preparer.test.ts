import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from './limits.ts';
import { sanitise } from './sanitise.ts';

const clean = (html: string): string => sanitise(html, 'https://example.org/');
const words = 'These are many words that a script unfolds. '.repeat(20);

/** What it shows, what goes in, what comes out. */
const rows: [string, string, string][] = [
  [
    'What is not displayed goes, as the lines that newsletters write for lists of mails',
    '<div style="font-size:1px; display: none !important">Read all about it &zwnj;&nbsp;</div><p hidden>a</p><p>b</p>',
    '<p>b</p>',
  ],
  ['Also with elements within it', '<div hidden><div>a</div><p>b</div>c', 'c'],
  ['Also without an end tag, if another element ends it', '<p hidden>a<p>b', '<p>b</p>'],
  ['What is around it is closed', '<div>a<span hidden>b</div>c', '<div>a</div>c'],
  ['Nothing is lost where it is never closed', '<div hidden>a<p>b</p>', '<div>a<p>b</p></div>'],
  [
    'What is found by a search in the page stays',
    '<p hidden="until-found">a</p><p style="x-display:none">b</p>',
    '<p>a</p><p>b</p>',
  ],
  [
    'Long texts stay, because a script unfolds them',
    `<div style="display:none">${words}</div>`,
    `<div>${words}</div>`,
  ],
  [
    'So do pictures, and those that are hidden until they are loaded',
    '<div hidden><img src="/a.png"></div><img style="display:none" data-src="/b.png">',
    '<div><img src="https://example.org/a.png" loading="lazy" /></div><img src="https://example.org/b.png" loading="lazy" />',
  ],
  [
    'A formula says which of its numbers are powers',
    '<p>10 <math><msup><mn>10</mn><mn>5</mn></msup></math> m</p>',
    '<p>10 10<sup>5</sup> m</p>',
  ],
  [
    'Fractions, roots and indices can be read',
    '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><mo>&lt;</mo><msqrt><mi>x</mi></msqrt><msubsup><mi>y</mi><mi>i</mi><mn>2</mn></msubsup></math>',
    '(a+b)/2&lt;√xy<sub>i</sub><sup>2</sup>',
  ],
  [
    'Formulas of KaTeX, which writes each twice, are shown once',
    `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x</span><span>2</span></span></span>`,
    '<span><span>x<sup>2</sup></span></span>',
  ],
  [
    'Where KaTeX writes only what is seen, that stays',
    '<span class="katex-html" aria-hidden="true">x</span>',
    '<span>x</span>',
  ],
  [
    'A formula with a prefix is one, and one without an end hides nothing',
    '<mml:math><mml:msub><mml:mi>H</mml:mi><mml:mn>2</mml:mn></mml:msub></mml:math> <math><mi>O',
    'H<sub>2</sub> O',
  ],
  [
    'A formula cannot smuggle anything in',
    '<math><mtext><img src=x onerror=a()>&lt;script&gt;</mtext></math>',
    '&lt;script&gt;',
  ],
  [
    'Tables that lay out a newsletter are blocks',
    '<table role="presentation"><tbody><tr><td><p>a</p></td></tr><tr><td>b</td><td>c</td></tr></tbody></table>d',
    '<div>  <div> <p>a</p></div><div> b c</div></div>d',
  ],
  [
    'A table of data within one stays a table',
    '<table role=none><tr><td><table><tr><td>a</td></tr></table></td></tr></table>',
    '<div><div> <table><tr><td>a</td></tr></table></div></div>',
  ],
];

for (const [name, html, expected] of rows) {
  test(name, () => {
    assert.equal(clean(html).replace(/ {2,}/g, ' '), expected.replace(/ {2,}/g, ' '));
    assert.equal(clean(clean(html)), clean(html));
  });
}

/** Each is about a megabyte. The bound is of processor time, whatever else runs; quadratic time would be minutes. */
const floods: [string, string][] = [
  [
    'hidden elements',
    `${'<div hidden>'.repeat(limits.htmlParserDepth)}${'word '.repeat(200_000)}${'</div>'.repeat(limits.htmlParserDepth)}`,
  ],
  ['hidden elements that end', '<p hidden>a'.repeat(90_000)],
  ['nested formulas', `<math>${'<msqrt>'.repeat(140_000)}`],
  ['formulas', '<math><mfrac></math>'.repeat(50_000)],
  ['end tags in formulas', `<math>${'<mi>'.repeat(50)}${'</mo>'.repeat(200_000)}`],
  ['tables', '<table role=none><tr><td>'.repeat(40_000)],
];

for (const [name, html] of floods) {
  test(`A flood of ${name} is prepared in bounded time`, () => {
    const begun = process.cpuUsage();
    clean(html);
    const { user, system } = process.cpuUsage(begun);
    assert.ok(user + system < 30_000_000);
  });
}
