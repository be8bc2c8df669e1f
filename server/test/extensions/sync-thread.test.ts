// app.courant.sync and the crawler's own thread: its commits wake a stream at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/log.ts';
import { openHouse } from '../../src/service.ts';
import { sql } from '../../src/store/sql.ts';
import { addUser } from '../accounts.ts';
import { temporaryInstance } from '../environment.ts';
import { fakeClock } from '../fake-clock.ts';
import { startOrigin } from '../feed-origin.ts';
import { publicUrl } from '../house.ts';
import { signInApp } from '../sign-in.ts';

const somebody = { name: 'ines', password: 'a long password' };

test('a stream hears at once of what the thread of the crawler has committed', {
  timeout: 600_000,
}, async (t) => {
  let posts = 1;
  const origin = await startOrigin(t, () => posts);
  const environment = await temporaryInstance(t, {
    COURANT_PUBLIC_URL: publicUrl,
    COURANT_PASSWORD_GRANT: 'true',
    COURANT_FETCH_ALLOW: origin.hostAndPort,
  });
  // The house's clock stands still, so a stream's regular check cannot find an unreported change; the thread has its own clock.
  const clock = fakeClock(Date.now());
  const house = await openHouse({ config: readConfig(environment), log: silentLog, clock });
  t.after(() => house.close());
  await addUser(house.accounts, somebody);
  const { client } = await signInApp({
    ...somebody,
    baseUrl: publicUrl,
    fetch: (url, init) => house.app(new Request(url, init), { address: '192.0.2.1', secure: true }),
  });
  await client.feeds.create({ feedUrl: origin.url });
  const { cursor } = await client.sync.changes();
  const events = client.sync.events({ since: cursor });
  const first = events.next();
  // It has read the changes once and sleeps.
  await clock.settle();
  posts = 2;
  await house.library.store.write(async (tx) => {
    await tx.run(sql`UPDATE schedules SET next_visit_at = 1, planned_at = 1`);
    await tx.run(sql`UPDATE hosts SET ready_at = 1, quiet_until = 0`);
  });
  assert.equal(await house.library.crawler.runDue(), 1);
  assert.deepEqual(
    (await first).value?.items?.new?.map((item) => item.title),
    ['Post 2'],
  );
  await events.return();
});
