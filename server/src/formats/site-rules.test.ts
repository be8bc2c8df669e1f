import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedInstead, siteFeeds } from './site-rules.ts';

const youtube = 'https://www.youtube.com/feeds/videos.xml';
const gnome = 'https://gitlab.gnome.example/World/Podcasts/feeds';

const pages: [string, string[] | undefined][] = [
  ['https://www.youtube.com/watch?v=1', []],
  ['https://m.youtube.com/watch?v=1&list=PL%261', [`${youtube}?playlist_id=PL%261`]],
  ['https://m.youtube.com/user/ann', [`${youtube}?user=ann`]],
  ['https://www.youtube.com/watchers?list=PL1', []],
  ['https://consent.google.com/m?continue=x', []],
  ['https://www.reddit.com/user/ann/comments', ['https://www.reddit.com/user/ann/comments/.rss']],
  ['https://www.reddit.com/user/ann/saved/', ['https://www.reddit.com/user/ann/.rss']],
  ['https://www.reddit.com/r/rss+atom/wiki/', ['https://www.reddit.com/r/rss+atom/.rss']],
  ['https://www.reddit.com/r/rss/top/?t=week%26x', ['https://www.reddit.com/r/rss/top/.rss']],
  ['https://www.reddit.com/r/rss/top/?t=%2Fweek', ['https://www.reddit.com/r/rss/top/.rss']],
  ['https://github.com/ann/feeds.git', siteFeeds(new URL('https://github.com/ann/feeds'))],
  ['https://github.com/ann/feeds/commits', ['https://github.com/ann/feeds/commits.atom']],
  ['https://github.com/ann/feeds/commits/a/b/', ['https://github.com/ann/feeds/commits/a/b.atom']],
  ['https://github.com/settings/profile/x', []],
  [`${gnome}/-/releases`, [`${gnome}/-/releases.atom`, `${gnome}.atom`]],
  [
    'https://gitlab.com/ann/feeds/-/commits/a/b/?search=x',
    ['https://gitlab.com/ann/feeds/-/commits/a/b?format=atom'],
  ],
  ['https://gitlab.com/ann/feeds/-/tags', siteFeeds(new URL('https://gitlab.com/ann/feeds'))],
  ['https://gitlab.com/ann/feeds/-/commits', siteFeeds(new URL('https://gitlab.com/ann/feeds'))],
  ['https://gitlab.com/ann/feeds/-/issues/5', siteFeeds(new URL('https://gitlab.com/ann/feeds'))],
  ['https://gitlab.com/ann/feeds/-/blob/main/a%20b.md', siteFeeds(new URL('https://gitlab.com/ann/feeds'))],
  ['https://gitlab.com/ann', undefined],
  ['https://medium.com/tagged', ['https://medium.com/feed/tagged']],
  ['https://medium.com/the-feeds/p/x', ['https://medium.com/feed/the-feeds']],
  ['https://www.tumblr.com/ann/1/tagged', ['https://ann.tumblr.com/rss']],
  ['https://www.tumblr.com/blog/ann', ['https://ann.tumblr.com/rss']],
  ['https://vimeo.com/Ann1', ['https://vimeo.com/Ann1/videos/rss']],
  ['https://vimeo.com/123456', undefined],
  ['https://vimeo.com/channels/ann', undefined],
  ['https://social.example/@ann@fedi.other.example/', ['https://fedi.other.example/@ann.rss']],
  ['https://social.example/@ann@other.example/followers', undefined],
  ['https://social.example/@ann/', ['https://social.example/@ann.rss']],
  ['https://social.example/@ann/following', undefined],
  ['https://social.example/blog/@ann', undefined],
];

for (const [page, feeds] of pages) {
  test(`The feeds of ${page} are ${feeds?.length ?? 'not known'}`, () =>
    assert.deepEqual(siteFeeds(new URL(page)), feeds));
}

const platforms = [
  'youtube.com/channel/UCabcdefghijklmnopqrstuv',
  'youtube.com/watch?list=PL1',
  'youtube.com/user/ann',
  'youtube.com/about',
  'consent.youtube.com/m',
  'reddit.com/r/rss',
  'reddit.com/user/ann',
  'reddit.com/r/rss/wiki/',
  'reddit.com/settings',
  'github.com/ann/feeds',
  'github.com/ann',
  'github.com/a/b/issues/5',
  'bsky.app/profile/ann.example',
  'medium.com/tag/rss',
  'medium.com/p/1a2b3c',
  'medium.com/ann',
  'tumblr.com/blog/ann',
  'tumblr.com/about',
  'tumblr.com/ann',
  'vimeo.com/ann',
];

test('A host with the name of a platform in its own is not taken for the platform', () => {
  const taken = platforms.flatMap((place) => {
    const others = [place.replace('/', '.example.com/'), `my${place}`, `www.my${place}`];
    return others.filter((other) => siteFeeds(new URL(`https://${other}`)) !== undefined);
  });
  assert.deepEqual(taken, []);
  const ofPeople = [
    'ann.medium.com',
    'ann.substack.com',
    'ann.tumblr.com',
    'ann.wordpress.com',
    'ann.itch.io',
  ];
  for (const host of ofPeople) assert.equal(siteFeeds(new URL(`https://${host}.example.com/`)), undefined);
  assert.equal(siteFeeds(new URL('https://ann.blogspot.com-x/')), undefined);
  assert.equal(siteFeeds(new URL('https://my-gitlab.example/ann/feeds')), undefined);
  assert.equal(siteFeeds(new URL('https://a.www.vimeo.com/ann')), undefined);
});

test('Only Reddit is asked for the feed in place of the page, for its groups and users', () => {
  const group = 'https://www.reddit.com/r/rss/.rss';
  assert.equal(feedInstead(new URL('https://old.reddit.com/r/rss')), group);
  assert.equal(feedInstead(new URL('https://www.reddit.com/u/ann')), 'https://www.reddit.com/user/ann/.rss');
  for (const page of ['https://www.reddit.com/r/rss/wiki/', 'https://github.com/ann', 'https://example.com/'])
    assert.equal(feedInstead(new URL(page)), undefined, page);
});
