import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { decode } from './decode.ts';

const xml = (encoding: string, body: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><rss>${body}</rss>`;

/** Each row: what it is, the text, the encoding of the bytes, the label inside, the Content-Type. */
const rows: [string, string, string, string, string?][] = [
  ['UTF-8 without any label', 'Grüße 漢字', 'utf8', ''],
  [
    'UTF-8 labelled Latin-1 by the server',
    'Grüße und viele schöne Übel',
    'utf8',
    '',
    'text/xml; charset=ISO-8859-1',
  ],
  ['UTF-8 labelled windows-1252 by itself', 'Grüße — “quoted”', 'utf8', 'windows-1252'],
  ['windows-1252 labelled UTF-8', 'Grüße “quoted” – und so weiter', 'win1252', 'utf-8'],
  ['C1 controls in Latin-1', '“quoted” – €', 'win1252', 'iso-8859-1'],
  ['windows-1251 by its declaration', 'Привет, мир', 'win1251', 'windows-1251'],
  ['windows-1251 by the server', 'Привет, мир', 'win1251', '', "text/xml; charset='windows-1251'"],
  [
    'windows-1251 against the default of a server',
    'Привет, мир',
    'win1251',
    'windows-1251',
    'text/xml; charset=iso-8859-1',
  ],
  ['KOI8-R', 'Привет, мир', 'koi8-r', 'KOI8-R'],
  ['Shift_JIS', '日本語のフィード', 'shift_jis', 'Shift_JIS'],
  ['EUC-JP', '日本語のフィード', 'euc-jp', 'EUC-JP'],
  ['GBK labelled gb2312', '中文订阅源镕', 'gbk', 'gb2312'],
  ['GB18030', '中文订阅源𠀀', 'gb18030', 'gb18030'],
  ['Big5', '繁體中文', 'big5', 'Big5'],
  ['EUC-KR', '한국어 피드', 'euc-kr', 'EUC-KR'],
  ['an encoding that only iconv-lite knows', 'Grüße', 'cp437', 'cp437'],
  ['a label nobody knows', 'Grüße', 'utf8', 'x-bogus-7'],
  ['UTF-16 little endian without mark', 'Grüße 漢字', 'utf-16le', 'utf-16'],
  ['UTF-16 big endian without mark', 'Grüße 漢字', 'utf-16be', 'utf-16'],
  ['UTF-16 labelled UTF-8', 'Grüße', 'utf-16le', 'utf-8', 'text/xml; charset=utf-8'],
  ['UTF-32 without mark', 'Grüße', 'utf-32le', 'utf-32'],
  ['a UTF-16 label on UTF-8 bytes', 'Grüße', 'utf8', 'utf-16'],
  ['US-ASCII that is not', 'Grüße', 'utf8', 'us-ascii', 'text/xml; charset=us-ascii'],
];

for (const [what, text, encoding, label, contentType] of rows) {
  test(`Decoding reads ${what}`, () => {
    const document = label === '' ? `<rss>${text}</rss>` : xml(label, text);
    assert.equal(decode(iconv.encode(document, encoding as 'utf8'), contentType).text, document);
  });
}

for (const encoding of ['utf8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const) {
  test(`A byte order mark of ${encoding} is believed over every label, and taken away`, () => {
    const bytes = iconv.encode(xml('windows-1251', 'Grüße'), encoding as 'utf8', { addBOM: true });
    assert.equal(decode(bytes, 'text/xml; charset=shift_jis').text, xml('windows-1251', 'Grüße'));
  });
}

test('One bad byte does not spoil a UTF-8 document', () => {
  const bytes = Buffer.concat([
    Buffer.from('Grüße, schöne Füße, übel äöü äöü äöü'),
    Buffer.from([0xe4]),
    Buffer.from(' ok'),
  ]);
  const decoded = decode(bytes);
  assert.match(decoded.text, /Grüße.*\ufffd ok/);
  assert.equal(decoded.warnings.length, 1);
});

test('Bytes that are nothing in particular are read as windows-1252', () => {
  assert.equal(decode(Uint8Array.from([0x61, 0xe4, 0x62])).text, 'aäb');
});

test('The charset of an HTML meta is found', () => {
  const html = '<html><head><meta charset="windows-1251"></head>Привет';
  assert.equal(decode(iconv.encode(html, 'win1251'), 'text/html').text, html);
});

test('Control characters are dropped, tabs and line ends stay', () => {
  assert.equal(decode(Buffer.from('a\0b\x08c\td\r\ne\x1f')).text, 'abc\td\r\ne');
});

for (const encoding of ['utf8', 'iso-8859-2'] as const) {
  test(`Controls of ${encoding} are the signs of windows-1252 that somebody took for letters of another encoding`, () => {
    const text = '<?xml version="1.0" encoding="iso-8859-2"?><rss>\x84don\x92t\x93 \x96 \x85</rss>';
    assert.match(decode(iconv.encode(text, encoding)).text, /<rss>„don’t“ – …</);
  });
}

test('No bytes are no text', () => {
  assert.equal(decode(new Uint8Array()).text, '');
});

test('A label of two-byte letters is believed when the bytes are UTF-8 only by chance', () => {
  assert.equal(decode(iconv.encode(xml('gbk', '模'), 'gbk')).text, xml('gbk', '模'));
});

test('A label of two-byte letters is not believed over plenty of UTF-8', () => {
  assert.equal(decode(Buffer.from(xml('gbk', '中文订阅源订阅'))).text, xml('gbk', '中文订阅源订阅'));
});
