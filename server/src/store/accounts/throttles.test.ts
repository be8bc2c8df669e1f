import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { peekBucket, writeBucket } from './throttles.ts';

test('a bucket holds exactly what was put into it, so a copy of it in another database is equal', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const bucket = { tokens: 22.263583333333333, refilledAt: 5_000 };
  await store.write((tx) => writeBucket(tx, 'sign-in:ann', bucket));
  assert.deepEqual(await store.read((tx) => peekBucket(tx, 'sign-in:ann')), bucket);
});
