import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day } from './frame.ts';

test('a day is written as people in Britain write it, by the time of Greenwich', () => {
  const written = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  for (let month = 0; month < 12; month++) {
    for (const time of [Date.UTC(2026, month, 1), Date.UTC(1999, month, 28, 23, 59, 59, 999)])
      assert.equal(day(time), written.format(time));
  }
});
