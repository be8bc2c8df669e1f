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
    '<a href="/feedback">x</a><a href="/rssi">y</a><a href="/atomic.html">z</a>',
    [],
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

test('Page: title, generator, hubs and the own address are found', () => {
  const html = `<head><title>A &amp; B\n C</title><title>no</title><meta name="Generator" content="WordPress 6"><link rel="hub" href="https://hub.example/">
    <link rel="self" href="/self"></head><body><svg><title>no</title></svg>`;
  assert.deepEqual(readPage(html, at), {
    title: 'A & B C',
    generator: 'WordPress 6',
    hubUrls: ['https://hub.example/'],
    selfUrl: 'https://example.org/self',
    feeds: [],
  });
});

test('Page: the feeds of a page are bounded', () => {
  const html = Array.from(
    { length: 500 },
    (_, i) => `<link rel=alternate type=application/rss+xml href=/${i}>`,
  ).join('');
  assert.equal(readPage(html, at).feeds.length, 30);
});
