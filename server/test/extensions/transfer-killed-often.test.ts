// An import whose process is killed again and again, always while the same slow site has not answered yet.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { takeOver } from '../../src/store/duties.ts';
import { posts, rss } from '../documents.ts';
import { type TestHouse, testHouse } from '../house.ts';
import { isOnPostgres, temporaryDatabase } from '../temporary-store.ts';
import { opml, outline, untilEnded } from './transfer-house.ts';

const URL = 'https://slow.example/feed';
const KILLS = 4;
const SECOND = 1_000;

test('a feed that was being asked for each time is followed in the end', {
  skip: isOnPostgres && 'a file has one process at a time',
}, async (t) => {
  const lives = await openLives(t);
  const first = await lives.next();
  const { client } = await first.signIn('ines');
  const { id } = await client.transfer.importFile(opml(outline(URL)));
  await untilAsked(first);
  for (let kill = 1; kill < KILLS; kill++) await untilAsked(await lives.next());
  const last = await lives.next();
  last.web.serve(URL, rss('Slow', posts(1, 3)));
  const { feeds, failures } = await untilEnded(last, client, id);
  assert.deepEqual([feeds.followed, failures], [1, []]);
});

/** One process after the other on one database. One that is dead is one whose clock stands still and whose site does not answer. */
async function openLives(t: TestContext) {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t), COURANT_RATE_LIMITS: 'off' };
  const over = Promise.withResolvers<void>();
  // Before any of them is closed, which waits for its web.
  t.after(() => over.resolve());
  let before: TestHouse | undefined;
  return {
    async next(): Promise<TestHouse> {
      const house = await testHouse(t, environment);
      if (before) house.clock.set(before.clock.now());
      before = house;
      house.web.serve(URL, () => over.promise.then(() => ({ status: 500 })));
      await house.house.library.store.write(takeOver);
      await house.house.library.imports.start();
      return house;
    },
  };
}

async function untilAsked({ web, clock }: TestHouse): Promise<void> {
  for (let seconds = 0; web.requests.length === 0; seconds++) {
    assert.ok(seconds < 600, 'it is asked within ten minutes');
    await clock.advance(SECOND);
  }
}
