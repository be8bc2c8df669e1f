import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import type { NotAFeedWhy } from './feed-document.ts';
import { assertHas, feedOf, feedUrl, rss } from './fixtures/reading.ts';
import { limits } from './limits.ts';
import { readFeed } from './read-feed.ts';

const channel = (inside: string): string =>
  `<rss version="2.0"><channel><title>T</title>${inside}</channel></rss>`;
const items = '<item><guid>1</guid><title>a</title></item><item><guid>2</guid><title>b</title></item>';

/** What is wrong with the document, the document, the titles that are read nevertheless, whether it is whole. */
const illFormed: [string, string, string[], boolean][] = [
  ['blanks before the prolog', `\n\n  <?xml version="1.0"?>${channel(items)}`, ['a', 'b'], true],
  [
    'garbage before the prolog',
    `PHP Warning: x in y\n<?xml version="1.0"?>${channel(items)}`,
    ['a', 'b'],
    true,
  ],
  [
    'a warning in HTML before the prolog',
    `<br />\n<b>Warning</b>: x<br />\n<?xml version="1.0"?>${channel(items)}`,
    ['a', 'b'],
    true,
  ],
  [
    'a doubled prolog',
    `<?xml version="1.0"?>\n<?xml version="1.0" encoding="utf-8"?>${channel(items)}`,
    ['a', 'b'],
    true,
  ],
  ['no prolog', channel(items), ['a', 'b'], true],
  [
    'a stylesheet and comments with tags',
    `<?xml-stylesheet href="x"?><!-- <rss><html> -->${channel(items)}`,
    ['a', 'b'],
    true,
  ],
  [
    'a root in capitals',
    `<RSS version="2.0"><CHANNEL><ITEM><TITLE>a</TITLE></ITEM></CHANNEL></RSS>`,
    ['a'],
    true,
  ],
  ['a channel for a root', `<channel><title>T</title>${items}</channel>`, ['a', 'b'], true],
  ['items beside the channel', `<rss><channel><title>T</title></channel>${items}</rss>`, ['a', 'b'], true],
  ['no end of the root', `<rss><channel>${items}`, ['a', 'b'], false],
  ['an end within a tag', `<rss><channel>${items}<ite`, ['a', 'b'], false],
  [
    'an end within a text',
    `<rss><channel>${items}<item><guid>3</guid><title>c</title><description>d`,
    ['a', 'b', 'c'],
    false,
  ],
  [
    'an end before the guid of the last',
    `<rss><channel>${items}<item><title>c</title><desc`,
    ['a', 'b'],
    false,
  ],
  ['an end within CDATA', `<rss><channel><item><title><![CDATA[a`, ['a'], false],
  ['an end within a comment', `<rss><channel>${items}<!-- `, ['a', 'b'], false],
  [
    'unclosed items',
    '<rss><channel><item><title>a</title><item><title>b</title></channel></rss>',
    ['a', 'b'],
    true,
  ],
  [
    'end tags too many',
    channel('<item><title>a</title></b></p></item></br><item><title>b</title></item>'),
    ['a', 'b'],
    true,
  ],
  [
    'unclosed elements',
    channel(
      '<item><title>a</title><description>x<br>y<p>z</description></item><item><title>b</title></item>',
    ),
    ['a', 'b'],
    true,
  ],
  [
    'attributes without quotes',
    '<rss version=2.0><channel><item><title type=x y>a</title></item></channel></rss>',
    ['a'],
    true,
  ],
  ['junk after the root', `${channel(items)}</div><script>x</script>`, ['a', 'b'], true],
  ['bare ampersands', channel('<item><title>a & b &</title></item>'), ['a & b &'], true],
  ['bare angle brackets', channel('<item><title>a < b <3 c</title></item>'), ['a < b <3 c'], true],
  ['nested CDATA signs', channel('<item><title><![CDATA[a]] ]>b]]></title></item>'), ['a]] ]>b'], true],
  ['control characters', channel('<item><title>a\u0000\u0008b</title></item>'), ['ab'], true],
  [
    'a DTD with entities',
    `<!DOCTYPE rss [<!ENTITY x "<item>no</item>"> <!ENTITY y SYSTEM "file:///etc/passwd">]>${channel('<item><title>&x;&y;</title></item>')}`,
    ['&x;&y;'],
    true,
  ],
];

for (const [what, document, titles, whole] of illFormed) {
  test(`A feed with ${what} is read as far as it goes`, () => {
    const found = feedOf(document);
    assert.deepEqual(
      found.posts.map((post) => post.title),
      titles,
    );
    assert.equal(found.whole, whole);
    assert.equal(found.warnings.length > 0, !whole);
  });
}

/** What it is, the bytes, why it is no feed. */
const others: [string, string | Uint8Array, NotAFeedWhy][] = [
  ['Nothing', '', 'empty'],
  ['Blanks', ' \n\t ', 'empty'],
  ['A byte order mark', '\ufeff', 'empty'],
  ['A page', '<!doctype html><html><title>x</title></html>', 'html'],
  ['A page without doctype', '<html><body><p>x</p></body></html>', 'html'],
  ['A page without root', '<title>x</title><p>y</p>', 'html'],
  ['A doctype alone', '<!DOCTYPE html>', 'html'],
  ['A page in XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"></html>', 'html'],
  ['JSON', '{"a": 1}', 'json'],
  ['Broken JSON', '{"items": [', 'json'],
  ['A site map', '<?xml version="1.0"?><urlset><url/></urlset>', 'xml'],
  ['A list of feeds', '<opml version="2.0"><body><outline/></body></opml>', 'xml'],
  ['A feed that breaks off in its root tag', '<rss ', 'xml'],
  ['Text', 'Too many requests', 'text'],
  ['Many angle brackets', '<'.repeat(1000), 'text'],
  ['A picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'binary'],
  ['A packed file', Uint8Array.from([0x1f, 0x8b, 8, 0]), 'binary'],
  ['A PDF', '%PDF-1.7', 'binary'],
];

for (const [what, bytes, why] of others) {
  test(`${what} is no feed, and the reason is "${why}"`, () => {
    const reading = readFeed(Buffer.from(bytes as string), {
      url: feedUrl,
      contentType: 'application/rss+xml',
    });
    assertHas(reading, { kind: 'not-a-feed', why });
  });
}

test('A page tells which feeds it announces', () => {
  const html =
    '<html><head><link rel="alternate" type="application/rss+xml" href="/f" title="F"></head></html>';
  const reading = readFeed(Buffer.from(html), { url: 'https://example.org/x' });
  assert.equal(reading.kind, 'not-a-feed');
  if (reading.kind === 'not-a-feed') {
    assert.deepEqual(reading.page?.feeds, [{ url: 'https://example.org/f', title: 'F' }]);
  }
});

test('A feed is known by its root whatever its Content-Type says', () => {
  assert.equal(
    readFeed(Buffer.from(channel(items)), { url: feedUrl, contentType: 'text/html' }).kind,
    'feed',
  );
});

for (const encoding of ['utf-16le', 'utf-16be', 'win1251', 'shift_jis', 'gbk', 'euc-kr', 'koi8-r'] as const) {
  const words: Record<string, string> = {
    shift_jis: '日本',
    gbk: '中文字符集',
    'euc-kr': '한국어',
    'utf-16le': 'é',
    'utf-16be': 'é',
  };
  const label: Record<string, string> = {
    win1251: 'windows-1251',
    'utf-16le': 'utf-16',
    'utf-16be': 'utf-16',
  };
  test(`A feed in ${encoding} is read`, () => {
    const title = words[encoding] ?? 'Привет';
    const text = `<?xml version="1.0" encoding="${label[encoding] ?? encoding}"?>${rss(`<item><title>${title}</title></item>`).slice(21)}`;
    const reading = readFeed(iconv.encode(text, encoding as 'utf8'), { url: feedUrl });
    assert.equal(reading.kind === 'feed' ? reading.document.posts[0]?.title : undefined, title);
  });
}

test('Any address of the document is good enough, a broken one too', () => {
  const reading = readFeed(
    Buffer.from(channel('<link>/x</link><item><link>/1</link><title>a</title></item>')),
    { url: 'not an address' },
  );
  assert.equal(reading.kind === 'feed' ? reading.document.posts[0]?.title : undefined, 'a');
});

test('A document with a wrong byte is whole, and warns', () => {
  const bytes = Buffer.concat([
    Buffer.from('<rss><channel><title>äöüäöüäöüäöü'),
    Buffer.from([0xff]),
    Buffer.from('</title></channel></rss>'),
  ]);
  const reading = readFeed(bytes, { url: feedUrl });
  assert.ok(reading.kind === 'feed' && reading.document.whole && reading.document.warnings.length === 1);
});

test('A post that the document broke off in is marked, and left out where its guid is what is missing', () => {
  const whole = channel(items);
  const cutIn = (word: string): (readonly [string | undefined, boolean | undefined])[] =>
    feedOf(whole.slice(0, whole.indexOf(word))).posts.map(({ title, cut }) => [title, cut]);
  assert.deepEqual(cutIn('</title></item></channel>'), [
    ['a', undefined],
    ['b', true],
  ]);
  assert.deepEqual(cutIn('</channel>'), [
    ['a', undefined],
    ['b', undefined],
  ]);
  assert.deepEqual(cutIn('<guid>2'), [['a', undefined]]);
});

test('Of a document with too many posts the first and the last are read, for some feeds grow at their end', () => {
  const count = limits.posts + limits.lastPosts + 77;
  const numbers = Array.from({ length: count }, (_, index) => String(index));
  const first = numbers.slice(0, limits.posts - limits.lastPosts);
  const documents = [
    channel(numbers.map((n) => `<item><guid>${n}</guid></item>`).join('')),
    `<feed xmlns="http://www.w3.org/2005/Atom">${numbers.map((n) => `<entry><id>${n}</id></entry>`).join('')}</feed>`,
    JSON.stringify({ title: 'T', items: numbers.map((id) => ({ id })) }),
  ];
  for (const text of documents) {
    const { posts, whole, limited, warnings } = feedOf(text);
    assert.deepEqual(
      posts.map(({ guid }) => guid),
      [...first, ...numbers.slice(-limits.lastPosts)],
    );
    assert.deepEqual([whole, limited, warnings.length], [false, true, 1]);
  }
  assert.equal(feedOf(channel('<item><guid>1</guid></item>'.repeat(limits.posts))).whole, true);
});

test('A document that a limit of ours cut says so, one that broke off does not', () => {
  const many = '<item><title>a</title></item>'.repeat(limits.posts + 1);
  const seen = [channel(many), channel(many).slice(0, -20), channel(items), channel(items).slice(0, -20)].map(
    (text) => [feedOf(text).whole, feedOf(text).limited],
  );
  assert.deepEqual(seen, [
    [false, true],
    // Of too many posts the last are read as well, so its missing end counts.
    [false, undefined],
    [true, undefined],
    [false, undefined],
  ]);
  const json = { version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [] as object[] };
  json.items = Array.from({ length: limits.posts + 1 }, (_, id) => ({ id: String(id), content_text: 'x' }));
  assert.equal(feedOf(JSON.stringify(json)).limited, true);
});
