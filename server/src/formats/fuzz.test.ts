import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attacks } from './fixtures/attacks.ts';
import { assertHarmless } from './fixtures/harmless.ts';
import { feedUrl } from './fixtures/reading.ts';
import { readFeed } from './read-feed.ts';
import { sanitise } from './sanitise.ts';

// The seed is fixed, so that a failure can be repeated; to look further, change it and the number of runs.
const seed = 42;
const runs = 300;

/** One document of each family, with some of everything. */
const seeds = [
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
    <title>T &amp;amp; é</title><link>https://example.org/</link><ttl>60</ttl><image><url>/i.png</url></image><item><title>&lt;b&gt;x&lt;/b&gt;</title><guid>1</guid>
    <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><description>&lt;p onclick="x"&gt;d&lt;script&gt;alert(1)&lt;/script&gt;</description>
    <content:encoded><![CDATA[<a href="javascript:x">y</a><img src=x onerror=y><iframe src="//e.example/"></iframe>]]></content:encoded>
    <enclosure url="/a.mp3" length="1" type="audio/mpeg"/><media:group><media:content url="/v.mp4"/></media:group></item></channel></rss>`,
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/"><title type="html">T&lt;script&gt;</title><link href="/"/><link rel="hub" href="h"/><entry>
    <id>1</id><link href="1"/><updated>2004-01-01T00:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p style="x">a<br/><svg><script>b</script></svg>
    </p></div></content><summary type="html">&lt;style&gt;c&lt;/style&gt;&lt;noscript&gt;&lt;img src=x onerror=y&gt;</summary></entry></feed>`,
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>T</title></channel>
    <item rdf:about="https://example.org/1"><title>a</title><description>&lt;math&gt;&lt;mtext&gt;&lt;table&gt;&lt;style&gt;x</description></item></rdf:RDF>`,
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'T',
    items: [
      {
        id: '1',
        content_html: '<p onclick=x>a<script>b</script><img srcset="javascript:x 1x">',
        tags: ['a'],
      },
    ],
  }),
];

/** Pieces that break things: tags, halves of tags, signs, attacks. */
const pieces = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '</',
    '/>',
    '<item>',
    '</item>',
    '<entry>',
    '</entry>',
  ),
  fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<a href="x">',
    '<table>',
    '<td>',
    '<li>',
    '<svg>',
    '<math>',
    '<style>',
    '<noscript>',
    '<iframe src=x>',
  ),
  fc.constantFrom(
    '<select>',
    '<option>',
    '<textarea>',
    '<title>',
    '<form>',
    '<embed src=x>',
    '<img src=x>',
    '<video>',
    '<foo>',
    '</foo>',
    '<br>',
    '</br>',
  ),
  fc.constantFrom(
    ' xmlns="urn:x"',
    ' xml:base="javascript:x"',
    ' type="xhtml"',
    '&#0;',
    '&#xd800;',
    '\u0000',
    '\ufeff',
    'é',
    '\ud800',
  ),
  fc.constantFrom(...attacks),
);

interface Edit {
  at: number;
  remove: number;
  insert: string;
}

const edits = fc.array(
  fc.record<Edit>({ at: fc.nat(2_000), remove: fc.integer({ min: 0, max: 12 }), insert: pieces }),
  { minLength: 1, maxLength: 8 },
);

function edited(text: string, changes: readonly Edit[]): string {
  let result = text;
  for (const { at, remove, insert } of changes) {
    const place = at % (result.length + 1);
    result = result.slice(0, place) + insert + result.slice(place + remove);
  }
  return result;
}

function assertSafe(bytes: Uint8Array): void {
  const reading = readFeed(bytes, { url: feedUrl });
  if (reading.kind !== 'feed') {
    assert.doesNotMatch(reading.detail, /cannot be read/, 'the reader has thrown');
    return;
  }
  for (const post of reading.document.posts) {
    if (post.content !== undefined) assertHarmless(post.content);
    if (post.summary !== undefined) assertHarmless(post.summary);
    for (const url of [
      post.url,
      post.commentsUrl,
      post.imageUrl,
      ...post.enclosures.map((enclosure) => enclosure.url),
    ]) {
      if (url !== undefined) assert.match(url, /^https?:\/\//);
    }
  }
}

test('Documents with changed markup are read without harm', () => {
  const property = fc.property(fc.constantFrom(...seeds), edits, (text, changes) =>
    assertSafe(Buffer.from(edited(text, changes))),
  );
  fc.assert(property, { seed, numRuns: runs });
});

test('Documents with changed bytes are read without harm', () => {
  const changes = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 20 });
  const property = fc.property(fc.constantFrom(...seeds), changes, (text, list) => {
    const bytes = Buffer.from(text);
    for (const [at, byte] of list) bytes[at % bytes.length] = byte;
    assertSafe(bytes);
  });
  fc.assert(property, { seed, numRuns: runs });
});

test('Documents cut anywhere are read without harm', () => {
  const property = fc.property(fc.constantFrom(...seeds), fc.nat(2_000), (text, at) =>
    assertSafe(Buffer.from(text).subarray(0, at % text.length)),
  );
  fc.assert(property, { seed, numRuns: runs });
});

test('HTML of any pieces comes out harmless, and reading it again changes nothing', () => {
  const html = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 25 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(html, (text) => assertHarmless(sanitise(text, 'https://example.org/blog/'))),
    { seed, numRuns: runs * 3 },
  );
});

/** Attributes in good faith and in bad, on elements to which they belong or not. */
const attributes = fc.constantFrom(
  ...`href=/a href=javascript:x() href=mailto:a href=# src=/a.png src= src=data:image/png;base64,AA== src=javascript:x()
  src=data:image/svg+xml,x srcset=/a.webp srcset=javascript:x() data-src=/b.png data-srcset=/b.png data-a=/c.png poster=/p.png
  poster=javascript:x() width=1 height=1 width=600px dir=rtl lang=en title=" alt=< sizes=50vw media=print type=image/webp
  type=checkbox cite=/a cite=data:x datetime=2024 start=1 value=1 colspan=2 scope=row open= controls= preload=auto rel=x target=x
  loading=eager class=lazy aria-hidden=true onclick=x()`.split(/\s+/),
);
const elements = fc.constantFrom(
  ...'a audio blockquote del details embed iframe img input li ol p picture source td time video'.split(' '),
);
const element = fc
  .tuple(elements, fc.array(attributes, { maxLength: 6 }), fc.constantFrom('', 'x'), fc.boolean())
  .map(([name, all, text, isClosed]) => {
    const written = all.map((each) => ` ${each.replace('=', "='")}'`);
    return `<${name}${written.join('')}>${text}${isClosed ? `</${name}>` : ''}`;
  });

test('Attributes of any elements come out harmless, and reading them again changes nothing', () => {
  const html = fc.array(element, { maxLength: 4 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(html, (text) => assertHarmless(sanitise(text, 'https://example.org/blog/'))),
    { seed, numRuns: runs * 3 },
  );
});
