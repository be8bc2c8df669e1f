import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertHas, atom, feedOf, postOf } from './fixtures/reading.ts';

const link = (href: string, text: string): string =>
  `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;
const site = '<link href="https://example.org/"/>';

/** What it shows, the content of the entry, the post's properties. */
const entries: [string, string, Record<string, unknown>][] = [
  ['The id is the guid', '<id>urn:uuid:1</id>', { guid: 'urn:uuid:1', url: undefined }],
  [
    'An id that is an address is a link where there is no other',
    '<id>https://example.org/1</id>',
    { url: 'https://example.org/1' },
  ],
  [
    'A title of text is taken as it stands',
    '<title type="text">a &lt;b&gt; &amp;amp;</title>',
    { title: 'a <b> &amp;' },
  ],
  ['A title without type is text', '<title>a &lt;b&gt;</title>', { title: 'a <b>' }],
  [
    'A title of HTML loses its tags',
    '<title type="html">a &lt;b&gt;c&lt;/b&gt; &amp;amp; d</title>',
    { title: 'a c & d' },
  ],
  [
    'A title of XHTML loses its tags',
    '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>c</b> &amp; d</div></title>',
    { title: 'a c & d' },
  ],
  ['Content of text is escaped', '<content>1 &lt; 2</content>', { content: '1 &lt; 2' }],
  [
    'Content and summary without a type are HTML where they look like it',
    '<content><![CDATA[<p>a &amp; b</p>]]></content><summary>&lt;img src="/1.png" alt="" /&gt; c</summary>',
    {
      content: '<p>a &amp; b</p>',
      summary: '<img src="https://example.org/1.png" alt="" loading="lazy" /> c',
    },
  ],
  ['A summary without a type is text: <p>', '<summary>a &lt;p> b</summary>', { summary: 'a &lt;p&gt; b' }],
  ['A title without a type is text', '<title>The &lt;b&gt; element</title>', { title: 'The <b> element' }],
  [
    'Content of text that looks like HTML is shown, not obeyed',
    '<content type="text">&lt;b&gt;x&lt;/b&gt;</content>',
    { content: '&lt;b&gt;x&lt;/b&gt;' },
  ],
  ['Content of HTML is HTML', '<content type="html">&lt;p&gt;x&lt;/p&gt;</content>', { content: '<p>x</p>' }],
  [
    'Content of HTML in CDATA is HTML',
    '<content type="html"><![CDATA[<p>x</p>]]></content>',
    { content: '<p>x</p>' },
  ],
  [
    'Content of XHTML is HTML',
    '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x<br/>y &lt;z&gt;</p></div></content>',
    { content: '<div><p>x<br />y &lt;z&gt;</p></div>' },
  ],
  [
    'Content of XHTML may have a prefix',
    '<content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>x</h:p></h:div></content>',
    { content: '<div><p>x</p></div>' },
  ],
  [
    'Content of a media type of HTML is HTML',
    '<content type="text/html" mode="escaped">&lt;p&gt;x&lt;/p&gt;</content>',
    { content: '<p>x</p>' },
  ],
  [
    'Content of plain text by its media type is text',
    '<content type="text/plain">a &lt;b&gt;</content>',
    { content: 'a &lt;b&gt;' },
  ],
  [
    'Content in base64 is decoded',
    `<content type="text/html" mode="base64">${Buffer.from('<p>é</p>').toString('base64')}</content>`,
    { content: '<p>é</p>' },
  ],
  [
    'A picture inside the document is no content',
    '<id>1</id><content type="image/png">iVBORw0KGgo=</content>',
    { content: undefined },
  ],
  [
    'Content elsewhere is a link',
    '<title>t</title><content src="/c.html" type="text/html"/>',
    { url: 'https://example.org/c.html', content: undefined },
  ],
  [
    'A sound elsewhere is an enclosure',
    '<title>t</title><content src="/a.mp3" type="audio/mpeg"/>',
    { enclosures: [{ url: 'https://example.org/a.mp3', type: 'audio/mpeg' }] },
  ],
  [
    'A summary stays a summary',
    '<summary>s</summary><content type="html">c</content>',
    { content: 'c', summary: 's' },
  ],
  [
    'A summary alone is a summary',
    '<summary type="html">&lt;i&gt;s&lt;/i&gt;</summary>',
    { content: undefined, summary: '<i>s</i>', text: 's' },
  ],
  [
    'The alternate link is the address',
    '<link rel="self" href="/s"/><link rel="alternate" href="/1"/>',
    { url: 'https://example.org/1' },
  ],
  ['A link without relation is the address', '<link href="/1"/>', { url: 'https://example.org/1' }],
  [
    'A relation by its full name is known',
    '<link rel="http://www.iana.org/assignments/relation/alternate" href="/1"/>',
    { url: 'https://example.org/1' },
  ],
  [
    'A page comes before other alternates',
    '<link rel="alternate" type="application/json" href="/1.json"/><link rel="alternate" type="text/html" href="/1"/>',
    { url: 'https://example.org/1' },
  ],
  [
    'A link the way of RSS is understood',
    '<link>https://example.org/1</link>',
    { url: 'https://example.org/1' },
  ],
  [
    'Links that need the page of the entry find it',
    '<link href="/2004/a"/><content type="html">&lt;a href="#n">1&lt;/a></content><summary type="html">&lt;a href="b">2&lt;/a></summary>',
    { content: link('https://example.org/2004/a#n', '1'), summary: link('https://example.org/2004/b', '2') },
  ],
  [
    'xml:base rules the links of the entry',
    '<link href="1" xml:base="https://other.example/a/"/>',
    { url: 'https://other.example/a/1' },
  ],
  [
    'A note is on the page of its entry, though xml:base is the site',
    '<link href="https://example.org/2026/1"/><content type="html" xml:base="https://example.org/">&lt;a href="#n1"&gt;1&lt;/a&gt; &lt;a href="/x"&gt;y&lt;/a&gt;</content>',
    { content: `${link('https://example.org/2026/1#n1', '1')} ${link('https://example.org/x', 'y')}` },
  ],
  [
    'XHTML may have an xml:base of its own',
    '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml" xml:base="/d/"><a href="x">y</a></div></content>',
    { content: `<div>${link('https://example.org/d/x', 'y')}</div>` },
  ],
  [
    'xml:base rules the links of the content',
    '<content type="html" xml:base="/d/">&lt;a href="x"&gt;y&lt;/a&gt;</content>',
    { content: link('https://example.org/d/x', 'y') },
  ],
  [
    'The author is a name',
    '<id>1</id><author><name>Ann</name><email>a@example.org</email><uri>x</uri></author>',
    { author: 'Ann' },
  ],
  [
    'Several authors are named together',
    '<id>1</id><author><name>Ann</name></author><author><name>Ben</name></author>',
    { author: 'Ann, Ben' },
  ],
  [
    'An author without name is a mail',
    '<id>1</id><author><email>a@example.org</email></author>',
    { author: 'a@example.org' },
  ],
  [
    'An author of the source is an author',
    '<id>1</id><source><author><name>Sue</name></author><title>wrong</title></source>',
    { author: 'Sue', title: undefined },
  ],
  [
    'Dates are kept apart',
    '<id>1</id><published>2004-01-01T00:00:00Z</published><updated>2004-01-02T00:00:00Z</updated>',
    { publishedAt: 1072915200000, updatedAt: 1073001600000 },
  ],
  [
    'The date of change stands in for a missing first one',
    '<id>1</id><updated>2004-01-02T00:00:00Z</updated>',
    { publishedAt: 1073001600000 },
  ],
  [
    'Categories have labels before terms',
    '<id>1</id><category term="a" label="A"/><category term="b"/><category>c</category>',
    { categories: ['A', 'b', 'c'] },
  ],
  [
    'Enclosures are links',
    '<id>1</id><link rel="enclosure" href="/a.mp3" type="audio/mpeg" length="9" title="T"/>',
    { enclosures: [{ url: 'https://example.org/a.mp3', type: 'audio/mpeg', length: 9, title: 'T' }] },
  ],
  [
    'Replies are comments',
    '<id>1</id><link rel="replies" type="text/html" href="/1#c" thr:count="4"/>',
    { commentsUrl: 'https://example.org/1#c' },
  ],
  [
    'Replies of no type are a feed, which is no page',
    '<id>1</id><link rel="replies" href="/1.atom"/>',
    { commentsUrl: undefined },
  ],
  [
    'A film has its words and picture in a group',
    '<id>1</id><media:group><media:title>m</media:title><media:thumbnail url="/t.jpg"/><media:description>a\nb</media:description></media:group>',
    { title: 'm', imageUrl: 'https://example.org/t.jpg', content: 'a<br />b' },
  ],
  [
    'What only a plugin of old could play is no file, a film beside it is one',
    `<id>1</id><media:group><media:content url="https://films.example/v/1?version=3" type="application/x-shockwave-flash"/><media:content
      url="/1.mp4" type="video/mp4"/></media:group>`,
    { enclosures: [{ url: 'https://example.org/1.mp4', type: 'video/mp4' }] },
  ],
  [
    'Scripts never come through',
    '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><script>x</script><p onclick="x">ok</p></div></content>',
    { content: '<div><p>ok</p></div>' },
  ],
];

for (const [name, entry, expected] of entries) {
  test(`Atom: ${name}`, () => assertHas(postOf(atom(`${site}<entry>${entry}</entry>`)), expected));
}

test('Atom: the feed is read', () => {
  const document = feedOf(
    atom(`<title>T</title><subtitle type="html">&lt;b&gt;S&lt;/b&gt;</subtitle>${site}<link rel="self" href="/f"/><link rel="hub" href="https://hub.example/"/>
      <logo>/l.png</logo><icon>/i.png</icon><author><name>Ann</name></author><entry xml:lang="de"><id>1</id></entry>`),
  );
  assertHas(document, {
    title: 'T',
    description: 'S',
    siteUrl: 'https://example.org/',
    selfUrl: 'https://example.org/f',
    hubUrls: ['https://hub.example/'],
    imageUrl: 'https://example.org/l.png',
    whole: true,
    warnings: [],
  });
  assertHas(document.posts[0] ?? {}, { author: 'Ann' });
});

test('Atom: xml:base of feed, entry and content make one chain', () => {
  const document = feedOf(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://other.example/a/"><link href="home"/>
      <entry xml:base="b/"><link href="1"/><content type="html" xml:base="c/">&lt;a href="x"&gt;y&lt;/a&gt;</content></entry></feed>`,
  );
  assert.equal(document.siteUrl, 'https://other.example/a/home');
  assertHas(document.posts[0] ?? {}, {
    url: 'https://other.example/a/b/1',
    content: link('https://other.example/a/b/c/x', 'y'),
  });
});

test('Atom 0.3 is read', () => {
  const document = feedOf(
    `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title><tagline>S</tagline><link rel="alternate" href="https://example.org/"/>
      <entry><id>1</id><title mode="escaped" type="text/html">a &lt;b&gt;c&lt;/b&gt;</title><issued>2004-01-01T00:00:00Z</issued>
      <modified>2004-01-02T00:00:00Z</modified><content type="application/xhtml+xml" mode="xml"><p>x</p></content></entry></feed>`,
  );
  assertHas(document, { title: 'T', description: 'S' });
  assertHas(document.posts[0] ?? {}, {
    title: 'a c',
    publishedAt: 1072915200000,
    updatedAt: 1073001600000,
    content: '<p>x</p>',
  });
});

for (const [name, open, close] of [
  ['without a namespace', '<feed>', '</feed>'],
  ['in a mistyped namespace', '<feed xmlns="https://www.w3.org/2005/atom/">', '</feed>'],
  ['in a namespace of nobody', '<feed xmlns="urn:nobody">', '</feed>'],
] as const) {
  test(`Atom ${name} is Atom`, () => {
    const document = feedOf(`${open}<title>T</title><entry><id>1</id><title>a</title></entry>${close}`);
    assertHas(document, { title: 'T' });
    assert.equal(document.posts[0]?.title, 'a');
  });
}

test('The full text of an entry may be in the element that RSS has for it', () => {
  const content = 'xmlns:content="http://purl.org/rss/1.0/modules/content/"';
  assertHas(
    postOf(
      atom(
        `<entry><id>1</id><summary>a</summary><content:encoded ${content}><![CDATA[<p>b &amp; c</p>]]></content:encoded></entry>`,
      ),
    ),
    { content: '<p>b &amp; c</p>', summary: 'a' },
  );
});

test('An entry that is a document of its own is a feed of one post', () => {
  assert.equal(
    feedOf('<entry xmlns="http://www.w3.org/2005/Atom"><id>1</id><title>t</title></entry>').posts[0]?.title,
    't',
  );
});
