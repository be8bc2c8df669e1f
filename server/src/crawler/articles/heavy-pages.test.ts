import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { untilWaitedFor } from '../../accounts/testing/meanwhile.ts';
import { wishArticles } from '../../store/feeds/feed-wishes.ts';
import { putOffArticles } from '../../store/sources/articles.ts';
import { sql } from '../../store/sql.ts';
import type { ReadTx } from '../../store/store.ts';
import { somePosts, someSource } from '../../store/testing/rows.ts';
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

test('of the pages that are put off, one that somebody looks for just then is neither waited for nor put off', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const due = (tx: ReadTx) =>
    tx.all<{ post_id: number; due_at: number }>(sql`SELECT post_id, due_at FROM full_texts`);
  const [stalling = 0, sought = 0, other = 0] = await store.write(async (tx) => {
    const posts = await somePosts(tx, await someSource(tx, FEED), 3);
    for (const post of posts)
      await tx.run(
        sql`INSERT INTO full_texts (post_id, url, host_id, due_at) VALUES (${post}, ${SITE}, 1, 1)`,
      );
    return posts;
  });
  const { store: looking, begun } = untilWaitedFor(store, 1, () =>
    store.write((tx) => putOffArticles(tx, stalling, 1_000)),
  );
  await looking.write((tx) => tx.run(sql`UPDATE full_texts SET due_at = 7 WHERE post_id = ${sought}`));
  await begun;
  const dueAt = new Map((await store.read(due)).map((row) => [row.post_id, row.due_at]));
  assert.deepEqual([dueAt.get(stalling), dueAt.get(sought), dueAt.get(other)], [1_000, 7, 1_000]);
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
