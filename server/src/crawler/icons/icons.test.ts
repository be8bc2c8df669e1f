// The icons of sites are found where they are, with no more requests than needed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { readIcons } from '../../store/sources/icons.ts';
import { addressOf, ICO, month, none, PNG, page, SITE, someSite } from '../testing/icon-site.ts';

/** What a site answers, and all that it should be asked, in order. */
interface Row {
  name: string;
  /** The picture that the feed names. */
  picture?: string;
  answers: Record<string, FakeAnswer>;
  asked: string[];
  type: string | undefined;
}

const rows: Row[] = [
  {
    name: 'the picture that the feed names comes first',
    picture: 'https://pictures.net/c.png',
    answers: { 'https://pictures.net/c.png': { body: PNG } },
    asked: ['https://pictures.net/c.png'],
    type: 'image/png',
  },
  {
    name: 'the page of the site names its icon, which may lie elsewhere',
    answers: {
      '/': page('<link rel="icon" href="https://cdn.net/i.ico">'),
      'https://cdn.net/i.ico': { body: ICO },
    },
    asked: ['/robots.txt', '/', 'https://cdn.net/i.ico'],
    type: 'image/x-icon',
  },
  {
    name: 'a page that names none has its icon at the usual place',
    answers: { '/': page(''), '/favicon.ico': { body: ICO } },
    asked: ['/robots.txt', '/', '/favicon.ico'],
    type: 'image/x-icon',
  },
  {
    name: 'a picture of the feed that is none is followed by the page',
    picture: 'https://pictures.net/c.png',
    answers: {
      'https://pictures.net/c.png': { body: '<html>' },
      '/': page('<link rel="shortcut icon" href="i.png">'),
      '/i.png': { body: PNG },
    },
    asked: ['https://pictures.net/c.png', '/robots.txt', '/', '/i.png'],
    type: 'image/png',
  },
  {
    name: 'what the page names and is none ends the search',
    answers: { '/': page('<link rel=icon href=/i.png>'), '/i.png': none, '/favicon.ico': { body: ICO } },
    asked: ['/robots.txt', '/', '/i.png'],
    type: undefined,
  },
  {
    name: 'a site without a page is asked at the usual place',
    answers: { '/': none, '/favicon.ico': none },
    asked: ['/robots.txt', '/', '/favicon.ico'],
    type: undefined,
  },
  {
    name: 'a site that cannot be reached is asked no more',
    answers: { '/': { fails: 'connect-refused' }, '/favicon.ico': { body: ICO } },
    asked: ['/robots.txt', '/'],
    type: undefined,
  },
  {
    name: 'a site that has too much to do is asked no more',
    answers: { '/': { status: 429 }, '/favicon.ico': { body: ICO } },
    asked: ['/robots.txt', '/'],
    type: undefined,
  },
  {
    name: 'robots.txt keeps us from the page, and from what nobody has named',
    answers: {
      '/robots.txt': { body: 'User-agent: *\nDisallow: /' },
      '/': page('<link rel=icon href=/i.png>'),
    },
    asked: ['/robots.txt'],
    type: undefined,
  },
  {
    name: 'robots.txt may keep us from pages alone',
    answers: {
      '/robots.txt': { body: 'User-agent: Courant\nDisallow: /\nAllow: /favicon.ico' },
      '/favicon.ico': { body: ICO },
    },
    asked: ['/robots.txt', '/favicon.ico'],
    type: 'image/x-icon',
  },
  {
    name: 'a picture that is too large is none',
    answers: { '/': { fails: 'too-large' }, '/favicon.ico': { fails: 'too-large' } },
    asked: ['/robots.txt', '/', '/favicon.ico'],
    type: undefined,
  },
  {
    name: 'a page that is redirected to itself is asked for once',
    answers: {
      '/': { status: 302, headers: { location: '/' } },
      '/favicon.ico': { body: ICO },
    },
    asked: ['/robots.txt', '/', '/favicon.ico'],
    type: 'image/x-icon',
  },
  {
    name: 'redirects are followed a few steps',
    answers: {
      '/': { status: 301, headers: { location: 'https://www.courier.com/' } },
      'https://www.courier.com/': page('<link rel=icon href=/a>'),
      'https://www.courier.com/a': { status: 302, headers: { location: '/b' } },
      'https://www.courier.com/b': { body: PNG },
    },
    asked: [
      '/robots.txt',
      '/',
      'https://www.courier.com/robots.txt',
      'https://www.courier.com/',
      'https://www.courier.com/a',
      'https://www.courier.com/b',
    ],
    type: 'image/png',
  },
];
for (const { name, picture, answers, asked, type } of rows) {
  test(name, async (t) => {
    const { b, iconIds, calls } = await someSite(t, { picture, ...(picture && { feed: `${SITE}/rss` }) });
    for (const [place, answer] of Object.entries(answers)) b.web.serve(addressOf(place), answer);
    await month(b);
    assert.deepEqual(calls(), asked.map(addressOf));
    const icons = await b.store.read((tx) => readIcons(tx, [...Array(20).keys()]));
    assert.deepEqual(
      icons.map((icon) => icon.type),
      type === undefined ? [] : [type],
    );
    assert.deepEqual((await iconIds()).length, 1);
  });
}

test('a redirect without an end is given up', async (t) => {
  const { b, calls } = await someSite(t, {});
  b.web.serve(`${SITE}/`, page('<link rel=icon href=/0>'));
  for (let step = 0; step < 10; step++) {
    b.web.serve(`${SITE}/${step}`, { status: 302, headers: { location: `/${step + 1}` } });
  }
  await month(b);
  assert.equal(calls().length, 2 + 6);
});
