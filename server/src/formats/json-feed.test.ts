import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertHas, feedOf, feedUrl } from './fixtures/reading.ts';
import { limits } from './limits.ts';
import { readFeed } from './read-feed.ts';

const json = (items: unknown[], rest: Record<string, unknown> = {}): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'T',
    home_page_url: 'https://example.org/',
    ...rest,
    items,
  });

test('JSON Feed: the feed is read', () => {
  const document = feedOf(
    json([{ id: 1 }], {
      feed_url: '/feed.json',
      description: 'D & <d>',
      icon: '/i.png',
      language: 'en',
      authors: [{ name: 'Ann' }, { name: 'Ben' }],
      hubs: [{ type: 'WebSub', url: 'https://hub.example/' }],
    }),
  );
  assertHas(document, {
    title: 'T',
    siteUrl: 'https://example.org/',
    selfUrl: 'https://example.org/feed.json',
    description: 'D & <d>',
    imageUrl: 'https://example.org/i.png',
    language: 'en',
    hubUrls: ['https://hub.example/'],
    whole: true,
  });
  assertHas(document.posts[0] ?? {}, { author: 'Ann, Ben' });
});

test('of the hubs only those that speak WebSub are taken', () => {
  const hubs = [
    { type: 'rssCloud', url: 'https://cloud.example/pleaseNotify' },
    { type: 'websub', url: 'https://hub.example/' },
    { type: 'PubSubHubbub', url: 'https://older.example/' },
    { url: 'https://unnamed.example/' },
    { type: 'websub' },
  ];
  assertHas(feedOf(json([{ id: 1 }], { hubs })), {
    hubUrls: ['https://hub.example/', 'https://older.example/', 'https://unnamed.example/'],
  });
});

/** What it shows, the item, the post's properties. */
const items: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ['The id is the guid', { id: 'x' }, { guid: 'x', url: undefined }],
  ['A number is an id', { id: 7 }, { guid: '7' }],
  [
    'An id that is an address is a link where there is no other',
    { id: 'https://example.org/1' },
    { url: 'https://example.org/1' },
  ],
  [
    'The url is the address',
    { id: 1, url: '/1', external_url: 'https://other.example/' },
    { url: 'https://example.org/1' },
  ],
  [
    'An external url is the address where there is no other',
    { id: 1, external_url: 'https://other.example/' },
    { url: 'https://other.example/' },
  ],
  ['A title is text', { id: 1, title: 'a <b> &nbsp;' }, { title: 'a <b> &nbsp;' }],
  [
    'References to characters in a title are read, for pages are full of them',
    { id: 1, title: 'Tom &#8211; &quot;Q&amp;A&quot; on &lt;i&gt;' },
    { title: 'Tom – "Q&A" on <i>' },
  ],
  [
    'HTML is sanitised',
    { id: 1, content_html: '<p onclick="x">a</p><script>b</script>' },
    { content: '<p>a</p>', text: 'a' },
  ],
  ['Text is escaped', { id: 1, content_text: 'a <b>\nc' }, { content: 'a &lt;b&gt;<br />c' }],
  ['HTML comes before text', { id: 1, content_text: 'a', content_html: '<i>a</i>' }, { content: '<i>a</i>' }],
  ['A summary is kept', { id: 1, summary: 's' }, { summary: 's', content: undefined }],
  [
    'Relative addresses in content are of the page',
    { id: 1, url: '/d/1', content_html: '<img src="i.png">' },
    { content: '<img src="https://example.org/d/i.png" loading="lazy" />' },
  ],
  [
    'Dates are kept',
    { id: 1, date_published: '2004-01-01T00:00:00Z', date_modified: '2004-01-02T00:00:00+00:00' },
    { publishedAt: 1072915200000, updatedAt: 1073001600000 },
  ],
  [
    'A picture is kept',
    { id: 1, image: '/p.png', banner_image: '/b.png' },
    { imageUrl: 'https://example.org/p.png' },
  ],
  ['Tags are categories', { id: 1, tags: ['a', 'b', 3, 'a'] }, { categories: ['a', 'b'] }],
  ['Tags may be one text with commas', { id: 1, tags: 'a b, c,' }, { categories: ['a b', 'c'] }],
  ['An author of version 1.0 is an author', { id: 1, author: { name: 'Ann' } }, { author: 'Ann' }],
  ['A list of authors may have the name of one', { id: 1, author: [{ name: 'Ann' }] }, { author: 'Ann' }],
  ['An author in no list is one', { id: 1, authors: { name: 'Ann' } }, { author: 'Ann' }],
  [
    'Attachments are enclosures',
    {
      id: 1,
      attachments: [
        { url: '/a.mp3', mime_type: 'audio/mpeg', size_in_bytes: 9, duration_in_seconds: 61.5, title: 'x' },
        null,
        {},
      ],
    },
    {
      enclosures: [
        { url: 'https://example.org/a.mp3', type: 'audio/mpeg', length: 9, durationSeconds: 61, title: 'x' },
      ],
    },
  ],
  [
    'Escaped signs that no text may hold are dropped, and halves of characters replaced',
    { id: 'a\u0000b\ud83d', title: '\u0000', content_text: 'c\u0001d\ud83d', tags: ['e\ud83d'] },
    { guid: 'ab\ufffd', title: undefined, content: 'cd\ufffd', categories: ['e\ufffd'] },
  ],
  [
    'Numbers that are too large for most programs are as good as none',
    {
      id: 1,
      attachments: [
        { url: '/a.mp3', size_in_bytes: 2 ** 53, duration_in_seconds: 1e30 },
        { url: '/b.mp3', size_in_bytes: '1e30', duration_in_seconds: -1 },
      ],
    },
    { enclosures: [{ url: 'https://example.org/a.mp3' }, { url: 'https://example.org/b.mp3' }] },
  ],
  [
    'Wrong kinds of values are as good as none',
    {
      id: 1,
      title: {},
      url: [],
      content_html: 5,
      tags: 5,
      attachments: {},
      authors: 'y',
      date_published: {},
    },
    { title: undefined, url: undefined, categories: [], enclosures: [] },
  ],
];

for (const [name, item, expected] of items) {
  test(`JSON Feed: ${name}`, () => assertHas(feedOf(json([item])).posts[0] ?? {}, expected));
}

test('JSON Feed: posts have the author of the feed where they have none', () => {
  assert.equal(feedOf(json([{ id: 1 }], { author: { name: 'Ann' } })).posts[0]?.author, 'Ann');
});

test('JSON Feed: references to characters in the words of the feed are read', () => {
  const document = feedOf(json([], { title: 'A &#8211; B', description: 'It&#8217;s' }));
  assertHas(document, { title: 'A – B', description: 'It’s' });
});

test('JSON Feed 1.0 with a byte order mark is read', () => {
  assert.equal(feedOf(`\ufeff \n${json([], { version: 'https://jsonfeed.org/version/1' })}`).title, 'T');
});

test('JSON Feed: line breaks and tabs within texts, and commas after the last of a list, are read as they are meant', () => {
  const document = feedOf(`{
    "version": "https://jsonfeed.org/version/1.1",
    "title": "T, [1,]",
    "items": [
      { "id": "1", "content_html": "
<p>a\tb</p>\r\n<p>\\"c\\", ,}\\\\</p>", "tags": ["x", "y" , ], },
    ],
  }`);
  assertHas(document, { title: 'T, [1,]', whole: true });
  assertHas(document.posts[0] ?? {}, {
    guid: '1',
    content: '<p>a\tb</p>\r\n<p>"c", ,}\\</p>',
    categories: ['x', 'y'],
  });
});

test('JSON Feed: a feed of comments has no list where nobody has written any', () => {
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'T', home_page_url: '/a' };
  for (const items of [{}, { items: null }])
    assertHas(feedOf(JSON.stringify({ ...feed, ...items })), { title: 'T', posts: [], whole: true });
});

test('JSON that is no feed, and JSON that is not well-formed, are told apart from feeds', () => {
  for (const text of [
    '{}',
    '[]',
    '[1,2',
    '{"items": 5}',
    '{"items": [], "x": 1}',
    '{"version":"https://jsonfeed.org/version/1"}',
    '{"version":"https://jsonfeed.org/version/1","title":"T","items":5}',
    '{"version":"https://jsonfeed.org/version/1","title":"T","items":[,]',
    'null{',
  ]) {
    const reading = readFeed(Buffer.from(text), { url: feedUrl });
    assert.equal(reading.kind, 'not-a-feed', text);
  }
});

test('JSON Feed: more posts than the limit are cut, with a warning', () => {
  const document = feedOf(json(Array.from({ length: limits.posts + 5 }, (_, id) => ({ id }))));
  assert.equal(document.posts.length, limits.posts);
  assertHas(document, { whole: false });
  assert.equal(document.warnings.length, 1);
});
