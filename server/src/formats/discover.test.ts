import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseAddress, usualPlaces } from './discover.ts';

const addresses: [string, string | undefined][] = [
  ['example.org', 'https://example.org/'],
  ['  example.org/feed  ', 'https://example.org/feed'],
  ['www.example.org', 'https://www.example.org/'],
  ['http://example.org', 'http://example.org/'],
  ['HTTPS://Example.ORG/A', 'https://example.org/A'],
  ['example.org:8080/x', 'https://example.org:8080/x'],
  ['//example.org/x', 'https://example.org/x'],
  ['feed:https://example.org/x', 'https://example.org/x'],
  ['feed://example.org/x', 'https://example.org/x'],
  ['feed:example.org/x', 'https://example.org/x'],
  ['feed://https://example.org/x', 'https://example.org/x'],
  ['web+feed:https://example.org/x', 'https://example.org/x'],
  ['itpc://example.org/x', 'https://example.org/x'],
  ['pcast://http://example.org/x', 'http://example.org/x'],
  ['podcast://example.org/x', 'https://example.org/x'],
  ['<https://example.org/>', 'https://example.org/'],
  ['https://example.org/x#part', 'https://example.org/x'],
  ['@ann@mastodon.example', 'https://mastodon.example/@ann'],
  ['@ann.b-c@Social.Example', 'https://social.example/@ann.b-c'],
  ['@ann', undefined],
  ['münchen.example', 'https://xn--mnchen-3ya.example/'],
  ['localhost:3000/feed', 'https://localhost:3000/feed'],
  ['http://[::1]/feed', 'http://[::1]/feed'],
  ['javascript:alert(1)', undefined],
  ['data:text/xml,<rss/>', undefined],
  ['file:///etc/passwd', undefined],
  ['ftp://example.org/', undefined],
  ['mailto:a@example.org', undefined],
  ['feed:javascript:alert(1)', undefined],
  ['hello', undefined],
  ['hello world', undefined],
  ['https://', undefined],
  ['https:///x', undefined],
  ['', undefined],
];

for (const [typed, expected] of addresses) {
  test(`"${typed}" is ${expected ?? 'no address'}`, () => assert.equal(normaliseAddress(typed), expected));
}

const places: [string, string[]][] = [
  [
    'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv',
    ['https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv'],
  ],
  ['https://www.youtube.com/playlist?list=PL1', ['https://www.youtube.com/feeds/videos.xml?playlist_id=PL1']],
  ['https://www.youtube.com/user/ann', ['https://www.youtube.com/feeds/videos.xml?user=ann']],
  ['https://www.youtube.com/@ann', []],
  ['https://www.reddit.com/r/rss/', ['https://www.reddit.com/r/rss/.rss']],
  ['https://old.reddit.com/u/ann', ['https://www.reddit.com/user/ann/.rss']],
  ['https://www.reddit.com/r/rss+atom', ['https://www.reddit.com/r/rss+atom/.rss']],
  ['https://www.reddit.com/r/rss/new/', ['https://www.reddit.com/r/rss/new/.rss']],
  ['https://www.reddit.com/r/rss/top/?t=week', ['https://www.reddit.com/r/rss/top/.rss?t=week']],
  ['https://www.reddit.com/r/rss/comments/1a2b3c/a_title/', ['https://www.reddit.com/r/rss/.rss']],
  ['https://www.reddit.com/r/rss/new/.rss', []],
  ['https://www.reddit.com/r/rss/comments/1a2b3c/a_title/.rss', []],
  ['https://www.reddit.com/settings', []],
  ['https://www.reddit.com/user/ann/m/feeds/', ['https://www.reddit.com/user/ann/m/feeds/.rss']],
  ['https://github.com/a/b', ['https://github.com/a/b/releases.atom', 'https://github.com/a/b/commits.atom']],
  ['https://github.com/a/b/releases', ['https://github.com/a/b/releases.atom']],
  ['https://github.com/a/b/tags', ['https://github.com/a/b/tags.atom']],
  ['https://github.com/a/b/commits/main', ['https://github.com/a/b/commits/main.atom']],
  ['https://github.com/ann', ['https://github.com/ann.atom']],
  ['https://gitlab.com/a/b', ['https://gitlab.com/a/b/-/tags?format=atom', 'https://gitlab.com/a/b.atom']],
  ['https://bsky.app/profile/ann.example', ['https://bsky.app/profile/ann.example/rss']],
  ['https://mastodon.example/@ann', ['https://mastodon.example/@ann.rss']],
  ['https://mastodon.example/@ann/110123', ['https://mastodon.example/@ann.rss']],
  ['https://mastodon.example/@ann/with_replies', ['https://mastodon.example/@ann.rss']],
  ['https://mastodon.example/@ann@other.example', ['https://other.example/@ann.rss']],
  ['https://github.com/a/b/issues/5', []],
  ['https://medium.com/@ann', ['https://medium.com/feed/@ann']],
  ['https://medium.com/tag/rss', ['https://medium.com/feed/tag/rss']],
  ['https://medium.com/p/1a2b3c', []],
  ['https://ann.medium.com/post', ['https://ann.medium.com/feed']],
  ['https://ann.substack.com/p/x', ['https://ann.substack.com/feed']],
  ['https://ann.tumblr.com/', ['https://ann.tumblr.com/rss']],
  ['https://www.tumblr.com/ann', ['https://ann.tumblr.com/rss']],
  ['https://www.tumblr.com/blog/view/ann', ['https://ann.tumblr.com/rss']],
  ['https://www.tumblr.com/tagged/cats', []],
  ['https://ann.itch.io/', ['https://ann.itch.io/devlog.rss']],
  ['https://ann.itch.io/game', ['https://ann.itch.io/game/devlog.rss', 'https://ann.itch.io/devlog.rss']],
  ['https://ann.wordpress.com/2020/', ['https://ann.wordpress.com/feed/']],
  ['https://ann.blogspot.com/', ['https://ann.blogspot.com/feeds/posts/default']],
  [
    'https://example.org/',
    ['/feed', '/rss.xml', '/atom.xml', '/index.xml', '/feed.xml'].map((path) => `https://example.org${path}`),
  ],
  [
    'https://example.org/blog/index.html',
    ['/blog/feed', '/feed', '/rss.xml', '/atom.xml', '/index.xml', '/feed.xml'].map(
      (path) => `https://example.org${path}`,
    ),
  ],
  [
    'https://example.org/feed',
    ['/feed/feed', '/rss.xml', '/atom.xml', '/index.xml', '/feed.xml'].map(
      (path) => `https://example.org${path}`,
    ),
  ],
  ['ftp://example.org/', []],
  ['nonsense', []],
];

test('A platform that sends strangers away is still known by the address that was typed', () => {
  const channel = 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv';
  assert.deepEqual(usualPlaces(channel, `https://consent.youtube.com/m?continue=${channel}`), [
    'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv',
  ]);
  assert.equal(
    usualPlaces('https://ann.substack.com/', 'https://ann.example/')[0],
    'https://ann.substack.com/feed',
  );
  assert.equal(usualPlaces('https://old.example/', 'https://new.example/')[0], 'https://new.example/feed');
});

for (const [address, expected] of places) {
  test(`The usual places of ${address} are ${expected.length}`, () =>
    assert.deepEqual(usualPlaces(address), expected));
}
