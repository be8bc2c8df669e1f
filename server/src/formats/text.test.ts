import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collapse, isHtmlAfterAll, looksLikeHtml, plainText, shorten, textToHtml } from './text.ts';

const plain: [string, string][] = [
  ['<p>a</p><p>b</p>', 'a b'],
  ['a<b>b</b>c', 'abc'],
  ['a<br>b', 'a b'],
  ['<script>x</script>a<style>y</style>', 'a'],
  ['<svg><title>x</title></svg>a', 'a'],
  ['Map<K, V> and <b>bold</b>', 'Map<K, v> and bold'],
  ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
  ['&amp;lt; &copy; &#8212;', '&lt; © —'],
  ['<!-- a -->b', 'b'],
  ['<a title="x>y">z</a>', 'z'],
  ['\u00a0 a\u00a0\n', 'a'],
  ['Styling <select> well', 'Styling <select> well'],
  ['<dialog>', '<dialog>'],
  ['A <Template> &amp; an <img>', 'A <Template> & an <img>'],
  ['Loading a <script> twice', 'Loading a <script> twice'],
  ['What to put into <head> and <body>', 'What to put into <head> and <body>'],
  ['<table><tr><td>a</table><img src="x">b', 'a b'],
  ['<details><summary>a</summary>b</details>', 'a b'],
  ['<p>a <em>cut', 'a cut'],
  ['If a<b and x<y', 'If a<b and x<y'],
  ['<p>p</p> B<A', 'p B<A'],
  ['<p>a<br', 'a'],
  ['a <b', 'a'],
  ['a <a href="x', 'a'],
  ['続き<a href="x', '続き'],
];

for (const [html, text] of plain) {
  test(`The plain text of ${html.replace(/\s/g, ' ')} is "${text}"`, () =>
    assert.equal(plainText(html), text));
}

test('The start of a long text is cut at a word, and is marked', () => {
  const text = plainText(`<p>${'word '.repeat(100_000)}</p>`, 30);
  assert.equal(text, 'word word word word word word…'.slice(0, 30));
});

test('A text without blanks is cut where it must be, never inside a character', () => {
  assert.equal(shorten('a'.repeat(40), 10), `${'a'.repeat(9)}…`);
  assert.equal(shorten(`${'a'.repeat(8)}😀bbb`, 10), `${'a'.repeat(8)}…`);
});

test('Blanks collapse', () => assert.equal(collapse(' a \n\t b '), 'a b'));

for (const [text, html] of [
  ['plain words', false],
  ['1 < 2 and 3 > 2', false],
  ['List<String>', false],
  ['If a<b and c', false],
  ['続き<a href="x', true],
  ['AT&T', false],
  ['a <b>b</b>', true],
  ['a<br/>b', true],
  ['Styling <select> well', false],
  ['<select><option>a</select>', true],
  ['<img src="a">', true],
  ['</template>', true],
  ['What <dialog> does to <b>you</b>', true],
  ['a &amp; b', true],
  ['&#8212;', true],
  ['<!-- x -->', true],
  ['</p>', true],
] as const) {
  test(`"${text}" is ${html ? 'HTML' : 'text'}`, () => assert.equal(looksLikeHtml(text), html));
}

for (const [text, html] of [
  ['The <p> element', false],
  ['Write <b>, <div> or </p>', false],
  ['if a <b and c> d', false],
  ['<p>A text that is cut', true],
  ['<!-- x --> <img src="a">', true],
  ['a <img alt="" src="a"> b', true],
  ['a<br>b', true],
  ['a <b>b</b>', true],
  ['a &amp; b', true],
] as const) {
  test(`"${text}" is ${html ? 'HTML' : 'text'} where text is the rule`, () =>
    assert.equal(isHtmlAfterAll(text), html));
}

test('A flood of elements that nobody closes takes no longer than its length', () => {
  const begun = process.cpuUsage();
  plainText('<select><ul>'.repeat(80_000));
  const { user, system } = process.cpuUsage(begun);
  assert.ok(user + system < 5_000_000);
});

const linked: [string, string][] = [
  [
    'See https://example.org/a?b=1&c=2.',
    'See <a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>.',
  ],
  ['(http://example.org/)', '(<a href="http://example.org/">http://example.org/</a>)'],
  ['https://example.org/a_(b), c', '<a href="https://example.org/a_(b)">https://example.org/a_(b)</a>, c'],
  ['<https://example.org/x>\nb', '&lt;<a href="https://example.org/x">https://example.org/x</a>&gt;<br>b'],
  ['"https://example.org/" onclick=x', '"<a href="https://example.org/">https://example.org/</a>" onclick=x'],
  ['https:// and ftp://example.org/', 'https:// and ftp://example.org/'],
];

for (const [text, html] of linked) {
  test(`Addresses can be followed in ${text.replace(/\s/g, ' ')}`, () =>
    assert.equal(textToHtml(text), html));
}

test('Text as HTML is escaped, and its lines stay', () => {
  assert.equal(textToHtml(' a < b\r\nc\n\n\nd '), 'a &lt; b<br>c<br><br>d');
});
