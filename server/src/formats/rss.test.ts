import { test } from 'node:test';
import { assertHas, postOf, rss } from './fixtures/reading.ts';

/** What it shows, the content of the item, the post's properties. */
const posts: [string, string, Record<string, unknown>][] = [
  ['A link is the address', '<link>https://example.org/1</link>', { url: 'https://example.org/1' }],
  ['A relative link is of the site', '<link>/1</link>', { url: 'https://example.org/1' }],
  [
    'A link with blanks around is trimmed',
    '<link>\n https://example.org/1 \n</link>',
    { url: 'https://example.org/1' },
  ],
  [
    'A link without scheme is an address',
    '<link>www.example.com/1</link>',
    { url: 'http://www.example.com/1' },
  ],
  [
    'A link by attribute is understood',
    '<link href="https://example.org/1"/>',
    { url: 'https://example.org/1' },
  ],
  [
    'A link by Atom is understood',
    '<atom:link rel="alternate" href="https://example.org/1"/>',
    { url: 'https://example.org/1' },
  ],
  [
    'A link with an unescaped query stays whole',
    '<link>https://example.org/?a=1&b=2&copy=3</link>',
    { url: 'https://example.org/?a=1&b=2&copy=3' },
  ],
  ['A script is no link', '<title>t</title><link>javascript:alert(1)</link>', { url: undefined }],
  [
    'The original link comes before the tracker',
    '<link>https://feeds.example/~r/1</link><feedburner:origLink>https://example.org/1</feedburner:origLink>',
    { url: 'https://example.org/1' },
  ],
  [
    'A guid is a link where there is no other',
    '<guid>https://example.org/1</guid>',
    { url: 'https://example.org/1', guid: 'https://example.org/1' },
  ],
  [
    'A guid that is no permalink is no link',
    '<guid isPermaLink="false">https://example.org/1</guid>',
    { url: undefined, guid: 'https://example.org/1' },
  ],
  [
    'A guid that is no address is no link',
    '<guid isPermaLink="true">12345</guid>',
    { url: undefined, guid: '12345' },
  ],
  ['A guid is trimmed', '<guid> a b </guid>', { guid: 'a b' }],
  [
    'The first enclosure is the last resort for a link',
    '<title>t</title><enclosure url="https://example.org/a.mp3"/>',
    { url: 'https://example.org/a.mp3' },
  ],
  [
    'An author is the name beside the mail',
    '<title>t</title><author>a@example.org (Ann Author)</author>',
    { author: 'Ann Author' },
  ],
  [
    'An author may be written the other way',
    '<title>t</title><author>Ann Author &lt;a@example.org&gt;</author>',
    { author: 'Ann Author' },
  ],
  [
    'An author may have the mail behind the name',
    '<title>t</title><author>Ann Author (a@example.org)</author>',
    { author: 'Ann Author' },
  ],
  [
    'Who made the film is its author',
    '<title>t</title><media:credit role="author" scheme="https://films.example/">Ann</media:credit>',
    { author: 'Ann' },
  ],
  [
    'Who made the picture beside a post did not write it',
    '<title>t</title><media:credit>Photograph: Ben</media:credit>',
    { author: undefined },
  ],
  [
    'How many comments there are is no address',
    '<title>t</title><comments>12</comments>',
    { commentsUrl: undefined },
  ],
  ['Nor is a sentence', '<title>t</title><comments>Not yet/never</comments>', { commentsUrl: undefined }],
  [
    'Comments may be at an address of the site',
    '<title>t</title><comments>/1#comments</comments>',
    { commentsUrl: 'https://example.org/1#comments' },
  ],
  [
    'A creator given by the address of an account is called by its name',
    '<title>t</title><dc:creator>https://lemmy.example/u/ann_b</dc:creator>',
    { author: 'ann_b' },
  ],
  [
    'A creator given by another address keeps it',
    '<title>t</title><dc:creator>https://example.org/about</dc:creator>',
    { author: 'https://example.org/about' },
  ],
  ['A creator is an author', '<title>t</title><dc:creator>Ann</dc:creator>', { author: 'Ann' }],
  [
    'Several creators are named together',
    '<title>t</title><dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator>',
    { author: 'Ann, Ben' },
  ],
  [
    'An author marked up as in Atom is understood',
    '<title>t</title><atom:author><atom:name>Ann</atom:name></atom:author>',
    { author: 'Ann' },
  ],
  [
    'A date of RFC 822 is understood',
    '<title>t</title><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>',
    { publishedAt: 1072986501000 },
  ],
  [
    'A date of Dublin Core is understood',
    '<title>t</title><dc:date>2004-01-01T19:48:21Z</dc:date>',
    { publishedAt: 1072986501000 },
  ],
  [
    'A date that cannot be read gives way to another',
    '<title>t</title><pubDate>soon</pubDate><dc:date>2004-01-01</dc:date>',
    { publishedAt: 1072915200000 },
  ],
  [
    'A date of change is kept',
    '<title>t</title><pubDate>2004-01-01</pubDate><atom:updated>2004-01-02</atom:updated>',
    { publishedAt: 1072915200000, updatedAt: 1073001600000 },
  ],
  [
    'A date in the future is kept',
    '<title>t</title><pubDate>Wed, 01 Jan 2120 00:00:00 GMT</pubDate>',
    { publishedAt: Date.UTC(2120, 0, 1) },
  ],
  [
    'The page of the comments is kept, and not taken from their number',
    '<title>t</title><comments>https://example.org/1#c</comments><slash:comments>7</slash:comments>',
    { commentsUrl: 'https://example.org/1#c' },
  ],
  [
    'Categories are kept once, as text',
    '<title>t</title><category>a &amp;amp; b</category><category domain="x">c</category><dc:subject>c</dc:subject><categories><category>d</category></categories>',
    { categories: ['a & b', 'c', 'd'] },
  ],
  [
    'The keywords of Media RSS are categories, separated by commas',
    '<title>t</title><category>a</category><media:keywords>a, b c,,d</media:keywords><media:group><media:keywords>e</media:keywords></media:group>',
    { categories: ['a', 'b c', 'd', 'e'] },
  ],
  [
    'An enclosure is kept',
    '<title>t</title><enclosure url="/a.mp3" length="123" type="audio/mpeg"/>',
    { enclosures: [{ url: 'https://example.org/a.mp3', type: 'audio/mpeg', length: 123 }] },
  ],
  [
    'Several enclosures are kept',
    '<title>t</title><enclosure url="/a.mp3"/><enclosure url="/b.mp3" length="?"/>',
    { enclosures: [{ url: 'https://example.org/a.mp3' }, { url: 'https://example.org/b.mp3' }] },
  ],
  [
    'The duration is of the first sound',
    '<title>t</title><enclosure url="/a.mp3"/><itunes:duration>1:02:03</itunes:duration>',
    { enclosures: [{ url: 'https://example.org/a.mp3', durationSeconds: 3723 }] },
  ],
  [
    'A picture before the sound is neither as long as it nor the last resort for a link',
    `<title>t</title><enclosure url="/cover.jpg" type="image/jpeg"/><enclosure url="/a.mp3" type="audio/mpeg"/>
    <itunes:duration>61</itunes:duration>`,
    {
      url: 'https://example.org/a.mp3',
      enclosures: [
        { url: 'https://example.org/cover.jpg', type: 'image/jpeg' },
        { url: 'https://example.org/a.mp3', type: 'audio/mpeg', durationSeconds: 61 },
      ],
    },
  ],
  [
    'The length of a file may have commas between its thousands',
    '<title>t</title><enclosure url="/a.mp3" length="62,447,386"/>',
    { enclosures: [{ url: 'https://example.org/a.mp3', length: 62_447_386 }] },
  ],
  [
    'A film of Media RSS is an enclosure',
    '<title>t</title><media:content url="/v.mp4" type="video/mp4" fileSize="99" duration="30"/>',
    {
      enclosures: [{ url: 'https://example.org/v.mp4', type: 'video/mp4', length: 99, durationSeconds: 30 }],
    },
  ],
  [
    'A file told of twice is one',
    '<title>t</title><enclosure url="/a.mp3" length="5"/><media:content url="/a.mp3" type="audio/mpeg"/>',
    { enclosures: [{ url: 'https://example.org/a.mp3', type: 'audio/mpeg', length: 5 }] },
  ],
  [
    'A thumbnail is the picture',
    '<title>t</title><media:thumbnail url="/t.jpg"/>',
    { imageUrl: 'https://example.org/t.jpg' },
  ],
  [
    'A picture of Media RSS is the picture, and no enclosure',
    '<title>t</title><media:content url="/p.jpg" medium="image"/>',
    { imageUrl: 'https://example.org/p.jpg', enclosures: [] },
  ],
  [
    'An avatar is not the picture',
    '<title>t</title><media:content url="https://0.gravatar.com/avatar/x" medium="image"/>',
    { imageUrl: undefined },
  ],
  [
    'An avatar of a forge is not the picture',
    '<title>t</title><media:thumbnail height="30" width="30" url="https://avatars.githubusercontent.com/u/1?s=60"/>',
    { imageUrl: undefined },
  ],
  [
    'An avatar of a forge of one’s own is not the picture',
    '<title>t</title><media:thumbnail width="40" height="40" url="https://git.example.org/uploads/-/system/user/avatar/1/avatar.png"/>',
    { imageUrl: undefined },
  ],
  [
    'A picture in the enclosure is the picture',
    '<title>t</title><enclosure url="/p.png" type="image/png"/>',
    { imageUrl: 'https://example.org/p.png' },
  ],
  [
    'The picture of an episode is the picture',
    '<title>t</title><itunes:image href="/e.jpg"/>',
    { imageUrl: 'https://example.org/e.jpg' },
  ],
];

for (const [name, item, expected] of posts) {
  test(`RSS: ${name}`, () => assertHas(postOf(rss(`<item>${item}</item>`)), expected));
}
