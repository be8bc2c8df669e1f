import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Item } from '@courant/client';
import { bodyOf, plainText, savedRowOf } from './row.ts';

const item: Item = {
  id: 7,
  feed_id: 2,
  title: 'Low tide',
  url: 'https://tide.example/7',
  read: false,
  created_at: '2026-11-20T09:00:00.000Z',
  content: '<p>The sea went out &amp; came <b>back</b>.</p>',
};

test('HTML becomes words on one line, and code points that are none do no harm', () => {
  assert.equal(plainText('<p>a&nbsp;b</p><p>c &#x1F30A; &#99999999; &lt;b&gt;</p>'), 'a b c 🌊 <b>');
});

test('a row is dated by its publication, but never later than it was stored', () => {
  const published = (when: string) => savedRowOf({ ...item, published: when }).at;
  assert.equal(published('2026-11-19T08:00:00.000Z'), Date.parse('2026-11-19T08:00:00.000Z'));
  assert.equal(published('2031-01-01T00:00:00.000Z'), Date.parse(item.created_at));
});

test('an excerpt does not repeat the title that was taken from it', () => {
  assert.equal(savedRowOf(item).excerpt, 'The sea went out & came back.');
  const untitled = { ...item, title: 'The sea went out…' };
  assert.equal(savedRowOf(untitled).excerpt, '& came back.');
  const headed = { ...item, content: '<h1>Low tide</h1><p>The sea went out.</p>' };
  assert.equal(savedRowOf(headed).excerpt, 'The sea went out.');
  // A sentence that begins with the headline stays whole.
  const tide = { ...item, content: '<p>Low tide came late.</p>' };
  assert.equal(savedRowOf(tide).excerpt, 'Low tide came late.');
});

test('a row does not hold the text that its excerpt is from: a page that is open for weeks has ten thousand rows', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const rows = Array.from({ length: 100 }, (_, id) =>
    savedRowOf({ ...item, id, content: `<p>${id} ${'word'.repeat(70_000)}</p>` }),
  );
  const grown = used() - before;
  assert.ok(grown < 5_000_000, `${rows.length} rows take ${grown} bytes`);
});

test('the time to read a text is told, also where nothing is between words', () => {
  const minutes = (word: string) => savedRowOf({ ...item, content: word.repeat(480) }).minutes;
  assert.equal(minutes('word '), 2);
  assert.equal(minutes('言葉'), 2);
  assert.equal(minutes('ことば、'), 4);
});

test('the text is the one whose pictures come through the service', () => {
  const proxied = { content: '<p>through us</p>', full_text: '<p>all of it</p>' };
  const with_ = { ...item, 'app.courant.images': proxied } as Item;
  assert.deepEqual(bodyOf(with_), { id: 7, content: '<p>through us</p>', fullText: '<p>all of it</p>' });
  assert.equal(bodyOf(item).content, item.content);
});

test('a row has all that lists and the article show of an item', () => {
  const whole: Item = {
    ...item,
    author: 'Ann',
    summary: '<p>The beginning</p>',
    content: '<p>The whole</p>',
    read: true,
    published: '2026-11-20T08:00:00.000Z',
    'app.courant.items': {
      starred: true,
      tags: ['later'],
      enclosures: [{ url: 'https://blog.example/7.mp3' }],
      categories: ['Birds'],
      comments_url: 'https://blog.example/7#comments',
      edited_at: '2026-11-20T09:00:00.000Z',
    },
  };
  assert.deepEqual(savedRowOf(whole), {
    id: 7,
    feedId: 2,
    title: item.title,
    url: item.url,
    author: 'Ann',
    at: Date.UTC(2026, 10, 20, 8),
    editedAt: Date.UTC(2026, 10, 20, 9),
    excerpt: 'The beginning',
    minutes: 0,
    enclosures: [{ url: 'https://blog.example/7.mp3' }],
    categories: ['Birds'],
    tags: ['later'],
    commentsUrl: 'https://blog.example/7#comments',
    read: true,
    starred: true,
  });
});

test('a text shows the signs that HTML writes otherwise', () => {
  assert.equal(plainText('&quot;&#65;&#x42;&apos;&AMP;&nbsp;&#0;&#x110000;c'), '"AB\'& c');
  assert.equal(plainText('a<table><tr><td>1</td></tr></table>b<pre>2</pre>c'), 'a b c');
});
