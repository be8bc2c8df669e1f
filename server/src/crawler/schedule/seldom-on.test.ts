// A machine that is mostly off sees a site fail now and then; that does not make the site hopeless.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureReason } from '../../net/failure.ts';
import { bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

for (const { fails, withinMs } of [
  { fails: 'dns-failed', withinMs: 6.5 * HOUR },
  { fails: 'connect-timeout', withinMs: 6.5 * HOUR },
  { fails: 'dns-not-found', withinMs: 1.1 * DAY },
] as { fails: FailureReason; withinMs: number }[]) {
  test(`rule 37: one failure before a machine sleeps for three weeks, and one when it wakes, make no pause of a week (${fails})`, async (t) => {
    const b = await bench(t);
    b.web.serve(
      FEED,
      { body: rss([1]), headers: { etag: 'E' } },
      { fails },
      { fails },
      { body: rss([2, 1]) },
    );
    const { userId } = await b.subscribe(FEED);
    assert.equal(await b.later(8 * HOUR), 1, 'the network went away before the machine did');
    assert.equal(await b.later(21 * DAY), 1, 'the machine is awake before its network is');
    const wakes = b.clock.now();
    while ((await b.items(userId)).length < 2 && b.clock.now() - wakes < 8 * DAY) await b.later(HOUR / 4);
    assert.ok(b.clock.now() - wakes <= withinMs, `after ${(b.clock.now() - wakes) / HOUR} hours`);
  });
}
