import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { wishArticles } from '../../store/feeds/feed-wishes.ts';
import { sql } from '../../store/sql.ts';
import type { Extractor, ExtractorResult } from '../reading/reading.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';
import { articleLimits } from './limits.ts';

const FEED = 'https://feeds.paper.net/rss';
const SITE = 'https://courier.com/';
const POSTS = [6, 5, 4, 3, 2];

test('where a page stalls its reader, the next page of its feed is read an hour later, and none is lost', async (t) => {
  const { b, rounds, read } = await heavySite(t, { kind: 'no-article', why: 'reader-timeout' });
  await rounds(POSTS.length + 1);
  for (let hour = 1; hour <= POSTS.length; hour++) {
    assert.equal(read.length, hour);
    await rounds(60);
  }
  assert.equal(new Set(read).size, POSTS.length);
  assert.deepEqual(
    await failures(b),
    POSTS.map(() => 'too-heavy'),
  );
});

test('pages that are seen to be too complex hold up nobody, and the others come at once', async (t) => {
  const { rounds, read } = await heavySite(t, { kind: 'no-article', why: 'too-complex' });
  // The rules of the site first.
  await rounds(POSTS.length + 1);
  assert.equal(read.length, POSTS.length);
});

interface HeavySite {
  b: Bench;
  /** The pages that were read. */
  read: string[];
  rounds(minutes: number): Promise<void>;
}

/** A feed whose followers want the articles of new posts, and what comes of reading their pages. */
async function heavySite(t: TestContext, reading: ExtractorResult): Promise<HeavySite> {
  const read: string[] = [];
  const extract: Extractor = async (_bytes, { url }) => {
    read.push(url);
    return reading;
  };
  const b = await bench(t, { extract });
  const site = { site: SITE };
  b.web.serve(
    FEED,
    { body: rss([1], site), headers: { etag: 'E' } },
    { body: rss([...POSTS, 1], site), headers: { etag: 'F' } },
  );
  b.web.serve(`${SITE}robots.txt`, { status: 404 });
  for (const post of POSTS) b.web.serve(`${SITE}${post}`, '<p>Story');
  const { feedId, userId } = await b.subscribe(FEED);
  await b.store.write((tx) => wishArticles(tx, { id: feedId, userId }, true));
  await b.later(26 * 3_600_000);
  const rounds = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) await b.later(articleLimits.retryMs / 60);
  };
  return { b, read, rounds };
}

async function failures(b: Bench): Promise<(string | null)[]> {
  const rows = await b.store.read((tx) =>
    tx.all<{ failure: string | null }>(sql`SELECT failure FROM full_texts`),
  );
  return rows.map(({ failure }) => failure);
}
