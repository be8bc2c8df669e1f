// The address of a private feed is a secret: people copy the links of its posts, and pass them on. None of these says more than the feed does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHub } from './fake-hub.ts';
import { testHouse } from './house.ts';

const secret = /geheim/;
const types = { 'content-type': 'application/xml' };

/** Links as short as they can be, and a hub of somebody else's. */
function atom(links: string): string {
  const entry = (n: number) =>
    `<entry><id>urn:${n}</id><title>Post ${n}</title><updated>2026-01-0${n}T00:00:00Z</updated><link href="/${n}"/><link rel="enclosure" href="/${n}.mp3"/>
      <content type="html">&lt;p>&lt;a href="more">More&lt;/a> &lt;img src="/${n}.png">&lt;/p></content></entry>`;
  return `<feed xmlns="http://www.w3.org/2005/Atom"><title>For some</title><id>urn:0</id><logo>/logo.png</logo>${links}${entry(1)}${entry(2)}</feed>`;
}

const json = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'For some',
  items: [{ id: '1', title: 'Post 1', content_text: 'Words' }],
});

/** Links to places within the document, as of footnotes. */
const withNotes = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'For some',
  items: [
    {
      id: '1',
      title: 'Post 1',
      url: '#1',
      content_html: '<p>Words<a href="#note">1</a> <a href="">2</a></p>',
    },
  ],
});

const feeds = [
  ['a password', 'https://ines:geheim@some.example/feed', atom('<link href="/"/>')],
  ['a password, that names no site', 'https://ines:geheim@some.example/feed', atom('')],
  ['a secret, that names no site and no pages', 'https://some.example/geheim/feed?token=geheim', json],
  ['a secret, that leads to itself only', 'https://some.example/feed?token=geheim', withNotes],
] as const;

for (const [name, feedUrl, document] of feeds) {
  test(`nothing that a feed with ${name} links to has the secret of its address`, async (t) => {
    const house = await testHouse(t);
    house.web.serve(feedUrl, { body: document, headers: { link: '<https://hub.example/>; rel=hub' } });
    const { client } = await house.signIn('ines');
    const preview = await client.feeds.preview(feedUrl);
    assert.doesNotMatch(JSON.stringify({ ...preview, feed_url: '' }), secret);
    const feed = await client.feeds.create({ feedUrl });
    assert.equal(feed.feed_url, feedUrl);
    assert.doesNotMatch(feed.url, secret);
    const { items } = await client.items.list();
    assert.ok(items.length > 0);
    assert.doesNotMatch(JSON.stringify(items), secret);
  });
}

test('a hub is not told the password of a feed, however the feed writes its own address', async (t) => {
  for (const self of ['/feed', '', 'https://some.example/feed']) {
    const house = await testHouse(t);
    const hub = fakeHub(house);
    const feedUrl = 'https://ines:geheim@some.example/feed';
    house.web.serve(feedUrl, {
      body: atom(`<link rel="self" href="${self}"/><link rel="hub" href="${hub.url}"/>`),
      headers: types,
    });
    const { client } = await house.signIn('ines');
    await client.feeds.create({ feedUrl });
    await house.crawl(20_000);
    assert.doesNotMatch(
      house.web
        .requestsFor(hub.url)
        .map(({ body }) => decodeURIComponent(body ?? ''))
        .join(),
      secret,
      self,
    );
  }
});

test('a page that asks for a password leads to its feed with it, and tells it to nobody else', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  const head = `<link rel="alternate" type="application/atom+xml" href="/feed"><link rel="hub" href="${hub.url}"><link rel="self" href="/">`;
  house.web.serve('https://ines:geheim@some.example/', {
    body: `<!doctype html><head>${head}</head>`,
    headers: { 'content-type': 'text/html' },
  });
  house.web.serve('https://ines:geheim@some.example/feed', { body: atom(''), headers: types });
  const { client } = await house.signIn('ines');
  const feed = await client.feeds.create({ feedUrl: 'https://ines:geheim@some.example/' });
  assert.equal(feed.feed_url, 'https://ines:geheim@some.example/feed');
  await house.crawl(20_000);
  assert.deepEqual(
    hub.asked.map(({ topic }) => topic),
    ['https://some.example/'],
  );
});
