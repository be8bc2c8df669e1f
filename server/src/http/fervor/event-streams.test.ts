import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someLibrary } from '../../library/testing/some-library.ts';
import { silentLog } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import { openEventStreams } from './event-streams.ts';

const BEAT_MS = 15_000;

test('a stream that takes the place of the last one during a beat is the only one that is beaten for', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const isAsked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow: Store = {
    ...library.store,
    async read(fn, options) {
      isAsked.resolve();
      await answer.promise;
      return library.store.read(fn, options);
    },
  };
  const accounts = {
    store: slow,
    clock,
    publicUrl: 'https://news.example',
    accessTokenTtlMs: 0,
    passwordGrant: false,
    hardened: false,
    rateLimits: false,
  };
  const streams = openEventStreams({ library, accounts, log: silentLog });
  const before = clock.pending;
  const open = () => streams.open({ userId: ines.userId, secret: 'cou_at_any' }, async () => undefined);
  const first = open();
  const advanced = clock.advance(BEAT_MS);
  await isAsked.promise;
  await first.body?.cancel();
  open();
  answer.resolve();
  await advanced;
  await clock.settle();
  assert.equal(clock.pending, before + 1);
});
