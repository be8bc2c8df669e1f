import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { fakeClock } from '../test/fake-clock.ts';
import { giveMemoryBack, openIdleMemory } from './idle-memory.ts';

test('memory is given back when work has ended, not while it goes on', async () => {
  const { clock, memory, times } = open();
  memory.worked();
  await clock.advance(1_999);
  memory.worked();
  await clock.advance(1_999);
  assert.equal(times(), 0);
  await clock.advance(1);
  assert.equal(times(), 1);
  await clock.advance(3_600_000);
  assert.equal(times(), 1);
});

test('whoever works a little now and then gives back once in ten minutes', async () => {
  const { clock, memory, times } = open();
  for (let second = 0; second < 1_800; second += 30) {
    memory.worked();
    await clock.advance(30_000);
  }
  assert.ok(times() >= 2 && times() <= 3, `${times()} times`);
});

test('whatever the clock said before it was set right, memory is given back within ten minutes', async () => {
  const { clock, memory, times } = open();
  memory.worked();
  await clock.advance(2_000);
  clock.set(clock.now() - 86_400_000);
  memory.worked();
  await clock.advance(600_000);
  assert.equal(times(), 2);
});

test('nothing is left to do after the end', () => {
  const { clock, memory } = open();
  memory.worked();
  memory.close();
  assert.equal(clock.pending, 0);
});

test('the young heap is small again', () => {
  let kept: object[] = [];
  for (let n = 0; youngBytes() <= 1_048_576 && n < 400; n++) {
    kept = kept.slice(-50_000);
    for (let more = 0; more < 10_000; more++) kept.push({ n, more });
  }
  const before = youngBytes();
  kept = [];
  giveMemoryBack();
  assert.ok(youngBytes() < before, `${youngBytes()} bytes after ${before}`);
});

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

function open() {
  const clock = fakeClock();
  let count = 0;
  const memory = openIdleMemory(clock, () => {
    count++;
  });
  return { clock, memory, times: () => count };
}
