import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atom, feedOf, postOf, rss } from './fixtures/reading.ts';

const shown = (address: string, alt?: string): string =>
  `<p><img src="https://example.org/${address}"${alt === undefined ? '' : ` alt="${alt}"`} loading="lazy" /></p>`;

/** What it shows, the inside of an RSS item, the content of the post. */
const items: [string, string, string | undefined][] = [
  [
    'The pictures of a post of the fediverse are shown below its words, with what they show',
    `<description>&lt;p&gt;Sunset&lt;/p&gt;</description>
    <media:content url="/1.jpg" type="image/jpeg" medium="image"><media:description>The "sea" &amp; sky</media:description></media:content>
    <media:content url="/2.jpg" type="image/jpeg" medium="image"/>`,
    `<p>Sunset</p>${shown('1.jpg', 'The &quot;sea&quot; &amp; sky')}${shown('2.jpg')}`,
  ],
  [
    'Nobody sees a picture unasked that is rated as one for adults',
    `<description>x</description><media:content url="/1.jpg" medium="image"><media:rating scheme="urn:simple">adult</media:rating></media:content>`,
    `x<details>${shown('1.jpg')}</details>`,
  ],
  [
    'An enclosed picture is shown, once, though Media RSS names it too',
    '<description>x</description><enclosure url="/1.jpg" type="image/jpeg"/><media:content url="/1.jpg" type="image/jpeg"/>',
    `x${shown('1.jpg')}`,
  ],
  [
    'Of a picture in several sizes the widest is shown',
    `<description>x</description><media:content url="/1.jpg?width=140" width="140"/><media:content url="/1.jpg?width=460" width="460"/>
    <media:content url="/2-150x150.jpg" medium="image" width="150"/><media:content url="/2.jpg" medium="image" width="900"/>`,
    `x${shown('1.jpg?width=460')}${shown('2.jpg')}`,
  ],
  [
    'Pictures that one script gives are told apart by what they are, not by their sizes',
    `<description>x</description><media:content url="/image.php?id=1&amp;w=140" medium="image" width="140"/><media:content url="/image.php?id=1&amp;w=460" medium="image" width="460"/>
    <enclosure url="/image.php?id=2" type="image/jpeg"/>`,
    `x${shown('image.php?id=2')}${shown('image.php?id=1&amp;w=460')}`,
  ],
  [
    'Of a group of sizes, too',
    `<description>x</description><media:group><media:content url="/a.jpg" medium="image" width="300"/><media:content url="/b.jpg" medium="image" width="1100"/></media:group>`,
    `x${shown('b.jpg')}`,
  ],
  [
    'Words with a picture get no other',
    '<guid>1</guid><description>&lt;img src="/0.jpg" alt=""&gt;</description><media:content url="/1.jpg" medium="image"/>',
    '<img src="https://example.org/0.jpg" alt="" loading="lazy" />',
  ],
  [
    'Smileys and avatars among the words are no pictures of theirs',
    `<description>&lt;p&gt;Hi &lt;img src="/cat.png" alt=":blob_cat:" width="16" height="16"&gt; &lt;img src="/u.png" alt="🙂"&gt;&lt;img src="https://gravatar.com/avatar/1"&gt;&lt;/p&gt;</description>
    <media:content url="/1.jpg" medium="image"/>`,
    `<p>Hi <img src="https://example.org/cat.png" alt=":blob_cat:" width="16" height="16" loading="lazy" /> <img src="https://example.org/u.png" alt="🙂" loading="lazy" /><img src="https://gravatar.com/avatar/1" loading="lazy" /></p>${shown('1.jpg')}`,
  ],
  [
    'A photograph may be called by an emoji, or be small',
    `<description>&lt;img src="/0.jpg" alt="🎉" width="600" height="400"&gt;</description><media:content url="/1.jpg" medium="image"/>`,
    '<img src="https://example.org/0.jpg" alt="🎉" width="600" height="400" loading="lazy" />',
  ],
  [
    'A picture that is rated as one for adults is hidden though it is enclosed, too',
    `<description>x</description><enclosure url="/1.jpg" type="image/jpeg"/>
    <media:content url="/1.jpg" medium="image"><media:rating>adult</media:rating></media:content>`,
    `x<details>${shown('1.jpg')}</details>`,
  ],
  [
    'A picture is one by its name if nobody says what it is, and however it is enclosed',
    `<description>x</description><enclosure url="/1.JPG?w=9" type=""/><enclosure url="/2.txt"/>
    <atom:link rel="enclosure" type="image/png" href="/3" title="Fig"/>`,
    `x${shown('1.JPG?w=9')}${shown('3', 'Fig')}`,
  ],
  [
    'A thumbnail among the words is shown as large as it is attached',
    `<description>&lt;p&gt;Ann posted:&lt;/p&gt;&lt;img src="https://live.staticflickr.com/1_ab_m.jpg" alt="Sea" width="240" height="160"&gt;</description><enclosure url="https://live.staticflickr.com/1_ab_b.jpg" type="image/jpeg"/>`,
    '<p>Ann posted:</p><img src="https://live.staticflickr.com/1_ab_m.jpg" srcset="https://live.staticflickr.com/1_ab_b.jpg" alt="Sea" loading="lazy" />',
  ],
  [
    'What is attached no larger than it is among the words leaves that as it is',
    '<description>&lt;img src="/1.jpg?w=240" width="240"&gt;</description><media:content url="/1.jpg?w=75" width="75"/>',
    '<img src="https://example.org/1.jpg?w=240" width="240" loading="lazy" />',
  ],
  [
    'What is large among the words, or another picture, is left as it is',
    `<description>&lt;img src="/1-600x400.jpg" width="600" height="400"&gt;</description><enclosure url="/1.jpg" type="image/jpeg"/><enclosure url="/2_m.jpg" type="image/jpeg"/>`,
    '<img src="https://example.org/1-600x400.jpg" width="600" height="400" loading="lazy" />',
  ],
  [
    'What only stands for a post is not shown in it: thumbnails, the picture of an episode, avatars',
    `<description>x</description><media:thumbnail url="/t.jpg"/><itunes:image href="/e.jpg"/>
    <media:content url="https://secure.gravatar.com/avatar/1?s=96" medium="image"/>`,
    'x',
  ],
  [
    'A post of nothing but a picture shows it',
    '<guid>1</guid><enclosure url="/1.png" type="image/png"/>',
    shown('1.png'),
  ],
];

for (const [name, item, expected] of items) {
  test(name, () => assert.equal(postOf(rss(`<item>${item}</item>`)).content, expected));
}

test('A film is no picture, though Mastodon calls one without sound so', () => {
  const film = '<media:content url="/1.mp4" type="video/mp4" medium="image"/>';
  const { content, enclosures } = postOf(rss(`<item><description>x</description>${film}</item>`));
  assert.equal(content, 'x');
  assert.deepEqual(enclosures, [{ url: 'https://example.org/1.mp4', type: 'video/mp4' }]);
});

test('A summary stays one if its picture is no thumbnail of what is attached', () => {
  const summary = '&lt;img src="/1.jpg" width="240"&gt;';
  const entry = `<entry><id>1</id><title>t</title><summary type="html">${summary}</summary><link rel="enclosure" type="image/jpeg" href="/2.jpg"/></entry>`;
  const { content, summary: kept } = postOf(atom(entry));
  assert.equal(content, undefined);
  assert.match(kept ?? '', /^<img src=/);
});

test('Pictures whose names end in a letter are not taken for sizes of one', () => {
  const files = ['a', 'b', 'c'].map((step) => `<enclosure url="/step_${step}.jpg" type="image/jpeg"/>`);
  const { content = '' } = postOf(rss(`<item><description>x</description>${files.join('')}</item>`));
  assert.equal(content.match(/<img/g)?.length, 3);
});

test('All pictures of a gallery are shown', () => {
  const files = Array.from({ length: 60 }, (_, n) => `<enclosure url="/${n}.jpg" type="image/jpeg"/>`);
  const { content = '' } = postOf(rss(`<item><description>x</description>${files.join('')}</item>`));
  assert.equal(content.match(/<img/g)?.length, 60);
});

test('A film that no program plays here shows a still, which leads to it', () => {
  const { content, enclosures } = postOf(
    atom(`<entry><id>yt:video:a</id><title>A film</title><link rel="alternate" href="https://www.youtube.com/watch?v=a"/><media:group>
    <media:title>A film</media:title><media:content url="https://www.youtube.com/v/a?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
    <media:thumbnail url="https://example.org/still.jpg" width="480" height="360"/><media:description>x</media:description></media:group></entry>`),
  );
  const link = 'href="https://www.youtube.com/watch?v=a" rel="noopener noreferrer nofollow" target="_blank"';
  const still = '<img src="https://example.org/still.jpg" alt="A film" loading="lazy" />';
  assert.equal(content, `<p><a ${link}>${still}</a></p>x`);
  assert.deepEqual(enclosures, []);
});

test('Atom and JSON feeds show their pictures, also below a summary', () => {
  const entry = postOf(
    atom(`<entry><id>1</id><link href="https://example.org/p"/><summary>x</summary>
    <link rel="enclosure" type="image/png" href="https://example.org/1.png"/></entry>`),
  );
  assert.equal(entry.content, `x${shown('1.png')}`);
  assert.equal(entry.summary, 'x');
  const item = {
    id: 1,
    content_text: 'x',
    image: 'https://example.org/1.png',
    attachments: [
      { url: 'https://example.org/1.png', mime_type: 'image/png', title: 'Fig' },
      { url: 'https://example.org/2.mp3', mime_type: 'audio/mpeg' },
    ],
  };
  const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 't', items: [item] });
  assert.equal(postOf(feed).content, `x${shown('1.png', 'Fig')}`);
});

test('A picture that is the content of an entry is shown', () => {
  const entry = postOf(atom('<entry><id>1</id><title>t</title><content type="image/png" src="/1"/></entry>'));
  assert.equal(entry.content, shown('1'));
});

test('A post without title and words is named after what its first picture shows', () => {
  const named = (item: string) => postOf(rss(`<item><guid>1</guid>${item}</item>`)).text;
  const image = (alt: string) => `&lt;img src="/1.png" alt="${alt}"&gt;`;
  assert.equal(
    named(`<description>${image('')}${image('Ducks &amp;amp;  &amp;lt;i&amp;gt;')}</description>`),
    'Ducks & <i>',
  );
  assert.equal(
    named('<atom:link rel="enclosure" type="image/png" href="/1.png" title="The sea"/>'),
    'The sea',
  );
  assert.equal(named(`<description>Words ${image('Ducks')}</description>`), 'Words');
  assert.equal(named(`<title>Ducks</title><description>${image('A duck')}</description>`), undefined);
});

test('A picture alone makes a post, named after its address', () => {
  const item = (html: string): string => `<item><description><![CDATA[${html}]]></description></item>`;
  const { posts } = feedOf(
    rss(
      [
        '<img src="/1.png?a=1&amp;b=2" alt="One">',
        '<p><img src="/2.png"></p>',
        '<p> </p>',
        '<img src="javascript:x">',
      ]
        .map(item)
        .join(''),
    ),
  );
  assert.deepEqual(
    posts.map(({ url }) => url),
    ['https://example.org/1.png?a=1&b=2', 'https://example.org/2.png'],
  );
});
