import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { openAllowance } from './allowance.ts';
import { hubPace } from './limits.ts';

const HOUR = 3_600_000;

test('a hub has spent its hour with many posts or with many bytes, whenever in it they came', async () => {
  for (const third of [
    { bytes: 0, posts: Math.ceil(hubPace.postsAnHour / 3) },
    { bytes: Math.ceil(hubPace.bytesAnHour / 3), posts: 0 },
  ]) {
    const clock = fakeClock(100 * HOUR);
    const allowance = openAllowance(clock);
    for (let time = 0; time < 3; time++) {
      assert.ok(!allowance.isSpent('a'));
      allowance.spend('a', third);
      await clock.advance(HOUR / 4);
    }
    assert.ok(allowance.isSpent('a'));
    assert.ok(!allowance.isSpent('b'), 'the other hub has brought nothing');
    await clock.advance(HOUR / 4);
    assert.ok(!allowance.isSpent('a'), 'another hour has begun');
  }
});
