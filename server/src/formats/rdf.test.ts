import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertHas, feedOf } from './fixtures/reading.ts';

const rdf = (namespace: string, inside: string): string =>
  `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="${namespace}"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/">${inside}</rdf:RDF>`;

const channel = `<channel rdf:about="https://example.org/rdf"><title>T</title><link>https://example.org/</link><description>D</description>
  <image rdf:resource="https://example.org/i.png"/><items><rdf:Seq><rdf:li resource="https://example.org/1"/></rdf:Seq></items>
  <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency><dc:language>en</dc:language></channel>
  <image rdf:about="https://example.org/i.png"><title>wrong</title><url>https://example.org/i.png</url><link>wrong</link></image>`;

const item = `<item rdf:about="https://example.org/1"><title>a</title><link>https://example.org/one</link><description>d</description>
  <dc:creator>Ann</dc:creator><dc:date>2004-01-01T00:00:00Z</dc:date><dc:subject>s</dc:subject>
  <content:encoded><![CDATA[<p>c</p>]]></content:encoded></item>`;

test('RSS 1.0 is read', () => {
  const document = feedOf(rdf('http://purl.org/rss/1.0/', channel + item));
  assertHas(document, {
    title: 'T',
    siteUrl: 'https://example.org/',
    description: 'D',
    language: 'en',
    imageUrl: 'https://example.org/i.png',
    hints: { updatePeriodMs: 1_800_000, skipHours: [], skipDays: [] },
    whole: true,
  });
  assert.deepEqual(document.posts, [
    {
      guid: 'https://example.org/1',
      url: 'https://example.org/one',
      title: 'a',
      author: 'Ann',
      publishedAt: 1072915200000,
      content: '<p>c</p>',
      summary: 'd',
      categories: ['s'],
      enclosures: [],
    },
  ]);
});

test('What an item is about is its address where there is no link', () => {
  const document = feedOf(
    rdf(
      'http://purl.org/rss/1.0/',
      `${channel}<item rdf:about="https://example.org/1"><title>a</title></item>`,
    ),
  );
  assert.equal(document.posts[0]?.url, 'https://example.org/1');
});

test('RSS 0.90 is read', () => {
  const document = feedOf(
    rdf(
      'http://my.netscape.com/rdf/simple/0.9/',
      '<channel><title>T</title></channel><item><title>a</title><link>https://example.org/1</link></item>',
    ),
  );
  assertHas(document, { title: 'T' });
  assertHas(document.posts[0] ?? {}, { title: 'a', url: 'https://example.org/1', guid: undefined });
});

test('RSS 1.0 with a prefix for RSS is read', () => {
  const document = feedOf(
    `<RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:r="http://purl.org/rss/1.0/"><r:channel><r:title>T</r:title></r:channel>
      <r:item><r:title>a</r:title></r:item></RDF>`,
  );
  assertHas(document, { title: 'T' });
  assert.equal(document.posts[0]?.title, 'a');
});

test('RDF whose namespaces nobody declared is read', () => {
  const document = feedOf(
    '<rdf:RDF><channel><title>T</title></channel><item rdf:about="https://example.org/1"><title>a</title></item></rdf:RDF>',
  );
  assertHas(document.posts[0] ?? {}, { title: 'a', guid: 'https://example.org/1' });
});

test('Items within the channel are read as well', () => {
  const document = feedOf(
    rdf('http://purl.org/rss/1.0/', '<channel><title>T</title><item><title>a</title></item></channel>'),
  );
  assert.equal(document.posts.length, 1);
});
