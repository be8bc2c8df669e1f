// A node that was not heard of for too long loses an import to another one. What it still says when it comes back is late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followImported } from '../../src/library/transfer/follow-imported.ts';
import { sql } from '../../src/store/sql.ts';
import { findImportFeed } from '../../src/store/transfer/import-parts.ts';
import { posts, rss } from '../documents.ts';
import { type TestHouse, testHouse } from '../house.ts';
import { before, isFilling } from './some-import.ts';
import { opml, outline, statusesOf, untilEnded } from './transfer-house.ts';

const isFollowed = sql`SELECT place FROM import_feeds WHERE state = 'followed'`;

for (const [when, moment] of [
  ['is filling', isFilling],
  ['has followed', isFollowed],
] as const) {
  test(`a late node that got no answer takes nothing back of a feed that another one ${when}`, async (t) => {
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    house.web.serve('https://one.example/feed', rss('One', posts(1, 3)));
    const said = before(house, moment, () => getNoAnswer(house));
    const { id } = await client.transfer.importFile(opml(outline('https://one.example/feed')));
    await untilEnded(house, client, id);
    await said;
    const { feeds } = await client.transfer.getImport(id);
    assert.deepEqual([feeds.followed, feeds.failed], [1, 0]);
    assert.equal((await client.feeds.list()).length, 1);
    assert.equal((await statusesOf(client)).length, 3);
  });
}

/** Another node asked for the feed of the import while nobody had it yet, and hears only now that there is no answer. */
async function getNoAnswer({ house, clock }: TestHouse): Promise<void> {
  const { store, crawler } = house.library;
  const open = await store.read((tx) =>
    tx.get<{ id: number; user_id: number }>(sql`SELECT id, user_id FROM imports`),
  );
  const job = { id: open?.id ?? 0, userId: open?.user_id ?? 0, firstPosition: 0 };
  const feed = await store.read((tx) => findImportFeed(tx, job.id, 0));
  assert.ok(feed);
  const unanswering: typeof crawler = {
    ...crawler,
    follow: async () => ({
      kind: 'refused',
      reason: 'site-slow',
      sentence: 'The site took too long to answer',
    }),
  };
  const late = { store, crawler: unanswering, clock, isClosing: () => false };
  await followImported(late, job, { ...feed, state: 'waiting', feedId: undefined });
}
