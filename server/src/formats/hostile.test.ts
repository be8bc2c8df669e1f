import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from './feed-document.ts';
import { feedUrl } from './fixtures/reading.ts';
import { limits } from './limits.ts';
import { readFeed } from './read-feed.ts';

/** Processor time, not elapsed time, because other tests run at the same time. Anything quadratic takes minutes. */
const boundMs = 20_000;

function read(document: string | Uint8Array): Reading {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const begun = process.cpuUsage();
  const reading = readFeed(bytes, { url: feedUrl });
  const took = process.cpuUsage(begun);
  const tookMs = (took.user + took.system) / 1000;
  assert.ok(tookMs < boundMs, `took ${tookMs} ms of the processor`);
  return reading;
}

const wrap = (inside: string): string =>
  `<rss version="2.0"><channel><title>T</title>${inside}</channel></rss>`;
/** Posts with something that is relative to an address as long as addresses may be. */
const relativeTo = (inside: string, count = 300): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/${'a'.repeat(8_000)}/">${Array.from(
    { length: count },
    (_, n) => `<entry><id>${n}</id><title>t</title>${inside}</entry>`,
  ).join('')}</feed>`;
const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i};`.repeat(10)}">`).join(
  '',
);

/** What comes in, and what must be true of what comes out. */
const documents: [string, () => string, (reading: Reading) => boolean][] = [
  [
    'Namespaces in every element are bounded',
    () =>
      wrap(
        `${'<a>'.repeat(200)}${Array.from({ length: 50_000 }, (_, i) => `<b xmlns:p${i % 200}="urn:${i}">`).join('')}`,
      ),
    isFeed,
  ],
  [
    'Bases in every element are bounded',
    () =>
      wrap(
        `${'<a xml:base="b/">'.repeat(200)}${'<item><title>t</title><link>x</link><description>d</description></item>'.repeat(2_000)}`,
      ),
    hasPosts,
  ],
  [
    'A long base makes no hundred megabytes of short enclosures',
    () => relativeTo(Array.from({ length: 100 }, (_, n) => `<link rel="enclosure" href="${n}"/>`).join('')),
    hasSomePosts,
  ],
  [
    'A long base makes no hundred megabytes of short links',
    () => relativeTo(`<content type="html">${'&lt;a href=x>y&lt;/a> '.repeat(90)}</content>`),
    hasSomePosts,
  ],
  [
    'A long base makes no hundred megabytes of the links of posts themselves',
    () =>
      relativeTo(
        '<link href="1"/><link rel="replies" href="?2"/><m:thumbnail xmlns:m="http://search.yahoo.com/mrss/" url="3"/>',
        1_900,
      ),
    hasSomePosts,
  ],
  [
    'Long summaries that get a picture all stay, though they are there twice then',
    () =>
      `<feed xmlns="http://www.w3.org/2005/Atom">${`<entry><summary>${'word '.repeat(180_000)}</summary><link rel="enclosure" type="image/png" href="https://a.example/1.png"/></entry>`.repeat(14)}</feed>`,
    (reading) => reading.kind === 'feed' && reading.document.whole && reading.document.posts.length === 14,
  ],
  [
    'A post whose links would grow a hundredfold keeps its words',
    () => relativeTo(`<content type="html">${'&lt;a href=x>y&lt;/a> '.repeat(9_000)}</content>`, 1),
    (reading) => reading.kind === 'feed' && /^(y ){8999}y$/.test(reading.document.posts[0]?.content ?? ''),
  ],
  [
    'A billion laughs stay unexpanded',
    () => `<!DOCTYPE rss [<!ENTITY lol0 "lol">${laughs}]>${wrap('<item><title>&lol10;</title></item>')}`,
    (reading) => titleOf(reading) === '&lol10;',
  ],
  [
    'A quadratic blowup stays unexpanded',
    () =>
      `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(100_000)}">]>${wrap(`<item><description>${'&a;'.repeat(100_000)}</description></item>`)}`,
    (reading) => JSON.stringify(reading).length < 2_000_000,
  ],
  [
    'An external entity is not loaded',
    () =>
      `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${wrap('<item><title>&x;</title></item>')}`,
    (reading) => titleOf(reading) === '&x;',
  ],
  [
    '100,000 open elements are flattened',
    () => wrap(`<item><title>t</title>${'<a>'.repeat(100_000)}`),
    (reading) => titleOf(reading) === 't',
  ],
  [
    '100,000 open elements with names of their own are flattened',
    () => `<rss>${Array.from({ length: 100_000 }, (_, i) => `<a${i}>`).join('')}`,
    isFeed,
  ],
  ['One million nested roots are flattened', () => '<rss>'.repeat(1_000_000), isFeed],
  ['One million roots in a row are one', () => '<rss></rss>'.repeat(1_000_000), isFeed],
  ['One million closing tags are ignored', () => `<rss>${'</x>'.repeat(1_000_000)}`, isFeed],
  [
    'Closing tags under deep elements are ignored',
    () => `<rss>${'<a>'.repeat(200)}${'</x>'.repeat(1_000_000)}`,
    isFeed,
  ],
  [
    'Small elements without end are cut',
    () => wrap('<a/>'.repeat(5_000_000)),
    (reading) => reading.kind === 'feed' && !reading.document.whole,
  ],
  [
    'An attribute of 20 MB is cut',
    () => wrap(`<item><title>t</title><enclosure url="${'a'.repeat(20_000_000)}"/></item>`),
    (reading) => titleOf(reading) === 't',
  ],
  [
    'A media type of 200,000 slashes is one of text',
    () =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="${'/'.repeat(200_000)}">t</title></entry></feed>`,
    (reading) => reading.kind === 'feed' && reading.document.posts.length === 0,
  ],
  [
    '100,000 attributes are cut',
    () =>
      wrap(
        `<item ${Array.from({ length: 100_000 }, (_, i) => `a${i}="x"`).join(' ')}><title>t</title></item>`,
      ),
    (reading) => titleOf(reading) === 't',
  ],
  [
    '100,000 namespaces in a row are bounded',
    () => wrap(Array.from({ length: 100_000 }, (_, i) => `<p${i}:a xmlns:p${i}="urn:${i}">`).join('')),
    isFeed,
  ],
  [
    '5 MB of bare ampersands are text',
    () => wrap(`<item><title>${'&'.repeat(5_000_000)}</title></item>`),
    isFeed,
  ],
  [
    '1 MB of references are text',
    () => wrap(`<item><description>${'&lt;'.repeat(250_000)}</description></item>`),
    isFeed,
  ],
  [
    '1 MB of references without end are text',
    () => wrap(`<item><description>${'&#'.repeat(500_000)}</description></item>`),
    isFeed,
  ],
  [
    'A flood of angle brackets is text',
    () => '<'.repeat(4_000_000),
    (reading) => reading.kind === 'not-a-feed',
  ],
  [
    'A flood of angle brackets in a feed is text',
    () => wrap(`<item><description>${'<'.repeat(1_000_000)}`),
    isFeed,
  ],
  [
    'A flood of comments is ignored',
    () => '<!--'.repeat(5_000_000),
    (reading) => reading.kind === 'not-a-feed',
  ],
  [
    'A flood of instructions is ignored',
    () => '<?'.repeat(5_000_000),
    (reading) => reading.kind === 'not-a-feed',
  ],
  [
    'A flood of spaces between two words is bounded',
    () => wrap(`<item><description>a${' '.repeat(200_000)}b</description></item>`),
    isFeed,
  ],
  ['A flood of CDATA is text', () => wrap(`<item><title>${'<![CDATA['.repeat(1_000_000)}`), isFeed],
  [
    'A flood of CDATA beside signs is text',
    () => wrap(`<item><title>1 <2${'<![CDATA[<]]>'.repeat(200_000)}`),
    isFeed,
  ],
  [
    'A flood of names is bounded',
    () => `<${'a'.repeat(20_000_000)}`,
    (reading) => reading.kind === 'not-a-feed',
  ],
  [
    '200,000 items are cut to the limit',
    () => wrap('<item><title>t</title></item>'.repeat(200_000)),
    hasAllPosts,
  ],
  [
    '200,000 unclosed items are cut to the limit',
    () => wrap('<item><title>t</title>'.repeat(200_000)),
    hasAllPosts,
  ],
  [
    '2,000 posts of stray markup are sanitised',
    () =>
      wrap(
        `<item><title>t</title><description>${'&lt;p&gt;&lt;b&gt;'.repeat(100)}</description></item>`.repeat(
          2_000,
        ),
      ),
    hasPosts,
  ],
  [
    'One million JSON brackets are refused',
    () => '['.repeat(1_000_000),
    (reading) => reading.kind === 'not-a-feed',
  ],
  [
    'A million JSON items are cut to the limit',
    () => `{"title":"t","items":[${'{"id":1},'.repeat(1_000_000)}{"id":1}]}`,
    (reading) => reading.kind === 'feed' && reading.document.posts.length === limits.posts,
  ],
  [
    'A page of a million links is bounded',
    () => `<html>${'<a href="/feed">x</a>'.repeat(500_000)}`,
    (reading) => reading.kind === 'not-a-feed' && reading.page?.feeds.length === 1,
  ],
  [
    'A page of a million open elements is bounded',
    () => `<html>${'<div>'.repeat(1_000_000)}`,
    (reading) => reading.kind === 'not-a-feed',
  ],
];

for (const [name, make, holds] of documents) {
  test(name, () => {
    const reading = read(make());
    assert.ok(holds(reading), JSON.stringify(reading).slice(0, 300));
  });
}

test('More than 25 MB are read as far as the limit', () => {
  const reading = read(
    wrap(`<item><title>t</title></item><item><description>${'x '.repeat(16_000_000)}</description></item>`),
  );
  assert.equal(titleOf(reading), 't');
  assert.ok(reading.kind === 'feed' && !reading.document.whole && reading.document.warnings.length > 0);
});

test('More than 25 MB of JSON are refused', () => {
  const reading = read(`{"items":[],"x":"${'x'.repeat(26_000_000)}"}`);
  assert.ok(reading.kind === 'not-a-feed' && reading.why === 'too-large');
});

test('Random bytes are no feed', () => {
  // A generator of our own, so that a failure can be repeated.
  let state = 1;
  const bytes = Uint8Array.from({ length: 1_000_000 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state >> 16;
  });
  assert.equal(read(bytes).kind, 'not-a-feed');
});

function titleOf(reading: Reading): string | undefined {
  return reading.kind === 'feed' ? reading.document.posts[0]?.title : undefined;
}

function hasSomePosts(reading: Reading): boolean {
  const isSome = reading.kind === 'feed' && reading.document.posts.length > 0;
  return isSome && JSON.stringify(reading).length < 20_000_000;
}

function isFeed(reading: Reading): boolean {
  return reading.kind === 'feed';
}

function hasPosts(reading: Reading): boolean {
  return reading.kind === 'feed' && reading.document.posts.length === limits.posts;
}

function hasAllPosts(reading: Reading): boolean {
  return hasPosts(reading) && reading.kind === 'feed' && !reading.document.whole;
}
