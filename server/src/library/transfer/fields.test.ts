import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTimeZones } from '../../../test/time-zones.ts';
import { timeOf } from './fields.ts';

const AT = Date.UTC(2026, 0, 7, 14, 30, 15);

test('a date in an import is the same on every machine, with a zone and without', (t) => {
  inTimeZones(t, (zone) => {
    for (const written of [
      '2026-01-07T14:30:15.000Z',
      '2026-01-07T15:30:15+01:00',
      '2026-01-07T14:30:15',
      '2026-01-07 14:30:15',
      'Wed, 07 Jan 2026 14:30:15 GMT',
      AT,
      AT / 1_000,
      `${AT * 1_000}`,
    ])
      assert.equal(timeOf(written), AT, `${zone}: ${written}`);
    assert.equal(timeOf('2026-01-07T14:30:15.123Z'), AT + 123);
    for (const none of ['', 'yesterday', '2026-02-30T00:00:00Z', '9'.repeat(30), null, {}])
      assert.equal(timeOf(none), undefined, String(none));
  });
});
