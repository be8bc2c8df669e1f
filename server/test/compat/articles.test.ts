// What apps of others get to read: the feed's text, its summary where there is no other, or the article if its person has articles fetched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompatHouse, compatHouse } from './compat-house.ts';

const SITE = 'https://d.example';
const words = 'Words of a story, with a comma in it, and with enough of them to be one. ';

interface Entry {
  title: string;
  summary: { content: string };
}

/** The texts of all items of the last feed, as Google Reader and Fever give them, by title. */
async function textsOf(house: CompatHouse, feedId: number): Promise<Record<string, string>[]> {
  const { text } = await house.greader(`/reader/api/0/stream/contents/feed/${feedId}?n=50`);
  const entries = (JSON.parse(text) as { items: Entry[] }).items;
  const answer = await house.ask(`/fever/?api&items&feed_ids=${feedId}&api_key=${house.feverKey}`);
  const { items } = (await answer.json()) as { items: { title: string; html: string }[] };
  return [
    Object.fromEntries(entries.map(({ title, summary }) => [title, summary.content])),
    Object.fromEntries(items.map(({ title, html }) => [title, html])),
  ];
}

test('an entry with nothing but a summary has that to read, and one with both has its content', async (t) => {
  const house = await compatHouse(t);
  const entry = (name: string, texts: string): string =>
    `<entry><id>urn:${name}</id><title>${name}</title><updated>2026-01-01T00:00:00Z</updated><link href="${SITE}/${name}"/>${texts}</entry>`;
  const summary = '<summary type="html">&lt;p&gt;In short&lt;/p&gt;</summary>';
  const content = '<content type="html">&lt;p&gt;At length, with all that belongs to it&lt;/p&gt;</content>';
  house.web.serve(
    `${SITE}/feed`,
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>D</title>${entry('one', summary)}${entry('two', summary + content)}${entry('three', '')}</feed>`,
  );
  const feed = await house.ines.client.feeds.create({ feedUrl: `${SITE}/feed` });
  for (const texts of await textsOf(house, feed.id)) {
    assert.deepEqual(texts, {
      one: '<p>In short</p>',
      two: '<p>At length, with all that belongs to it</p>',
      three: '',
    });
  }
});

test('the article stands in for the text once its person has the articles of the feed fetched, and not before', async (t) => {
  const house = await compatHouse(t);
  const { client } = house.ines;
  const [a = 0] = house.feeds;
  house.web.serve('https://site.example/robots.txt', { status: 404 });
  house.web.serve(
    'https://site.example/4',
    `<!doctype html><html><body><article><h1>Post 4</h1><p>${words.repeat(6)}</p><p>${words.repeat(6)}</p></article></body></html>`,
  );
  const fetched = client.fullText.fetch(4);
  for (let round = 0; round < 10; round++) await house.crawl(2_000);
  assert.match((await fetched).content, /Words of a story/);
  for (const texts of await textsOf(house, a)) assert.equal(texts['Post 4'], '<p>Text 4</p>');
  await client.fullText.setMode(a, 'always');
  for (const texts of await textsOf(house, a)) {
    assert.match(texts['Post 4'] ?? '', /Words of a story/);
    assert.equal(texts['Post 3'], '<p>Text 3</p>');
  }
});
