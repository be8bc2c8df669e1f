import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anySign } from '../../test/any-sign.ts';
import { fold, soughtWords, subjectsOf, textOfSanitised, wordsOf } from './search-words.ts';

const same: [what: string, ...written: string[]][] = [
  ['case', 'Straße', 'STRASSE', 'strasse'],
  ['accents', 'Ångström naïve', 'angstrom naive'],
  ['letters without a decomposition', 'Smørrebrød Łódź', 'smorrebrod lodz'],
  ['the Turkish i', 'İstanbul ısı', 'istanbul isi'],
  ['ligatures and wide letters', 'ﬁne ＡＢＣ', 'fine abc'],
  ['Arabic vowels and forms of letters', 'الْعَرَبِيَّة أحمد', 'العربيه احمد'],
  ['Persian letters on other keyboards', 'کتاب ی', 'كتاب ي'],
  ['the two ways to write a Persian ezafe', 'خانۀ', 'خانهٔ', 'خانه'],
  ['the joining alef of vowelled Arabic', 'ٱلكتاب', 'الكتاب'],
  ['digits of other scripts', '٢٠٢٤', '۲۰۲۴', '२०२४', '๒๐๒๔', '၂၀၂၄', '２０２４', '2024'],
  ['apostrophes that count as letters', 'пʼять oʻzbek Qurʾān', 'п’ять o‘zbek Qur’an', "п'ять o'zbek qur'an"],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['the Greek last sigma', 'λόγος', 'λογοσ'],
  ['Russian yo', 'Ёлка', 'елка'],
  ['half-width katakana', 'ｶﾞﾚｰｼﾞ', 'ガレージ'],
  ['soft hyphens and joiners', 'im\u00adpos\u200bsible', 'impossible'],
];
for (const [what, first = '', ...others] of same) {
  test(`${what} make no difference`, () => {
    for (const other of others) assert.deepEqual(wordsOf(other), wordsOf(first));
  });
}

test('a mark that makes another letter is not folded away', () => {
  assert.notEqual(fold('йод'), fold('иод'));
  assert.notEqual(fold('が'), fold('か'));
  assert.deepEqual(wordsOf('हिन्दी भाषा'), ['हिन्दी', 'भाषा']);
});

test('words end at everything that is no letter, digit or mark', () => {
  assert.deepEqual(wordsOf("Don't e-mail @foo_bar: http://x.y/?q=1 👍🏽 ❤️"), [
    ...['don', 't', 'e', 'mail', 'foo', 'bar', 'http', 'x', 'y', 'q', '1'],
  ]);
  assert.deepEqual(wordsOf(' … '), []);
});

test('a programming language named by a letter and a sign is a word of its own, whatever follows', () => {
  assert.deepEqual(wordsOf('C++20, C# (not C) and F#.'), [
    'cplusplus',
    '20',
    'csharp',
    'not',
    'c',
    'and',
    'fsharp',
  ]);
  assert.deepEqual(soughtWords('C++'), { words: ['cplusplus'], open: false });
  assert.deepEqual(wordsOf('ÖC++ abc++ c+ /c#part #c ++c'), ['oc', 'abc', 'c', 'c', 'part', 'c', 'c']);
});

test('digits within a script without blanks are words', () => {
  assert.deepEqual(wordsOf('ปี๒๕๖๗นี้'), [...wordsOf('ปี'), '2567', ...wordsOf('นี้')]);
});

test('scripts without blanks are cut into overlapping pairs, and each character begins a word', () => {
  assert.deepEqual(wordsOf('東京都でiPhone発売'), ['東京', '京都', '都で', 'で', 'iphone', '発売', '売']);
  assert.deepEqual(wordsOf('서울에서 ไทย'), ['서울', '울에', '에서', '서', 'ไท', 'ทย', 'ย']);
});

test('a part of a run is looked for as a row of its pairs, a single character as the beginning of one', () => {
  assert.deepEqual(soughtWords('東京都'), { words: ['東京', '京都'], open: false });
  assert.deepEqual(soughtWords('都'), { words: ['都'], open: true });
  assert.deepEqual(soughtWords('発iPhone'), { words: ['発', 'iphone'], open: false });
  assert.deepEqual(soughtWords('wor', true), { words: ['wor'], open: true });
  assert.deepEqual(soughtWords('東京', true), { words: ['東京'], open: false });
});

test('whatever part of a text is typed, from the beginning of a word or of a run of joined signs, is in the text', () => {
  const signs = fc.array(fc.constantFrom(...'東京都サ서한ไทkéй1 -'), { maxLength: 20 });
  fc.assert(
    fc.property(signs, fc.nat(20), fc.nat(20), (text, start, length) => {
      const before = text[start - 1];
      const isWithin = before !== undefined && /[kéй1]/.test(before) && /[kéй1]/.test(text[start] ?? '');
      fc.pre(!isWithin);
      const part = text.slice(start, start + length).join('');
      const { words, open } = soughtWords(part, true);
      assert.ok(isRowIn(wordsOf(text.join('')), words, open), `${part} in ${text.join('')}`);
    }),
  );
});

test('a word without end costs no more than its beginning', () => {
  assert.equal(wordsOf('x'.repeat(10_000)).join().length, 64);
});

test('folding twice changes nothing, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anySign }), (text) => {
      assert.equal(fold(fold(text)), fold(text));
    }),
  );
});

test('thirty marks of one letter are read, which is more than a language has, and none after these', () => {
  // Cantillation and vowels of Hebrew: five marks. Zalgo has dozens.
  assert.equal(fold('\u05d1\u05bc\u05b0\u05bd\u0591\u05c4').length, 1);
  // Marks that make another letter, so that they can be counted; the second one becomes a mark only when it is decomposed.
  for (const mark of ['\u093f', '\uff9e']) {
    assert.equal(fold(`\u0915${mark.repeat(30)}`).length, 31);
    assert.equal(fold(`\u0915${mark.repeat(1_000)}`).length, 31);
  }
  assert.deepEqual(wordsOf(`A${'\u0315\u0300'.repeat(1_000)} b`), ['a', 'b']);
});

test('what stands in a text three times is what it is about', () => {
  assert.deepEqual(subjectsOf(['a', 'b', 'a', 'c', 'a', 'b']), ['a']);
});

test('in HTML a tag within a word vanishes, a break or a block ends the word, and no attribute is read', () => {
  const html =
    '<p>H<tt>el</tt><b>lo</b>, <a href="https://x.example/?a&gt;b" title="hidden">you</a><br>there</p><p>R&amp;D</p>';
  assert.deepEqual(wordsOf(textOfSanitised(html)), ['hello', 'you', 'there', 'r', 'd']);
});

test('the mark of a footnote is no part of the word before it', () => {
  for (const mark of [
    '<a href="https://x.example/#fn1">1</a>',
    '<sup><a href="https://x.example/#fn1">1</a></sup>',
    '<a href="https://x.example/#fn1"><sup>12</sup></a>',
  ])
    assert.equal(wordsOf(textOfSanitised(`<p>Moss${mark}</p>`))[0], 'moss', mark);
  assert.deepEqual(wordsOf(textOfSanitised('H<sub>2</sub>O m<sup>2</sup> <a>20</a>th')), [
    'h2o',
    'm2',
    '20th',
  ]);
});

test('a reading beside Japanese signs does not part them, and is found as well', () => {
  const html =
    '<p><ruby>黒<rp>(</rp><rt>くろ</rt><rp>)</rp>髪<rp>(</rp><rt>かみ</rt><rp>)</rp></ruby>の人</p><p>end</p>';
  assert.deepEqual(wordsOf(textOfSanitised(html)), [...wordsOf('黒髪の人 end'), ...wordsOf('くろ かみ')]);
});

function isRowIn(text: readonly string[], row: readonly string[], open: boolean): boolean {
  return (
    row.length === 0 ||
    text.some((_, start) =>
      row.every((word, index) => {
        const found = text[start + index];
        return open && index === row.length - 1 ? found?.startsWith(word) : found === word;
      }),
    )
  );
}
