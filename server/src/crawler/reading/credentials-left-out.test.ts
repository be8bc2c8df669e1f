// What an upgrade finds of feeds with a password: older versions gave it to every link that was written without a host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARSER_VERSION } from '../../formats/versions.ts';
import { sql } from '../../store/sql.ts';
import { bench } from '../testing/bench.ts';

const DAY = 86_400_000;
const HOME = 'ines:geheim@some.example';
const FEED = `https://${HOME}/feed`;
const NOW_READ = `"readBy":"${PARSER_VERSION}.`;

const kinds: readonly [what: string, shows: (n: number) => string][] = [
  ['dates', (n) => `<pubDate>0${n} Jan 2026 00:00:00 GMT</pubDate><description>Words ${n}</description>`],
  ['words', (n) => `<description>Words ${n}</description>`],
  ['titles alone', () => ''],
  ['guids', (n) => `<guid isPermaLink="false">g${n}</guid><description>Words ${n}</description>`],
];

for (const [what, shows] of kinds) {
  test(`posts with ${what} that an older version knew by links with the password of the feed are not new without it`, async (t) => {
    const b = await bench(t);
    const item = (n: number) => `<item><title>Post ${n}</title><link>/post/${n}</link>${shows(n)}</item>`;
    const doc = (...ns: number[]) =>
      `<rss version="2.0"><channel><title>For some</title><link>/</link>${ns.map(item).join('')}</channel></rss>`;
    b.web.serve(
      FEED,
      { body: doc(4, 3, 2, 1), headers: { etag: 'E' } },
      { status: 304 },
      { body: doc(5, 4, 3, 2, 1) },
    );
    const { userId, sourceId } = await b.subscribe(FEED);
    await b.store.write(async (tx) => {
      await tx.run(
        sql`UPDATE posts SET url = replace(url, 'some.example', ${HOME}), identity = replace(identity, 'u:some.example', ${`u:${HOME}`})`,
      );
      await tx.run(
        sql`UPDATE sources SET details = replace(details, ${NOW_READ}, '"readBy":"8.') WHERE id = ${sourceId}`,
      );
    });
    assert.equal((await b.items(userId)).length, 4);
    await b.later(DAY);
    await b.later(DAY);
    const items = await b.items(userId);
    assert.equal(b.web.requests.length, 3);
    assert.deepEqual(
      items.map(({ url }) => url),
      [5, 4, 3, 2, 1].map((n) => `https://some.example/post/${n}`),
    );
  });
}

test('a feed that names no site, and had its own address for one, leads to the host only', async (t) => {
  const b = await bench(t);
  const item =
    '<item><title>Post</title><guid isPermaLink="false">g</guid><description>Words</description></item>';
  const body = `<rss version="2.0"><channel><title>For some</title>${item}</channel></rss>`;
  for (const feedUrl of [FEED, 'https://other.example/feed?token=geheim']) {
    b.web.serve(feedUrl, { body, headers: { etag: 'E' } }, { status: 304 });
    const { userId, sourceId } = await b.subscribe(feedUrl, feedUrl);
    await b.store.write(async (tx) => {
      await tx.run(sql`UPDATE posts SET url = ${feedUrl} WHERE source_id = ${sourceId}`);
      await tx.run(sql`
        UPDATE sources SET site_url = url, details = replace(details, ${NOW_READ}, '"readBy":"8.') WHERE id = ${sourceId}`);
    });
    await b.later(DAY);
    const site = `https://${new URL(feedUrl).host}/`;
    assert.equal((await b.source(sourceId)).siteUrl, site);
    assert.deepEqual(
      (await b.items(userId)).map(({ url }) => url),
      [site],
    );
  }
});
