// Which failures of a follow an import waits for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureReason } from '../../net/failure.ts';
import { bench } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';

async function againAfter(t: Parameters<typeof bench>[0], fails: FailureReason): Promise<number | undefined> {
  const { web, wait, crawler } = await bench(t);
  web.serve(FEED, { fails });
  const answer = await wait(crawler.follow(FEED, { isAwaited: false }));
  assert.equal(answer.kind, 'refused', fails);
  return answer.kind === 'refused' ? answer.againInMs : undefined;
}

for (const reason of ['dns-failed', 'no-network', 'no-room', 'reset', 'headers-timeout'] as const) {
  test(`${reason}: an import asks again in some minutes, for it may pass`, async (t) => {
    assert.equal(await againAfter(t, reason), 600_000);
  });
}

for (const reason of ['dns-not-found', 'connect-refused', 'tls'] as const) {
  test(`${reason}: an import does not wait for it`, async (t) => {
    assert.equal(await againAfter(t, reason), undefined);
  });
}
