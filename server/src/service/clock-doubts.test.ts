// Tests when sweeps are left out because the clock may be wrong.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { silentLog } from '../log.ts';
import { openClockDoubts } from './clock-doubts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('a service that is never on for a whole day sweeps again after a holiday', async (t) => {
  const { clock, startService } = await someStore(t);
  assert.equal(await startService()(), false);
  clock.set(clock.now() + 10 * DAY);
  let leftOut = 0;
  for (; await startService()(); leftOut++) clock.set(clock.now() + DAY);
  assert.equal(leftOut, 24);
  assert.equal(await startService()(), false, 'and again an hour later');
});

test('the count of sweeps that are left out begins anew once the clock was right again', async (t) => {
  const { clock, startService } = await someStore(t);
  const isDoubtful = startService();
  await isDoubtful();
  const leave = async (sweeps: number): Promise<void> => {
    clock.set(clock.now() + 10 * DAY);
    for (let sweep = 0; sweep < sweeps; sweep++) {
      assert.equal(await isDoubtful(), true);
      clock.set(clock.now() + HOUR);
    }
    clock.set(clock.now() - 10 * DAY);
  };
  await leave(20);
  assert.equal(await isDoubtful(), false);
  await leave(20);
});

test('a service that starts again and again within an hour does not believe a wrong clock for that', async (t) => {
  const { clock, startService } = await someStore(t);
  assert.equal(await startService()(), false);
  clock.set(clock.now() + 365 * DAY);
  let isDoubtful = startService();
  for (let hour = 0; hour < 24; hour++) {
    for (let start = 0; start < 30; start++) {
      isDoubtful = startService();
      assert.equal(await isDoubtful(), true);
      clock.set(clock.now() + 60_000);
    }
    clock.set(clock.now() + HOUR / 2);
  }
  assert.equal(await isDoubtful(), false, 'after a day it is believed');
});

async function someStore(t: TestContext) {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  return { clock, startService: () => openClockDoubts({ store, log: silentLog }) };
}
