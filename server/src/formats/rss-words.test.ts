import { test } from 'node:test';
import { assertHas, postOf, rss } from './fixtures/reading.ts';

const link = (href: string, text: string): string =>
  `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;

/** What it shows, the content of the item, the post's title and content. */
const words: [string, string, Record<string, unknown>][] = [
  ['A title is plain text', '<title>Hello</title>', { title: 'Hello' }],
  [
    'A title of blanks that have no width is none',
    '<title>&#8203;&#173;</title><description>Words</description>',
    { title: undefined, text: 'Words' },
  ],
  [
    'The names of an author’s avatar and of a picture are no title of a post that has words',
    `<title></title><description>Snow fell.</description>
      <media:content url="https://0.gravatar.com/avatar/x?s=96" medium="image"><media:title type="html">ann</media:title></media:content>
      <media:content url="https://example.org/img_1.jpg" medium="image"><media:title type="html">img_1</media:title></media:content>`,
    { title: undefined, text: 'Snow fell.' },
  ],
  [
    'The name of a picture is the title of a post that is nothing else',
    '<media:content url="https://example.org/1.jpg" medium="image"><media:title>Harbour at dawn</media:title></media:content>',
    { title: 'Harbour at dawn' },
  ],
  [
    'The name of a picture is the title of a post that shows it',
    `<description>&lt;img src="https://example.org/1.jpg"&gt;</description>
      <media:content url="https://example.org/1.jpg" medium="image"><media:title>Harbour at dawn</media:title></media:content>`,
    { title: 'Harbour at dawn' },
  ],
  [
    'The name of a film is a title',
    `<description>Words</description>
      <media:content url="https://example.org/1.mp4" type="video/mp4"><media:title>Harbour at dawn</media:title></media:content>`,
    { title: 'Harbour at dawn' },
  ],
  ['A title with an escaped entity is decoded once', '<title>AT&amp;amp;T</title>', { title: 'AT&T' }],
  [
    'A title with an escaped tag loses the tag',
    '<title>a &lt;b&gt;bold&lt;/b&gt; move</title>',
    { title: 'a bold move' },
  ],
  [
    'A title with twice escaped tags shows them',
    '<title>use &amp;lt;b&amp;gt;</title>',
    { title: 'use <b>' },
  ],
  ['A title in CDATA may hold HTML', '<title><![CDATA[<i>x</i> &amp; y]]></title>', { title: 'x & y' }],
  [
    'A title with a type in angle brackets keeps it',
    '<title><![CDATA[List<String> in Java]]></title>',
    { title: 'List<String> in Java' },
  ],
  [
    'A text that names an element goes on after it',
    '<description>How to style a &lt;select&gt; element</description>',
    { content: 'How to style a &lt;select&gt; element' },
  ],
  [
    'A title that names an element keeps the name',
    '<title>The &#60;select&#62; element</title>',
    { title: 'The <select> element' },
  ],
  ['A title with signs keeps them', '<title>1 &lt; 2 &gt; 0</title>', { title: '1 < 2 > 0' }],
  [
    'A title with an unescaped sign keeps it',
    '<title>I <3 you</title><link>https://example.org/1</link>',
    { title: 'I <3 you', url: 'https://example.org/1' },
  ],
  ['A title with unescaped markup loses it', '<title>a <b>bold</b> move</title>', { title: 'a bold move' }],
  ['A title with a bare ampersand keeps it', '<title>Q & A</title>', { title: 'Q & A' }],
  [
    'A title with entities of HTML is decoded',
    '<title>caf&eacute;&nbsp;&hellip;</title>',
    { title: 'café …' },
  ],
  ['An entity in the wrong case is decoded', '<title>a&NBSP;b &AMP; c</title>', { title: 'a b & c' }],
  [
    'Character references of windows-1252 are understood',
    '<title>&#147;x&#148; &#8211;</title>',
    { title: '“x” –' },
  ],
  [
    'Two references to the halves of one sign are that sign, escaped twice too',
    '<title>a&#55357;&#56832;&#55357;</title><description>&lt;b>&amp;#xD83D;&amp;#xDE00;&lt;/b></description>',
    { title: 'a😀\ufffd', content: '<b>😀</b>' },
  ],
  [
    'They are also in CDATA, where an escaped reference is one that readers are to see',
    '<title>t</title><description><![CDATA[<b>&#xD83D;&#xDE00;</b> <i>&amp;#55357;&amp;#56832;</i>]]></description>',
    { content: '<b>😀</b> <i>&amp;#55357;&amp;#56832;</i>' },
  ],
  [
    'HTML that is escaped once too often is HTML',
    '<description><![CDATA[ &lt;p class="a"&gt;B &amp;amp; &lt;b&gt;c&lt;/b&gt;&lt;/p&gt; ]]></description>',
    { content: '<p>B &amp; <b>c</b></p>' },
  ],
  [
    'Words about HTML are not',
    '<description>&amp;lt;p&amp;gt; ends in &amp;lt;/p&amp;gt;, or in &amp;lt;div&amp;gt;.</description>',
    { content: '&lt;p&gt; ends in &lt;/p&gt;, or in &lt;div&gt;.' },
  ],
  ['A reference out of range is a replacement sign', '<title>a&#x110000;b</title>', { title: 'a\ufffdb' }],
  ['An unknown entity stays as it is', '<title>a &bogus; b</title>', { title: 'a &bogus; b' }],
  ['A title over lines becomes one', '<title>\n a\n  b </title>', { title: 'a b' }],
  ['The first title that says something counts', '<title/><title>b</title>', { title: 'b' }],
  [
    'A media title is a title when there is no other',
    '<media:title>m</media:title><guid>1</guid>',
    { title: 'm' },
  ],
  [
    'Element names in any case are understood',
    '<TITLE>t</TITLE><PubDate>Thu, 01 Jan 2004 00:00:00 GMT</PubDate>',
    { title: 't', publishedAt: 1072915200000 },
  ],
  [
    'End tags in another case are understood',
    '<title>t</Title><link>https://example.org/1</LINK>',
    { title: 't', url: 'https://example.org/1' },
  ],
  ['A description in text is escaped', '<description>1 &lt; 2</description>', { content: '1 &lt; 2' }],
  [
    'A description in text keeps its lines',
    '<description>a\nb\n\nc</description>',
    { content: 'a<br />b<br /><br />c' },
  ],
  [
    'A description of escaped HTML is HTML',
    '<description>&lt;p&gt;a &amp;amp; b&lt;/p&gt;</description>',
    { content: '<p>a &amp; b</p>' },
  ],
  [
    'Signs of CDATA that are escaped like what they hold are no part of the text',
    '<title>&lt;![CDATA[A &amp;amp; B]]&gt;</title><description> &lt;![CDATA[&lt;br/&gt;Words &lt;b&gt;b&lt;/b&gt;]]&gt; </description>',
    { title: 'A & B', content: '<br />Words <b>b</b>' },
  ],
  [
    'Signs of CDATA that are written twice are no part of the text',
    '<description><![CDATA[<![CDATA[<p>a</p>]]>]]></description><link><![CDATA[<![CDATA[https://example.org/1]]>]]></link>',
    { content: '<p>a</p>', url: 'https://example.org/1' },
  ],
  [
    'A guid keeps such signs, because with another guid it would be another post',
    '<guid>&lt;![CDATA[https://example.org/1]]&gt;</guid>',
    { guid: '<![CDATA[https://example.org/1]]>', url: 'https://example.org/1' },
  ],
  [
    'Two texts between signs of CDATA are both read',
    '<description>&lt;![CDATA[&lt;b&gt;a&lt;/b&gt;]]&gt; &lt;![CDATA[&lt;b&gt;c&lt;/b&gt;]]&gt;</description>',
    { content: '<b>a</b> <b>c</b>' },
  ],
  [
    'A title about CDATA keeps its signs',
    '<title>What &amp;lt;![CDATA[ is for</title>',
    { title: 'What <![CDATA[ is for' },
  ],
  [
    'A description in CDATA is HTML',
    '<description><![CDATA[<p>a</p>]]></description>',
    { content: '<p>a</p>' },
  ],
  [
    'A description with unescaped HTML is HTML',
    '<description><p>a<br>b</p><img src="i.png"/></description>',
    { content: '<p>a<br />b</p><img src="https://example.org/i.png" loading="lazy" />' },
  ],
  [
    'A description of pieces is one',
    '<description>a<![CDATA[ <b>b</b> ]]>c</description>',
    { content: 'a <b>b</b> c' },
  ],
  [
    'The full content comes before the description',
    '<description>short</description><content:encoded><![CDATA[<p>long</p>]]></content:encoded>',
    { content: '<p>long</p>', summary: 'short' },
  ],
  [
    'An empty content does not hide the description',
    '<description>short</description><content:encoded/>',
    { content: 'short', summary: undefined },
  ],
  [
    'A body of XHTML is content',
    '<description>s</description><body xmlns="http://www.w3.org/1999/xhtml"><p>x</p></body>',
    { content: '<p>x</p>', summary: 's' },
  ],
  ['An iTunes summary is better than nothing', '<itunes:summary>s</itunes:summary>', { content: 's' }],
  [
    'A media description is better than nothing',
    '<media:group><media:description>m</media:description></media:group>',
    { content: 'm' },
  ],
  [
    'Scripts never come through',
    '<description>&lt;script&gt;x&lt;/script&gt;ok</description>',
    { content: 'ok' },
  ],
  [
    'Links in content are of the site',
    '<description>&lt;a href="/a"&gt;x&lt;/a&gt;</description>',
    { content: link('https://example.org/a', 'x') },
  ],
  [
    'Links that need the page of the post find it',
    '<link>/2004/a.html</link><description>&lt;a href="#n">1&lt;/a>&lt;img src="p.png"></description>',
    {
      content:
        '<a href="https://example.org/2004/a.html#n" rel="noopener noreferrer nofollow" target="_blank">1</a><img src="https://example.org/2004/p.png" loading="lazy" />',
    },
  ],
  [
    'A post about the page of somebody else has its own pictures',
    '<link>https://other.example/2004/a.html</link><description>&lt;img src="p.png"></description>',
    { content: '<img src="https://example.org/p.png" loading="lazy" />' },
  ],
  [
    'xml:base rules links in content',
    '<description xml:base="https://other.example/d/">&lt;a href="a"&gt;x&lt;/a&gt;</description>',
    { content: link('https://other.example/d/a', 'x') },
  ],
  [
    'The text is the start of the words',
    '<description>&lt;p&gt;one&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;</description>',
    { text: 'one two' },
  ],
];

for (const [name, item, expected] of words) {
  test(`RSS: ${name}`, () => assertHas(postOf(rss(`<item>${item}</item>`)), expected));
}
