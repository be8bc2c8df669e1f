import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from './limits.ts';
import { isOpml, readOpml, writeOpml } from './opml.ts';

const list = (body: string) =>
  readOpml(`<?xml version="1.0"?><opml version="2.0"><body>${body}</body></opml>`);
const feed = (url: string, more = '') => `<outline type="rss" text="T" xmlUrl="${url}" ${more}/>`;

test('feeds stand in the groups of their folders, in order', () => {
  assert.deepEqual(
    list(
      `<outline text="News">${feed('https://a.example/feed')}${feed('https://b.example/feed')}</outline>${feed('https://c.example/')}`,
    ),
    {
      groups: ['News'],
      feeds: [
        { url: 'https://a.example/feed', title: 'T', groups: ['News'] },
        { url: 'https://b.example/feed', title: 'T', groups: ['News'] },
        { url: 'https://c.example/', title: 'T', groups: [] },
      ],
      notes: [],
      withoutAddress: 0,
    },
  );
});

test('a folder may have a page, the type of a feed, and other elements in it', () => {
  const { groups, feeds } = list(`
    <outline text="News" htmlUrl="https://news.example/"><note>Mine</note>${feed('https://a.example/x')}</outline>
    <outline text="A page" htmlUrl="https://b.example/"/>
    <outline text="Blogs" type="rss">${feed('https://b.example/x')}</outline>`);
  assert.deepEqual(groups, ['News', 'Blogs']);
  assert.deepEqual(feeds, [
    { url: 'https://a.example/x', title: 'T', groups: ['News'] },
    { url: 'https://b.example/x', title: 'T', groups: ['Blogs'] },
  ]);
});

test('a folder within a folder is a group that names both; one that has only folders is none; a feed in two folders is in both', () => {
  const { groups, feeds } = list(`
    <outline text="Tech"><outline title="Blogs" text="">${feed('https://a.example/x')}</outline></outline>
    <outline text="Empty"/><outline text="Outer"><outline text="Inner"/></outline>
    <outline text="Art">${feed('https://b.example/x')}<outline text="Blogs">${feed('feed://a.example/x')}${feed('https://a.example/x')}</outline></outline>`);
  assert.deepEqual(groups, ['Tech / Blogs', 'Empty', 'Outer / Inner', 'Art', 'Art / Blogs']);
  assert.deepEqual(feeds, [
    { url: 'https://a.example/x', title: 'T', groups: ['Tech / Blogs', 'Art / Blogs'] },
    { url: 'https://b.example/x', title: 'T', groups: ['Art'] },
  ]);
});

test('two folders of one title are one group, and folders beyond the limit are told', () => {
  const { groups, feeds } = list(
    `<outline text="News">${feed('https://a.example/x')}</outline><outline text="News">${feed('https://b.example/x')}</outline>`,
  );
  assert.deepEqual([groups, feeds.map((each) => each.groups)], [['News'], [['News'], ['News']]]);
  const limit = limits.opmlGroups;
  const many = list(Array.from({ length: limit + 1 }, (_, n) => `<outline text="${n}"/>`).join(''));
  assert.deepEqual([many.groups.length, many.notes], [limit, [{ tooMany: 'groups', limit }]]);
  const everywhere = Array.from(
    { length: limits.opmlGroupsOfFeed + 1 },
    (_, n) => `<outline text="${n}">${feed('https://a.example/x')}</outline>`,
  );
  assert.equal(list(everywhere.join('')).feeds[0]?.groups.length, limits.opmlGroupsOfFeed);
});

test('the one folder around all that a podcast app exports is no group, and neither are playlists', () => {
  const exported = (title: string, body: string) =>
    readOpml(
      `<?xml version='1.0'?><opml version="1.0"><head><title>${title}</title></head><body>${body}</body></opml>`,
    );
  const feeds = `<outline text="feeds">${feed('https://a.example/x')}<outline type="rss" text="B" xmlUrl="https://b.example/x">
    <outline type="podcast-episode" title="One" url="https://b.example/1" enclosureUrl="https://b.example/1.mp3"/></outline></outline>`;
  const playlists = `<outline text="playlists"><outline type="podcast-playlist" title="Queue" sorting="manual"/></outline>`;
  for (const list of [
    exported('Pocket Casts Feeds', feeds),
    exported('Overcast Podcast Subscriptions', playlists + feeds),
  ]) {
    assert.deepEqual(list.groups, []);
    assert.deepEqual(
      list.feeds.map(({ url, groups }) => [url, groups]),
      [
        ['https://a.example/x', []],
        ['https://b.example/x', []],
      ],
    );
  }
  assert.deepEqual(exported('My feeds', feeds).groups, ['feeds']);
});

test('addresses come in every case, with feed: before them, and a bad one is kept to be named', () => {
  const { feeds } = list(`
    <outline text="1" XMLURL="feed:https://a.example/1"/><outline text="2" xmlurl=" http://a.example/2 "/>
    <outline text="3" xmlUrl="javascript:alert(1)"/><outline text="4" xmlUrl=""/>
    <outline text="5" xmlUrl="http://a.example/my feed.xml"/><outline text="6" xmlUrl="my feed"/>`);
  assert.deepEqual(
    feeds.map(({ url }) => url),
    [
      'https://a.example/1',
      'http://a.example/2',
      'javascript:alert(1)',
      'http://a.example/my%20feed.xml',
      'my feed',
    ],
  );
});

test('of an address that names neither http nor https, that is kept in mind', () => {
  const written = [
    'feed://a.example/1',
    'feed:http://a.example/2',
    'a.example/3',
    'https://a.example/4',
    'itpc://a.example/5',
  ];
  assert.deepEqual(
    list(written.map((url) => feed(url)).join('')).feeds.map(({ url, namesNoScheme }) => [
      url,
      namesNoScheme,
    ]),
    [
      ['https://a.example/1', true],
      ['http://a.example/2', undefined],
      ['https://a.example/3', true],
      ['https://a.example/4', undefined],
      ['https://a.example/5', true],
    ],
  );
});

test('a feed without its own address is looked for at its page, and one without any is counted', () => {
  const { groups, feeds, withoutAddress } = list(`
    <outline text="G"><outline type="rss" text="1" xmlUrl="" htmlUrl="https://a.example/blog"></outline></outline>
    <outline type="Atom" text="2" url="https://b.example/feed" htmlUrl="https://b.example/"/>
    <outline type="rss" text="3"/><selfoss:outline title="4" selfoss:spout="x"/><outline text="6" xmlUrl=" "/>
    <outline type="link" text="5" url="https://x.example/"/>`);
  assert.deepEqual([groups, withoutAddress], [['G'], 3]);
  assert.deepEqual(
    feeds.map(({ url, groups }) => [url, groups]),
    [
      ['https://a.example/blog', ['G']],
      ['https://b.example/feed', []],
    ],
  );
});

test('where the other reader fetched the articles of a feed, they are fetched here', () => {
  const settings = [
    'miniflux:crawler="true"',
    'miniflux:crawler="false"',
    'frss:cssFullContent="article"',
    'frss:cssFullContent=""',
    'feeder:fullTextByDefault="true"',
    'feeder:fullTextByDefault="false"',
    'retrieveFullText="true"',
    'retrieveFullText="false"',
  ];
  const { feeds } = list(settings.map((each, n) => feed(`https://a.example/${n}`, each)).join(''));
  assert.deepEqual(
    feeds.map(({ fetchesArticles }) => fetchesArticles),
    [true, undefined, true, undefined, true, undefined, true, undefined],
  );
});

test('categories of OPML 2.0 count where no folder says anything', () => {
  const { groups, feeds } = list(
    `${feed('https://a.example/', 'category="/Art/Comics,,News, /"')}<outline text="F">${feed('https://b.example/', 'category="x"')}</outline>`,
  );
  assert.deepEqual(
    feeds.map(({ groups }) => groups),
    [['Art / Comics', 'News'], ['F']],
  );
  assert.deepEqual(groups, ['Art / Comics', 'News', 'F']);
});

test('a title is as it was written: joiners, marks of direction and blanks of its own belong to it', () => {
  const titles = [
    'می\u200cخوانم',
    '👩\u200d🚀',
    '\u200fעברית',
    'ニュース\u3000海外',
    'Idées\u00a0: été',
    'a  b',
    '\uf8ff',
  ];
  assert.deepEqual(list(titles.map((title) => `<outline text="${title}"/>`).join('')).groups, titles);
});

test('control characters of a title are blanks, and a title that nobody sees is none', () => {
  assert.deepEqual(list('<outline text="A \u0007group&#x8;of\u0085mine"/>').groups, ['A group of mine']);
  assert.deepEqual(list('<outline text="\u200b\u00a0\u202e" title="Seen"/>').groups, ['Seen']);
});

test('titles are one line of 200 characters, links are no folders, and empty folders are groups', () => {
  const { groups } = list(
    `<outline text="${'𝄞'.repeat(300)}"/><outline text="${'x'.repeat(300)}"/><outline text="a&#10;  b"/><outline text="" title=""/><outline text="L" type="link" url="https://x.example/"/>`,
  );
  assert.deepEqual(groups, ['𝄞'.repeat(200), 'x'.repeat(200), 'a b']);
});

test('a document that breaks off, or was never well-formed, is read as far as it goes', () => {
  assert.equal(
    list(`<outline text="A & B">${feed('https://a.example/?x=1&y=2')}<outline te`).feeds.length,
    1,
  );
  const { feeds } = readOpml(
    '<opml><body><outline text="a" xmlUrl="https://a.example/?x=1&y=2"><outline text="b" xmlUrl="https://b.example/"></body>',
  );
  assert.deepEqual(
    feeds.map(({ url, groups }) => [url, groups]),
    [
      ['https://a.example/?x=1&y=2', []],
      ['https://b.example/', []],
    ],
  );
});

test('entities of the document itself are never read', () => {
  const { feeds, groups } = readOpml(
    '<!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]>' +
      `<opml><body><outline text="&y;&amp;">${feed('https://a.example/?&x;')}</outline></body></opml>`,
  );
  assert.equal(feeds.length, 1);
  assert.deepEqual(groups, ['&y;&']);
});

test('a million outlines, wide or deep, end at the limits and are told', () => {
  const wide = list('<outline text="x" xmlUrl="https://a.example/feed"/>'.repeat(1_000_000));
  assert.equal(wide.feeds.length, 1);
  assert.deepEqual(wide.notes, [{ tooMany: 'outlines', limit: 200_000 }]);
  const deep = list(
    `${'<outline text="x">'.repeat(150_000)}${feed('https://a.example/feed')}${'</outline>'.repeat(150_000)}`,
  );
  const deepest = [Array(limits.opmlDepth).fill('x').join(' / ')];
  assert.deepEqual([deep.groups, deep.feeds[0]?.groups], [deepest, deepest]);
  const many = list(
    Array.from({ length: limits.opmlFeeds + 5 }, (_, n) => feed(`https://a.example/${n}`)).join(''),
  );
  assert.equal(many.feeds.length, limits.opmlFeeds);
  assert.deepEqual(many.notes, [{ tooMany: 'feeds', limit: 20_000 }]);
});

test('what is no OPML is not taken for it', () => {
  assert.equal(isOpml('<?xml version="1.0"?>\n<!-- my feeds --><OPML version="1.1">'), true);
  assert.equal(isOpml('{"opml": true}'), false);
  assert.equal(isOpml('<rss version="2.0">'), false);
});

test('what is written is XML, whatever the titles are', () => {
  const written = writeOpml({
    title: 'Tom & Jerry',
    at: 0,
    groups: [],
    feeds: [
      {
        title: 'a <b> & "c"\n\0d\ufffe',
        url: 'https://a.example/?b&c',
        feedUrl: 'https://a.example/<x>',
        groupIds: [],
      },
    ],
  });
  const title = 'a &lt;b&gt; &amp; &quot;c&quot;  d ';
  assert.ok(written.includes('<title>Tom &amp; Jerry</title>'));
  assert.ok(
    written.includes(
      `<outline type="rss" text="${title}" title="${title}" xmlUrl="https://a.example/&lt;x&gt;" htmlUrl="https://a.example/?b&amp;c"/>`,
    ),
  );
});

test('what is written is read back, whatever the titles are', () => {
  const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.uniqueArray(title, { maxLength: 5 }),
      fc.array(title, { maxLength: 8 }),
      (groups, feeds) => {
        const written = writeOpml({
          title: 'Of "Ines" & <Otto>',
          at: 0,
          groups: groups.map((each, id) => ({ id, title: each })),
          feeds: feeds.map((each, n) => ({
            title: each,
            url: 'https://site.example/',
            feedUrl: `https://a.example/?n=${n}&x="<>`,
            groupIds: groups.map((_, id) => id).filter((id) => (n + id) % 2 === 0),
          })),
        });
        const tidy = (text: string) => {
          const line = text.replace(/\p{Cc}|[\ufffe\uffff]/gu, ' ').trim();
          return /[^\p{Z}\p{Cf}]/u.test(line) ? line : '';
        };
        const back = readOpml(written);
        assert.deepEqual(back.groups, [...new Set(groups.map(tidy))].filter(Boolean));
        assert.deepEqual(back.feeds.map((each) => each.title ?? '').sort(), feeds.map(tidy).sort());
      },
    ),
    { numRuns: 200 },
  );
});

test('a feed is written once in each of its groups, and beside them only if it is in none', () => {
  const feeds = [[], [1], [1, 2]].map((groupIds, n) => ({
    title: `${n}`,
    url: 'https://site.example/',
    feedUrl: `https://a.example/${n}`,
    groupIds,
  }));
  const written = writeOpml({
    title: 'T',
    at: 0,
    groups: [1, 2].map((id) => ({ id, title: `G${id}` })),
    feeds,
  });
  assert.deepEqual(
    Array.from(written.matchAll(/^( *)<outline (?:type="rss" )?text="(.*?)"/gm), ([, blanks = '', text]) => [
      blanks.length,
      text,
    ]),
    [
      [4, 'G1'],
      [6, '1'],
      [6, '2'],
      [4, 'G2'],
      [6, '2'],
      [4, '0'],
    ],
  );
});

test('nothing that is written in a document can make the reading throw', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<outline',
      ' text="',
      ' xmlUrl="https://a.example/',
      '"',
      '/>',
      '>',
      '</outline>',
      '<![CDATA[',
    ),
    fc.constantFrom('<body>', '</opml>', '<!--', '&#x0;', '&#99999999;', '\ud800', '\0', ' category="a/,/b"'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { groups, feeds } = readOpml(pieces.join(''));
      for (const each of groups) assert.ok(each !== '' && [...each].length <= 200);
      for (const each of feeds) assert.ok(each.groups.every((name) => groups.includes(name)));
    }),
    { numRuns: 2_000 },
  );
});

test('Thunderbird gives each feed a folder of its own, which is no group; folders for more than one feed are', () => {
  const feed = (title: string, name: string): string =>
    `<outline type="rss" title="${title}" text="${title}" version="RSS" fz:quickMode="false" fz:options="{&quot;version&quot;:2}" xmlUrl="https://${name}.example/feed" htmlUrl="https://${name}.example/"/>`;
  const list = readOpml(`<?xml version="1.0"?><opml version="1.0" xmlns:fz="urn:forumzilla:"><body>
    <outline title="Slow Trains: a blog">${feed('Slow Trains: a blog', 'a')}</outline>
    <outline title="Comics"><outline title="Tiger">${feed('Tiger', 'b')}</outline><outline title="Lion">${feed('Lion', 'c')}</outline></outline>
    <outline title="Work">${feed('Reports', 'd')}</outline>
    <outline title="News">${feed('News', 'e')}${feed('More news', 'f')}</outline>
    <outline title="Top"><outline title="Inner">${feed('Inner', 'g')}</outline>${feed('Top', 'h')}</outline>
    <outline title="Science"><outline title="Owls">${feed('Owls', 'i')}</outline>${feed('Owls', 'i')}</outline>
    <outline title="Birds">${feed('Owls', 'i')}</outline>${feed('Alone', 'j')}
  </body></opml>`);
  assert.deepEqual(list.groups, ['Comics', 'Work', 'News', 'Top', 'Science', 'Birds']);
  assert.deepEqual(
    list.feeds.map(({ title, groups }) => [title, groups]),
    [
      ['Slow Trains: a blog', []],
      ['Tiger', ['Comics']],
      ['Lion', ['Comics']],
      ['Reports', ['Work']],
      ['News', ['News']],
      ['More news', ['News']],
      ['Inner', ['Top']],
      ['Top', ['Top']],
      ['Owls', ['Science', 'Birds']],
      ['Alone', []],
    ],
  );
});

test('in the files of others, a folder with one feed of the same title is a group', () => {
  const list = readOpml(
    '<opml><body><outline text="Tiger"><outline type="rss" text="Tiger" xmlUrl="https://a.example/feed"/></outline></body></opml>',
  );
  assert.deepEqual([list.groups, list.feeds[0]?.groups], [['Tiger'], ['Tiger']]);
});

test('searches of Liferea and settings of Tiny Tiny RSS are neither feeds nor groups', () => {
  const list = readOpml(`<opml version="1.0"><body>
    <outline text="Kept" type="folder"><outline text="A" type="rss" xmlUrl="https://a.example/feed"/></outline>
    <outline text="Unread" title="Unread" type="vfolder" htmlUrl="" xmlUrl="vfolder"><outline type="rule" text="Read status" rule="unread" value="" additive="true"/></outline>
    <outline title="Important" text="Important" type="vfolder" matchType="any"><outline type="rule" text="Flag status" rule="flagged" value="" additive="true"/></outline>
    <outline text="tt-rss-prefs" schema-version="140"><outline pref-name="ALLOW_DUPLICATE_POSTS" value="false"/></outline>
    <outline text="tt-rss-labels" schema-version="140"><outline label-name="Later" label-fg-color="#fff" label-bg-color="#063064"/></outline>
    <outline text="tt-rss-filters" schema-version="140"><outline filter-type="2" filter-name="Loud">{"rules":[]}</outline></outline>
    <outline text="B" type="rss" xmlUrl="https://b.example/feed"/>
  </body></opml>`);
  assert.deepEqual(list.groups, ['Kept']);
  assert.deepEqual(
    list.feeds.map(({ url, groups }) => [url, groups]),
    [
      ['https://a.example/feed', ['Kept']],
      ['https://b.example/feed', []],
    ],
  );
});
