import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertHas, feedOf, postOf, rss } from './fixtures/reading.ts';

/** What it shows, the content of the channel, the feed's properties. */
const channels: [string, string, Record<string, unknown>][] = [
  [
    'The channel is read',
    '<title>T &amp;amp; U</title><link>https://example.org</link><description>D</description><language>en-us</language>',
    {
      title: 'T & U',
      siteUrl: 'https://example.org/',
      description: 'D',
      language: 'en-us',
    },
  ],
  [
    'A picture of the channel is kept',
    '<image><url>/i.png</url><title>wrong</title><link>/wrong</link></image><title>T</title>',
    { title: 'T', siteUrl: undefined, imageUrl: 'https://example.org/i.png' },
  ],
  ['A relative link of the channel is of the feed', '<link>/</link>', { siteUrl: 'https://example.org/' }],
  [
    'Hubs and the own address are found',
    '<atom:link rel="self" href="https://example.org/self"/><atom:link rel="hub" href="https://hub.example/"/><link>https://example.org/</link>',
    {
      selfUrl: 'https://example.org/self',
      hubUrls: ['https://hub.example/'],
      siteUrl: 'https://example.org/',
    },
  ],
  [
    'An Atom link does not hide the link',
    '<atom:link href="https://example.org/feed" rel="self"/><link>https://example.org/x</link>',
    { siteUrl: 'https://example.org/x' },
  ],
  [
    'The time to live is in minutes',
    '<ttl>90</ttl>',
    { hints: { ttlMs: 5_400_000, skipHours: [], skipDays: [] } },
  ],
  [
    'The period is divided by its frequency',
    '<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>',
    { hints: { updatePeriodMs: 21_600_000, skipHours: [], skipDays: [] } },
  ],
  [
    'A period nobody knows says nothing',
    '<sy:updatePeriod>constructor</sy:updatePeriod>',
    { hints: { skipHours: [], skipDays: [] } },
  ],
  [
    'Hours and days to skip are kept',
    '<skipHours><hour>23</hour><hour>0</hour><hour>24</hour><hour>99</hour></skipHours><skipDays><day>Sunday</day><day>monday</day><day>?</day></skipDays>',
    { hints: { skipHours: [0, 23], skipDays: [0, 1] } },
  ],
  [
    'A new address of a podcast is told',
    '<itunes:new-feed-url>https://new.example/f</itunes:new-feed-url>',
    { newAddress: 'https://new.example/f' },
  ],
];

for (const [name, channel, expected] of channels) {
  test(`RSS: ${name}`, () => assertHas(feedOf(rss('', channel)), expected));
}

test('A document that only says where the feed went is a feed that moved', () => {
  const document = feedOf(
    '<?xml version="1.0"?><redirect><newLocation>https://new.example/rss</newLocation></redirect>',
  );
  assertHas(document, { newAddress: 'https://new.example/rss', posts: [] });
});

for (const version of ['0.91', '0.92', '0.93', '2.0', '2.0.11']) {
  test(`RSS ${version} is read, whatever stands in its DTD`, () => {
    const doctype =
      '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">';
    const document = feedOf(
      `${doctype}<rss version="${version}"><channel><title>T</title><item><title>a</title></item></channel></rss>`,
    );
    assertHas(document, { title: 'T' });
    assert.equal(document.posts[0]?.title, 'a');
  });
}

test('RSS in a namespace of its own is RSS', () => {
  const document = feedOf(
    '<rss xmlns="http://backend.userland.com/rss2"><channel><title>T</title><item><title>a</title></item></channel></rss>',
  );
  assert.equal(document.posts[0]?.title, 'a');
});

test('RSS in a wrong default namespace is RSS all the same', () => {
  const document = feedOf(
    '<rss xmlns="http://www.w3.org/2005/Atom"><channel><title>T</title><item><title>a</title></item></channel></rss>',
  );
  assert.equal(document.title, 'T');
});

test('A module under another prefix is known by its namespace', () => {
  const document = feedOf(
    '<rss xmlns:c="http://purl.org/rss/1.0/modules/content/"><channel><item><c:encoded>x</c:encoded></item></channel></rss>',
  );
  assert.equal(document.posts[0]?.content, 'x');
});

test('A module whose namespace nobody knows is known by its prefix, whatever the namespace is called', () => {
  for (const namespace of ['urn:x', 'constructor', '__proto__', 'http://constructor']) {
    const document = feedOf(
      `<rss xmlns:dc="${namespace}"><channel><item><title>a</title><dc:creator>Ann</dc:creator></item></channel></rss>`,
    );
    assert.equal(document.posts[0]?.author, 'Ann', namespace);
  }
});

test('A module that nobody declared is known by its prefix', () => {
  const document = feedOf(
    '<rss><channel><item><content:encoded>x</content:encoded><dc:creator>Ann</dc:creator></item></channel></rss>',
  );
  assertHas(document.posts[0] ?? {}, { content: 'x', author: 'Ann' });
});

test('Posts keep the order of the document, and what is empty is no post', () => {
  const document = feedOf(rss('<item><title>a</title></item><item/><item><title>b</title></item>'));
  assert.deepEqual(
    document.posts.map((post) => post.title),
    ['a', 'b'],
  );
});

test('A very long guid becomes its hash', () => {
  assert.match(
    postOf(rss(`<item><guid>${'x'.repeat(5_000)}</guid></item>`)).guid ?? '',
    /^sha256:[0-9a-f]{64}$/,
  );
});
