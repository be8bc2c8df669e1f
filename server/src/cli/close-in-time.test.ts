// The end of a service whose database hangs: whoever told it to stop kills it after twenty seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { type Log, silentLog } from '../log.ts';
import { closeInTime } from './close-in-time.ts';

test('a service that closes is waited for, and nothing is said of it', async () => {
  const clock = fakeClock();
  const { told, log } = listening();
  const closed = closeInTime(() => new Promise((resolve) => clock.after(12_000, resolve)), { clock, log });
  await clock.advance(12_000);
  assert.equal(await closed, true);
  assert.deepEqual([told, clock.pending], [[], 0]);
});

test('a service that does not close is given up before it would be killed, and that is said', async () => {
  const clock = fakeClock();
  const { told, log } = listening();
  const closed = closeInTime(() => new Promise(() => {}), { clock, log });
  await clock.advance(15_000);
  assert.equal(await closed, false);
  assert.deepEqual(told, ['did not close in time']);
});

test('a service that cannot close says why', async () => {
  const clock = fakeClock();
  const closed = closeInTime(() => Promise.reject(new Error('no')), { clock, log: silentLog });
  await assert.rejects(closed, /^Error: no$/);
  assert.equal(clock.pending, 0);
});

function listening(): { told: string[]; log: Log } {
  const told: string[] = [];
  return { told, log: { ...silentLog, warn: (event) => void told.push(event) } };
}
