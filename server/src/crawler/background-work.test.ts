import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { silentLog } from '../log.ts';
import { openBackgroundWork } from './background-work.ts';

test('work whose code cannot be loaded is tried again after a rest, until it is done', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const errors: unknown[] = [];
  const log = { ...silentLog, error: (_: string, { error }: { error?: unknown } = {}) => errors.push(error) };
  const tooMany = new Error('too many open files');
  let portions = 0;
  const work = openBackgroundWork(
    { store, clock, log },
    {
      duty: 'a test',
      failure: 'the test failed',
      dutyMs: 60_000,
      async portion() {
        portions += 1;
        if (portions < 3) throw tooMany;
        return undefined;
      },
    },
  );
  work.start();
  for (const [restMs, expected] of [
    [0, 1],
    [59_000, 1],
    [1_000, 2],
    [60_000, 3],
    [60_000, 3],
  ] as const) {
    await clock.advance(restMs);
    assert.equal(portions, expected);
  }
  assert.deepEqual(errors, [tooMany, tooMany]);
  await work.stop();
  assert.equal(clock.pending, 0);
});

test('what one node fails at again and again is done by another', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  let isDone = false;
  const [broken, sound] = [true, false].map((fails) =>
    openBackgroundWork(
      { store, clock, log: silentLog },
      {
        duty: 'a test',
        failure: 'the test failed',
        dutyMs: 60_000,
        async portion(mayGoOn) {
          if (!(await store.write(mayGoOn))) return 60_000;
          if (fails) throw new Error('A file is missing');
          isDone = true;
          return undefined;
        },
      },
    ),
  );
  broken?.start();
  await clock.advance(30_000);
  sound?.start();
  await clock.advance(300_000);
  assert.ok(isDone);
  await broken?.stop();
  await sound?.stop();
});
