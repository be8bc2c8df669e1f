import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { systemClock } from '../../clock.ts';
import { type Log, silentLog } from '../../log.ts';
import { openStore } from '../../store/open.ts';
import { hostNamed } from '../../store/sources/hosts.ts';
import { findHubAt, insertHub, updateHub } from '../../store/sources/hubs.ts';
import { someFeed, someUser } from '../../store/testing/rows.ts';
import { openCrawlerThread } from '../crawler-thread.ts';
import { rss } from '../testing/bench.ts';
import { threadSettings } from '../testing/thread-settings.ts';

test('hubs reach the crawler in its thread, and are told to come again when it is gone', async (t) => {
  const folder = temporaryFolder(t);
  const database = `file:${join(folder, 'courant.db')}`;
  const store = await openStore(database, systemClock);
  t.after(() => store.close());
  const topic = 'https://example.com/feed';
  await store.write(async (tx) => {
    const { sourceId } = await someFeed(tx, await someUser(tx, 'ada'), { url: topic, count: 0 });
    const hostId = await hostNamed(tx, 'hub.example');
    const dueAt = tx.now + 3_600_000;
    const url = 'https://hub.example/';
    await insertHub(tx, { sourceId, url, hostId, topic, callback: 'known', secret: 'secret', dueAt });
    const hub = await findHubAt(tx, 'known');
    if (hub) await updateHub(tx, { ...hub, asked: 'subscribe' });
  });
  const { promise: told, resolve: tell } = Promise.withResolvers<unknown>();
  const log: Log = { ...silentLog, info: (event, facts) => event === 'push' && tell(facts) };
  const crawler = openCrawlerThread({
    settings: threadSettings({ database }),
    log,
    clock: systemClock,
  });
  t.after(() => crawler.close());
  const asked = { callback: 'known', mode: 'subscribe', topic, leaseSeconds: 864_000 };
  assert.equal(await crawler.verifyHub({ ...asked, callback: 'unknown' }), 'refused');
  assert.equal(await crawler.verifyHub(asked), 'agreed');
  assert.equal(await crawler.expectsPush('unknown'), 'unknown');
  assert.equal(await crawler.expectsPush('known'), 'taken');
  const body = Buffer.from(rss([1]));
  const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`;
  assert.equal(
    await crawler.deliver({ callback: 'known', body, contentType: 'application/rss+xml', signature }),
    'taken',
  );
  assert.deepEqual(await told, { source: 1, signed: true, newPosts: 1 });
  await crawler.close();
  assert.equal(await crawler.verifyHub(asked), 'away');
  assert.equal(await crawler.expectsPush('known'), 'away');
  assert.equal(await crawler.deliver({ callback: 'known', body, contentType: undefined, signature }), 'away');
});
