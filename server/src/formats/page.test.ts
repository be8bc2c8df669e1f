import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from './page.ts';

const at = 'https://example.org/blog/post.html';
const urls = (html: string): string[] => readPage(html, at).feeds.map((feed) => feed.url);

/** What it shows, the page, the addresses that are found. */
const rows: [string, string, string[]][] = [
  [
    'An announced feed is found',
    '<link rel="alternate" type="application/rss+xml" href="/f">',
    ['https://example.org/f'],
  ],
  [
    'Attributes may come in any order and case',
    "<LINK HREF=f TYPE='Application/Atom+XML' REL='Alternate Home'>",
    ['https://example.org/blog/f'],
  ],
  [
    'JSON Feed is found',
    '<link rel="alternate" type="application/feed+json" href="/f.json">',
    ['https://example.org/f.json'],
  ],
  [
    'An old type with parameters is found',
    '<link rel="alternate" type="text/xml; charset=utf-8" href="/rss.xml">',
    ['https://example.org/rss.xml'],
  ],
  [
    'Feeds keep the order of the page',
    '<link rel=alternate type=application/atom+xml href=/a><link rel=alternate type=application/rss+xml href=/b>',
    ['https://example.org/a', 'https://example.org/b'],
  ],
  [
    'A feed told twice is one',
    '<link rel=alternate type=application/rss+xml href=/a><link rel=alternate type=application/rss+xml href=/a>',
    ['https://example.org/a'],
  ],
  [
    'The base of the page counts, wherever it stands',
    '<link rel=alternate type=application/rss+xml href=a><base href="https://other.example/d/">',
    ['https://other.example/d/a'],
  ],
  ['A relation of feed is enough', '<link rel="feed" href="/f">', ['https://example.org/f']],
  [
    'A JSON of something else is no feed',
    '<link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts/1">',
    [],
  ],
  [
    'A JSON with the address of a feed is one',
    '<link rel="alternate" type="application/json" href="/feed.json">',
    ['https://example.org/feed.json'],
  ],
  [
    'An XML that is called a feed is one, whatever its address',
    '<link rel="alternate" type="text/xml" title="RSS" href="/backend.php?l=1"><link rel="alternate" type="application/xml" title="Nachrichten (Atom-Feed)" href="/x">',
    ['https://example.org/backend.php?l=1', 'https://example.org/x'],
  ],
  [
    'Something else is none, nor is JSON that is called by the name of its site',
    '<link rel="alternate" type="text/xml" title="Trust" href="/a"><link rel="alternate" type="application/json" title="Feedback" href="/b"><link rel="alternate" title="Feed the cat" href="/c">',
    [],
  ],
  ['A translation is no feed', '<link rel="alternate" hreflang="de" href="/feed/de">', []],
  ['A style sheet is no feed', '<link rel="stylesheet" href="/rss.xml">', []],
  ['A script is no address', '<link rel="alternate" type="application/rss+xml" href="javascript:x()">', []],
  [
    'Links that look like feeds come after what is announced',
    '<a href="/feed/">RSS</a><link rel=alternate type=application/rss+xml href=/a>',
    ['https://example.org/a', 'https://example.org/feed/'],
  ],
  [
    'A link that calls itself a feed comes before others',
    '<a href="/rss.xml">x</a><a rel="feed" href="/y">y</a>',
    ['https://example.org/y', 'https://example.org/rss.xml'],
  ],
  [
    'Links that only sound like feeds are none',
    `<a href="/feedback">x</a><a href="/rssi">y</a><a href="/atomic.html">z</a><a
      href="https://www.facebook.com/dialog/feed?app_id=1&link=https%3A%2F%2Fexample.org%2F">share</a>`,
    [],
  ],
  [
    'The feed of comments comes last, wherever it stands and whatever the language',
    `<link rel=alternate type=application/rss+xml href=/comments/feed/><link rel=alternate type=application/rss+xml title="Blog &raquo;
      Kommentare" href=/2/><link rel=alternate type=application/rss+xml title="Blog &raquo; Feed" href=/1/><a href="/rss.xml">x</a>`,
    ['/1/', '/rss.xml', '/comments/feed/', '/2/'].map((path) => `https://example.org${path}`),
  ],
  [
    'A blog about a comment is no feed of comments',
    '<link rel=alternate type=application/rss+xml title="Fair Comment" href=/a><link rel=alternate type=application/rss+xml href=/b>',
    ['https://example.org/a', 'https://example.org/b'],
  ],
  [
    'A feed of the site comes before those of its neighbours',
    '<a href="https://friend.example/feed/">x</a><a href="https://www.example.org/rss.xml">y</a><a href="/blog/atom.xml">z</a>',
    ['https://www.example.org/rss.xml', 'https://example.org/blog/atom.xml', 'https://friend.example/feed/'],
  ],
  [
    'The type of a feed is enough where the relation is missing or mistyped',
    `<link type="application/rss+xml" href="/a"><link rel="alternative" type="application/atom+xml" href="/b"><link rel="rss"
      type="application/rss+xml" href="/c">`,
    ['https://example.org/a', 'https://example.org/b', 'https://example.org/c'],
  ],
  [
    'Other relations of such a type are no feeds',
    `<link rel="service.post" type="application/atom+xml" href="/a"><link rel="meta" type="application/rdf+xml" href="/foaf.rdf"><link
      type="application/rdf+xml" href="/me"><link rel="EditURI" type="application/rsd+xml" href="/rsd">`,
    [],
  ],
  [
    'Links to XML in whose names a feed is spoken of look like feeds',
    `<a href="/feeds/all.atom.xml">a</a><a href="/rss2.xml">b</a><a href="/feed-en.xml?x=1">c</a><a href="/blog_rss.xml">d</a><a
      href="/rss/news/today.xml">e</a><a href="/feedback.xml">f</a><a href="/sitemap.xml">g</a><a href="/press.xml">h</a>`,
    ['/feeds/all.atom.xml', '/rss2.xml', '/feed-en.xml?x=1', '/blog_rss.xml', '/rss/news/today.xml'].map(
      (path) => `https://example.org${path}`,
    ),
  ],
  [
    'An address that says of itself that it is a feed is one',
    '<a href="feed://other.example/x">x</a><a href="feed:https://example.org/y">y</a><link rel=alternate type=application/rss+xml href="feed://example.org/z">',
    ['https://example.org/z', 'https://example.org/y', 'https://other.example/x'],
  ],
  ['What stands in a script is no link', '<script>document.write(\'<a href="/feed">x</a>\')</script>', []],
  [
    'What stands in a comment is no link',
    '<!-- <link rel=alternate type=application/rss+xml href=/a> -->',
    [],
  ],
];

for (const [name, html, expected] of rows) {
  test(`Page: ${name}`, () => assert.deepEqual(urls(html), expected));
}

test('Page: hubs and the own address are found', () => {
  const html = `<head><title>A &amp; B\n C</title><title>no</title><meta name="Generator" content="WordPress 6"><link rel="hub" href="https://hub.example/">
    <link rel="self" href="/self"></head><body><svg><title>no</title></svg>`;
  assert.deepEqual(readPage(html, at), {
    hubUrls: ['https://hub.example/'],
    selfUrl: 'https://example.org/self',
    feeds: [],
  });
});

const refreshes: [string, string | undefined][] = [
  ['0; url=/en/', 'https://example.org/en/'],
  ["0;URL='https://new.example/'", 'https://new.example/'],
  ['5,en.html', 'https://example.org/blog/en.html'],
  ['0; url=javascript:x()', undefined],
  ['300; url=/', undefined],
  ['0', undefined],
  ['', undefined],
];

for (const [content, expected] of refreshes) {
  test(`Page: a refresh of "${content}" leads to ${expected ?? 'nowhere'}`, () => {
    assert.equal(readPage(`<META HTTP-EQUIV=Refresh CONTENT="${content}">`, at).movedTo, expected);
  });
}

test('Page: the feeds of a page are bounded', () => {
  const html = Array.from(
    { length: 500 },
    (_, i) => `<link rel=alternate type=application/rss+xml href=/${i}>`,
  ).join('');
  assert.equal(readPage(html, at).feeds.length, 30);
});
