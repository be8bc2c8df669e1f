// What apps that speak Google Reader or Fever learn about the files of an item.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compatHouse } from './compat-house.ts';

const podcast = `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Pod</title><link>https://pod.example/</link>
  <item><guid>1</guid><title>One</title><link>https://pod.example/1</link><description>Notes</description>
    <enclosure url="https://pod.example/cover.jpg" type="image/jpeg"/>
    <enclosure url="https://pod.example/first%20part.mp3?a=1&amp;b=%22" type="audio/mpeg" length="1234"/>
    <enclosure url="https://pod.example/download" type="video/mp4"/></item>
  <item><guid>2</guid><title>Two</title><link>https://pod.example/2</link>
    <description>&lt;a href="https://pod.example/2.mp3?a=1&amp;amp;b=2"&gt;Listen&lt;/a&gt;</description>
    <enclosure url="https://pod.example/2.mp3?a=1&amp;b=2"/></item>
  <item><guid>3</guid><title>Three</title><link>https://pod.example/3</link>
    <description>&lt;p&gt;A picture: &lt;img src="https://pod.example/3.png"&gt;&lt;/p&gt;</description>
    <enclosure url="https://pod.example/cover.jpg" type="image/jpeg"/>
    <media:content url="https://pod.example/3.mp3" type="audio/mpeg"><media:title>Part &lt;3&gt;</media:title></media:content>
    <media:content url="https://pod.example/listen/" type="audio/mpeg"/></item></channel></rss>`;

test('an app that speaks Google Reader is told the address, type and length of each file, and in Atom no length', async (t) => {
  const { feedId, greader } = await listener(t);
  const { text } = await greader(`/reader/api/0/stream/contents/feed/${feedId}`);
  const { items } = JSON.parse(text) as { items: { title: string; enclosure: object[] }[] };
  assert.deepEqual(items.find(({ title }) => title === 'One')?.enclosure, [
    { href: 'https://pod.example/cover.jpg', type: 'image/jpeg' },
    { href: 'https://pod.example/first%20part.mp3?a=1&b=%22', type: 'audio/mpeg', length: 1234 },
    { href: 'https://pod.example/download', type: 'video/mp4' },
  ]);
  assert.deepEqual(items.find(({ title }) => title === 'Two')?.enclosure, [
    { href: 'https://pod.example/2.mp3?a=1&b=2', type: 'application/octet-stream' },
  ]);
  const { text: atom } = await greader(`/reader/atom/feed/${feedId}`);
  for (const file of [
    'href="https://pod.example/first%20part.mp3?a=1&amp;b=%22" type="audio/mpeg"',
    'href="https://pod.example/download" type="video/mp4"',
  ])
    assert.ok(atom.includes(`<link rel="enclosure" ${file}/>`), atom);
});

test('Fever has no place for files: they are links below the text, unless the text has them itself', async (t) => {
  const { ask, feverKey } = await listener(t);
  const answer = await ask(`/fever/?api&items&api_key=${feverKey}`);
  const { items } = (await answer.json()) as { items: { title: string; html: string }[] };
  const html = (title: string) => items.find((item) => item.title === title)?.html ?? '';
  assert.match(html('One'), /^Notes/);
  assert.ok(
    html('One').endsWith(
      '<p><a href="https://pod.example/first%20part.mp3?a=1&amp;b=%22">first%20part.mp3</a></p>' +
        '<p><a href="https://pod.example/download">download</a></p>',
    ),
    html('One'),
  );
  assert.equal(html('Two').match(/2\.mp3/g)?.length, 1);
  // A file is called by its title, or by its name, or by its whole address if that has none.
  assert.equal(
    html('Three'),
    '<p>A picture: <img src="https://pod.example/3.png" loading="lazy" /></p>' +
      '<p><a href="https://pod.example/3.mp3">Part &lt;3&gt;</a></p>' +
      '<p><a href="https://pod.example/listen/">https://pod.example/listen/</a></p>',
  );
});

async function listener(t: Parameters<typeof compatHouse>[0]) {
  const house = await compatHouse(t);
  house.web.serve('https://pod.example/feed', podcast);
  const { id: feedId } = await house.ines.client.feeds.create({ feedUrl: 'https://pod.example/feed' });
  return { ...house, feedId };
}
