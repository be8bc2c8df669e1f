import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from './fake-clock.ts';

test('timers fire in the order of their times, each at its own time', async () => {
  const clock = fakeClock(1_000);
  const fired: [string, number][] = [];
  clock.after(30, () => fired.push(['late', clock.now()]));
  clock.after(10, () => fired.push(['early', clock.now()]));
  clock.after(10, () => fired.push(['early too', clock.now()]));
  await clock.advance(29);
  assert.deepEqual(fired, [
    ['early', 1_010],
    ['early too', 1_010],
  ]);
  await clock.advance(1);
  assert.deepEqual(fired.at(-1), ['late', 1_030]);
  assert.equal(clock.pending, 0);
});

test('a timer that a timer sets within the stretch fires too, after promises have settled', async () => {
  const clock = fakeClock(0);
  const seen: number[] = [];
  const loop = async (): Promise<void> => {
    await Promise.resolve();
    seen.push(clock.now());
    if (seen.length < 3) clock.after(10, () => void loop());
  };
  clock.after(10, () => void loop());
  await clock.advance(100);
  assert.deepEqual(seen, [10, 20, 30]);
  assert.equal(clock.now(), 100);
});

test('a timer that was taken back does not fire', async () => {
  const clock = fakeClock(0);
  let fired = false;
  const cancel = clock.after(5, () => {
    fired = true;
  });
  cancel();
  await clock.advance(10);
  assert.equal(fired, false);
});

test('what falls due while a machine sleeps happens at the end, and what repeats itself happens once', async () => {
  const clock = fakeClock(0);
  const seen: number[] = [];
  const loop = (): void => {
    seen.push(clock.now());
    clock.after(10, loop);
  };
  clock.after(10, loop);
  clock.after(200, () => seen.push(-1));
  await clock.sleep(100);
  assert.deepEqual([seen, clock.now()], [[100], 100]);
  await clock.advance(10);
  assert.deepEqual(seen, [100, 110]);
});

test('a clock that is set moves no timer', async () => {
  const clock = fakeClock(1_000);
  const seen: number[] = [];
  clock.after(10, () => seen.push(clock.now()));
  clock.set(5);
  await clock.advance(9);
  assert.deepEqual([seen, clock.now()], [[], 14]);
  await clock.advance(1);
  assert.deepEqual(seen, [15]);
});

test('a timer that is longer than Node can keep, which would fire at once, is refused', () => {
  const clock = fakeClock();
  for (const delayMs of [2 ** 31, Number.POSITIVE_INFINITY, Number.NaN])
    assert.throws(() => clock.after(delayMs, () => {}), /at once/);
  clock.after(2 ** 31 - 1, () => {});
});
